"""Tests of the free windows around a caption."""

from __future__ import annotations

from dataclasses import replace

from scidoc_assets.domain.figures.captions import find_captions
from scidoc_assets.domain.figures.graphics import Graphic, PageGraphics, page_graphics
from scidoc_assets.domain.figures.windows import barrier_boxes, loose_prose, window
from scidoc_assets_tests.painted import line, page, prose, text_of


def _window(content, side, number=0):
    pages, style = text_of(content)
    drawn = page_graphics(content)
    captions = find_captions(pages, [drawn.rules], style)
    loose = loose_prose(pages[0], drawn, captions, style)
    barriers = barrier_boxes(pages[0], captions, loose, style)
    return window(captions[number], side, pages[0], barriers, captions, drawn)


def test_a_window_above_ends_at_running_text() -> None:
    content = page([*prose(72, 80, 528, 6), line("Figure 1: A plot.", 72, 400)])
    box = _window(content, "above")
    assert box is not None
    assert 140 < box[1] < 145
    assert box[3] == 400 - 7.8


def test_a_short_last_line_of_a_paragraph_still_ends_the_window() -> None:
    body = [*prose(72, 80, 528, 5), line("end.", 72, 140)]
    content = page([*body, line("Figure 1: A plot of things.", 300, 400)])
    box = _window(content, "above")
    assert box is not None
    assert box[0] < 72
    assert box[1] > 140


def test_a_caption_in_one_column_stops_at_the_gutter() -> None:
    left, right = prose(50, 80, 290, 20), prose(310, 80, 550, 30)
    content = page([*left, *right, line("Figure 1: A plot.", 50, 600)])
    box = _window(content, "above")
    assert box is not None
    assert box[2] <= 310


def test_a_drawing_across_the_columns_opens_the_page() -> None:
    left, right = prose(50, 500, 290, 20), prose(310, 500, 550, 20)
    caption = line("Figure 1: A plot in the left column.", 50, 470)
    content = page([caption, *left, *right], boxes=[(60, 100, 540, 450)])
    box = _window(content, "above")
    assert box is not None
    assert box[2] == 600


def test_captions_side_by_side_part_the_page_between_them() -> None:
    content = page(
        [
            *prose(72, 80, 528, 4),
            line("Figure 1: Left.", 72, 400),
            line("Figure 2: Right.", 330, 400),
        ]
    )
    left, right = _window(content, "above", 0), _window(content, "above", 1)
    assert left is not None
    assert right is not None
    assert left[2] <= right[0]


def test_a_window_beside_a_narrow_caption_reaches_up_and_down() -> None:
    caption = [line("Figure 1: Side.", 72, 300), line("caption words", 72, 311)]
    content = page([*prose(72, 80, 528, 4), *caption, *prose(72, 500, 528, 4)])
    box = _window(content, "right")
    assert box is not None
    assert box[1] < 130
    assert box[3] > 480


def test_text_cells_between_the_rules_of_a_captioned_table_are_loose() -> None:
    cells = prose(200, 150, 520, 5)
    rules = [(72.0, 130.0, 528.0, 130.5), (72.0, 215.0, 528.0, 215.5)]
    content = page([line("Table 1: Texts.", 72, 120), *cells, *prose(72, 300, 528, 6)], boxes=rules)
    pages, style = text_of(content)
    drawn = page_graphics(content)
    captions = find_captions(pages, [drawn.rules], style)
    loose = loose_prose(pages[0], drawn, captions, style)
    assert {pages[0].lines[i].baseline for i in loose} == {ln.baseline for ln in cells}


def test_body_text_between_the_rules_of_two_tables_stays_a_barrier() -> None:
    rules = [(72.0, y, 528.0, y + 0.5) for y in (130.0, 160.0, 400.0, 430.0)]
    content = page([line("Table 1: Numbers.", 72, 120), *prose(72, 200, 528, 8)], boxes=rules)
    pages, style = text_of(content)
    drawn = page_graphics(content)
    captions = find_captions(pages, [drawn.rules], style)
    assert loose_prose(pages[0], drawn, captions, style) == set()


def test_a_drawing_beside_a_caption_opens_the_page_when_it_crosses_the_gutter() -> None:
    left, right = prose(50, 400, 290, 20), prose(310, 400, 550, 20)
    caption = [line("Figure 1: A plot", 420, 200), line("beside its words.", 420, 212)]
    content = page([*caption, *left, *right], boxes=[(60, 100, 405, 300)])
    box = _window(content, "left")
    assert box is not None
    assert box[0] == 0
    assert 405 <= box[2] <= 420
    assert _window(page([*caption, *left, *right]), "left")[0] > 290  # type: ignore[index]


def test_a_repeated_head_row_inside_the_rules_of_a_table_is_no_running_head() -> None:
    pages, style = text_of(page(prose(72, 300, 528, 8)))
    row, head = line("Datum", 78, 84), line("Datums of the world", 72, 40)
    text = replace(pages[0], furniture=((row, "header"), (head, "header")))
    grid = Graphic((72.0, 75.0, 380.0, 120.0), "rules")
    bare = barrier_boxes(text, [], set(), style)
    drawn = barrier_boxes(text, [], set(), style, PageGraphics((grid,), ()))
    assert [b for b in bare if b not in drawn] == [(0.0, row.bbox_pt[1], 600, row.bbox_pt[3])]
