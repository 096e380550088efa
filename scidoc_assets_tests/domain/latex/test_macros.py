from __future__ import annotations

import pytest

from scidoc_assets.domain.latex.macros import expand, group_at, read_macros


@pytest.mark.parametrize(
    ("definition", "use", "wanted"),
    [
        (r"\newcommand{\We}{\mathit{We}}", r"the \We{} number", r"the \mathit{We}{} number"),
        (r"\newcommand{\pair}[2]{(#1, #2)}", r"\pair{a}{b}", "(a, b)"),
        (r"\newcommand{\by}[2][x]{#1 by #2}", r"\by{2} and \by[y]{3}", "x by 2 and y by 3"),
        (r"\def\half#1{#1/2}", r"\half3", "3/2"),
        (r"\providecommand\eg{e.g.}", r"\eg\ this", r"e.g.\ this"),
        (r"\DeclareMathOperator{\argmax}{arg\,max}", r"\argmax_x", r"\operatorname{arg\,max}_x"),
    ],
)
def test_simple_macros_are_put_in_as_text(definition: str, use: str, wanted: str) -> None:
    assert expand(use, read_macros(definition)) == wanted


def test_macros_of_macros_are_put_in_too() -> None:
    macros = read_macros(r"\newcommand{\a}{A\b}\newcommand{\b}{B}")
    assert expand(r"\a", macros) == "AB"


def test_a_macro_that_calls_itself_ends() -> None:
    text = expand(r"\x", read_macros(r"\newcommand{\x}{y\x}"))
    assert text.startswith("y")
    assert len(text) < 100


def test_macros_that_multiply_stop_at_the_limit() -> None:
    macros = read_macros("".join(rf"\newcommand{{\m{c}}}{{{(chr(92) + 'm' + d) * 40}}}"
                                 for c, d in zip("abcde", "bcdef")))  # fmt: skip
    macros |= read_macros(r"\newcommand{\mf}{0123456789}")
    assert len(expand(r"\ma", macros)) < 10_000_000


@pytest.mark.parametrize(
    "definition",
    [
        r"\newcommand{\x}{\ifodd1 a\else b\fi}",
        r"\newcommand{\x}{\csname y\endcsname}",
        r"\renewcommand{\section}[1]{nothing}",
    ],
)
def test_what_computes_or_carries_structure_is_left_alone(definition: str) -> None:
    assert read_macros(definition) == {}


def test_a_macro_without_its_arguments_is_left_as_it_is() -> None:
    macros = read_macros(r"\newcommand{\two}[2]{#1#2}")
    assert expand(r"\two{a}", macros) == r"\two{a}"


def test_a_group_ends_at_its_own_brace() -> None:
    assert group_at(r"{a{b}\}c}d", 0) == (r"a{b}\}c", 9)
    assert group_at("{open", 0) == (None, 0)
