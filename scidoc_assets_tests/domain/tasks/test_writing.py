"""A task takes over what its last assessed version says, and nothing else."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.tasks.building import assess_task
from scidoc_assets.domain.tasks.model_dialogues import WrittenTask
from scidoc_assets.domain.tasks.writing import (
    NOT_READY,
    quality_rows,
    solved_when_weak,
    unready_row,
    written_task,
)
from scidoc_assets.schemas.tasks import TaskQuality
from scidoc_assets_tests.domain.tasks.hand_task import SETTINGS, root_task

TASK = root_task()
BOX = (0.1, 0.1, 0.4, 0.4)


def rows(weak: dict[str, bool | None] | None = None) -> list[TaskQuality]:
    seen = [o.model_copy(update={"key_region": BOX}) for o in TASK.observations]
    written = TASK.model_copy(
        update={
            "version": 2,
            "question": "A better question?",
            "question_source": "model",
            "observations": seen,
        }
    )
    versions = (assess_task(TASK, SETTINGS), assess_task(written, SETTINGS))
    return quality_rows(WrittenTask(written, versions, ("blind question (refused)",)), weak or {})


def test_the_last_version_carries_what_was_written_and_what_failed() -> None:
    first, last = rows()
    assert (first.observations, first.failed_steps) == ([], [])
    assert len(last.observations) == len(TASK.observations)
    assert last.failed_steps == ["blind question (refused)"]


def test_a_task_becomes_its_last_version_with_the_same_ids() -> None:
    task = written_task(TASK, rows())
    assert (task.version, task.question, task.question_source) == (2, "A better question?", "model")
    assert (task.task_id, [n.node_id for n in task.nodes]) == (
        TASK.task_id,
        [n.node_id for n in TASK.nodes],
    )


def test_guessed_regions_follow_the_observation_and_boxes_of_panels_and_people_stay() -> None:
    sources = {"e1": "whole", "e2": "panel", "e3": "expert"}
    nodes = [
        n.model_copy(
            update={"key_region": (0.0, 0.0, 1.0, 1.0), "key_region_source": sources[n.node_id]}
        )
        if n.node_id in sources
        else n
        for n in TASK.nodes
    ]
    task = written_task(TASK.model_copy(update={"nodes": nodes}), rows())
    found = {
        n.node_id: (n.key_region, n.key_region_source) for n in task.nodes if n.type == "evidence"
    }
    assert found["e1"] == (BOX, "model")
    assert found["e2"] == ((0.0, 0.0, 1.0, 1.0), "panel")
    assert found["e3"] == ((0.0, 0.0, 1.0, 1.0), "expert")
    assert {r.bbox for r in task.regions if r.evidence == ["e1"]} == {BOX}
    assert {o.evidence_id: o.key_region for o in task.observations}["e2"] == (0.0, 0.0, 1.0, 1.0)


def test_without_assessments_nothing_changes_and_foreign_ones_are_refused() -> None:
    assert written_task(TASK, []) == TASK
    foreign = assess_task(TASK.model_copy(update={"task_id": "task-x"}), SETTINGS)
    with pytest.raises(ValueError, match="task-x"):
        written_task(TASK, [foreign])


def test_a_task_counts_as_solved_only_by_a_judged_probe() -> None:
    assert solved_when_weak(rows({"caption_only": True, "question_only": False})) == {TASK.task_id}
    assert solved_when_weak(rows({"caption_only": None, "question_only": False})) == frozenset()


def test_a_task_whose_model_is_not_ready_is_rejected_with_the_way_out() -> None:
    row = unready_row(TASK, "my/model", "set the environment variable KEY")
    assert (row.decision, row.scores) == ("reject", {})
    assert row.reason == f"{NOT_READY}: set the environment variable KEY"
