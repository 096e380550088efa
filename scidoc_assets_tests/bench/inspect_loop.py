"""The same calls through Inspect, as JSON on stdout. Run by bench_evaluation with the Python of a
throw-away environment that has inspect_ai; imports nothing of ours.

    PYTHON inspect_loop.py URL CALLS CONCURRENCY PROMPT_FILE IMAGE_FOLDER
"""

import base64
import json
import sys
import tempfile
import time
from pathlib import Path

import inspect_ai  # pyright: ignore[reportMissingImports]
from inspect_ai import Task  # pyright: ignore[reportMissingImports]
from inspect_ai.dataset import Sample  # pyright: ignore[reportMissingImports]
from inspect_ai.model import (  # pyright: ignore[reportMissingImports]
    ChatMessageUser,
    ContentImage,
    ContentText,
    get_model,
)
from inspect_ai.solver import generate  # pyright: ignore[reportMissingImports]


def main() -> None:
    """Evaluate one warm-up and one measured task; print calls a second and CPU ms a call."""
    url, calls, concurrency, prompt_file, folder = sys.argv[1:]
    prompt = Path(prompt_file).read_text(encoding="utf-8")
    images = [
        "data:image/png;base64," + base64.b64encode(p.read_bytes()).decode()
        for p in sorted(Path(folder).glob("*.png"))
    ]
    model = get_model("openai/bench", base_url=url, api_key="none", responses_api=False)

    def run(count: int) -> tuple[float, float]:
        samples = [
            Sample(
                id=number,
                input=[
                    ChatMessageUser(
                        content=[
                            ContentText(text=f"{number}. {prompt}"),
                            ContentImage(image=images[number % len(images)]),
                        ]
                    )
                ],
            )
            for number in range(count)
        ]
        started, cpu = time.perf_counter(), time.process_time()
        with tempfile.TemporaryDirectory() as logs:
            inspect_ai.eval(
                Task(dataset=samples, solver=generate()),
                model=model,
                max_connections=int(concurrency),
                max_samples=int(concurrency),
                log_dir=logs,
                display="none",
            )
        return time.perf_counter() - started, time.process_time() - cpu

    run(int(concurrency))
    wall_s, cpu_s = run(int(calls))
    n = int(calls)
    print(json.dumps({"per_s": n / wall_s, "cpu_ms": 1e3 * cpu_s / n, "version": inspect_ai.__version__}))  # fmt: skip


if __name__ == "__main__":
    main()
