"""Tests of taking a layout model's boxes for orphan captions."""

from __future__ import annotations

from scidoc_assets.domain.figures.advice import AdvisedBox, adopt_advice
from scidoc_assets.domain.figures.captions import find_captions
from scidoc_assets.domain.figures.graphics import page_graphics
from scidoc_assets.domain.figures.matching import match_captions
from scidoc_assets.domain.figures.objects import build_objects
from scidoc_assets_tests.painted import line, page, prose, text_of


def _adopted(content, boxes):
    pages, style = text_of(content)
    drawn = [page_graphics(content)]
    captions = find_captions(pages, [drawn[0].rules], style)
    matches = match_captions(pages, drawn, captions, style)
    found, _ = build_objects("p", pages, drawn, matches, style, 300)
    asked: list[int] = []

    def advise(index: int):
        asked.append(index)
        return boxes

    result, helped = adopt_advice(found, pages, drawn, advise)
    return [f.candidate for f in result if f.caption], helped, asked


def _orphan_page():
    """A caption between paragraphs, a small mark far away: nothing the rules could take."""
    return page(
        [
            *prose(72, 60, 528, 4),
            line("Figure 1: A plot of things.", 72, 400),
            *prose(72, 430, 528, 6),
        ],
        boxes=[(500, 700, 503, 703)],
    )


def test_an_orphan_takes_the_box_next_to_it() -> None:
    box = AdvisedBox("figure", (80.0, 200.0, 400.0, 385.0), 0.9)
    rows, helped, _ = _adopted(_orphan_page(), [box])
    assert (rows[0].bbox_pt, rows[0].reason, rows[0].caption_position) == (
        box.bbox_pt,
        None,
        "below",
    )
    assert helped == [0]


def test_a_box_of_another_kind_far_away_or_over_text_is_refused() -> None:
    boxes = [
        AdvisedBox("table", (80.0, 200.0, 400.0, 385.0), 0.9),
        AdvisedBox("figure", (80.0, 600.0, 400.0, 700.0), 0.9),
        AdvisedBox("figure", (72.0, 410.0, 528.0, 495.0), 0.9),
    ]
    rows, helped, _ = _adopted(_orphan_page(), boxes)
    assert (rows[0].bbox_pt, rows[0].reason) == (None, "no_graphic")
    assert helped == []


def test_the_model_is_not_asked_where_nothing_is_missing_or_drawn() -> None:
    placed = page(
        [*prose(72, 60, 528, 4), line("Figure 1: A plot of things.", 150, 330)],
        images=[(150, 150, 450, 310)],
    )
    assert _adopted(placed, [])[2] == []
    bare = page([*prose(72, 60, 528, 20), line("Figure 1: A plot of things.", 72, 320)])
    assert _adopted(bare, [])[2] == []
