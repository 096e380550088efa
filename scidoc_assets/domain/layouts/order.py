"""Reading order of the blocks of a page: columns left to right inside bands.

A block that lies across columns ends a band: everything above it is read before it. Where a page
mixes layouts (notes beside an abstract over two columns of text), its white gutters decide. Refuses
to read across a gutter (bug-log row B07).
"""

from __future__ import annotations

from collections.abc import Sequence

from scidoc_assets.schemas.geometry import BBox

BESIDE = 0.5  # share of the lower block's height that two blocks side by side have in common
MIN_HEIGHT = 20.0  # points: a single line at the side of another shows no columns
TOUCH = (1.0, 4.0)  # points that neighbours may overlap along x, y and still count as apart


def reading_order(boxes: Sequence[BBox], columns: Sequence[int], aside: int = -1) -> list[int]:
    """Return the indices of blocks in reading order.

    `columns[i]` is the column of block i, -1 for a block across columns. `aside` is a column of side
    notes, read behind everything else; -1 for none.
    """
    if mixes_layouts(boxes, columns):
        return _by_gutters(list(range(len(boxes))), boxes)
    across = sorted((i for i, c in enumerate(columns) if c < 0), key=lambda i: boxes[i][1])
    rest = [i for i, c in enumerate(columns) if c >= 0 and c != aside]
    order: list[int] = []
    for wide in across:
        middle = (boxes[wide][1] + boxes[wide][3]) / 2
        band = [i for i in rest if (boxes[i][1] + boxes[i][3]) / 2 < middle]
        rest = [i for i in rest if i not in set(band)]
        order.extend(_band(band, boxes, columns))
        order.append(wide)
    notes = [i for i, c in enumerate(columns) if c == aside and c >= 0]
    return order + _band(rest, boxes, columns) + _band(notes, boxes, columns)


def mixes_layouts(boxes: Sequence[BBox], columns: Sequence[int]) -> bool:
    """Say whether a block that fits no column has a neighbour at its side: there are other columns."""
    across = [boxes[i] for i, c in enumerate(columns) if c < 0]
    return any(_stands_beside(a, b) for a in across for b in boxes if b is not a)


def _band(band: Sequence[int], boxes: Sequence[BBox], columns: Sequence[int]) -> list[int]:
    """Return a band's blocks column by column, top to bottom."""
    return sorted(band, key=lambda i: (columns[i], boxes[i][1], boxes[i][0]))


def _stands_beside(a: BBox, b: BBox) -> bool:
    """Say whether two blocks stand side by side with white between them."""
    common = min(a[3], b[3]) - max(a[1], b[1])
    lower = min(a[3] - a[1], b[3] - b[1])
    is_apart = a[2] <= b[0] + TOUCH[0] or b[2] <= a[0] + TOUCH[0]
    return lower > MIN_HEIGHT and common > BESIDE * lower and is_apart


def _by_gutters(own: list[int], boxes: Sequence[BBox]) -> list[int]:
    """Return the order that white gutters give: bands that one gutter parts are read together.

    A gutter ends above a band whose own gutter goes on further down.
    """
    if len(own) < 2:
        return own
    bands = _parts(own, boxes, 1)
    ends = [_gutter_end(bands, start, boxes) for start in range(len(bands))]
    is_split = [len(_parts(band, boxes, 0)) > 1 for band in bands]
    order: list[int] = []
    start = 0
    while start < len(bands):
        end = ends[start]
        later = (k for k in range(start + 1, end + 1) if is_split[k] and ends[k] > end)
        end = next(later, end + 1) - 1
        order.extend(_columns([i for band in bands[start : end + 1] for i in band], boxes))
        start = end + 1
    return order


def _gutter_end(bands: Sequence[list[int]], start: int, boxes: Sequence[BBox]) -> int:
    """Return the last band that a gutter through the band at `start` reaches."""
    group = list(bands[start])
    for end in range(start + 1, len(bands)):
        group = group + bands[end]
        if len(_parts(group, boxes, 0)) < 2:
            return end - 1
    return len(bands) - 1


def _columns(group: list[int], boxes: Sequence[BBox]) -> list[int]:
    """Return the order of a group, each side of its gutters on its own."""
    sides = _parts(group, boxes, 0)
    if len(sides) < 2:
        return sorted(group, key=lambda i: (boxes[i][1], boxes[i][0]))
    return [i for side in sides for i in _by_gutters(side, boxes)]


def _parts(own: Sequence[int], boxes: Sequence[BBox], axis: int) -> list[list[int]]:
    """Split blocks where no block lies, along x (axis 0) or y (axis 1)."""
    parts: list[list[int]] = []
    reach = 0.0
    for i in sorted(own, key=lambda k: boxes[k][axis]):
        if parts and boxes[i][axis] < reach - TOUCH[axis]:
            parts[-1].append(i)
            reach = max(reach, boxes[i][axis + 2])
        else:
            parts.append([i])
            reach = boxes[i][axis + 2]
    return parts
