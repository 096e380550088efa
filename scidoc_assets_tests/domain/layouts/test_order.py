"""Tests of reading order."""

from __future__ import annotations

from scidoc_assets.domain.layouts.order import reading_order


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
