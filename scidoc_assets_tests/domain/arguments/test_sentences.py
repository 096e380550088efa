"""Sentences keep verbatim pieces; units, initials and abbreviations do not cut them wrongly."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.arguments.sentences import (
    is_prose,
    paper_text_of,
    sentences_of,
)
from scidoc_assets.schemas.text import normalise
from scidoc_assets_tests.domain.arguments.hand_paper import layout_of


def test_every_piece_is_a_verbatim_substring_of_its_block() -> None:
    layout = layout_of()
    texts = {b.block_id: b.plain_text for b in layout.blocks}
    pieces = [p for s in sentences_of(layout) for p in s.pieces]
    assert pieces
    assert all(texts[p.block_id][p.start : p.end] == p.raw for p in pieces)


def test_a_sentence_over_two_blocks_keeps_both_pieces() -> None:
    layout = layout_of(
        [
            ("paragraph", "The film grows with the concentration of cal-"),
            ("figure", ""),
            ("caption", "Figure 1: Growth."),
            ("paragraph", "cium in the medium. It stops later."),
        ]
    )
    first = sentences_of(layout)[0]
    assert [p.raw for p in first.pieces] == [
        "The film grows with the concentration of cal-",
        "cium in the medium.",
    ]
    assert first.text == "The film grows with the concentration of calcium in the medium."
    text = paper_text_of(layout)
    assert all(normalise(p.raw).text in text for p in first.pieces)


def test_references_captions_and_headings_are_no_sentences() -> None:
    said = " ".join(s.text for s in sentences_of(layout_of()))
    assert "A journal" not in said
    assert "2 Results" not in said


@pytest.mark.parametrize(
    "text",
    ["x = 3 + y_1 - 42 / 7 ** 2 (12)", "and so it grows with calcium over time.", "Too short."],
)
def test_formula_lines_and_cut_heads_are_no_prose(text: str) -> None:
    assert not is_prose(text)
