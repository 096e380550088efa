"""Kill `scidoc run` twice in the middle of judging and finish: no call repeated, no row lost."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import psutil
import pytest
import yaml

from scidoc_assets.defs.project import partition_folders
from scidoc_assets.defs.stages import STAGES
from scidoc_assets.schemas.quality import FigureQualityScore
from scidoc_assets.schemas.tables import TABLES
from scidoc_assets.storage.journal import Journal
from scidoc_assets.storage.parquet import read_rows
from scidoc_assets.storage.paths import project_paths
from scidoc_assets.storage.quality_imports import add_dataset
from scidoc_assets_tests.quality_dataset import record, write
from scidoc_assets_tests.quality_stub import judge, payload_of
from scidoc_assets_tests.stub_server import StubServer

REPOSITORY = Path(__file__).resolve().parents[2]
FIGURES, CONCURRENCY = 16, 4
RUNS = {"D1": "direct", "S1": "sidecar", "F1": "agent"}
CALLS = FIGURES * 5

Key = tuple[str, bool, str]


def key_of(payload: dict[str, Any]) -> Key:
    """What tells the planned calls apart: stage, whether features came along, figure."""
    return payload["stage"], "features" in payload, payload["figure_id"]


def make_project(root: Path, url: str) -> None:
    """A project without papers, its models at the stub, with one imported dataset."""
    shutil.copytree(REPOSITORY / "data" / "config", root / "data" / "config")
    for name in ("dagster.yaml", "workspace.yaml"):
        shutil.copy(REPOSITORY / name, root / name)
    model = {
        "model_id": "eyes",
        "litellm_model": "openai/eyes",
        "base_url": url,
        "max_concurrency": CONCURRENCY,
    }
    runs = [{"run_id": i, "protocol": p, "vision_model": "eyes"} for i, p in RUNS.items()]
    changed = {
        "corpus": {"shards": 1},
        "curation": {"ocr": "off"},
        "models": {"settings": ["direct"], "models": [model]},
        "runs": {"runs": runs},
    }
    for name, body in changed.items():
        path = root / "data" / "config" / f"{name}.yaml"
        path.write_text(yaml.safe_dump(body), encoding="utf-8")
    records = [record(i) for i in range(FIGURES)]
    add_dataset(project_paths(root), write(root / "incoming" / "rated", records))


def needed_for(table: str) -> list[str]:
    """A table and everything it is made from, so that a run does nothing else."""
    inputs = {stage.spec.name: stage.inputs for stage in STAGES}
    found = [table]
    for name in found:
        found += [above for above in inputs[name] if above not in found]
    return found


def start_run(root: Path) -> subprocess.Popen[bytes]:
    """`scidoc run` in a process group of its own."""
    environment = os.environ | {"SCIDOC_PROJECT": str(root), "PYTHONPATH": str(REPOSITORY)}
    tables = ",".join(needed_for("figure_quality_scores"))
    with (root / "run.log").open("ab") as log:
        return subprocess.Popen(
            [sys.executable, "-m", "scidoc_assets.cli", "run", "--select", tables],
            cwd=root,
            env=environment,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )


def kill_after(root: Path, stub: StubServer, calls: int) -> None:
    """Start a run and kill it once the stub has seen `calls` more calls; wait for its workers."""
    process, seen = start_run(root), stub.calls
    deadline = time.monotonic() + 240
    while stub.calls < seen + calls:
        assert process.poll() is None, (root / "run.log").read_text(encoding="utf-8")[-2000:]
        assert time.monotonic() < deadline, "the run made no calls"
        time.sleep(0.01)
    family = psutil.Process(process.pid).children(recursive=True)
    process.kill()
    process.wait()
    assert psutil.wait_procs(family, timeout=30)[1] == [], "workers outlive a killed run"


def journalled(root: Path) -> set[Key]:
    """Planned calls whose outcome is in a journal."""
    keys = set()
    for path in (root / "data" / "journals" / "quality").rglob("*.sqlite"):
        with Journal(path) as journal:
            for found in journal.latest():
                request = json.loads(str(journal.request(found.request_hash)))
                text = request["messages"][1]["parts"][0]["text"]
                body = text.split("## Payload\n```json\n", 1)[1].rsplit("\n```", 1)[0]
                keys.add(key_of(json.loads(body)))
    return keys


def scores_of(root: Path, run_id: str) -> list[FigureQualityScore]:
    spec = TABLES["figure_quality_scores"]
    folder = project_paths(root).store / spec.name / partition_folders(spec, run_id)[0]
    return read_rows(folder / "part.parquet", FigureQualityScore)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_two_kills_repeat_no_finished_call_and_lose_no_row(tmp_path: Path) -> None:
    draw = random.Random()  # the moment must not be one that happens to work
    with StubServer(judge, latency_s=0.25) as stub:
        make_project(tmp_path, stub.url)
        for _ in range(2):
            asked_before = len(stub.requests)
            done_before = journalled(tmp_path)
            kill_after(tmp_path, stub, draw.randint(3, CALLS // 3))
            asked = {key_of(payload_of(r)) for r in stub.requests[asked_before:]}
            assert asked & done_before == set()
        done = journalled(tmp_path)
        asked_before = len(stub.requests)
        code = start_run(tmp_path).wait()
        assert code == 0, (tmp_path / "run.log").read_text(encoding="utf-8")[-2000:]
        asked = Counter(key_of(payload_of(r)) for r in stub.requests[asked_before:])
    assert set(asked.values()) <= {1}
    assert set(asked) & done == set()
    assert len(asked) + len(done) == CALLS
    for run_id in RUNS:
        rows = scores_of(tmp_path, run_id)
        assert len({row.figure_id for row in rows}) == len(rows) == FIGURES
        assert {row.status for row in rows} == {"scored"}
