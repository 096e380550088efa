"""Every line of the flow adds up, and each removed task is counted once."""

from __future__ import annotations

from typing import get_args

from scidoc_assets.domain.tasks.building import assess_task
from scidoc_assets.domain.tasks.flow import ORDER, first_reason, flow_table
from scidoc_assets.schemas.tasks import TaskReason
from scidoc_assets_tests.domain.tasks.hand_task import SETTINGS, root_task


def test_every_reason_has_its_place() -> None:
    assert set(ORDER) == set(get_args(TaskReason))


def test_the_flow_follows_on_and_ends_in_the_accepted() -> None:
    tasks = [
        root_task(is_accepted=True),
        root_task(is_accepted=True),
        root_task(reasons=["leaks_claim", "exam_phrasing"]),
        root_task(reasons=["depth_below_minimum", "anchor_unresolved"]),
        root_task(reasons=["beyond_paper_quota"]),
    ]
    lines = [line for line in flow_table(tasks) if not line.step.startswith("event")]
    assert [(x.step, x.entered, x.kept, x.removed, x.reason) for x in lines] == [
        ("candidates", 5, 5, 0, None),
        ("structure", 5, 4, 1, "depth_below_minimum"),
        ("stem_checks", 4, 3, 1, "exam_phrasing"),
        ("selection", 3, 2, 1, "beyond_paper_quota"),
        ("accepted", 2, 2, 0, None),
    ]
    assert all(x.entered == x.kept + x.removed for x in lines)


def test_the_first_reason_in_the_flow_is_the_disposition() -> None:
    assert first_reason(["leaks_claim", "no_claim_target"]) == "no_claim_target"
    assert first_reason([]) is None


def test_rewrite_events_overlap_and_remove_nothing() -> None:
    bad = assess_task(root_task(question="Discuss citrate."), SETTINGS)
    good = assess_task(root_task(version=2), SETTINGS)
    lines = {x.step: (x.kept, x.removed) for x in flow_table([], [bad, good])}
    assert lines["event: rewrite_flagged"] == (1, 0)
    assert lines["event: rewritten"] == (1, 0)
    assert lines["event: rewrite_passed"] == (1, 0)
