"""Three protocols over a dataset against a slow judge: wall time beside the ideal time.

The judge runs in a process of its own. Ideal is calls x latency / concurrency. Then everything is
run again: no call may be made. Prints a JSON object.

    python -m scidoc_assets_tests.bench.bench_quality --figures 1200 --latency 2 --concurrency 64
"""

from __future__ import annotations

import argparse
import json
import logging
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from scidoc_assets.defs.project import Gateways, Project
from scidoc_assets.defs.quality import figure_quality_scores
from scidoc_assets.defs.quality_gold import figure_quality_items
from scidoc_assets.defs.stage import StageRun
from scidoc_assets.gateways.llm.litellm_gateway import load_litellm
from scidoc_assets.gateways.llm.opening import open_gateway
from scidoc_assets.schemas.quality import FigureQualityItem
from scidoc_assets.schemas.settings import ModelSettings, QualityRun, RunsFile
from scidoc_assets.storage.config import load_settings
from scidoc_assets.storage.paths import project_paths
from scidoc_assets.storage.quality_imports import add_dataset
from scidoc_assets_tests.quality_dataset import picture, record, write

REPOSITORY = Path(__file__).resolve().parents[2]
RUNS = {"D1": "direct", "S1": "sidecar", "F1": "agent"}
CALLS = {"D1": 1, "S1": 1, "F1": 3}


def start_judge(latency_s: float) -> tuple[subprocess.Popen[str], str]:
    """The stub judge as a subprocess, and its URL."""
    command = [sys.executable, "-m", "scidoc_assets_tests.quality_stub"]
    process = subprocess.Popen(
        [*command, "--latency", str(latency_s)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    url = re.search(r"http://\S+", process.stdout.readline())
    assert url is not None
    return process, url.group(0)


def calls_seen(url: str) -> int:
    """Calls that the judge counted."""
    with urllib.request.urlopen(f"{url.removesuffix('/v1')}/stats") as answer:
        return int(json.loads(answer.read())["calls"])


def make_project(root: Path, url: str, concurrency: int) -> Project:
    """A project whose one model is the judge."""
    settings = load_settings(REPOSITORY / "data" / "config")
    model = ModelSettings(
        model_id="eyes", litellm_model="openai/eyes", base_url=url, max_concurrency=concurrency
    )
    runs = [
        QualityRun.model_validate({"run_id": i, "protocol": p, "vision_model": "eyes"})
        for i, p in RUNS.items()
    ]
    changes = {
        "runs": RunsFile(runs=runs),
        "models": settings.models.model_copy(update={"models": [model]}),
    }
    gateways = Gateways(ocr=lambda: None, model=open_gateway)
    return Project(project_paths(root), settings.model_copy(update=changes), gateways)


def make_items(project: Project, folder: Path, figures: int, side_px: int) -> Any:
    """Import a dataset of `figures` pictures and build its items."""
    write(folder, records := [record(i, 4) for i in range(figures)])
    for number, entry in enumerate(records):
        (folder / entry["image"]).write_bytes(picture(number, side_px))
    add_dataset(project.paths, folder)
    run = StageRun(project, None, logging.getLogger("bench"))
    return figure_quality_items.body(run, [], [], [])


def judge_run(project: Project, items: list[FigureQualityItem], run_id: str) -> dict[str, float]:
    """Wall and CPU seconds of one run, and how many of its rows are scored."""
    started, cpu = time.perf_counter(), time.process_time()
    run = StageRun(project, run_id, logging.getLogger("bench"))
    rows = figure_quality_scores.body(run, items, [], [])
    return {
        "wall_s": round(time.perf_counter() - started, 2),
        "cpu_s": round(time.process_time() - cpu, 2),
        "rows": len(rows),
        "scored": sum(row.status == "scored" for row in rows),  # type: ignore[attr-defined]
    }


def measure(options: argparse.Namespace, url: str, root: Path) -> dict[str, Any]:
    """Every run once, then all of them again from their journals."""
    project = make_project(root, url, options.concurrency)
    items = make_items(project, root / "incoming" / "bench", options.figures, options.image_side)
    load_litellm()
    found: dict[str, Any] = {
        "figures": len(items),
        "load_before": Path("/proc/loadavg").read_text(),
    }
    for run_id in RUNS:
        measured = judge_run(project, items, run_id)
        ideal_s = len(items) * CALLS[run_id] * options.latency / options.concurrency
        found[run_id] = measured | {
            "ideal_s": round(ideal_s, 2),
            "over_ideal": round(measured["wall_s"] / ideal_s - 1, 4) if ideal_s else None,
        }
    wall_s = sum(found[i]["wall_s"] for i in RUNS)
    ideal_s = sum(found[i]["ideal_s"] for i in RUNS)
    found["all"] = {"wall_s": round(wall_s, 2), "ideal_s": round(ideal_s, 2)}
    found["all"]["over_ideal"] = round(wall_s / ideal_s - 1, 4) if ideal_s else None
    found["calls_at_judge"] = calls_seen(url)
    found["again"] = {run_id: judge_run(project, items, run_id)["wall_s"] for run_id in RUNS}
    found["calls_at_judge_after_again"] = calls_seen(url)
    found["load_after"] = Path("/proc/loadavg").read_text()
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--figures", type=int, default=1200)
    parser.add_argument("--latency", type=float, default=2.0)
    parser.add_argument("--concurrency", type=int, default=64)
    parser.add_argument("--image-side", type=int, default=800)
    options = parser.parse_args()
    process, url = start_judge(options.latency)
    try:
        with tempfile.TemporaryDirectory() as root:
            print(json.dumps(measure(options, url, Path(root)), indent=1))
    finally:
        process.terminate()
        process.wait()


if __name__ == "__main__":
    main()
