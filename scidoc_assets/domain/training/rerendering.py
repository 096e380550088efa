"""Controlled changes of a page image: a picture or text put exactly into a recorded box.

Everything outside the box stays identical to the pixel; the given page is never changed in place.
Refuses a picture of another size than the box and a box that leaves the page. Boxes drawn for the
reader (`draw_marks`) are a view on top, not part of the change.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import matplotlib
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from scidoc_assets.schemas.geometry import BBox
from scidoc_assets.schemas.training import MarkedBox

Pixels = NDArray[np.uint8]
BoxPx = tuple[int, int, int, int]
MARK_COLOURS = (
    (213, 94, 0),
    (0, 114, 178),
    (0, 158, 115),
    (204, 121, 167),
    (86, 64, 160),
    (150, 110, 0),
)
INK_DIFFERENCE = 40
MIN_TEXT_PT, MAX_TEXT_PT = 4.0, 9.0


def box_px(bbox_pt: BBox, page: Pixels, width_pt: float, height_pt: float) -> BoxPx:
    """The pixels (x0, y0, x1, y1; end exclusive) of a box on a rendered page of that size.

    Raises ValueError when the box leaves the page or holds no pixel.
    """
    height, width = page.shape[:2]
    scale_x, scale_y = width / width_pt, height / height_pt
    x0, y0 = round(bbox_pt[0] * scale_x), round(bbox_pt[1] * scale_y)
    x1, y1 = round(bbox_pt[2] * scale_x), round(bbox_pt[3] * scale_y)
    if not (0 <= x0 < x1 <= width and 0 <= y0 < y1 <= height):
        raise ValueError(f"box {bbox_pt} does not fit a page of {width_pt:g} x {height_pt:g} pt")
    return x0, y0, x1, y1


def put_picture(page: Pixels, box: BoxPx, picture: Pixels) -> Pixels:
    """A copy of the page with the box replaced. Raises ValueError when the sizes differ."""
    x0, y0, x1, y1 = box
    if picture.shape != (y1 - y0, x1 - x0, 3):
        raise ValueError(f"picture {picture.shape} does not fill the box {box}")
    changed = page.copy()
    changed[y0:y1, x0:x1] = picture
    return changed


def text_picture(text: str, page: Pixels, box: BoxPx, pixels_per_pt: float) -> Pixels:
    """Text set into the size of a box on the page's own paper colour there.

    The largest size from `MAX_TEXT_PT` down to `MIN_TEXT_PT` at which all lines fit is taken;
    below it the text is cut at the box.
    """
    x0, y0, x1, y1 = box
    paper = _paper_colour(page[y0:y1, x0:x1])
    image = Image.new("RGB", (x1 - x0, y1 - y0), paper)
    size_pt = MAX_TEXT_PT
    lines = _wrapped(text, size_pt * pixels_per_pt, x1 - x0)
    while size_pt > MIN_TEXT_PT and len(lines) * size_pt * 1.2 * pixels_per_pt > y1 - y0:
        size_pt -= 0.5
        lines = _wrapped(text, size_pt * pixels_per_pt, x1 - x0)
    ink = (0, 0, 0) if sum(paper) > 384 else (255, 255, 255)
    font = _font(size_pt * pixels_per_pt)
    draw = ImageDraw.Draw(image)
    for index, line in enumerate(lines):
        draw.text((0, index * size_pt * 1.2 * pixels_per_pt), line, fill=ink, font=font)
    return np.asarray(image)


def draw_marks(
    page: Pixels, marks: Sequence[MarkedBox], width_pt: float, height_pt: float
) -> Pixels:
    """A copy of the page with labelled frames around the marked boxes."""
    image = Image.fromarray(page)
    draw = ImageDraw.Draw(image)
    scale = page.shape[1] / width_pt
    line = max(2, round(1.2 * scale))
    font = _font(9.0 * scale)
    for index, mark in enumerate(marks):
        colour = MARK_COLOURS[index % len(MARK_COLOURS)]
        x0, y0, x1, y1 = box_px(mark.bbox_pt, page, width_pt, height_pt)
        draw.rectangle((x0 - line, y0 - line, x1 + line - 1, y1 + line - 1), None, colour, line)
        width, height = (round(v) for v in _text_size(mark.label, font))
        frame = (x0 - line, y0 - line, x1 + line, y1 + line)
        left, top = _tag_place(np.asarray(image), frame, width + 6, height + 6)
        draw.rectangle((left, top, left + width + 5, top + height + 5), colour)
        draw.text((left + 3, top + 1), mark.label, fill=(255, 255, 255), font=font)
    return np.asarray(image)


def _tag_place(page: Pixels, frame: BoxPx, width: int, height: int) -> tuple[int, int]:
    """Where beside a frame a tag hides the least ink: left of it if nothing is there, else right,
    above, below; inside the frame when it fits nowhere."""
    x0, y0, x1, y1 = frame
    places = [(x0 - width, y0), (x1, y0), (x0, y0 - height), (x0, y1), (x1 - width, y0 - height)]
    inside = [
        (x, y)
        for x, y in places
        if 0 <= x <= page.shape[1] - width and 0 <= y <= page.shape[0] - height
    ]
    # Every eighth pixel tells the paper's colour; sorting a whole page would take a second.
    paper = np.array(_paper_colour(page[::8, ::8]))

    def ink(place: tuple[int, int]) -> int:
        x, y = place
        under = page[y : y + height, x : x + width].astype(int)
        return int((np.abs(under - paper).max(axis=2) > INK_DIFFERENCE).sum())

    return min(inside, key=ink, default=(max(x0, 0), max(y0, 0)))


def _paper_colour(region: Pixels) -> tuple[int, int, int]:
    """The most common colour of a region."""
    colours, counts = np.unique(region.reshape(-1, 3), axis=0, return_counts=True)
    red, green, blue = (int(v) for v in colours[counts.argmax()])
    return red, green, blue


def _wrapped(text: str, size_px: float, width_px: int) -> list[str]:
    # DejaVu's mean letter width is a little over half of its size.
    return textwrap.wrap(text, max(8, int(width_px / (0.58 * size_px)))) or [""]


def _text_size(text: str, font: ImageFont.FreeTypeFont) -> tuple[float, float]:
    left, _, right, bottom = font.getbbox(text)
    return right - left, bottom


def _font(size_px: float) -> ImageFont.FreeTypeFont:
    return _sized_font(max(6, round(size_px)))


@cache
def _sized_font(size_px: int) -> ImageFont.FreeTypeFont:
    path = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"
    return ImageFont.truetype(str(path), size_px)
