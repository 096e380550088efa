"""Tests of how regions grow from strips."""

from __future__ import annotations

from dataclasses import replace

from scidoc_assets.domain.figures.graphics import Graphic
from scidoc_assets.domain.figures.regions import figure_region, side_region
from scidoc_assets.domain.figures.strips import Strip
from scidoc_assets_tests.domain.figures.strips_made import (
    STYLE,
    drawing_strip,
    row_strip,
    rule_strip,
)
from scidoc_assets_tests.painted import line


def test_a_figure_reaches_over_all_panels_in_its_window() -> None:
    strips = [
        drawing_strip(300, 390),
        row_strip(290, "(a) one", "(b) two"),
        drawing_strip(180, 270),
    ]
    region = figure_region(strips, STYLE)
    assert region is not None
    assert region.bbox_pt[1] == 180
    assert region.bbox_pt[3] == 390


def test_a_rule_between_figure_and_caption_belongs_to_neither() -> None:
    region = figure_region([rule_strip(400), drawing_strip(180, 390, 180, 260)], STYLE)
    assert region is not None
    assert region.bbox_pt == (180, 180, 260, 390)


def test_rules_on_both_sides_of_a_figure_frame_it() -> None:
    code = [row_strip(388 - 12 * k, "x = 1") for k in range(4)]
    region = figure_region([rule_strip(400), *code, rule_strip(340)], STYLE)
    assert region is not None
    assert (region.bbox_pt[1], region.bbox_pt[3]) == (340, 400)


def test_a_heading_above_a_figure_is_left_out() -> None:
    heading = Strip((100, 160, 240, 172), (), (line("2 Results", 100, 170, size=12),), ())
    region = figure_region([drawing_strip(180, 390), heading], STYLE)
    assert region is not None
    assert region.bbox_pt[1] == 180


def test_a_section_head_between_caption_and_drawing_keeps_them_apart() -> None:
    head = Strip((100, 400, 300, 414), (), (line("Legends", 100, 412, size=14, is_bold=True),), ())
    assert figure_region([head, drawing_strip(180, 380)], STYLE) is None
    axis = Strip((100, 384, 300, 398), (), (line("Time (s)", 100, 396, size=14, is_bold=True),), ())
    assert figure_region([axis, drawing_strip(180, 380)], STYLE) is not None


def test_the_title_of_an_axis_in_the_type_of_the_drawing_is_no_section_head() -> None:
    ticks = line("0.5", 150, 300, font="Plot-Roman")
    box = (100.0, 180.0, 300.0, 380.0)
    drawing = Strip(box, (Graphic(box, "vector"),), (ticks,), ())
    words = [
        line("Data rank", x0, 412, size=14, font="Plot-Bold", is_bold=True) for x0 in (170, 72)
    ]
    title, head = (Strip((w.bbox_pt[0], 400, 300, 414), (), (w,), ()) for w in words)
    found = figure_region([title, drawing], STYLE, [(72, 528)])
    assert found is not None
    assert (found.bbox_pt[1], found.bbox_pt[3]) == (180, 414)
    assert figure_region([head, drawing], STYLE, [(72, 528)]) is None


def test_text_right_above_a_drawing_belongs_to_it() -> None:
    region = figure_region([drawing_strip(180, 390), row_strip(172, "A title")], STYLE)
    assert region is not None
    assert region.bbox_pt[1] < 170


def test_a_stamp_next_to_its_caption_is_a_figure_when_nothing_larger_is_drawn() -> None:
    box = (200.0, 380.0, 207.0, 387.0)
    stamp = Strip(box, (Graphic(box, "raster"),), (), ())
    region = figure_region([stamp], STYLE)
    assert region is not None
    assert region.bbox_pt == box
    larger = figure_region([row_strip(396, "(a)", "(b)"), drawing_strip(180, 375), stamp], STYLE)
    assert larger is not None
    assert larger.bbox_pt[1] == 180


def test_a_drawing_beside_a_caption_is_found_at_its_height() -> None:
    region = side_region([drawing_strip(100, 300)], (320, 180, 420, 240))
    assert region is not None
    assert region.bbox_pt == (100, 100, 300, 300)
    assert side_region([drawing_strip(100, 150)], (320, 180, 420, 240)) is None


