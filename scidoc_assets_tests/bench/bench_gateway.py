"""Throughput and CPU of the gateway beside a bare aiohttp loop and a bare LiteLLM loop.

One stub server in a process of its own; the three loops take turns in this one, several rounds,
each call with a text and an image of its own. Prints a JSON object: calls a second, own CPU ms a
call, share of the ideal throughput, ratios, and memory growth.

    python -m scidoc_assets_tests.bench.bench_gateway --calls 2000 --latency 0.2 --concurrency 64
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import io
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import aiohttp
import psutil
from PIL import Image

from scidoc_assets.gateways.llm.journaled import JournaledGateway
from scidoc_assets.gateways.llm.litellm_gateway import load_litellm
from scidoc_assets.gateways.llm.opening import open_gateway
from scidoc_assets.gateways.llm.runner import map_bounded
from scidoc_assets.schemas.calls import Message, ModelRequest, TextPart, image_part
from scidoc_assets.schemas.settings import ModelSettings
from scidoc_assets.storage.journal import Journal

Call = Callable[[int], Awaitable[object]]
SETTLE_S = 1.5
PROMPT = "Which panel shows the higher value, and by how much? " * 20


def make_image(number: int, side_px: int) -> bytes:
    """A PNG that differs by number and does not compress to nothing."""
    noise = Image.effect_noise((side_px, side_px), 20)
    noise.putpixel((number % side_px, 0), number % 256)
    buffer = io.BytesIO()
    noise.save(buffer, "PNG", compress_level=1)
    return buffer.getvalue()


def start_stub(latency_s: float) -> tuple[subprocess.Popen[str], str]:
    """The stub server as a subprocess, and its URL."""
    command = [sys.executable, "-m", "scidoc_assets_tests.stub_server", "--latency", str(latency_s)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    url = re.search(r"http://\S+", process.stdout.readline())
    assert url is not None
    return process, url.group(0)


def body_of(number: int, images: list[bytes]) -> list[dict]:
    """Messages of one call in the OpenAI shape."""
    image = base64.b64encode(images[number % len(images)]).decode()
    return [
        {
            "role": "user",
            "content": [
                {"type": "text", "text": f"{number}. {PROMPT}"},
                {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{image}"}},
            ],
        }
    ]


async def measure(call: Call, n_calls: int, concurrency: int) -> dict[str, float]:
    """Calls a second and CPU ms a call of this process, work left to background tasks included."""
    started, cpu = time.perf_counter(), time.process_time()
    n_done = 0
    async for _ in map_bounded(call, range(n_calls), concurrency):
        n_done += 1
    wall_s = time.perf_counter() - started
    # LiteLLM logs in a background worker: let it end, or the next loop would pay for it.
    await asyncio.sleep(SETTLE_S)
    return {"per_s": n_done / wall_s, "cpu_ms": (time.process_time() - cpu) / n_done * 1e3}


def journalled_call(gateway: JournaledGateway, images: list[bytes]) -> Call:
    """Our loop's call: hash the image, build the request, go through journal and gateway."""

    async def call(number: int) -> object:
        part = image_part(images[number % len(images)])
        text = TextPart(text=f"{number}. {PROMPT}")
        message = Message(role="user", parts=(text, part))
        return await gateway.call(ModelRequest(model_id="bench", messages=(message,)))

    return call


def bench_settings(url: str, concurrency: int) -> ModelSettings:
    """The stub as a configured model."""
    return ModelSettings(
        model_id="bench",
        litellm_model="openai/bench",
        base_url=url,
        max_concurrency=concurrency,
    )


async def run_rounds(options: argparse.Namespace, url: str) -> dict[str, list[dict[str, float]]]:
    """Let the loops take turns, `options.rounds` times."""
    images = [make_image(i, options.image_side) for i in range(16)]
    litellm = load_litellm()
    settings = bench_settings(url, options.concurrency)
    found: dict[str, list[dict[str, float]]] = {"aiohttp": [], "litellm": [], "ours": []}
    connector = aiohttp.TCPConnector(limit=options.concurrency)
    async with aiohttp.ClientSession(connector=connector) as session:

        async def bare_aiohttp(number: int) -> object:
            body = {"model": "bench", "messages": body_of(number, images)}
            async with session.post(f"{url}/chat/completions", json=body) as response:
                return await response.json()

        async def bare_litellm(number: int) -> object:
            return await litellm.acompletion(
                model="openai/bench",
                base_url=url,
                api_key="none",
                messages=body_of(number, images),
                max_retries=0,
            )

        loops: dict[str, Call] = {"aiohttp": bare_aiohttp, "litellm": bare_litellm}
        for round_number in range(options.rounds + 1):
            with (
                tempfile.TemporaryDirectory() as folder,
                Journal(Path(folder) / "bench.sqlite") as journal,
            ):
                loops["ours"] = journalled_call(open_gateway(settings, journal), images)
                # The first round only warms up clients and imports.
                n_calls = options.calls if round_number else 2 * options.concurrency
                for name, call in loops.items():
                    measured = await measure(call, n_calls, options.concurrency)
                    if round_number:
                        found[name].append(measured)
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=500)
    parser.add_argument("--latency", type=float, default=0.2)
    parser.add_argument("--concurrency", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--image-side", type=int, default=160)
    options = parser.parse_args()
    process, url = start_stub(options.latency)
    try:
        before = psutil.Process().memory_info().rss
        found = asyncio.run(run_rounds(options, url))
        after = psutil.Process().memory_info().rss
    finally:
        process.terminate()
        process.wait(10)
    ideal = options.concurrency / options.latency if options.latency else float("inf")
    medians = {
        name: {key: statistics.median(r[key] for r in rounds) for key in ("per_s", "cpu_ms")}
        for name, rounds in found.items()
    }
    ours, bare = medians["ours"], medians["litellm"]
    print(
        json.dumps(
            {
                "options": vars(options),
                "medians": medians,
                "ours_of_ideal": ours["per_s"] / ideal,
                "ours_of_litellm": ours["per_s"] / bare["per_s"],
                "ours_of_aiohttp": ours["per_s"] / medians["aiohttp"]["per_s"],
                "own_cpu_ms_on_litellm": ours["cpu_ms"] - bare["cpu_ms"],
                "memory_growth_mb": (after - before) / 1e6,
            },
            indent=2,
        )
    )


if __name__ == "__main__":
    main()
