"""Tests of drawings that lie across the columns."""

from __future__ import annotations

from scidoc_assets.domain.figures.captions import find_captions
from scidoc_assets.domain.figures.graphics import page_graphics
from scidoc_assets.domain.figures.spanning import spanning_drawing
from scidoc_assets.domain.figures.windows import barrier_boxes, window
from scidoc_assets.schemas.pages import PageContent
from scidoc_assets_tests.painted import line, page, prose, text_of

RULE = (120.0, 80.0, 480.0, 80.0)


def _page(right_top: float, x1: float = 480.0) -> PageContent:
    left, right = prose(50, 260, 290, 30), prose(310, right_top, 550, 30)
    rules = [(120.0, y, x1, y) for y in (80.0, 96.0, 200.0)]
    return page([line("Table 1: Many things.", 50, 70, 273), *left, *right], rules)


def _span(content: PageContent):
    pages, style = text_of(content)
    drawn = page_graphics(content)
    [caption] = find_captions(pages, [drawn.rules], style)
    barriers = barrier_boxes(pages[0], [caption], set(), style)
    found = spanning_drawing(caption, "below", drawn, (0.0, 300.0), barriers)
    return found, window(caption, "below", pages[0], barriers, [caption], drawn)


def test_a_rule_far_out_of_the_column_of_its_caption_spans() -> None:
    assert _span(_page(240))[0] == RULE
    assert _span(_page(240, x1=280))[0] is None


def test_the_window_of_a_spanning_table_ends_where_the_first_column_goes_on() -> None:
    _, box = _span(_page(220))
    assert box is not None
    assert (box[0], box[2]) == (0.0, 600.0)
    assert 200 < box[3] < 220
