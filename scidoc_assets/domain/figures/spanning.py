"""Drawings that lie across the columns, next to a caption that stands in one of them.

Refuses what running text parts from the caption.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from scidoc_assets.domain.figures.captions import Caption
from scidoc_assets.domain.figures.graphics import PageGraphics
from scidoc_assets.schemas.geometry import BBox

Column = tuple[float, float]
Side = Literal["above", "below", "left", "right"]
SLACK = 2.0
NEAR_DRAWING = 40.0


def spanning_drawing(
    caption: Caption,
    side: Side,
    graphics: PageGraphics,
    limits: Column,
    blocks: Sequence[BBox],
) -> BBox | None:
    """Return the drawing or rule next to a caption that reaches far out of its column, or None.

    A narrow caption may stand under, or beside, a figure that lies across the columns.
    """
    own = caption.bbox_pt
    width = limits[1] - limits[0]
    drawn = [g.bbox_pt for g in graphics.graphics]
    j = 1 if side in ("left", "right") else 0
    drawn += () if j else graphics.rules
    near: list[tuple[float, BBox]] = []
    for box in drawn:
        gap = _gap(own, box, side)
        shared = min(box[j + 2], own[j + 2]) - max(box[j], own[j])
        if -2 <= gap <= NEAR_DRAWING and shared > 0.5 * (own[j + 2] - own[j]):
            near.append((gap, box))
    if not near:
        return None
    gap, box = min(near, key=lambda item: item[0])
    reach = max(limits[0] - box[0], box[2] - limits[1])
    spans = reach > 0.3 * width and not any(_cuts(b, own, gap, side) for b in blocks)
    return box if spans else None


def _gap(own: BBox, box: BBox, side: Side) -> float:
    """Return how far a box lies from a caption on a given side; negative when it is not there."""
    k = 1 if side in ("above", "below") else 0
    return own[k] - box[k + 2] if side in ("above", "left") else box[k] - own[k + 2]


def _cuts(block: BBox, own: BBox, gap: float, side: Side) -> bool:
    """Say whether a block lies in the `gap` points next to a caption on a given side."""
    k, j = (1, 0) if side in ("above", "below") else (0, 1)
    start = own[k] - gap if side in ("above", "left") else own[k + 2]
    depth = min(block[k + 2], start + gap) - max(block[k], start)
    return depth > SLACK and min(block[j + 2], own[j + 2]) > max(block[j], own[j])
