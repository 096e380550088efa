"""What a stage's code version follows: its rules, prompts and row models, nothing else."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from scidoc_assets.defs.project import Project
from scidoc_assets.defs.stages import STAGES
from scidoc_assets.storage import code_digest
from scidoc_assets_tests.conftest import REPOSITORY

LABELS = {
    "correctness_labels",
    "coverage_labels",
    "evaluation_tasks",
    "imported_responses",
    "imported_correctness_labels",
    "imported_coverage_labels",
}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of our own code that a test may change."""
    copy = tmp_path / "package"
    shutil.copytree(REPOSITORY / "scidoc_assets", copy, ignore=shutil.ignore_patterns("*.pyc"))
    monkeypatch.setattr(code_digest, "ROOT", copy)
    return copy


def versions(make_project: Callable[..., Project]) -> dict[str, str]:
    """Code version by table, as a new process sees it."""
    project = make_project(shards=1)
    found = {s.spec.name: s.code_version(project) for s in STAGES}
    project.code.keep()
    return found


def changed(package: Path, name: str, make_project: Callable[..., Project]) -> set[str]:
    """Tables whose code version is another after a line was added to a file."""
    before = versions(make_project)
    with (package / name).open("a", encoding="utf-8") as file:
        file.write("added = 1\n")
    after = versions(make_project)
    return {table for table in before if before[table] != after[table]}


@pytest.mark.parametrize("name", ["prompts/labels/correctness.v1.md", "domain/labels/judging.py"])
def test_a_judges_prompt_and_rule_reach_what_judges_write(
    package: Path, name: str, make_project: Callable[..., Project]
) -> None:
    assert changed(package, name, make_project) == LABELS


def test_a_changed_metric_reaches_metrics_and_no_answer(
    package: Path, make_project: Callable[..., Project]
) -> None:
    found = changed(package, "domain/metrics/localisation.py", make_project)
    assert "localisation" in found
    assert not found & {"reasoning_responses", "parsed_layouts", *LABELS}


@pytest.mark.parametrize(
    "name",
    ["defs/project.py", "defs/runner.py", "gateways/llm/runner.py", "storage/parquet.py",
     "schemas/tables.py", "cli.py", "explorer/site.py"],
)  # fmt: skip
def test_how_rows_are_made_and_kept_reaches_none(
    package: Path, name: str, make_project: Callable[..., Project]
) -> None:
    assert changed(package, name, make_project) == set()


def test_no_version_is_raised_by_hand() -> None:
    assert [s.spec.name for s in STAGES if s.version is not None] == []
