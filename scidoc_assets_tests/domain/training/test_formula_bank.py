"""The bank: symbols of a formula stand in it, and several symbols have several meanings."""

from __future__ import annotations

from scidoc_assets.domain.training.formula_bank import (
    FORMULAS,
    ambiguous_symbols,
    formulas_with,
)


def test_every_symbol_stands_in_its_formula_in_both_notations() -> None:
    for formula in FORMULAS:
        for symbol in formula.symbols:
            assert symbol.latex.removesuffix("_t") in formula.latex, formula.key
            assert symbol.typst.split("_")[0] in formula.typst, formula.key
            assert symbol.en != symbol.zh


def test_keys_are_unique_and_definitions_differ_within_a_formula() -> None:
    assert len({f.key for f in FORMULAS}) == len(FORMULAS)
    for formula in FORMULAS:
        assert len({s.en for s in formula.symbols}) == len(formula.symbols)


def test_ambiguous_symbols_have_at_least_two_meanings() -> None:
    assert r"\sigma" in ambiguous_symbols()
    for symbol in ambiguous_symbols():
        meanings = {s.en for f in formulas_with(symbol) for s in f.symbols if s.latex == symbol}
        assert len(meanings) >= 2
