"""Model calls beside bare loops: throughput, own CPU and memory of the gateway that runs use.

One stub server in a process of its own; a bare aiohttp loop, a bare LiteLLM loop and ours (journal
and images hashed) take turns in this one, each call with a text and an image of its own. (a) 2 s
latency, where waiting decides; (b) 200 ms, where the client's CPU does; then one long run of ours
for memory. Inspect is measured beside them when a Python that has it is given.

    make bench-evaluation
    python -m scidoc_assets_tests.bench.bench_evaluation --inspect /path/to/venv/bin/python
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import io
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
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
from scidoc_assets.storage.model_slots import ModelSlots

Call = Callable[[int], Awaitable[object]]
Measured = dict[str, float]
SETTLE_S = 1.5
PROMPT = "Which panel shows the higher value, and by how much? " * 20
INSPECT_LOOP = Path(__file__).with_name("inspect_loop.py")


@dataclass(frozen=True)
class Scenario:
    """How many calls at which latency, and how often the loops take turns."""

    name: str
    calls: int
    latency_s: float
    rounds: int


def make_image(number: int, side_px: int) -> bytes:
    """A PNG that differs by number and does not compress to nothing."""
    noise = Image.effect_noise((side_px, side_px), 20)
    noise.putpixel((number % side_px, 0), number % 256)
    buffer = io.BytesIO()
    noise.save(buffer, "PNG", compress_level=1)
    return buffer.getvalue()


@contextmanager
def running_stub(latency_s: float) -> Iterator[str]:
    """The stub server as a subprocess; its URL."""
    command = [sys.executable, "-m", "scidoc_assets_tests.stub_server", "--latency", str(latency_s)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        url = re.search(r"http://\S+", process.stdout.readline())
        assert url is not None
        yield url.group(0)
    finally:
        process.terminate()
        process.wait(10)


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


async def measure(call: Call, n_calls: int, concurrency: int) -> Measured:
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


@contextmanager
def our_loop(url: str, concurrency: int, images: list[bytes]) -> Iterator[Call]:
    """Our call over a fresh journal, with the limits that processes share."""
    settings = ModelSettings(
        model_id="bench",
        litellm_model="openai/bench",
        base_url=url,
        max_concurrency=concurrency,
    )
    with (
        tempfile.TemporaryDirectory() as folder,
        Journal(Path(folder) / "bench.sqlite") as journal,
    ):
        limits = ModelSlots(Path(folder), settings.model_id, concurrency)
        yield journalled_call(open_gateway(settings, journal, shared=limits), images)


async def run_rounds(
    scenario: Scenario, url: str, concurrency: int, images: list[bytes]
) -> dict[str, Measured]:
    """Let the loops take turns; medians over the rounds. The first round only warms up."""
    litellm = load_litellm()
    found: dict[str, list[Measured]] = {"aiohttp": [], "litellm": [], "ours": []}
    connector = aiohttp.TCPConnector(limit=concurrency)
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
        for round_number in range(scenario.rounds + 1):
            with our_loop(url, concurrency, images) as loops["ours"]:
                n_calls = scenario.calls if round_number else concurrency
                for name, call in loops.items():
                    measured = await measure(call, n_calls, concurrency)
                    if round_number:
                        found[name].append(measured)
    return {
        name: {key: statistics.median(r[key] for r in rounds) for key in ("per_s", "cpu_ms")}
        for name, rounds in found.items()
    }


def run_inspect(
    python: str, scenario: Scenario, url: str, concurrency: int, images: list[bytes]
) -> Measured:
    """The same calls through Inspect under another Python."""
    with tempfile.TemporaryDirectory() as folder:
        prompt = Path(folder) / "prompt.txt"
        prompt.write_text(PROMPT, encoding="utf-8")
        for index, image in enumerate(images):
            (Path(folder) / f"{index:02d}.png").write_bytes(image)
        command = [python, str(INSPECT_LOOP), url, str(scenario.calls), str(concurrency)]
        done = subprocess.run(
            [*command, str(prompt), folder], capture_output=True, text=True, check=True, cwd=folder
        )
    return json.loads(done.stdout.strip().splitlines()[-1])


async def grow(n_calls: int, url: str, concurrency: int, images: list[bytes]) -> list[float]:
    """Resident memory in MB at each quarter of a long run of ours."""
    process, marks = psutil.Process(), []
    with our_loop(url, concurrency, images) as call:
        n_done = 0
        async for _ in map_bounded(call, range(n_calls), concurrency):
            n_done += 1
            if n_done % max(1, n_calls // 4) == 0:
                marks.append(process.memory_info().rss / 1e6)
    return marks


def report(scenario: Scenario, concurrency: int, found: dict[str, Measured]) -> dict[str, object]:
    """What the issue asks for, in ratios."""
    ideal = concurrency / scenario.latency_s
    ours, bare = found["ours"], found["litellm"]
    ratios = {
        "ours_of_ideal": ours["per_s"] / ideal,
        "ours_of_litellm": ours["per_s"] / bare["per_s"],
        "own_cpu_ms_on_litellm": ours["cpu_ms"] - bare["cpu_ms"],
    }
    if "inspect" in found:
        ratios["ours_of_inspect"] = ours["per_s"] / found["inspect"]["per_s"]
    return {**vars(scenario), "ideal_per_s": ideal, "loops": found, **ratios}


def main() -> None:
    """Measure and print one JSON object a line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--concurrency", type=int, default=64)
    parser.add_argument("--calls", type=int, default=2000, help="calls of (b)")
    parser.add_argument("--slow-calls", type=int, default=1280, help="calls of (a)")
    parser.add_argument("--memory-calls", type=int, default=7520)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--image-side", type=int, default=160)
    parser.add_argument("--inspect", help="a Python that has inspect_ai")
    options = parser.parse_args()
    images = [make_image(i, options.image_side) for i in range(16)]
    for scenario in (
        Scenario("a", options.slow_calls, 2.0, 1),
        Scenario("b", options.calls, 0.2, options.rounds),
    ):
        with running_stub(scenario.latency_s) as url:
            found = asyncio.run(run_rounds(scenario, url, options.concurrency, images))
            if options.inspect:
                found["inspect"] = run_inspect(
                    options.inspect, scenario, url, options.concurrency, images
                )
        result = report(scenario, options.concurrency, found)
        print(json.dumps({**result, "load_1min": os.getloadavg()[0]}), flush=True)
    with running_stub(0.05) as url:
        marks = asyncio.run(grow(options.memory_calls, url, options.concurrency, images))
    print(json.dumps({"memory_calls": options.memory_calls, "rss_mb_at_quarters": marks}))


if __name__ == "__main__":
    main()
