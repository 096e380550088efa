"""Find lines, cut them out, read them: the steps that both backends share.

Upright text is read once. A line that is taller than wide is an axis label turned by a quarter
(or one narrow letter): it is read upright and turned both ways, and the surest reading wins. The
packages' own direction models turn digits upside down (6000 as 0009) or leave turned text as is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from scidoc_assets.domain.figures.pixels import (
    CropDecodeError,
    RgbImage,
    background_colour,
    decode_crop,
    shrink,
)
from scidoc_assets.gateways.ocr.interface import OcrError
from scidoc_assets.schemas.figures import OcrRegion

BgrImage = NDArray[np.uint8]
Quad = NDArray[np.float32]

TALL = 1.5
MIN_SIDE_PX = 3
PADDING_PX = 24
# Weaker readings are noise from curves and hatching, not text.
MIN_CONFIDENCE = 0.5


class TextModels(Protocol):
    """The two models of a backend. Pictures are BGR uint8 arrays (height, width, 3)."""

    def detect(self, picture: BgrImage) -> Sequence[Quad]:
        """Quadrilaterals (4, 2) of text lines in pixels, clockwise from the top left."""
        ...

    def recognise(self, lines: Sequence[BgrImage]) -> Sequence[tuple[str, float]]:
        """Text and confidence (0-1) of each upright line picture, in order."""
        ...


def read_picture(models: TextModels, png: bytes, max_side_px: int) -> list[OcrRegion]:
    """Lines of an encoded picture, in reading order, boxes in pixels of the picture.

    Raises OcrError (`picture_unreadable`).
    """
    try:
        whole = decode_crop(png)
    except CropDecodeError as error:
        raise OcrError("picture_unreadable", f"OCR: {error}; crop the figure again") from error
    small = shrink(whole, max_side_px)
    scale = (whole.shape[1] / small.shape[1], whole.shape[0] / small.shape[0])
    picture = _padded(small)
    quads = [quad for quad in models.detect(picture) if min(_sides(quad)) >= MIN_SIDE_PX]
    readings = _read_lines(models, [_cut_out(picture, quad) for quad in quads])
    size = (whole.shape[1], whole.shape[0])
    regions = [
        _region(quad, text, confidence, scale, size)
        for quad, (text, confidence) in zip(quads, readings, strict=True)
        if text.strip() and confidence >= MIN_CONFIDENCE
    ]
    return _in_reading_order(regions)


def _padded(rgb: RgbImage) -> BgrImage:
    """BGR with a border of its background: detection misses text that touches the edge."""
    fill = [int(level) for level in background_colour(rgb)[::-1]]
    pad = PADDING_PX
    padded: Any = cv2.copyMakeBorder(
        np.ascontiguousarray(rgb[:, :, ::-1]), pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=fill
    )
    return np.asarray(padded, dtype=np.uint8)


def _in_reading_order(regions: Sequence[OcrRegion]) -> list[OcrRegion]:
    """Rows of half a usual line's height, top to bottom, each from the left."""
    if not regions:
        return []
    heights = [min(r.bbox_px[2] - r.bbox_px[0], r.bbox_px[3] - r.bbox_px[1]) for r in regions]
    row = max(1.0, float(np.median(heights)) / 2)
    middles = [(r.bbox_px[1] + r.bbox_px[3]) / 2 for r in regions]
    order = sorted(range(len(regions)), key=lambda i: (middles[i] // row, regions[i].bbox_px[0]))
    return [regions[i] for i in order]


def _read_lines(models: TextModels, lines: Sequence[BgrImage]) -> list[tuple[str, float]]:
    views: list[BgrImage] = []
    owners: list[int] = []
    for place, line in enumerate(lines):
        for view in _views(line):
            views.append(view)
            owners.append(place)
    best: dict[int, tuple[str, float]] = {}
    for place, (text, confidence) in zip(
        owners, models.recognise(views) if views else [], strict=True
    ):
        if place not in best or _surety(text, confidence) > _surety(*best[place]):
            best[place] = (text, confidence)
    return [best[place] for place in range(len(lines))]


def _views(line: BgrImage) -> list[BgrImage]:
    height, width = line.shape[:2]
    if height < TALL * width:
        return [line]
    turned = [np.ascontiguousarray(np.rot90(line, k)) for k in (3, 1)]
    # A narrow letter is tall too; a long label read upright is never more than a few strokes.
    return [line, *turned] if height < 3 * width else turned


def _surety(text: str, confidence: float) -> tuple[bool, float]:
    return bool(text.strip()), confidence


def _sides(quad: Quad) -> tuple[float, float]:
    return float(np.linalg.norm(quad[1] - quad[0])), float(np.linalg.norm(quad[3] - quad[0]))


def _cut_out(picture: BgrImage, quad: Quad) -> BgrImage:
    width, height = (max(1, round(side)) for side in _sides(quad))
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    flat: Any = cv2.warpPerspective(
        picture,
        matrix,
        (width, height),
        flags=cv2.INTER_CUBIC,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(flat, dtype=np.uint8)


def _region(
    quad: Quad,
    text: str,
    confidence: float,
    scale: tuple[float, float],
    size: tuple[int, int],
) -> OcrRegion:
    xs = np.clip((quad[:, 0] - PADDING_PX) * scale[0], 0, size[0])
    ys = np.clip((quad[:, 1] - PADDING_PX) * scale[1], 0, size[1])
    box = (float(xs.min()), float(ys.min()), float(xs.max()), float(ys.max()))
    return OcrRegion(text=text.strip(), confidence=min(1.0, confidence), bbox_px=box)
