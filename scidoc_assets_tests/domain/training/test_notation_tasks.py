"""Notation and ambiguity: answers are the locked symbol table and the occurrence log."""

from __future__ import annotations

from typing import Any

import pytest

from scidoc_assets.domain.training import notation_tasks
from scidoc_assets.domain.training.formula_bank import FORMULAS, formulas_with
from scidoc_assets.domain.training.formula_pages import FormulaPage
from scidoc_assets.domain.training.notation_tasks import synthetic_ambiguity, synthetic_notation


def _page(draft: Any) -> FormulaPage:
    return FormulaPage.model_validate_json(draft.inputs[0].source)


def test_defined_symbols_are_listed_with_the_equation_that_shows_them_first() -> None:
    for index in range(40):
        draft = synthetic_notation(index, 0)
        answer: Any = draft.answer
        page = _page(draft)
        keys = draft.construction["formulas"]
        formulas = [next(f for f in FORMULAS if f.key == key) for key in keys]
        for record in answer["notations"]:
            showing = [n for n, f in enumerate(formulas, 1) if f.shows(record["symbol"])]
            assert record["first_location"] == f"Equation ({showing[0]})"
            assert len(showing) == 1
            sentence = "".join(p.text for p in page.items[showing[0] - 1].after)
            assert record["definition"] in sentence


def test_symbols_that_are_merely_used_are_left_out() -> None:
    undefined = 0
    for index in range(40):
        draft = synthetic_notation(index, 0)
        answer: Any = draft.answer
        listed = {record["symbol"] for record in answer["notations"]}
        formulas = [f for f in FORMULAS if f.key in draft.construction["formulas"]]
        undefined += any(s.latex not in listed for f in formulas for s in f.symbols)
    assert undefined > 20


def test_each_labelled_occurrence_has_its_own_meaning() -> None:
    for index in range(40):
        draft = synthetic_ambiguity(index, 0)
        answer: Any = draft.answer
        page = _page(draft)
        meanings = [o["definition"] for o in answer["occurrences"]]
        assert len(set(meanings)) == len(meanings) >= 2
        for occurrence, item in zip(answer["occurrences"], page.items, strict=True):
            assert item.tag == f"({occurrence['label']})"
            assert occurrence["definition"] in "".join(p.text for p in item.after)


def test_a_symbol_with_one_meaning_twice_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        notation_tasks, "formulas_with", lambda symbol: [formulas_with(symbol)[0]] * 4
    )
    draft = synthetic_ambiguity(0, 0)
    assert draft.rejection is not None
    assert draft.rejection.reason == "symbol_not_unique"
