"""Ordered lists by common subsequence, sets by F1; what is added costs like what is missing."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.workflow.lists import (
    ListParams,
    grade_ordered_list,
    grade_unordered_set,
    read_list,
)


@pytest.mark.parametrize("text", ["A>B>C", "A -> B -> C", "A, B, C", "1. A\n2. B\n3. C", "A；B；C"])
def test_lists_are_read_from_the_usual_notations(text: str) -> None:
    assert read_list(text) == ["A", "B", "C"]


def test_order_counts_in_an_ordered_list() -> None:
    assert grade_ordered_list("A>B>C", ["A", "B", "C"], ListParams()).score == 1.0
    assert grade_ordered_list("A>C>B", ["A", "B", "C"], ListParams()).score == pytest.approx(2 / 3)
    exact = ListParams(credit="exact")
    assert grade_ordered_list("A>C>B", ["A", "B", "C"], exact).score == 0.0


def test_order_does_not_count_in_a_set_but_extras_do() -> None:
    assert grade_unordered_set(["C", "A", "B"], ["A", "B", "C"], ListParams()).score == 1.0
    padded = grade_unordered_set(["A", "B", "C", "D"], ["A", "B", "C"], ListParams())
    assert padded.score == pytest.approx(6 / 7)


def test_a_repeated_item_is_matched_once() -> None:
    verdict = grade_unordered_set(["A", "A", "A"], ["A", "B", "C"], ListParams())
    assert verdict.score == pytest.approx(1 / 3)


def test_numbers_in_lists_follow_their_tolerance() -> None:
    params = ListParams.model_validate({"items": "number", "number": {"relative": 0.1}})
    assert grade_ordered_list([1.05, 2], [1, 2], params).score == 1.0


def test_an_empty_reference_is_met_only_by_an_empty_list() -> None:
    assert grade_unordered_set([], [], ListParams()).score == 1.0
    assert grade_unordered_set(["A"], [], ListParams()).score == 0.0
    assert grade_unordered_set(None, ["A"], ListParams()).cause == "unparseable"
