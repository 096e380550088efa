"""Tests of cutting a window into strips."""

from __future__ import annotations

from scidoc_assets.domain.figures.graphics import page_graphics
from scidoc_assets.domain.figures.strips import gap_between, is_cell_row, strips_in
from scidoc_assets_tests.painted import line, page, prose, text_of


def _strips(content, box, loose=frozenset()):
    pages, _ = text_of(content)
    return strips_in(box, pages[0], page_graphics(content), set(), set(loose))


def test_strips_part_at_white_and_know_their_content() -> None:
    content = page(
        [*prose(72, 80, 528, 4), line("Method", 100, 300), line("Score", 220, 300)],
        boxes=[(100, 340, 260, 460)],
    )
    table, drawing = _strips(content, (0, 200, 600, 700))
    assert (table.is_tabular, table.has_drawing) == (True, False)
    assert (drawing.is_tabular, drawing.has_drawing) == (False, True)
    assert 30 < gap_between(table, drawing) < 50


def test_running_text_is_left_out_unless_it_is_loose() -> None:
    content = page(prose(72, 80, 528, 4))
    assert _strips(content, (0, 0, 600, 700)) == []
    loose = _strips(content, (0, 0, 600, 700), loose={0, 1, 2, 3})
    assert sum(s.prose_lines for s in loose) == 4


def test_a_raised_mark_and_its_word_are_no_cells() -> None:
    assert not is_cell_row([line("a", 80, 300, size=5), line("Values are means", 100, 303)])
    assert is_cell_row([line("Base", 80, 300), line("71.2", 160, 300)])
