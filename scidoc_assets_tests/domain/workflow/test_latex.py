"""LaTeX: one spelling for one expression, equality by value, and no credit for a difference."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.workflow.latex import (
    LatexParams,
    expressions_equal,
    grade_latex,
    normalise_latex,
)

SAME = [
    (r"\dfrac{a}{b}", r"$\frac{a}{b}$"),
    (r"\left( x \right)", "(x)"),
    (r"x_{1}\, y", "x_1y"),
    (r"\frac{a}{b}", "a/b"),
    (r"x^2+2x+1", r"(x+1)^{2}"),
    (r"\sin^2 x+\cos^2 x", "1"),
    (r"E = m c^{2}", "mc^2=E"),
    (r"\sqrt{x}", r"x^{\frac12}"),
    (r"e^{-x}", r"\exp(-x)"),
    (r"\sum_{i} x_i", r"\sum_i x_i"),
    (r"y = x+1", "1+x"),
    (r"\hat{y}_i - y_i", r"-y_i+\hat y_i"),
]
DIFFERENT = [
    ("E=mc^2", "E=mc^3"),
    ("x_{ij}", "x_{ji}"),
    ("a-b", "b-a"),
    (r"\sum_i x_i", r"\sum_j x_j"),
    (r"\mathbf{x}", "x"),
    ("9^{9^{9^{9}}}", "1"),
    ("(((((", "x"),
    (r"\int_0^1 x", "1/2"),
    ("x < y", "x > y"),
]


@pytest.mark.parametrize(("a", "b"), SAME)
def test_two_spellings_of_one_expression_are_equal(a: str, b: str) -> None:
    assert grade_latex(a, b, LatexParams()).score == 1.0
    assert grade_latex(b, a, LatexParams()).score == 1.0


@pytest.mark.parametrize(("a", "b"), DIFFERENT)
def test_two_expressions_are_not_equal(a: str, b: str) -> None:
    assert grade_latex(a, b, LatexParams()).score == 0.0


def test_what_cannot_be_read_is_compared_by_spelling_and_says_so() -> None:
    verdict = grade_latex(r"\int x", r"\int y", LatexParams())
    assert verdict.detail is not None
    assert "spelling only" in verdict.detail


def test_sign_matters_for_symbols_that_may_be_negative() -> None:
    assert expressions_equal(r"\sqrt{x^2}", "x")
    assert not expressions_equal(r"\sqrt{x^2}", "x", LatexParams(positive_symbols=False))


def test_nothing_is_not_latex() -> None:
    assert grade_latex(" ", "x", LatexParams()).cause == "unparseable"
    assert normalise_latex("$$ x $$") == "x"
