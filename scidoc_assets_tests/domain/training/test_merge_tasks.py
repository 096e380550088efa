"""Merges are computed by rule: canonical columns, every row once, every source named."""

from __future__ import annotations

from typing import Any

from scidoc_assets.domain.training.layout_sources import LayoutView
from scidoc_assets.domain.training.merge_tasks import (
    cross_merge_drafts,
    merged_table,
    simulated_merge_drafts,
    synthetic_cross_merge,
)
from scidoc_assets.domain.training.numeric_tables import NumericTable, tables_of
from scidoc_assets_tests.domain.training.conftest import TABLE, make_layout

A = NumericTable("M", ("x", "y"), ("Acc", "F1"), (("1", "2"), ("3", "4")), "p")
B = NumericTable("M", ("y", "z"), ("F1-score", "Acc"), (("4.0", "3"), ("6", "5")), "q")
MAPPING = {"F1-score": "F1"}


def test_rows_are_joined_under_canonical_columns_with_their_sources() -> None:
    merged, conflict = merged_table((A, B), MAPPING, ["Acc", "F1"])
    assert conflict is None
    assert merged["columns"] == ["Acc", "F1"]
    assert [row["row_key"] for row in merged["rows"]] == ["x", "y", "z"]
    assert merged["rows"][1]["sources"] == {"Acc": ["A", "B"], "F1": ["A", "B"]}
    assert merged["rows"][2] == {
        "row_key": "z",
        "values": {"Acc": "5", "F1": "6"},
        "sources": {"Acc": ["B"], "F1": ["B"]},
    }


def test_a_contradiction_is_named() -> None:
    wrong = NumericTable("M", ("y", "z"), ("F1-score", "Acc"), (("9", "3"), ("6", "5")), "q")
    assert merged_table((A, wrong), MAPPING, ["Acc", "F1"])[1] == "y, F1: 4 and 9"


def test_a_split_table_merges_back_to_itself(view: LayoutView) -> None:
    (table,) = tables_of(view.layout)
    for draft in simulated_merge_drafts(view, 6, 0):
        answer: Any = draft.answer
        cells = {(r["row_key"], c): v for r in answer["rows"] for c, v in r["values"].items()}
        assert cells == {(r, c): table.cell(r, c) for r in table.rows for c in table.columns}
        log = draft.construction
        assert set(log["rows_a"]) & set(log["rows_b"])
        both = [r for r in answer["rows"] if next(iter(r["sources"].values())) == ["A", "B"]]
        assert {r["row_key"] for r in both} == set(log["rows_a"]) & set(log["rows_b"])


def test_real_tables_merge_over_shared_columns_only() -> None:
    other = [
        ["method", "Size", "Accuracy (%)"],
        ["P", "1", "70"],
        ["Q", "2", "71"],
        ["R", "3", "72"],
    ]
    views = [LayoutView(make_layout("paper-a")), LayoutView(make_layout("paper-b", other))]
    (draft,) = cross_merge_drafts(views, 5, 0)
    answer: Any = draft.answer
    assert answer["columns"] == ["Accuracy (%)"]
    assert len(answer["rows"]) == len(TABLE) - 1 + 3
    assert draft.paper_ids == ["paper-a", "paper-b"]
    assert [i.kind for i in draft.inputs] == ["page", "page", "text", "text"]


def test_tables_of_other_kinds_of_rows_are_not_merged() -> None:
    other = [["Year", "Accuracy (%)", "B"], ["P", "1", "70"], ["Q", "2", "71"], ["R", "3", "72"]]
    views = [LayoutView(make_layout("paper-a")), LayoutView(make_layout("paper-b", other))]
    assert list(cross_merge_drafts(views, 5, 0)) == []


def test_synthetic_papers_share_one_row_and_name_columns_by_alias() -> None:
    draft = synthetic_cross_merge(1, 0)
    answer: Any = draft.answer
    shared = [r for r in answer["rows"] if ["A", "B"] in r["sources"].values()]
    assert len(shared) == 1
    assert draft.construction["schema_map"]
    assert draft.rejection is None


def test_papers_that_contradict_each_other_about_a_row_are_rejected() -> None:
    other = [[*row] for row in TABLE]
    other[1][1] = "12.5"
    views = [LayoutView(make_layout("paper-a")), LayoutView(make_layout("paper-b", other))]
    (draft,) = cross_merge_drafts(views, 5, 0)
    assert draft.rejection is not None
    assert draft.rejection.reason == "values_conflict"
