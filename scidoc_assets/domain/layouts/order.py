"""Reading order of the blocks of a page: columns left to right inside bands.

A block that lies across columns ends a band: everything above it is read before it. Refuses to
read across a gutter (bug-log row B07).
"""

from __future__ import annotations

from collections.abc import Sequence

from scidoc_assets.schemas.geometry import BBox


def reading_order(boxes: Sequence[BBox], columns: Sequence[int]) -> list[int]:
    """Return the indices of blocks in reading order.

    `columns[i]` is the column of block i, -1 for a block across columns.
    """
    across = sorted((i for i, c in enumerate(columns) if c < 0), key=lambda i: boxes[i][1])
    rest = [i for i, c in enumerate(columns) if c >= 0]
    order: list[int] = []
    for wide in across:
        middle = (boxes[wide][1] + boxes[wide][3]) / 2
        band = [i for i in rest if (boxes[i][1] + boxes[i][3]) / 2 < middle]
        rest = [i for i in rest if i not in set(band)]
        order.extend(_band(band, boxes, columns))
        order.append(wide)
    return order + _band(rest, boxes, columns)


def _band(band: Sequence[int], boxes: Sequence[BBox], columns: Sequence[int]) -> list[int]:
    """Return a band's blocks column by column, top to bottom."""
    return sorted(band, key=lambda i: (columns[i], boxes[i][1], boxes[i][0]))
