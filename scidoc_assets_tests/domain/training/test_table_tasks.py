"""Exactly one of the four statements is false, and the repair is its true form."""

from __future__ import annotations

from scidoc_assets.domain.training.layout_sources import LayoutView
from scidoc_assets.domain.training.numeric_tables import tables_of
from scidoc_assets.domain.training.table_claims import Claim, holds
from scidoc_assets.domain.training.table_tasks import (
    CHOICES,
    synthetic_table_logic,
    table_logic_drafts,
)
from scidoc_assets_tests.domain.training.conftest import make_layout


def test_the_false_statement_stands_at_the_letter_and_is_repaired(view: LayoutView) -> None:
    (table,) = tables_of(view.layout)
    for draft in table_logic_drafts(view, 6, 0):
        answer = draft.answer
        assert isinstance(answer, dict)
        lines = draft.slots["statements"].splitlines()
        shown = lines[CHOICES.index(str(answer["choice"]))]
        assert shown == f"{answer['choice']}. {draft.params['false_statement']}"
        assert answer["repair"] not in draft.slots["statements"]
        true, false = (Claim(**draft.construction[k]) for k in ("true_claim", "false_claim"))
        assert holds(true, table)
        assert not holds(false, table)
        assert draft.inputs[0].marks[0].label == "TABLE"


def test_four_different_statements_are_shown() -> None:
    for index in range(30):
        draft = synthetic_table_logic(index, 0)
        assert draft.rejection is None
        assert len(set(draft.slots["statements"].splitlines())) == 4


def test_a_table_of_ties_is_rejected_and_a_paper_without_tables_yields_nothing() -> None:
    flat = [["M", "A", "B"], ["x", "1", "1"], ["y", "1", "1"], ["z", "1", "1"]]
    drafts = list(table_logic_drafts(LayoutView(make_layout(table=flat)), 2, 0))
    reasons = {d.rejection.reason for d in drafts if d.rejection}
    assert reasons == {"statements_not_one_false"}
    assert list(table_logic_drafts(LayoutView(make_layout(table=[["a"]])), 2, 0)) == []
