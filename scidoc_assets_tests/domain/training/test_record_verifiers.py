"""Rewards of many records: what is added costs as much as what is missing."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from scidoc_assets.domain.training.record_verifiers import (
    merged_table_reward,
    notations_reward,
    occurrences_reward,
    symbol_key,
)

TABLE: dict[str, Any] = {
    "columns": ["A", "B"],
    "rows": [
        {
            "row_key": "x",
            "values": {"A": "1.50", "B": "2"},
            "sources": {"A": ["A"], "B": ["A", "B"]},
        },
        {"row_key": "y", "values": {"A": "3"}, "sources": {"A": ["B"]}},
    ],
}
NOTATIONS = {
    "notations": [
        {"symbol": r"\sigma", "definition": "the stress", "first_location": "Equation (1)"},
        {"symbol": "x_{i}", "definition": "the input", "first_location": "Equation (2)"},
    ]
}
OCCURRENCES = {
    "symbol": r"\sigma",
    "occurrences": [
        {"label": "A", "definition": "the stress"},
        {"label": "B", "definition": "the mean"},
    ],
}


def test_row_order_number_form_and_source_order_do_not_matter() -> None:
    answer = copy.deepcopy(TABLE)
    answer["rows"].reverse()
    answer["rows"][1]["values"]["A"] = 1.5
    answer["rows"][1]["sources"]["B"] = ["B", "A"]
    assert merged_table_reward(answer, TABLE, {}) == 1.0


@pytest.mark.parametrize("change", ["value", "source", "row", "repeat", "columns"])
def test_any_difference_in_a_merge_costs(change: str) -> None:
    answer = copy.deepcopy(TABLE)
    if change == "value":
        answer["rows"][0]["values"]["A"] = "1.51"
    elif change == "source":
        answer["rows"][0]["sources"]["A"] = ["B"]
    elif change == "row":
        answer["rows"].pop()
    elif change == "repeat":
        answer["rows"].append(answer["rows"][0])
    else:
        answer["columns"].reverse()
    assert 0.5 < merged_table_reward(answer, TABLE, {}) < 1.0


def test_notations_need_symbol_definition_and_place() -> None:
    assert notations_reward(NOTATIONS, NOTATIONS, {}) == 1.0
    answer = copy.deepcopy(NOTATIONS)
    answer["notations"][0]["first_location"] = "Equation (9)"
    assert notations_reward(answer, NOTATIONS, {}) == 0.75
    answer["notations"].append({"symbol": "q", "definition": "", "first_location": ""})
    assert notations_reward(answer, NOTATIONS, {}) == pytest.approx(0.6)


def test_symbols_are_compared_without_braces_and_dollars() -> None:
    assert symbol_key("$x_{i}$") == symbol_key("x_i")
    assert symbol_key(r"\alpha") != symbol_key("a")


def test_occurrences_count_by_label_and_a_label_given_twice_is_wrong() -> None:
    assert occurrences_reward(OCCURRENCES, OCCURRENCES, {}) == 1.0
    both = {
        **OCCURRENCES,
        "occurrences": [*OCCURRENCES["occurrences"], {"label": "A", "definition": "x"}],
    }  # type: ignore
    assert occurrences_reward(both, OCCURRENCES, {}) == pytest.approx(1 / 3)
    assert occurrences_reward({**OCCURRENCES, "symbol": "s"}, OCCURRENCES, {}) == 0.95
