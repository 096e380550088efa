"""Legends in a list and their figures on pages of their own, as accepted manuscripts have them."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.figures.captions import find_captions
from scidoc_assets.domain.figures.graphics import page_graphics
from scidoc_assets.domain.figures.listed_legends import with_listed_legends
from scidoc_assets.domain.figures.matching import match_captions
from scidoc_assets.domain.figures.objects import build_objects
from scidoc_assets.schemas.figures import FigureCandidate
from scidoc_assets_tests.painted import line, page, prose, text_of


def _legends(*numbers: int):
    """A page of running text, then one legend under another."""
    lines = [
        line(f"Figure {n}: The legend of it.", 72, 330 + 40 * k, is_bold=True)
        for k, n in enumerate(numbers)
    ]
    return page([*prose(72, 60, 528, 20), *lines])


def _plate(index: int, lines=()):
    return page(list(lines), images=[(100, 80, 500, 400)], index=index)


def _rows(*contents) -> list[FigureCandidate]:
    pages, style = text_of(*contents)
    drawn = [page_graphics(c) for c in contents]
    captions = find_captions(pages, [d.rules for d in drawn], style)
    matches = match_captions(pages, drawn, captions, style)
    found, _ = build_objects("p", pages, drawn, matches, style, 300)
    joined, _ = with_listed_legends(found, pages)
    return [f.candidate for f in joined]


def test_legends_and_plates_in_one_order_are_one_figure_each() -> None:
    rows = _rows(_legends(1, 2), _plate(1), _plate(2))
    assert [(r.label, r.page_index, r.caption_page_index, r.reason) for r in rows] == [
        ("Figure 1", 1, 0, None),
        ("Figure 2", 2, 0, None),
    ]
    assert all(r.bbox_pt == (100, 80, 500, 400) and r.parts_pt == [r.bbox_pt] for r in rows)
    assert [r.caption for r in rows] == [f"Figure {n}: The legend of it." for n in (1, 2)]


@pytest.mark.parametrize(
    "contents",
    [
        (_legends(1, 2), _plate(1)),
        (_legends(1, 2), _plate(1), _plate(2), _plate(3)),
        (_legends(1, 3), _plate(1), _plate(2)),
        (_legends(1), _plate(1)),
        (_legends(1, 2), _plate(1), _plate(2, prose(72, 500, 528, 8))),
        (_plate(0), _plate(1), page(_legends(1, 2).lines, index=2)),
    ],
    ids=["too few", "too many", "a gap", "only one", "beside text", "before the legends"],
)
def test_what_the_order_does_not_settle_stays_apart(contents) -> None:
    rows = _rows(*contents)
    assert {r.reason for r in rows} == {"no_graphic", "no_caption"}
