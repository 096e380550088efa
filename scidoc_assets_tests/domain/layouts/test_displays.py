"""Tests of displayed formulas among the rows of a column."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scidoc_assets.domain.layouts.paragraphs import text_blocks
from scidoc_assets_tests.painted import line, page, prose, text_of

BODY = prose(72, 60, 528, 4)


def _blocks(lines):
    pages, style = text_of(page([*BODY, *lines, *prose(72, 300, 528, 4)]))
    return text_blocks(pages[0], range(len(pages[0].lines)), style)[1:-1]


def _math(text: str, x0: float, baseline: float):
    return line(text, x0, baseline, font="CMMI10")


def test_numerator_and_denominator_belong_to_the_formula_and_not_to_the_text_above() -> None:
    text = line("which is most easily seen where we write", 72, 118, 300)
    lines = [text, _math("∂ ln f", 250, 132), _math("g = q + r", 200, 139), _math("∂q", 254, 146)]
    above, formula = _blocks(lines)
    assert above.text == text.text
    assert not above.is_display
    assert formula.is_display
    assert len(formula.lines) == 3


def test_a_number_at_the_right_end_belongs_to_the_formula_it_is_level_with() -> None:
    lines = [_math("g = q + r", 200, 130), _math("h = s + t", 200, 146), line("(7)", 512, 138)]
    (formula,) = _blocks(lines)
    assert formula.is_display
    assert "(7)" in formula.text


def test_two_numbered_formulas_are_two_blocks() -> None:
    lines = [
        part
        for k, y in ((1, 130), (2, 148))
        for part in (_math("g = q + r", 200, y), line(f"({k})", 512, y))
    ]
    assert [b.text[-3:] for b in _blocks(lines)] == ["(1)", "(2)"]


@pytest.mark.parametrize("mark", ["\u221a", "\u2211"])
def test_a_raised_root_or_sum_sign_inside_a_paragraph_is_no_formula(mark: str) -> None:
    text = prose(72, 130, 528, 4)
    blocks = _blocks([*text[:2], line(mark, 300, 147.5, font="CMSY10"), *text[2:]])
    assert not any(b.is_display for b in blocks)


def test_code_with_an_equals_sign_is_no_formula() -> None:
    lines = [line("x = fit(y) + 2 * z", 90, 130, font="CMTT10"), line("n+=1", 90, 142)]
    assert not any(b.is_display for b in _blocks(lines))


def test_an_indented_sentence_with_symbols_is_no_formula() -> None:
    sentence = line("Let x = y whenever the former condition holds", 90, 130, 500, font="CMMI10")
    words = tuple(
        sentence.spans[0]._replace(text=text, font=font)
        for text, font in (("Let ", "CMR10"), ("x = y ", "CMMI10"))
    )
    rest = sentence.spans[0]._replace(text="whenever the former condition holds", font="CMR10")
    assert not any(b.is_display for b in _blocks([replace(sentence, spans=(*words, rest))]))
