"""Splits in force: frozen ones win, imported ones get versions, changed requests are told."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.quality.notes import count_remarks
from scidoc_assets.domain.quality.split_plans import (
    SplitPlan,
    choose_split,
    figures_of_split,
    plan_splits,
    split_name,
)
from scidoc_assets.domain.quality.splits import SplitError, build_split, imported_split
from scidoc_assets.schemas.settings import SplitRequest
from scidoc_assets_tests.domain.quality.rows_by_hand import gold

GOLD = [gold(f"p{i}__fig0001", 5.0 + i % 4) for i in range(12)]
ASKED = SplitRequest(name="eval", benchmark="b", target=5)


def told(plan: SplitPlan) -> list[tuple[str, str]]:
    """Kind and subject of the notes that a plan leaves in the store."""
    return [(note.kind, note.subject) for note in count_remarks(plan.notes)]


def test_a_requested_split_is_drawn_once_and_stays_when_gold_grows():
    plan = plan_splits([ASKED], [], [], GOLD)
    assert [split_name(s) for s in plan.to_freeze] == ["eval@v1"]
    more = [*GOLD, *(gold(f"q{i}__fig0001", 6.0) for i in range(30))]
    later = plan_splits([ASKED], [], plan.to_freeze, more)
    assert later.to_freeze == []
    assert later.manifests == plan.manifests


def test_a_request_that_the_frozen_split_does_not_answer_is_a_note():
    frozen = plan_splits([ASKED], [], [], GOLD).to_freeze
    changed = ASKED.model_copy(update={"target": 8})
    plan = plan_splits([changed], [], frozen, GOLD)
    assert plan.manifests == frozen
    assert told(plan) == [("split_request_changed", "eval@v1")]
    second = plan_splits([changed.model_copy(update={"version": 2})], [], frozen, GOLD)
    assert [split_name(s) for s in second.manifests] == ["eval@v1", "eval@v2"]


def test_an_edited_split_is_not_used():
    (frozen,) = plan_splits([ASKED], [], [], GOLD).to_freeze
    edited = frozen.model_copy(update={"figure_ids": frozen.figure_ids[:-1]})
    plan = plan_splits([], [], [edited], GOLD)
    assert plan.manifests == []
    assert told(plan) == [("split_edited", "eval@v1")]


def test_a_split_that_cannot_be_drawn_is_a_note():
    plan = plan_splits([ASKED], [], [], [])
    assert plan.manifests == []
    assert told(plan) == [("split_not_possible", "eval@v1")]


def test_an_imported_split_with_other_figures_becomes_the_next_version():
    ids = [row.figure_id for row in GOLD]
    first = imported_split("eval", "b", ids[:3], GOLD, "d1")
    same = imported_split("eval", "b", ids[:3], GOLD, "d2")
    other = imported_split("eval", "b", ids[:4], GOLD, "d3")
    frozen = plan_splits([], [first], [], GOLD).to_freeze
    assert plan_splits([], [same], frozen, GOLD).to_freeze == []
    plan = plan_splits([], [other], frozen, GOLD)
    assert [split_name(s) for s in plan.to_freeze] == ["eval@v2"]
    assert choose_split(plan.manifests, "b") == plan.to_freeze[0]


def test_figures_of_a_split_that_lost_their_gold_are_told():
    frozen = plan_splits([ASKED], [], [], GOLD).to_freeze
    plan = plan_splits([], [], frozen, GOLD[:2])
    assert plan.manifests == frozen
    assert told(plan) == [("split_without_gold", "eval@v1")]


def test_metrics_take_the_evaluation_split_or_all_gold():
    train = imported_split("train", "b", [GOLD[0].figure_id], GOLD, "d")
    test = imported_split("test", "b", [GOLD[1].figure_id], GOLD, "d")
    assert choose_split([], "b") is None
    assert choose_split([train], "b") == train
    assert choose_split([train, test], "b") == test
    assert choose_split([train, test], "other") is None
    dev = train.model_copy(update={"name": "dev"})
    assert choose_split([train, dev], "b") is None


def test_a_run_names_a_split_with_or_without_its_version():
    frozen = build_split("eval", GOLD, 3)
    ids = {("b", figure_id) for figure_id in frozen.figure_ids}
    assert figures_of_split([frozen], "eval") == ids
    assert figures_of_split([frozen], "eval@v1") == ids
    with pytest.raises(SplitError, match=r"eval@v2: not frozen yet .there: b/eval@v1"):
        figures_of_split([frozen], "eval@v2")
