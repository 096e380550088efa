"""A project in a folder for tests that run the real `scidoc` command: configuration, tasks, bundle.

Tasks are written straight into the store, so that a test of model calls needs no paper to be parsed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from scidoc_assets.defs.partitions import partitions_of
from scidoc_assets.defs.project import Gateways, Project, known_table
from scidoc_assets.schemas.geometry import Row
from scidoc_assets.schemas.tasks import ReasoningTask
from scidoc_assets.storage.bundles import add_bundle
from scidoc_assets.storage.catalog import query
from scidoc_assets.storage.config import load_settings
from scidoc_assets.storage.parquet import read_rows, write_rows
from scidoc_assets.storage.paths import project_paths
from scidoc_assets_tests.conftest import REPOSITORY
from scidoc_assets_tests.domain.imports.factory import files
from scidoc_assets_tests.domain.responses.factory import a_task, png

EXTRACTIVE = {
    "model_id": "embedded/extractive",
    "provider": "embedded",
    "sees": "ocr_text",
    "tools": "json",
    "is_baseline": True,
}
IMPORTED = "imported_responses,imported_correctness_labels,imported_coverage_labels"
ANSWERS = "reasoning_responses,correctness_labels,coverage_labels"
# What follows from tasks that are there: everything from the answers to the metrics.
EVALUATION = (
    f"evaluation_tasks,{IMPORTED},{ANSWERS},reasoning_observations,reasoning_metrics,"
    "coverage_diagnostics,paired_transitions,localisation,error_routing,error_routing_changes,human_audit,"
    "human_audit_agreement,cross_judge_audit,lexical_judge_agreement"
)
CHANGING = frozenset({"latency_s", "created_at"})


def stub_model(url: str, **changes: Any) -> dict[str, Any]:
    """A models.yaml entry of the loopback stub."""
    entry = {
        "model_id": "stub/model",
        "litellm_model": "openai/stub",
        "base_url": url,
        "tools": "json",
        "tries": 3,
        "timeout_s": 20.0,
    }
    return {**entry, **changes}


def make_folder(
    root: Path,
    models: Sequence[Mapping[str, Any]] = (EXTRACTIVE,),
    settings: Sequence[str] = ("direct",),
    judges: Mapping[str, Any] | None = None,
    **models_file: Any,
) -> Path:
    """A project folder of one shard with the committed configuration and these models."""
    shutil.copytree(REPOSITORY / "data" / "config", root / "data" / "config")
    for name in ("dagster.yaml", "workspace.yaml"):
        shutil.copy(REPOSITORY / name, root / name)
    write_config(root, "corpus", {"shards": 1})
    write_models(root, models, settings, **models_file)
    if judges is not None:
        write_config(root, "judges", judges)
    return root


def write_models(
    root: Path, models: Sequence[Mapping[str, Any]], settings: Sequence[str], **models_file: Any
) -> None:
    """Replace models.yaml."""
    body = {"settings": list(settings), "models": [dict(m) for m in models], **models_file}
    write_config(root, "models", body)


def write_config(root: Path, name: str, body: Mapping[str, Any]) -> None:
    """Replace one file of the configuration."""
    path = root / "data" / "config" / f"{name}.yaml"
    path.write_text(yaml.safe_dump(dict(body)), encoding="utf-8")


def open_project(root: Path) -> Project:
    """The project as stages see it, with no gateways."""
    settings = load_settings(root / "data" / "config")
    return Project(project_paths(root), settings, Gateways(ocr=lambda: None, model=lambda *a: None))


def store_rows(root: Path, table: str, rows: Sequence[Row]) -> None:
    """Write rows into the first partition of a table, and leave its others empty."""
    project, spec = open_project(root), known_table(table)
    for index, key in enumerate(partitions_of(project.settings).keys(spec)):
        path = project.table_path(spec, key)
        write_rows(path, rows if index == 0 else [], spec.row, "written by a test")


def stored_rows(root: Path, table: str, partition: str | None = None) -> list[Any]:
    """Rows of one stored partition."""
    spec = known_table(table)
    return read_rows(open_project(root).table_path(spec, partition), spec.row)


def write_tasks(root: Path, count: int, n_papers: int = 5) -> list[ReasoningTask]:
    """Store `count` reasoning tasks with images in the blob store, and a small imported bundle (so
    that `scidoc run` has something to work on without any paper)."""
    blobs = open_project(root).blobs
    first, second = blobs.put(png(200, 100)), blobs.put(png(200, 120))
    plain = a_task()
    tasks = []
    for number in range(count):
        images = [
            plain.images[0].model_copy(update={"crop_sha256": first}),
            plain.images[1].model_copy(update={"crop_sha256": second, "height_px": 120}),
        ]
        changes = {
            "task_id": f"task-{number}",
            "paper_id": f"paper-{number % n_papers}",
            "question": f"Which catalyst keeps its activity in series {number}?",
            "images": images,
            "difficulty": ("easy", "medium", "hard")[number % 3],
        }
        tasks.append(plain.model_copy(update=changes))
    store_rows(root, "reasoning_tasks", tasks)
    store_rows(root, "curated_figures", [])
    bundle = root / "small-bundle"
    bundle.mkdir()
    for name, data in files().items():
        (bundle / name).write_bytes(data)
    add_bundle(project_paths(root).imports, bundle)
    return tasks


def command(*arguments: str) -> list[str]:
    """The command line of the real `scidoc`."""
    return [sys.executable, "-m", "scidoc_assets.cli", *arguments]


def environment(root: Path, **variables: str) -> dict[str, str]:
    """The environment of a `scidoc` of this project."""
    kept = {k: v for k, v in os.environ.items() if k != "SCIDOC_STORE"}
    paths = {"SCIDOC_PROJECT": str(root), "PYTHONPATH": str(REPOSITORY)}
    return {**kept, **paths, "PYTHONIOENCODING": "utf-8", **variables}


def scidoc(
    root: Path, *arguments: str, timeout_s: float = 400, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run `scidoc` in a process of its own and return how it ended, with what it printed."""
    return subprocess.run(
        command(*arguments),
        cwd=root,
        env=environment(root, **variables),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=timeout_s,
        check=False,
    )


def ask(root: Path, sql: str) -> list[tuple[Any, ...]]:
    """Rows of a query over the project's catalogue."""
    return query(project_paths(root).catalog, sql).rows
