"""Two agree or a third decides; regions by IoU 0.7 and panel; dispositions follow."""

from __future__ import annotations

from typing import Any

import pytest

from scidoc_assets.domain.review.consensus import (
    by_version,
    consensus_of,
    latest_by_role,
    region_iou,
    reviewers_agree,
    task_disposition,
)
from scidoc_assets.domain.review.objects import objects_of_task
from scidoc_assets_tests.domain.review.hand_review import (
    BOX,
    PACKETS,
    TASK,
    both,
    decision,
    packet,
)

CLAIM, REGION = packet("claim", "mid"), packet("region", "e1")
NEW = "The film thins where citrate takes its calcium away."


def test_one_decision_waits() -> None:
    held = consensus_of([decision(CLAIM, "first")])
    assert (held.outcome, held.disposition, held.statement) == ("waiting", None, None)


@pytest.mark.parametrize(
    ("verdict", "more", "outcome", "disposition"),
    [
        ("accept", {}, "accepted", "direct"),
        ("revise", {"statement": NEW}, "revised", "minor"),
        ("revise", {"statement": NEW, "severity": "major"}, "revised", "major"),
        ("reject", {}, "rejected", "rejected"),
    ],
)
def test_two_equal_decisions_hold(
    verdict: str, more: dict[str, Any], outcome: str, disposition: str
) -> None:
    held = consensus_of(both(CLAIM, verdict, **more))
    assert (held.outcome, held.disposition, held.is_adjudicated) == (outcome, disposition, False)


def test_two_wordings_differ_until_a_third_decides() -> None:
    two = [
        decision(CLAIM, "first", "revise", statement=NEW),
        decision(CLAIM, "second", "revise", statement="The film thins under citrate."),
    ]
    assert consensus_of(two).outcome == "disputed"
    held = consensus_of([*two, decision(CLAIM, "adjudicator")])
    assert (held.outcome, held.is_adjudicated, held.statement) == (
        "accepted",
        True,
        CLAIM.statement,
    )


def test_an_adjudicator_is_not_heard_where_two_agree() -> None:
    held = consensus_of([*both(CLAIM, "accept"), decision(CLAIM, "adjudicator", "reject")])
    assert (held.outcome, held.is_adjudicated) == ("accepted", False)


@pytest.mark.parametrize(
    ("box", "panel", "agree"),
    [
        ((0.0, 0.0, 0.5, 0.35), None, True),  # IoU 0.7
        ((0.0, 0.0, 0.5, 0.34), None, False),  # IoU 0.68
        ((0.0, 0.0, 0.5, 0.5), "B", False),  # the same box, another panel
    ],
)
def test_regions_agree_at_iou_seven_tenths_and_one_panel(
    box: tuple[float, ...], panel: str | None, agree: bool
) -> None:
    first = decision(REGION, "first")
    second = decision(REGION, "second", "revise", bbox=box, panel=panel)
    assert reviewers_agree(first, second, BOX) is agree


def test_a_region_that_one_accepts_and_one_moves_a_little_takes_the_moved_box() -> None:
    moved = (0.0, 0.0, 0.5, 0.45)
    two = [decision(REGION, "first"), decision(REGION, "second", "revise", bbox=moved)]
    held = consensus_of(two)
    assert (held.outcome, held.bbox) == ("revised", moved)
    assert held.iou == pytest.approx(0.9)


def test_a_rejected_region_has_no_iou() -> None:
    roles = latest_by_role([decision(REGION, "first"), decision(REGION, "second", "reject")])
    assert region_iou(roles, BOX) is None


def test_a_redrawn_region_is_a_major_change_whatever_it_is_called() -> None:
    three = [
        decision(REGION, "first", "revise", bbox=(0.6, 0.6, 1.0, 1.0)),
        decision(REGION, "second"),
        decision(REGION, "adjudicator", "revise", bbox=(0.5, 0.5, 1.0, 1.0), severity="minor"),
    ]
    assert consensus_of(three).disposition == "major"


def test_the_last_word_of_a_person_counts() -> None:
    early = decision(CLAIM, "first", "reject", sequence=1)
    late = decision(CLAIM, "first", "accept", sequence=2)
    held = consensus_of([late, early, decision(CLAIM, "second", sequence=3)])
    assert held.outcome == "accepted"


def disposition_of(decisions: list[Any]) -> tuple[str | None, int]:
    held = {k: consensus_of(v) for k, v in by_version(decisions).items()}
    found = task_disposition(TASK.task_id, "p", objects_of_task(TASK), TASK.root_id, [], held)
    return found.disposition, found.decided


def test_a_task_comes_out_by_its_worst_object_once_all_are_decided() -> None:
    accepted = [d for p in PACKETS for d in both(p, "accept")]
    assert disposition_of(accepted) == ("direct", len(PACKETS))
    assert disposition_of(accepted[2:]) == (None, len(PACKETS) - 1)
    others = [d for d in accepted if d.object_id != CLAIM.object_id]
    assert disposition_of([*others, *both(CLAIM, "revise", statement=NEW)])[0] == "minor"
    assert disposition_of([*others, *both(CLAIM, "reject")])[0] == "major"


@pytest.mark.parametrize("item", [packet("answerability"), packet("claim", "root")])
def test_a_rejected_target_or_answerability_rejects_the_task_at_once(item: Any) -> None:
    assert disposition_of(both(item, "reject"))[0] == "rejected"
