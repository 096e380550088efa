"""Tests of putting text pieces together to lines."""

from __future__ import annotations

from scidoc_assets.domain.layouts.lines import assemble_lines
from scidoc_assets_tests.painted import line


def test_pieces_with_a_word_gap_become_one_line_with_spaces() -> None:
    pieces = [
        line("cancer", 47, 80, 73),
        line("activity.", 75.2, 80, 136),
        line("Some", 138, 80, 160),
    ]
    assert [ln.text for ln in assemble_lines(pieces)] == ["cancer activity. Some"]


def test_stretched_words_of_one_block_join_but_cells_do_not() -> None:
    words = [
        line("each sample was a", 50, 80, 150, block=1),
        line("new one of the", 163, 80, 250, block=1),
    ]
    cells = [line("14.2", 50, 100, 70, block=2), line("1.46", 83, 100, 103, block=2)]
    assert [ln.text for ln in assemble_lines(words + cells)] == [
        "each sample was a new one of the",
        "14.2",
        "1.46",
    ]


def test_lines_across_a_gutter_stay_apart() -> None:
    """B07."""
    pieces = [
        line("The committee reviewed the annual", 60, 80, 225),
        line("approved the budget for the", 330, 80, 460),
    ]
    assert len(assemble_lines(pieces)) == 2


def test_lines_come_top_to_bottom_then_left_to_right() -> None:
    pieces = [line("b", 300, 80), line("c", 50, 95), line("a", 50, 80)]
    assert [ln.text for ln in assemble_lines(pieces)] == ["a", "b", "c"]
