"""Boxes and the measures on them.

Frames: `bbox_pt` is in PDF points of the displayed page (after /Rotate, relative to the CropBox),
origin top left, y down. `bbox` (normalised) is in [0, 1] of an image, same orientation.
Refuses boxes that are not finite or whose corners are swapped; never repairs them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict

BBox = tuple[float, float, float, float]


class Row(BaseModel):
    """Base of every stored row and contract: frozen, unknown keys refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", ser_json_inf_nan="null")


def _checked_bbox_pt(bbox: BBox) -> BBox:
    if not all(map(math.isfinite, bbox)):
        raise ValueError(f"bbox has a value that is not finite: {bbox}")
    x0, y0, x1, y1 = bbox
    if x1 < x0 or y1 < y0:
        raise ValueError(f"bbox corners are swapped (want x0 <= x1, y0 <= y1): {bbox}")
    return bbox


def _checked_bbox_unit(bbox: BBox) -> BBox:
    _checked_bbox_pt(bbox)
    if min(bbox) < 0.0 or max(bbox) > 1.0:
        raise ValueError(f"normalised bbox leaves [0, 1]: {bbox}")
    if bbox[2] <= bbox[0] or bbox[3] <= bbox[1]:
        raise ValueError(f"normalised bbox has no area: {bbox}")
    return bbox


BBoxPt = Annotated[BBox, AfterValidator(_checked_bbox_pt)]
BBoxUnit = Annotated[BBox, AfterValidator(_checked_bbox_unit)]


def area(bbox: BBox) -> float:
    """Area of a box in its own squared unit; 0 for a box without extent."""
    return max(0.0, bbox[2] - bbox[0]) * max(0.0, bbox[3] - bbox[1])


def intersection(a: BBox, b: BBox) -> float:
    """Area shared by two boxes of one frame."""
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    return width * height if width > 0 and height > 0 else 0.0


def iou(a: BBox, b: BBox) -> float:
    """Intersection over union of two boxes of one frame, in [0, 1]; 0 when both are empty."""
    shared = intersection(a, b)
    whole = area(a) + area(b) - shared
    return shared / whole if whole > 0 else 0.0


def union(boxes: Iterable[BBox]) -> BBox:
    """Smallest box around at least one box. Raises ValueError on an empty iterable."""
    items = list(boxes)
    if not items:
        raise ValueError("union of no boxes")
    if len(items) == 1:
        return items[0]
    x0, y0, x1, y1 = zip(*items, strict=True)
    return (min(x0), min(y0), max(x1), max(y1))


def clipped(box: BBox, clip: BBox) -> BBox | None:
    """Part of a box inside a clip of its frame; None when they do not touch."""
    x0, y0 = max(box[0], clip[0]), max(box[1], clip[1])
    x1, y1 = min(box[2], clip[2]), min(box[3], clip[3])
    return (x0, y0, x1, y1) if x1 >= x0 and y1 >= y0 else None
