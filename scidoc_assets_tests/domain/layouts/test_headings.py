"""Tests of headings and their levels."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.layouts.headings import heading_levels, is_heading, plain_heading
from scidoc_assets.domain.layouts.paragraphs import TextBlock
from scidoc_assets.schemas.pages import TextStyle
from scidoc_assets_tests.painted import line

STYLE = TextStyle(10.0, "Body", 12.0)


def _block(text: str, size: float = 10.0, is_bold: bool = False, font: str = "Body") -> TextBlock:
    own = line(text, 72, 100, size=size, is_bold=is_bold, font=font)
    return TextBlock(0, 0, own.bbox_pt, (own,))


@pytest.mark.parametrize(
    "block",
    [
        _block("1 Introduction", 12, True),
        _block("2.1. Data", 10, True),
        _block("References"),
        _block("Searchlight analyses", 10, True, "Bold"),
        _block("5.4.2 \u65b0\u9879\u76ee\u5b9a\u4ef7\u65b9\u6848\u7684\u5236\u5b9a", 11),
    ],
)
def test_short_blocks_set_apart_are_headings(block: TextBlock) -> None:
    assert is_heading(block, STYLE)


@pytest.mark.parametrize(
    "block",
    [
        _block("the remaining cases need further data"),
        _block("K log = \u03c3\u03c1", 12, True),
        _block(
            "2.2. Closeness centrality. The farness of a node is the sum of all its paths", 10, True
        ),
        _block("R E S C I E N C E C", 12, True),
    ],
)
def test_running_words_formulas_and_run_in_heads_are_none(block: TextBlock) -> None:
    assert not is_heading(block, STYLE)


def test_letter_spaced_headings_are_closed_up() -> None:
    assert plain_heading("r e f e r e n c e s") == "references"
    assert is_heading(_block("r e f e r e n c e s", 9), STYLE)


def test_levels_follow_numbers_and_sizes() -> None:
    blocks = [
        _block("1 Introduction", 14, True),
        _block("1.1 Data", 12, True),
        _block("Untitled part", 12, True),
        _block("A.1 Proofs", 12, True),
        _block("References", 14, True),
    ]
    assert heading_levels(blocks) == [1, 2, 2, 2, 1]


def test_numbers_of_two_kinds_give_the_level_too() -> None:
    assert heading_levels([_block("II. First"), _block("II.2. Second"), _block("IV.A Third")]) == [
        1,
        2,
        2,
    ]