def test_a_title_set_like_the_labels_of_a_drawing_may_stand_farther_off() -> None:
    tick = line("0.5", 90, 300, font="Plot-Regular")
    drawing = Strip((80, 180, 300, 390), drawing_strip(180, 390).graphics, (tick,), ())
    title = line("All things", 150, 160, font="Plot-Bold")
    far = Strip((150, 152, 200, 162), (), (title,), ())
    region = figure_region([drawing, far], STYLE)
    assert region is not None
    assert region.bbox_pt[1] == 152
    listing = Strip((150, 152, 200, 162), (), (line("x <- 1", 150, 160, font="Mono"),), ())
    region = figure_region([drawing, listing], STYLE)
    assert region is not None
    assert region.bbox_pt[1] == 180


def test_a_large_title_in_the_type_of_the_labels_is_no_heading() -> None:
    tick = line("0.5", 90, 300, font="Plot-Regular")
    drawing = Strip((80, 180, 300, 390), drawing_strip(180, 390).graphics, (tick,), ())
    words = line("All things", 150, 170, size=12, font="Plot-Bold", is_bold=True)
    region = figure_region([drawing, Strip((150, 160, 210, 172), (), (words,), ())], STYLE)
    assert region is not None
    assert region.bbox_pt[1] == 160


def test_code_right_above_a_picture_is_no_part_of_it() -> None:
    printed = Strip((100, 160, 140, 172), (), (line("[1] 2", 100, 170, font="CMTT10"),), ())
    region = figure_region([drawing_strip(180, 390), printed], STYLE)
    assert region is not None
    assert region.bbox_pt[1] == 180


def test_titles_and_axis_labels_lead_over_a_wide_gap_between_panels() -> None:
    tick = line("0.5", 90, 460, font="Plot")
    lower = Strip((80, 450, 300, 560), drawing_strip(450, 560).graphics, (tick,), ())
    upper = Strip((80, 230, 300, 345), drawing_strip(230, 345).graphics, (tick,), ())
    title = Strip((180, 420, 200, 432), (), (line("CP", 180, 430, size=12, font="Plot"),), ())
    axis = Strip((180, 380, 200, 390), (), (line("time", 180, 388, font="Plot"),), ())
    region = figure_region([lower, title, axis, upper], STYLE)
    assert region is not None
    assert region.bbox_pt[1] == 230
    listing = Strip((180, 380, 200, 390), (), (line("x = 1", 180, 388, font="Mono"),), ())
    region = figure_region([lower, title, listing, upper], STYLE)
    assert region is not None
    assert region.bbox_pt[1] > 345


def test_nothing_gives_no_region() -> None:
    assert figure_region([], STYLE) is None


def test_a_shaded_box_of_code_beyond_a_drawing_is_no_part_of_it() -> None:
    code = (line("plot(x, y)", 100, 170, font="CMTT10"),)
    box = Strip((90, 150, 310, 176), drawing_strip(150, 176).graphics, code, ())
    region = figure_region([drawing_strip(180, 390), box], STYLE)
    assert region is not None
    assert region.bbox_pt[1] == 180
    listing = figure_region([box, replace(box, bbox_pt=(90, 110, 310, 140))], STYLE)
    assert listing is not None
    assert listing.bbox_pt[1] == 110


def test_the_last_line_of_a_paragraph_above_a_picture_stays_text() -> None:
    column = ((60.0, 310.0),)
    end = line("operator can be written as before", 60, 172)
    tail = Strip((60, 164, 225, 174), (), (end, line("q", 230, 168, size=6)), ())
    region = figure_region([drawing_strip(180, 390), tail], STYLE, column)
    assert region is not None
    assert region.bbox_pt == (100, 180, 300, 390)
    title = Strip(
        (100, 164, 265, 174), (), (line("operator can be written as before", 100, 172),), ()
    )
    titled = figure_region([drawing_strip(180, 390), title], STYLE, column)
    assert titled is not None
    assert titled.bbox_pt[1] == 164
