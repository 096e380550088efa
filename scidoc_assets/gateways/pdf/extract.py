"""Page text, paths and images out of PyMuPDF as plain data.

A page is walked over for its text, and for paths and images where it may paint any. Refuses to
keep image pixels: only declared sizes and places are read here.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from scidoc_assets.gateways.pdf.library import pymupdf
from scidoc_assets.gateways.pdf.may_paint import may_paint
from scidoc_assets.gateways.pdf.placed_images import placed_images
from scidoc_assets.gateways.pdf.text_lines import read_text
from scidoc_assets.schemas.geometry import clipped
from scidoc_assets.schemas.pages import PageContent, PathTable, no_paths

PALE = 0.97
BROAD_STROKE = 2.0


def page_content(page: pymupdf.Page) -> PageContent:
    """Read one page.

    Returns boxes in the displayed frame: PyMuPDF gives text, drawings and images in unrotated
    space, so everything is mapped with the page's rotation matrix. Raises what PyMuPDF raises on
    a broken page (RuntimeError and its subclasses, ValueError).
    """
    turn = page.rotation_matrix if page.rotation else None
    rect = page.rect
    frame = (0.0, 0.0, float(rect.width), float(rect.height))
    painted = may_paint(page)
    text = read_text(page, turn, with_images=painted.images == "with_text")
    shown = page.get_image_info() if painted.images == "apart" else text.images
    return PageContent(
        page_index=int(page.number or 0),
        width_pt=float(rect.width),
        height_pt=float(rect.height),
        rotation=int(page.rotation),
        lines=tuple(text.lines),
        paths=_paths(page, turn, (rect.width, rect.height)) if painted.paths else no_paths(),
        images=tuple(placed_images(shown, turn, frame)),
        replaced_surrogates=text.replaced,
    )


def _paths(page: pymupdf.Page, turn: pymupdf.Matrix | None, size: tuple[float, float]) -> PathTable:
    """Return visible paths, each cut to the clip it is painted under; `size` of the page in pt."""
    boxes: list[tuple[float, float, float, float]] = []
    flags: list[tuple[bool, bool, bool, bool]] = []
    clips: list[tuple[int, tuple[float, float, float, float]]] = []
    for item in page.get_cdrawings(extended=True) or ():
        level = item["level"]
        while clips and clips[-1][0] >= level:
            clips.pop()
        kind = item["type"]
        if kind == "clip":
            clips.append((level, item["scissor"]))
            continue
        if kind == "group":
            continue
        box = _painted(item, kind)
        if clips:
            box = clipped(box, clips[-1][1])
            if box is None:
                continue
        boxes.append(box)
        flags.append(_path_flags(item, kind))
    if not boxes:
        return no_paths()
    return _path_table(np.asarray(boxes, dtype=np.float64), np.asarray(flags), size, turn)


def _painted(item: dict[str, Any], kind: str) -> tuple[float, float, float, float]:
    """Return the box of a path with the ink of a broad stroke.

    TeX drivers paint a filled rectangle as one straight stroke as broad as the rectangle is high;
    the path alone is then a box without height.
    """
    x0, y0, x1, y1 = item["rect"]
    half = (item.get("width") or 0.0) / 2
    if "s" not in kind or half < BROAD_STROKE / 2:
        return (x0, y0, x1, y1)
    is_bar = len(item["items"]) == 1 and item["items"][0][0] == "l" and not any(item["lineCap"])
    dx = 0.0 if is_bar and x1 - x0 > y1 - y0 else half
    dy = 0.0 if is_bar and y1 - y0 > x1 - x0 else half
    return (x0 - dx, y0 - dy, x1 + dx, y1 + dy)


def _path_flags(item: dict[str, Any], kind: str) -> tuple[bool, bool, bool, bool]:
    """Return (is_filled, is_stroked, is_pale, is_box) of one drawing."""
    fill, color = item.get("fill"), item.get("color")
    filled, stroked = "f" in kind and fill is not None, "s" in kind and color is not None
    if stroked and color and (min(color) >= PALE or item.get("stroke_opacity", 1) == 0):
        stroked = False
    pale = not stroked and (
        fill is None or not filled or min(fill) >= PALE or item.get("fill_opacity", 1) == 0
    )
    items = item["items"]
    return filled, stroked, pale, len(items) == 1 and items[0][0] in ("re", "qu")


def _path_table(
    boxes: np.ndarray,
    flags: np.ndarray,
    size: tuple[float, float],
    turn: pymupdf.Matrix | None,
) -> PathTable:
    """Map boxes to the displayed page, cut them to it and drop what lies outside."""
    if turn is not None:
        m = np.array([[turn.a, turn.b], [turn.c, turn.d]])
        shift = np.array([turn.e, turn.f])
        first, second = boxes[:, :2] @ m + shift, boxes[:, 2:] @ m + shift
        boxes = np.hstack([np.minimum(first, second), np.maximum(first, second)])
    width, height = size
    good = np.isfinite(boxes).all(axis=1)
    good &= (boxes[:, 2] >= 0) & (boxes[:, 3] >= 0) & (boxes[:, 0] <= width)
    good &= boxes[:, 1] <= height
    boxes, flags = boxes[good], flags[good]
    boxes = np.clip(boxes, 0.0, [width, height, width, height])
    return PathTable(boxes, flags[:, 0], flags[:, 1], flags[:, 2], flags[:, 3])
