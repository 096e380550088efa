"""Imported answers without labels are judged by the configured judges; labels that come are kept."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any, cast

import pytest

from scidoc_assets.definitions import real_project
from scidoc_assets.defs.imports import (
    evaluation_tasks,
    imported_correctness_labels,
    imported_coverage_labels,
    imported_responses,
)
from scidoc_assets.defs.observations import observe_all
from scidoc_assets.defs.stage import StageRun
from scidoc_assets.schemas.observations import Observation
from scidoc_assets.storage.bundles import add_bundle
from scidoc_assets.storage.paths import project_paths
from scidoc_assets_tests.domain.imports.factory import files
from scidoc_assets_tests.small_project import make_folder, write_config


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = make_folder(tmp_path / "project")
    for name, kept in {"labelled": files(), "unlabelled": files(labels=b"")}.items():
        bundle = tmp_path / name
        bundle.mkdir()
        for file, data in kept.items():
            (bundle / file).write_bytes(data)
        add_bundle(project_paths(folder).imports, bundle)
    return folder


def observed(root: Path) -> list[Observation]:
    run = StageRun(real_project(root), None, logging.getLogger("test"))
    tasks, responses, correct, cover = (
        cast(list[Any], stage.body(run, **inputs))
        for stage, inputs in (
            (evaluation_tasks, {"reasoning_tasks": []}),
            (imported_responses, {}),
            (imported_correctness_labels, {}),
            (imported_coverage_labels, {}),
        )
    )
    return list(observe_all(tasks, responses, correct, cover))


def test_answers_without_labels_are_judged_and_labels_that_come_are_left_alone(root: Path) -> None:
    judges = {o.benchmark: o.judge for o in observed(root)}
    assert judges["unlabelled"] == "embedded/lexical"
    assert judges["labelled"] != "embedded/lexical"
    assert all(o.is_correct is not None for o in observed(root) if o.benchmark == "unlabelled")


def test_other_judges_make_such_labels_stale_and_no_others(root: Path) -> None:
    external = imported_correctness_labels.external
    assert external is not None
    before = external(real_project(root), None)
    judges = [{"judge_id": "embedded/other", "kind": "lexical", "is_primary": True}]
    write_config(root, "judges", {"judges": judges})
    real_project.cache_clear()
    assert external(real_project(root), None) != before
    assert {o.judge for o in observed(root) if o.benchmark == "unlabelled"} == {"embedded/other"}
