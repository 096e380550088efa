"""Tests of reading order."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.layouts.order import reading_order
from scidoc_assets.schemas.geometry import BBox


def test_columns_are_read_one_after_the_other() -> None:
    """B07."""
    boxes = [(60, 80, 290, 90), (330, 80, 550, 90), (60, 94, 290, 104), (330, 94, 550, 104)]
    assert reading_order(boxes, [0, 1, 0, 1]) == [0, 2, 1, 3]


def test_a_block_across_the_columns_ends_a_band() -> None:
    boxes = [
        (60, 80, 290, 200),
        (330, 80, 550, 200),
        (60, 210, 550, 300),
        (60, 310, 290, 400),
        (330, 310, 550, 400),
    ]
    assert reading_order(boxes, [0, 1, -1, 0, 1]) == [0, 1, 2, 3, 4]


def test_a_page_of_notes_beside_an_abstract_over_two_columns_is_read_by_its_gutters() -> None:
    title, info, abstract = (60, 40, 500, 80), (60, 100, 200, 300), (240, 100, 560, 300)
    left, right = (60, 320, 300, 600), (330, 320, 560, 600)
    columns = [-1, 0, 1, -1, 1]
    assert reading_order([title, info, abstract, left, right], columns) == [0, 1, 2, 3, 4]
    boxes = [right, left, abstract, info, title]
    assert reading_order(boxes, columns[::-1]) == [4, 3, 2, 1, 0]


def test_side_notes_are_read_behind_the_text() -> None:
    boxes = [(40, 300, 200, 400), (220, 60, 560, 90), (220, 110, 560, 700), (40, 420, 200, 500)]
    assert reading_order(boxes, [0, 1, 1, 0], aside=0) == [1, 2, 0, 3]


@pytest.mark.parametrize(
    "between", [[], [(54.0, 315.0, 558.0, 440.0), (203.0, 453.0, 409.0, 462.0)]]
)
def test_headings_of_two_columns_stay_with_their_text_below_three_authors(
    between: list[BBox],
) -> None:
    """Authors side by side make a page one of mixed layouts; a figure may stand below them."""
    authors = [
        (60.0, 100.0, 200.0, 130.0),
        (230.0, 100.0, 380.0, 130.0),
        (410.0, 100.0, 550.0, 130.0),
    ]
    left = [(54.0, 468.0, 112.0, 479.0), (54.0, 484.0, 296.0, 547.0)]
    right = [(318.0, 468.0, 380.0, 479.0), (318.0, 484.0, 516.0, 547.0)]
    boxes = [*authors, *between, *left, *right]
    columns = [0, -1, 1, *(-1 for _ in between), 0, 0, 1, 1]
    assert reading_order(boxes, columns) == list(range(len(boxes)))
