"""Formula pages are typeset offline to one page, the same pixels each time."""

from __future__ import annotations

import numpy as np
import pytest

from scidoc_assets.domain.training.formula_bank import FORMULAS
from scidoc_assets.domain.training.formula_pages import LAYOUTS, FormulaPage, formula_item
from scidoc_assets.gateways.typeset.formula_pages import (
    PageOverflowError,
    formula_page_by_xelatex,
    formula_page_pixels,
    has_xelatex,
)
from scidoc_assets.gateways.typeset.interface import TypesetError
from scidoc_assets.gateways.typeset.typst_engine import TypstTypesetter


def _page(start: int, count: int, language: str = "en", layout: str = "one_column") -> FormulaPage:
    items = [
        formula_item(f, f"({n})", "It holds.", list(f.symbols), language)  # pyright: ignore
        for n, f in enumerate(FORMULAS[start : start + count], start=1)
    ]
    return FormulaPage(language=language, layout=layout, title="Notes", items=items)  # pyright: ignore


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("start", range(0, len(FORMULAS), 4))
def test_every_formula_of_the_bank_is_typeset(start: int, language: str) -> None:
    layout = LAYOUTS[start // 4 % 3]
    pixels = formula_page_pixels(_page(start, 4, language, layout), TypstTypesetter(), 72)
    assert pixels.shape == (440, 480, 3)
    assert (pixels < 128).any()


def test_equal_pages_give_equal_pixels() -> None:
    first, second = (formula_page_pixels(_page(0, 3), TypstTypesetter()) for _ in range(2))
    assert np.array_equal(first, second)


def test_a_page_that_overflows_is_refused() -> None:
    with pytest.raises(PageOverflowError, match="pages"):
        formula_page_pixels(_page(0, 20), TypstTypesetter(), 72)


@pytest.mark.skipif(not has_xelatex(), reason="XeLaTeX is not installed on this machine")
def test_the_installed_xelatex_sets_the_same_page() -> None:
    assert formula_page_by_xelatex(_page(0, 3), 72).shape == (440, 480, 3)


@pytest.mark.skipif(has_xelatex(), reason="XeLaTeX is installed on this machine")
def test_without_xelatex_the_error_says_so() -> None:
    with pytest.raises(TypesetError, match="xelatex"):
        formula_page_by_xelatex(_page(0, 1))
