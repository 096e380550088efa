"""Planned rows of models that were never run: for the built benchmark, and for it alone."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any, cast

import pytest

from scidoc_assets.definitions import real_project
from scidoc_assets.defs.observations import reasoning_observations
from scidoc_assets.defs.stage import StageRun
from scidoc_assets_tests.domain.metrics.factory import a_response, a_task, correct
from scidoc_assets_tests.small_project import make_folder, stub_model

KEY = "SCIDOC_TEST_KEY_THAT_NOBODY_SETS"
NOWHERE = "http://127.0.0.1:9/v1"


@pytest.fixture
def run(tmp_path: Path) -> StageRun:
    models = [
        stub_model(NOWHERE, model_id="m"),
        stub_model(NOWHERE, model_id="locked", api_key_env=KEY),
        {"model_id": "gone", "provider": "embedded", "gguf_path": str(tmp_path / "no.gguf")},
    ]
    root = make_folder(tmp_path / "project", models, ["direct"], repeats=2)
    return StageRun(real_project(root), None, logging.getLogger("test"))


def observed(run: StageRun, responses: list[Any], labels: list[Any]) -> list[Any]:
    tasks = [a_task("t1"), a_task("t1", benchmark="bundle", source_digest="abc")]
    inputs = {
        "evaluation_tasks": tasks,
        "reasoning_responses": responses,
        "correctness_labels": labels,
        "coverage_labels": [],
        "imported_responses": [a_response("t1", benchmark="bundle", model="theirs")],
        "imported_correctness_labels": [correct(True, benchmark="bundle", model="theirs")],
        "imported_coverage_labels": [],
    }
    return cast(list[Any], reasoning_observations.body(run, **inputs))


def test_a_model_without_key_or_file_has_its_planned_rows_and_why(run: StageRun) -> None:
    rows = observed(run, [a_response("t1")], [correct(True)])
    absent = {(o.benchmark, o.model, o.not_run_reason) for o in rows if not o.has_run}
    assert absent == {("b", "locked", "missing_key"), ("b", "gone", "model_unloadable")}
    assert sum(o.model == "locked" for o in rows) == 2  # one task, two repeats
    assert {o.model for o in rows if o.has_run} == {"m", "theirs"}


def test_before_any_answer_every_planned_row_stands_under_the_configured_judge(
    run: StageRun,
) -> None:
    rows = [o for o in observed(run, [], []) if o.benchmark == "b"]
    assert {(o.model, o.not_run_reason) for o in rows} == {
        ("m", "not_run"),
        ("locked", "missing_key"),
        ("gone", "model_unloadable"),
    }
    assert {o.judge for o in rows} == {"embedded/lexical"}
