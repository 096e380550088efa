"""JSON by field, tables and graph edges: order-free where the form is, additions counted."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.workflow.structures import (
    GraphParams,
    JsonFieldsParams,
    TableParams,
    grade_graph_edges,
    grade_json_fields,
    grade_table,
)

GOLD_TABLE = {"columns": ["method", "acc", "f1"], "rows": [["A", 91.2, 0.5], ["B", 88.0, 0.4]]}


def test_fields_are_weighted_and_missing_ones_are_zero() -> None:
    rules = {"fields": {"n": {"kind": "number", "weight": 3}}}
    params = JsonFieldsParams.model_validate(rules)
    gold = {"n": 10, "name": "x"}
    assert grade_json_fields({"name": "X", "n": 10}, gold, params).score == 1.0
    verdict = grade_json_fields({"name": "x"}, gold, params)
    assert (verdict.score, verdict.detail) == (0.25, "fields: n")


def test_nested_objects_and_lists_of_objects_are_graded_inside() -> None:
    gold = {"a": {"b": 1, "c": 2}, "rows": [{"k": 1}, {"k": 2}]}
    params = JsonFieldsParams()
    assert grade_json_fields(gold, gold, params).score == 1.0
    half = {"a": {"b": 1, "c": 3}, "rows": [{"k": 1}, {"k": 2}]}
    assert grade_json_fields(half, gold, params).score == 0.75
    longer = {**gold, "rows": [{"k": 1}, {"k": 2}, {"k": 3}]}
    assert grade_json_fields(longer, gold, params).score == pytest.approx((1 + 2 / 3) / 2)


def test_rows_and_columns_of_a_table_may_be_permuted() -> None:
    answer = {"columns": ["F1", "Method", "Acc"], "rows": [[0.4, "B", 88], [0.5, "A", 91.2]]}
    assert grade_table(answer, GOLD_TABLE, TableParams()).score == 0.0  # keys are the first column
    keyed = TableParams(key_columns=["method"])
    assert grade_table(answer, GOLD_TABLE, keyed).score == 1.0


def test_a_wrong_cell_and_an_added_row_cost() -> None:
    wrong = {"columns": ["method", "acc", "f1"], "rows": [["A", 91.3, 0.5], ["B", 88.0, 0.4]]}
    assert grade_table(wrong, GOLD_TABLE, TableParams()).score == 0.75
    added = {**GOLD_TABLE, "rows": [*GOLD_TABLE["rows"], ["C", 1, 1]]}
    assert grade_table(added, GOLD_TABLE, TableParams()).score == pytest.approx(0.8)  # pyright: ignore
    repeated = {**GOLD_TABLE, "rows": [*GOLD_TABLE["rows"], ["A", 91.2, 0.5]]}
    assert grade_table(repeated, GOLD_TABLE, TableParams()).score == pytest.approx(0.8)  # pyright: ignore


def test_rows_may_be_objects_and_ragged_tables_are_unparseable() -> None:
    rows = [{"method": "A", "acc": 91.2, "f1": 0.5}, {"method": "B", "acc": 88, "f1": 0.4}]
    table = {"columns": ["method", "acc", "f1"], "rows": rows}
    assert grade_table(table, GOLD_TABLE, TableParams()).score == 1.0  # pyright: ignore
    ragged = {"columns": ["method", "acc"], "rows": [["A"]]}
    assert grade_table(ragged, GOLD_TABLE, TableParams()).cause == "unparseable"  # pyright: ignore


def test_edges_have_direction_only_where_declared() -> None:
    gold = [["eq1", "eq2"], ["eq2", "eq3"]]
    turned = [{"from": "eq2", "to": "eq1"}, {"from": "eq3", "to": "eq2"}]
    assert grade_graph_edges(gold, gold, GraphParams()).score == 1.0  # pyright: ignore
    assert grade_graph_edges(turned, gold, GraphParams()).score == 0.0  # pyright: ignore
    assert grade_graph_edges(turned, gold, GraphParams(directed=False)).score == 1.0  # pyright: ignore
    half = grade_graph_edges({"edges": [["EQ1", "eq2"]]}, gold, GraphParams())  # pyright: ignore
    assert half.score == pytest.approx(2 / 3)
