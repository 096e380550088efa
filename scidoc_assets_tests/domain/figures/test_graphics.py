"""Tests of graphics and rules of a page."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from scidoc_assets.domain.figures.graphics import graphics_in, page_graphics
from scidoc_assets_tests.painted import page


def test_paths_that_nearly_touch_are_one_graphic() -> None:
    found = page_graphics(page(boxes=[(100, 100, 150, 150), (152, 120, 200, 160)])).graphics
    assert [g.bbox_pt for g in found] == [(100, 100, 200, 160)]
    assert found[0].kind == "vector"


def test_paths_far_apart_stay_apart() -> None:
    found = page_graphics(page(boxes=[(100, 100, 150, 150), (180, 100, 220, 150)])).graphics
    assert len(found) == 2


def test_an_image_with_a_drawing_on_it_is_mixed() -> None:
    found = page_graphics(page(boxes=[(110, 110, 190, 190)], images=[(100, 100, 200, 200)]))
    assert [g.kind for g in found.graphics] == ["mixed"]


def test_pale_fills_are_not_seen() -> None:
    content = page(boxes=[(100, 100, 300, 300)])
    pale = replace(content.paths, is_pale=np.array([True]))
    assert page_graphics(replace(content, paths=pale)).graphics == ()


def test_a_box_as_large_as_the_page_is_background() -> None:
    assert page_graphics(page(boxes=[(0, 0, 600, 800)])).graphics == ()


def test_thin_rules_are_listed_and_no_drawing() -> None:
    found = page_graphics(page(boxes=[(100, 200, 400, 200.5), (100, 300, 400, 300.5)]))
    assert [r[1] for r in found.rules] == [200, 300]
    assert {g.kind for g in found.graphics} == {"rules"}


def test_cell_borders_that_touch_are_one_rule() -> None:
    found = page_graphics(page(boxes=[(100, 200, 200, 200.5), (200, 200, 300, 200.5)]))
    assert found.rules == ((100.0, 200.0, 300.0, 200.5),)


def test_one_path_around_everything_makes_a_frame() -> None:
    found = page_graphics(page(boxes=[(100, 100, 300, 200), (120, 120, 140, 140)])).graphics
    assert [g.is_frame for g in found] == [True]


def test_graphics_in_a_box_are_those_mostly_inside() -> None:
    found = page_graphics(page(boxes=[(100, 100, 150, 150), (180, 100, 260, 150)])).graphics
    assert graphics_in((90, 90, 200, 200), found, 0.5) == [found[0]]


def test_four_rules_make_a_frame_whole_or_in_pieces() -> None:
    x0, y0, x1, y1 = 100.0, 200.0, 300.0, 260.0
    ends = [(x0, y0, x1, y0), (x0, y1, x1, y1)]
    pieces = [(x, y, x, y + 20.0) for x in (x0, x1) for y in (200.0, 220.0, 240.0)]
    [framed] = page_graphics(page(boxes=[*ends, *pieces])).graphics
    assert framed.kind == "rules"
    assert framed.is_frame
    [open_side] = page_graphics(page(boxes=[*ends, *pieces[:3]])).graphics
    assert not open_side.is_frame
