"""Packets show an object with its figure; each role gets what it has yet to decide."""

from __future__ import annotations

from scidoc_assets.domain.review.consensus import by_version
from scidoc_assets.domain.review.packets import open_for, packets_of
from scidoc_assets_tests.domain.review.hand_review import PACKETS, TASK, both, decision, packet


def test_an_object_of_two_tasks_comes_once_and_names_both() -> None:
    other = TASK.model_copy(update={"task_id": "task-2"})
    found = packets_of([TASK, other])
    assert len(found) == len(PACKETS) + 4
    shared = next(p for p in found if p.object_id == packet("evidence", "e1").object_id)
    assert shared.task_ids == [TASK.task_id, "task-2"]


def test_evidence_and_its_edge_come_with_their_figure() -> None:
    assert packet("evidence", "e2").image_alias == "Table 1 (printed: Table 4)"
    assert packet("region", "e1").image_alias == "Figure 1 (printed: Figure 7)"
    assert packet("edge", "e3->f9").image_alias == "Figure 2 (printed: Figure 9)"
    assert packet("question").image_alias == "Figure 1 (printed: Figure 7)"


def test_each_role_gets_what_is_open_for_it() -> None:
    item = packet("claim", "mid")
    half = by_version([decision(item, "first")])
    assert item not in open_for("first", PACKETS, half)
    assert item in open_for("second", PACKETS, half)
    assert open_for("adjudicator", PACKETS, half) == []
    differ = by_version([decision(item, "first"), decision(item, "second", "reject")])
    assert open_for("adjudicator", PACKETS, differ) == [item]
    assert open_for("adjudicator", PACKETS, by_version(both(item, "reject"))) == []
