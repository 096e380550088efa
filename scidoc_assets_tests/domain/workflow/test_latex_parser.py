"""The algebra reader: precedence as TeX sets it, and a named refusal of everything else."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.workflow.latex_parser import (
    UnsupportedLatexError,
    parse_expression,
    symbols_of,
    value_at,
)


@pytest.mark.parametrize(
    ("latex", "value"),
    [
        ("1+2*3", 7),
        ("-2^2", -4),
        ("2^34", 32),
        (r"\frac12+1", 1.5),
        (r"\sqrt[3]{8}", 2),
        ("|1-4|", 3),
        ("6/2*3", 9),
        (r"2\sin(0)3", 0),
    ],
)
def test_expressions_have_the_value_tex_readers_expect(latex: str, value: float) -> None:
    assert value_at(parse_expression(latex), {}).real == pytest.approx(value)


def test_symbols_carry_their_subscripts_accents_and_primes() -> None:
    assert symbols_of(parse_expression(r"x_{ij}+\hat{y}'-\alpha_0 z")) == {
        "x_ij",
        "hat y'",
        "alpha_0",
        "z",
    }


@pytest.mark.parametrize(
    "latex", [r"\sum x", "", "x+", "(x", "{" * 100 + "x", "x ? y", r"\frac{1}"]
)
def test_anything_else_is_refused_by_name(latex: str) -> None:
    with pytest.raises(UnsupportedLatexError):
        parse_expression(latex)
