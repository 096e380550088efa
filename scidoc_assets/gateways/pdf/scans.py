"""Scanned pages: telling them, and finding drawings among their pixels.

A scanned page is one picture (or strips of one) with, at best, an invisible text layer. Refuses
to treat a page with a large figure as a scan: the text has to lie on the picture.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from scipy import ndimage

from scidoc_assets.gateways.pdf.library import pymupdf
from scidoc_assets.gateways.pdf.render import render
from scidoc_assets.schemas.geometry import BBox
from scidoc_assets.schemas.pages import PageContent

SCAN_COVER = 0.7
SCAN_DPI = 72.0
DARK = 140
MIN_INK_SIDE = 30.0
MIN_STROKE = 18.0
USUAL_WIDTH = 600.0


def is_scan(content: PageContent) -> bool:
    """Say whether pictures cover most of a page and nearly all text, if any, lies on them."""
    if not content.images:
        return False
    frame = content.width_pt * content.height_pt
    boxes = [im.bbox_pt for im in content.images]
    covered = sum((b[2] - b[0]) * (b[3] - b[1]) for b in boxes)
    x0, y0 = min(b[0] for b in boxes), min(b[1] for b in boxes)
    x1, y1 = max(b[2] for b in boxes), max(b[3] for b in boxes)
    if covered < SCAN_COVER * frame or (x1 - x0) * (y1 - y0) < SCAN_COVER * frame:
        return False
    on_it = [
        ln
        for ln in content.lines
        if x0 - 2 <= ln.bbox_pt[0]
        and ln.bbox_pt[2] <= x1 + 2
        and y0 - 2 <= ln.bbox_pt[1]
        and ln.bbox_pt[3] <= y1 + 2
    ]
    return len(on_it) >= 0.9 * len(content.lines)


def with_ink(page: pymupdf.Page, content: PageContent, max_pixels: int) -> PageContent:
    """Return the content of a scanned page with its drawings found in the pixels.

    The page's pictures are dropped (they are the page itself); connected ink outside the text
    layer, at least 30 pt wide and high and more than letters, takes their place. Raises RenderError.
    """
    grey = render(page, None, SCAN_DPI, max_pixels, is_grey=True)
    scale = SCAN_DPI / 72.0
    dark = grey < DARK
    for line in content.lines:
        x0, y0, x1, y1 = (round(v * scale) for v in line.bbox_pt)
        if line.size * 3 > y1 - y0:
            dark[max(y0 - 1, 0) : y1 + 2, max(x0 - 1, 0) : x1 + 2] = False
    boxes = _drawing_boxes(dark, scale, (content.width_pt, content.height_pt))
    return replace(content, images=(), ink_boxes=tuple(boxes), is_scan=True)


def _drawing_boxes(dark: np.ndarray, scale: float, page_size: tuple[float, float]) -> list[BBox]:
    """Return boxes in points of ink that hangs together and holds a stroke larger than letters."""
    around = np.ones((3, 3), dtype=bool)
    large = max(1.0, page_size[0] / USUAL_WIDTH)
    strokes = np.zeros_like(dark)
    raw: Any = ndimage.label(dark, structure=around)
    for rows, cols in ndimage.find_objects(raw[0]):
        if min(rows.stop - rows.start, cols.stop - cols.start) >= MIN_STROKE * large * scale:
            strokes[rows, cols] = True
    grown: Any = ndimage.label(ndimage.binary_dilation(dark, around, iterations=2), around)
    boxes: list[BBox] = []
    for rows, cols in ndimage.find_objects(grown[0]):
        box = (cols.start / scale, rows.start / scale, cols.stop / scale, rows.stop / scale)
        width, height = box[2] - box[0], box[3] - box[1]
        is_border = width > 0.9 * page_size[0] or height > 0.9 * page_size[1]
        if min(width, height) < MIN_INK_SIDE * large or is_border or not strokes[rows, cols].any():
            continue
        boxes.append((box[0] + 2, box[1] + 2, box[2] - 2, box[3] - 2))
    return boxes
