"""Tests of the joint choice of regions."""

from __future__ import annotations

from scidoc_assets.domain.figures.captions import find_captions
from scidoc_assets.domain.figures.graphics import page_graphics
from scidoc_assets.domain.figures.matching import match_captions
from scidoc_assets_tests.painted import line, page, prose, text_of


def _match(*contents):
    pages, style = text_of(*contents)
    drawn = [page_graphics(c) for c in contents]
    captions = find_captions(pages, [d.rules for d in drawn], style)
    matches = match_captions(pages, drawn, captions, style)
    return {m.caption.label.text: m.option.region.bbox_pt if m.option else None for m in matches}


def test_two_pictures_side_by_side_share_one_caption() -> None:
    """B02 (a)."""
    content = page(
        [*prose(72, 60, 528, 4), line("Figure 3: (a) left and (b) right.", 200, 330)],
        images=[(80, 150, 290, 310), (310, 150, 520, 310)],
    )
    assert _match(content) == {"Figure 3": (80, 150, 520, 310)}


def test_stacked_pictures_with_captions_between_are_told_apart() -> None:
    """B02 (b)."""
    content = page(
        [
            *prose(72, 40, 528, 4),
            line("Figure 1: The upper one of two.", 200, 310),
            line("Figure 2: The lower one of two.", 200, 510),
            *prose(72, 600, 528, 6),
        ],
        images=[(150, 130, 450, 295), (150, 330, 450, 495)],
    )
    assert _match(content) == {
        "Figure 1": (150, 130, 450, 295),
        "Figure 2": (150, 330, 450, 495),
    }


def test_a_vector_figure_is_found_without_any_image() -> None:
    """B04."""
    strokes = [(150 + 3 * k, 150 + k, 152 + 3 * k, 250 + k % 7) for k in range(100)]
    content = page([*prose(72, 40, 528, 4), line("Figure 1: Many lines.", 200, 285)], strokes)
    box = _match(content)["Figure 1"]
    assert box is not None
    assert box[0] == 150


def test_a_borderless_table_and_a_flow_chart_keep_their_kinds() -> None:
    """B05."""
    rows = [line(f"{10 * r + c}.5", 120 + 90 * c, 120 + 13 * r) for r in range(4) for c in range(5)]
    boxes = [(150, 300, 250, 340), (150, 380, 250, 420), (200, 340, 201, 380)]
    content = page(
        [
            line("Table 1: Numbers without borders.", 120, 100),
            *rows,
            line("start", 180, 322),
            line("end", 180, 402),
            line("Figure 1: A chart of boxes.", 150, 445),
            *prose(72, 520, 528, 8),
        ],
        boxes,
    )
    found = _match(content)
    assert found["Table 1"] is not None
    assert found["Table 1"][3] < 170
    assert found["Figure 1"] is not None
    assert found["Figure 1"][1] >= 290


def test_a_table_caption_above_and_a_figure_caption_below_part_the_place_between() -> None:
    rows = [line(t, 120 + 90 * c, 120 + 13 * r) for r in range(4) for c, t in enumerate("abc")]
    content = page(
        [
            *prose(72, 40, 528, 4),
            line("Table 1: Letters and numbers.", 120, 105),
            *rows,
            line("Figure 1: A picture below it.", 120, 420),
            *prose(72, 520, 528, 8),
        ],
        boxes=[(110, 110, 330, 110.5), (110, 162, 330, 162.5)],
        images=[(120, 190, 420, 400)],
    )
    found = _match(content)
    assert found["Figure 1"] == (120, 190, 420, 400)
    assert found["Table 1"] is not None
    assert found["Table 1"][3] <= 165


def test_two_figures_side_by_side_with_captions_at_other_heights_are_parted() -> None:
    content = page(
        [
            *prose(72, 40, 528, 4),
            line("Figure 1: Left figure.", 90, 330),
            line("Figure 2: Right figure.", 340, 350),
            *prose(72, 420, 528, 6),
        ],
        images=[(80, 150, 280, 310), (320, 150, 520, 330)],
    )
    assert _match(content) == {"Figure 1": (80, 150, 280, 310), "Figure 2": (320, 150, 520, 330)}


def test_a_caption_on_a_page_of_text_is_an_orphan() -> None:
    content = page([*prose(72, 60, 528, 20), line("Figure 1: No graphic here.", 72, 320)])
    assert _match(content) == {"Figure 1": None}


def test_a_figure_below_its_caption_ends_where_one_beside_the_next_caption_begins() -> None:
    content = page(
        [
            line("Figure 1: A wide picture that stands below these words.", 72, 60),
            line("Figure 2: A picture", 330, 440),
            line("beside these words.", 330, 451),
            *prose(72, 480, 528, 8),
        ],
        images=[(80, 75, 520, 240), (80, 270, 310, 455)],
    )
    assert _match(content) == {"Figure 1": (80, 75, 520, 240), "Figure 2": (80, 270, 310, 455)}
