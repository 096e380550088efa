"""Tests of the options of a caption and their scores."""

from __future__ import annotations

from scidoc_assets.domain.figures.captions import find_captions
from scidoc_assets.domain.figures.graphics import page_graphics
from scidoc_assets.domain.figures.options import caption_options, make_scene
from scidoc_assets_tests.painted import line, page, prose, text_of


def _options(content):
    pages, style = text_of(content)
    drawn = page_graphics(content)
    captions = find_captions(pages, [drawn.rules], style)
    return caption_options(make_scene(pages[0], drawn, captions, style), captions[0])


def test_a_drawing_above_a_figure_caption_beats_one_below() -> None:
    content = page(
        [*prose(72, 60, 528, 4), line("Figure 1: A plot of things here.", 200, 400)],
        boxes=[(150, 200, 450, 385), (150, 420, 450, 600)],
    )
    options = {o.side: o.score for o in _options(content)}
    assert options["above"] > options["below"]


def test_a_caption_beside_a_drawing_sees_it_sideways() -> None:
    caption = [line(t, 380, 300 + 11 * k) for k, t in enumerate(("Figure 1: A plot", "of things"))]
    content = page(
        [*prose(72, 60, 528, 4), *caption, *prose(72, 560, 528, 4)], [(80, 200, 360, 500)]
    )
    assert [o.side for o in _options(content)] == ["left"]


def test_a_single_heading_is_no_figure() -> None:
    content = page(
        [
            *prose(72, 60, 528, 4),
            line("Titles and Legends", 72, 200, size=14, is_bold=True),
            line("Figure 1: A plot of things.", 72, 240),
            *prose(72, 300, 528, 4),
        ]
    )
    assert _options(content) == []


def test_a_short_caption_flush_left_lines_up_with_a_drawing_in_the_middle() -> None:
    body = [*prose(72, 60, 528, 4), *prose(72, 460, 528, 4)]
    content = page([*body, line("Figure 1: A plot.", 72, 400)], boxes=[(200, 200, 400, 385)])
    flush = {o.side: o.score for o in _options(content)}
    indented = page([*body, line("Figure 1: A plot.", 82, 400)], boxes=[(200, 200, 400, 385)])
    assert flush["above"] > 2
    assert flush["above"] > max([o.score for o in _options(indented)], default=0) + 1.5


def test_a_thin_picture_counts_as_much_as_its_place_says() -> None:
    body = [*prose(72, 60, 528, 4), *prose(72, 460, 528, 4)]
    caption = line("Figure 1: A horizon, long and thin.", 200, 400)
    content = page([*body, caption], images=[(90, 375, 510, 385)])
    assert [o.side for o in _options(content)] == ["above"]


def test_white_margins_do_not_part_a_drawing_from_its_caption() -> None:
    drawing = (150.0, 180.0, 450.0, 280.0)
    found = _options(page([line("Figure 1: A plot.", 250, 400)], [drawing]))
    assert [o.region.bbox_pt for o in found if o.side == "above"] == [drawing]
