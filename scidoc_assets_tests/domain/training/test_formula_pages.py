"""Formula pages: both sources hold every formula, special characters are escaped."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.training.formula_bank import FORMULAS
from scidoc_assets.domain.training.formula_pages import (
    LAYOUTS,
    FormulaPage,
    PageLayout,
    definition_pieces,
    formula_item,
    latex_source,
    typst_source,
)


def _page(layout: PageLayout, language: str = "en") -> FormulaPage:
    items = [
        formula_item(f, f"({n})", "100% of $x_1 #2", list(f.symbols), language)  # pyright: ignore
        for n, f in enumerate(FORMULAS[:4], start=1)
    ]
    return FormulaPage(language=language, layout=layout, title="Notes & notation", items=items)  # pyright: ignore


@pytest.mark.parametrize("layout", LAYOUTS)
def test_both_sources_hold_every_formula_and_tag(layout: PageLayout) -> None:
    page = _page(layout)
    typst, latex = typst_source(page), latex_source(page)
    for number, formula in enumerate(FORMULAS[:4], start=1):
        assert formula.typst in typst
        assert formula.latex in latex
        assert f"\\tag{{{number}}}" in latex
    assert r"\$x\_1 \#2" in typst
    assert r"100\% of \$x\_1 \#2" in latex
    assert ("#columns(2" in typst) == (layout != "one_column")


def test_chinese_asks_for_chinese_fonts() -> None:
    page = _page("one_column", "zh")
    assert "Droid Sans Fallback" in typst_source(page)
    assert "xeCJK" in latex_source(page)


def test_definitions_read_as_a_sentence() -> None:
    pieces = definition_pieces(list(FORMULAS[0].symbols), "en")
    words = "".join(p.text or f"${p.latex}$" for p in pieces)
    assert words == (
        r"Here, $\sigma$ denotes the standard deviation, and $\mu$ denotes the mean of the distribution."
    )
    assert definition_pieces([], "en") == []
