"""Sentences keep verbatim pieces; units, initials and abbreviations do not cut them wrongly."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.arguments.sentences import (
    is_prose,
    paper_text_of,
    sentences_of,
    split_sentences,
)
from scidoc_assets.schemas.text import normalise
from scidoc_assets_tests.domain.arguments.hand_paper import layout_of


def split(text: str) -> list[str]:
    return [text[a:b] for a, b in split_sentences(text)]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("As Fig. 2 shows, it rises. Then it falls.", 2),
        ("Smith et al. found it. J. R. Doe agrees.", 2),
        ("It reaches 300 °C. Over this range it stays.", 2),
        ("The values are in Table I. We use the mean.", 2),
        ("It differs (Med. Straight = 2.8, p < 0.01) from that.", 1),
        ("It is 3.5 mm long, i.e. Two times more.", 1),
        ("温度升高。因此，产率下降！结论成立", 3),
        ("It works [12]. The rest follows.", 2),
    ],
)
def test_text_is_cut_into_its_sentences(text: str, count: int) -> None:
    assert len(split(text)) == count


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
