"""Pages and crops as pixels, with caps.

A page that places an image whose declared size is over the cap is never rendered, since rendering
would decode it. Annotations are never drawn. Crops are trimmed to their visible ink.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from scidoc_assets.gateways.pdf.library import pymupdf
from scidoc_assets.gateways.pdf.opening import PDF_ERRORS, PdfError, open_pdf
from scidoc_assets.schemas.geometry import BBox
from scidoc_assets.schemas.settings import ParseLimits

INK_BELOW = 250
POINTS_PER_INCH = 72.0
MAX_PIXELS = 40_000_000


class RenderError(Exception):
    """A page or crop that cannot be rendered; `reason` is `pixel_limit` or `crop_failed`."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Crop:
    """A rendered region: PNG bytes, pixel size and the trimmed box in points of the page."""

    png: bytes
    width_px: int
    height_px: int
    bbox_pt: BBox


def check_declared_pixels(page: pymupdf.Page, max_pixels: int) -> None:
    """Raise RenderError `pixel_limit` when an image (or its mask) on a page is declared larger."""
    document: Any = page.parent
    for image in page.get_images(full=True):
        sizes = [(int(image[2]), int(image[3]))]
        if image[1]:
            sizes.append(_declared_size(document, int(image[1])))
        for width, height in sizes:
            if width * height > max_pixels:
                raise RenderError(
                    "pixel_limit",
                    f"page {page.number}: image of {width} x {height} px, limit {max_pixels}",
                )


def _declared_size(document: Any, xref: int) -> tuple[int, int]:
    """Return the declared width and height of an image object, 0 when not a number."""
    values = [document.xref_get_key(xref, key)[1] for key in ("Width", "Height")]
    width, height = (int(v) if v.isdigit() else 0 for v in values)
    return width, height


def render(
    page: pymupdf.Page, box: BBox | None, dpi: float, max_pixels: int, is_grey: bool = False
) -> np.ndarray:
    """Return pixels (height, width) grey or (height, width, 3) RGB of a page or a box of it.

    `box` in points of the displayed page. Raises RenderError.
    """
    check_declared_pixels(page, max_pixels)
    rect = page.rect if box is None else pymupdf.Rect(box)
    scale = dpi / POINTS_PER_INCH
    if rect.width * rect.height * scale * scale > max_pixels:
        raise RenderError("pixel_limit", f"page {page.number}: {dpi:g} DPI is over {max_pixels} px")
    try:
        pixmap = page.get_pixmap(
            matrix=pymupdf.Matrix(scale, scale),
            colorspace=pymupdf.csGRAY if is_grey else pymupdf.csRGB,
            clip=None if box is None else rect,
            annots=False,
        )
    except PDF_ERRORS as error:
        raise RenderError("crop_failed", f"page {page.number}: {type(error).__name__}") from error
    rows = np.frombuffer(pixmap.samples, dtype=np.uint8).reshape(pixmap.height, pixmap.stride)
    if is_grey:
        return rows[:, : pixmap.width]
    return rows[:, : pixmap.width * 3].reshape(pixmap.height, pixmap.width, 3)


def crop(page: pymupdf.Page, box: BBox, dpi: int, max_pixels: int, slack_pt: float = 0.0) -> Crop:
    """Render a box at a DPI and trim it to its visible ink (grey < 250).

    `slack_pt`: how far the box may grow on each side to take in ink that sticks out of it. A box
    without ink is returned untrimmed. Raises RenderError.
    """
    frame = page.rect
    x0, y0 = max(box[0] - slack_pt, 0.0), max(box[1] - slack_pt, 0.0)
    x1, y1 = min(box[2] + slack_pt, frame.width), min(box[3] + slack_pt, frame.height)
    if x1 - x0 < 1 or y1 - y0 < 1:
        raise RenderError("crop_failed", f"page {page.number}: box without area")
    pixels = render(page, (x0, y0, x1, y1), dpi, max_pixels)
    if not pixels.size:
        raise RenderError("crop_failed", f"page {page.number}: no pixels")
    scale = dpi / POINTS_PER_INCH
    left, top, right, bottom = ink_bounds(pixels.min(axis=2))
    kept = pixels[top:bottom, left:right]
    # A clip starts at a whole pixel of the page, so its corner may lie up to one pixel outside.
    ox, oy = np.floor(x0 * scale) / scale, np.floor(y0 * scale) / scale
    trimmed = (ox + left / scale, oy + top / scale, ox + right / scale, oy + bottom / scale)
    return Crop(encode_png(kept), kept.shape[1], kept.shape[0], tuple(map(float, trimmed)))  # type: ignore[arg-type]


def ink_bounds(grey: np.ndarray) -> tuple[int, int, int, int]:
    """Return (left, top, right, bottom) pixel bounds of what is darker than nearly white.

    The whole array when there is no ink.
    """
    ink = grey < INK_BELOW
    rows, cols = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    if not rows.size:
        return 0, 0, grey.shape[1], grey.shape[0]
    return int(cols[0]), int(rows[0]), int(cols[-1]) + 1, int(rows[-1]) + 1


def encode_png(pixels: np.ndarray) -> bytes:
    """Encode pixels as PNG; equal pixels give equal bytes."""
    buffer = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(pixels)).save(buffer, format="PNG", compress_level=4)
    return buffer.getvalue()


def crop_png(
    path: str | Path,
    page_index: int,
    bbox_pt: BBox,
    dpi: int = 300,
    max_pixels: int = MAX_PIXELS,
) -> bytes:
    """Return a box of a page as PNG, trimmed to its ink.

    `bbox_pt` in points of the displayed page. Raises PdfError when the file or page cannot be
    used, RenderError when it cannot be rendered within the cap.
    """
    document = open_pdf(path, ParseLimits())
    try:
        return crop(_page(document, page_index), bbox_pt, dpi, max_pixels).png
    finally:
        document.close()


def crop_region(
    path: str | Path, page_index: int, bbox_pt: BBox, dpi: int, max_pixels: int = MAX_PIXELS
) -> Crop | None:
    """The ink inside a region as a trimmed crop with its box, or None when it cannot be rendered.

    `bbox_pt` in points of the displayed page. Raises PdfError when the file cannot be used.
    """
    document = open_pdf(path, ParseLimits())
    try:
        return crop(_page(document, page_index), bbox_pt, dpi, max_pixels)
    except RenderError:
        return None
    finally:
        document.close()


def page_png(
    path: str | Path, page_index: int, dpi: int = 150, max_pixels: int = MAX_PIXELS
) -> bytes:
    """Return a whole page as PNG. Raises PdfError or RenderError."""
    return encode_png(page_pixels(path, page_index, dpi, max_pixels))


def page_pixels(
    path: str | Path, page_index: int, dpi: int, max_pixels: int = MAX_PIXELS
) -> np.ndarray:
    """A whole displayed page as RGB (height, width, 3). Raises PdfError or RenderError."""
    document = open_pdf(path, ParseLimits())
    try:
        return render(_page(document, page_index), None, dpi, max_pixels)
    finally:
        document.close()


def _page(document: pymupdf.Document, page_index: int) -> pymupdf.Page:
    """Return a page by index from 0."""
    if not 0 <= page_index < document.page_count:
        raise PdfError("damaged", f"page {page_index} of {document.page_count} does not exist")
    return document[page_index]
