"""Tests of how far a caption reaches."""

from __future__ import annotations

from dataclasses import replace

from scidoc_assets.domain.figures.captions import find_captions
from scidoc_assets.schemas.pages import TextSpan
from scidoc_assets_tests.painted import line, page, prose, text_of


def _text(lines, rules=()) -> str:
    pages, style = text_of(page([*prose(72, 80, 528, 6), *lines]))
    return find_captions(pages, [tuple(rules)], style)[0].text


def test_a_caption_takes_its_lines_and_stops_at_the_gap() -> None:
    lines = [
        line("Figure 1: A plot of several different things that", 72, 300, 400, size=9),
        line("are measured over time.", 72, 311, size=9),
        *prose(72, 335, 528, 4),
    ]
    assert _text(lines).endswith("are measured over time.")


def test_pieces_of_a_formula_neither_end_nor_extend_a_caption() -> None:
    lines = [
        line("Figure 1: The number of drops in a range of cases Re =", 72, 300, 380, size=9),
        line("\u221a", 384, 292, 390, size=9),
        line("We/Oh for all of them", 394, 300, 520, size=9),
        line("2", 210, 315, 214, size=5),
        line("and the second row of words goes on here.", 72, 316, 400, size=9),
    ]
    text = _text(lines)
    assert "We/Oh" in text
    assert text.rstrip().endswith("goes on here.")


def test_a_header_row_right_below_is_no_part_of_the_caption() -> None:
    lines = [
        line("Table 1: Results of all methods.", 72, 300),
        line("Method", 80, 313),
        line("Accuracy", 200, 313),
        line("Time", 320, 313),
    ]
    assert _text(lines) == "Table 1: Results of all methods."


def test_a_rule_ends_a_caption() -> None:
    lines = [line("Table 1: Results.", 72, 300), line("Only one cell in this row", 72, 312)]
    assert _text(lines, [(72.0, 303.5, 250.0, 304.0)]) == "Table 1: Results."


def test_a_caption_next_door_is_not_read_across() -> None:
    lines = [
        line("Figure 1: Left figure with some", 72, 300),
        line("Figure 2: Right figure with some", 330, 304),
        line("more words.", 72, 312),
        line("other words.", 330, 316),
    ]
    pages, style = text_of(page([*prose(72, 80, 528, 6), *lines]))
    found = find_captions(pages, [()], style)
    assert [c.text.split("\n")[-1] for c in found] == ["more words.", "other words."]


def test_an_address_line_below_a_caption_is_left_out() -> None:
    lines = [
        line("Fig 1. A plot of things.", 72, 300),
        line("https://doi.org/10.1000/xyz.g001", 72, 312),
    ]
    assert _text(lines) == "Fig 1. A plot of things."


def test_rows_stretched_to_a_narrow_measure_are_no_cells() -> None:
    rows = [
        line("Figure 1:", 351, 300, 390),
        line("three", 412, 300, 437),
        line("units", 455, 300, 477),
        line("are", 351, 312, 366),
        line("needed", 384, 312, 415),
        line("to", 432, 312, 441),
        line("begin", 455, 312, 477),
        line("with.", 351, 324, 376),
    ]
    assert _text(rows) == "Figure 1: three units\nare needed to begin\nwith."


def test_a_row_of_cells_wider_apart_than_the_caption_is_stretched_stays_out() -> None:
    rows = [
        line("Table 1:", 72, 300, 110),
        line("Many things.", 122, 300, 180),
        line("Method", 72, 313, 104),
        line("Accuracy", 160, 313, 200),
        line("Time", 260, 313, 280),
    ]
    assert _text(rows) == "Table 1: Many things."


def test_a_bold_first_line_stretched_to_the_measure_is_read_on() -> None:
    lines = [
        line(
            "Table 3: Performance of the models.",
            72,
            300,
            400,
            size=9.98,
            font="Bold",
            is_bold=True,
        ),
        line("We compare one with the others, which were made before", 72, 311, 400, size=10.06),
        line("and say what comes of it.", 72, 322, size=9.96),
        *prose(72, 350, 528, 4),
    ]
    assert _text(lines).endswith("and say what comes of it.")


def test_small_capitals_under_a_bare_label_are_its_text() -> None:
    small = line("Summary of limits", 252, 311, 348, size=6.4)
    large = TextSpan("S", 252, 257, 8.0, "Body", False, False)
    mixed = replace(small, spans=(large, *small.spans))
    assert _text([line("Table I", 286, 300, 314, size=8), mixed]) == "Table I\nSummary of limits"
    bare = _text([line("Table I", 286, 300, 314, size=8), small])
    assert bare == "Table I"
