"""Tests of what goes on over a page end."""

from __future__ import annotations

from scidoc_assets.domain.figures.captions import find_captions
from scidoc_assets.domain.figures.continued import caption_tail, table_parts
from scidoc_assets.domain.figures.graphics import page_graphics
from scidoc_assets.domain.figures.matching import match_captions
from scidoc_assets_tests.painted import line, page, prose, text_of


def test_a_caption_cut_by_the_page_end_goes_on_over_leaf() -> None:
    first = page(
        [*prose(72, 60, 528, 6), line("Figure 1: A plot of things that", 72, 740, 500, 8, "Cap")],
        images=[(100, 400, 400, 700)],
    )
    second = page([line("go on here.", 72, 60, 300, 8, "Cap"), *prose(72, 90, 528, 8)], index=1)
    pages, style = text_of(first, second)
    caption = find_captions(pages, [(), ()], style)[0]
    tail = caption_tail(caption, pages, set(), style)
    assert tail is not None
    assert (tail[0], tail[3]) == (1, "go on here.")


def test_a_closed_caption_does_not_go_on() -> None:
    first = page([*prose(72, 60, 528, 6), line("Figure 1: A plot.", 72, 740, 500, 8, "Cap")])
    second = page([line("Other words.", 72, 60, 300, 8, "Cap"), *prose(72, 90, 528, 8)], index=1)
    pages, style = text_of(first, second)
    caption = find_captions(pages, [(), ()], style)[0]
    assert caption_tail(caption, pages, set(), style) is None


def _rows(top: float, count: int):
    return [line(f"{r}{c}.25", 100 + 100 * c, top + 14 * r) for r in range(count) for c in range(4)]


def test_a_table_that_fills_the_page_goes_on_at_the_top_of_the_next() -> None:
    first = page([*prose(72, 60, 528, 6), line("Table 1: Long one.", 100, 480), *_rows(500, 18)])
    second = page([*_rows(60, 10), *prose(72, 320, 528, 10)], index=1)
    pages, style = text_of(first, second)
    drawn = [page_graphics(first), page_graphics(second)]
    captions = find_captions(pages, [(), ()], style)
    match = match_captions(pages, drawn, captions, style)[0]
    parts = table_parts(match, pages, drawn, captions, style)
    assert [index for index, _ in parts] == [1]
    assert parts[0][1][3] < 200


def test_text_at_the_top_of_the_next_page_is_no_part_of_a_table() -> None:
    first = page([*prose(72, 60, 528, 6), line("Table 1: Long one.", 100, 480), *_rows(500, 18)])
    second = page(prose(72, 60, 528, 20), index=1)
    pages, style = text_of(first, second)
    drawn = [page_graphics(first), page_graphics(second)]
    captions = find_captions(pages, [(), ()], style)
    match = match_captions(pages, drawn, captions, style)[0]
    assert table_parts(match, pages, drawn, captions, style) == []
