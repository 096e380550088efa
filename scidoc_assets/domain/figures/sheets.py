"""Contact sheets: labelled crops in a grid as one small PNG, for asset metadata and reviews.

Refuses no input: an unreadable crop is drawn as an empty frame, and what did not fit is counted
on the sheet. Same input, same bytes.
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw, ImageFont

from scidoc_assets.domain.figures.pixels import CropDecodeError, decode_crop, shrink

MAX_BYTES = 300_000
MAX_CELLS = 48
COLUMNS = 6
CELL_SIDES_PX = (220, 180, 140, 110, 84, 60)
GAP_PX = 8
LABEL_LINES = 2
LABEL_SIZE_PX = 12
LINE_PX = 15
INK = "#222222"
FRAME = "#b0b0b0"
GROUND = "#ececec"


@dataclass(frozen=True)
class SheetItem:
    """One cell: two lines of text under an encoded crop (None: there is none)."""

    title: str
    note: str
    png: bytes | None


def contact_sheet(items: Sequence[SheetItem], max_bytes: int = MAX_BYTES) -> bytes:
    """PNG bytes of the first 48 items, six a row; smaller cells until it fits `max_bytes`.

    An empty list gives a sheet that says so. Raises ValueError when even the smallest cells do
    not fit.
    """
    shown = items[:MAX_CELLS]
    pictures = [_picture(item.png) for item in shown]
    rest = len(items) - len(shown)
    for side in CELL_SIDES_PX:
        png = _encoded(_drawn(shown, pictures, rest, side))
        if len(png) <= max_bytes:
            return png
    raise ValueError(f"contact sheet of {len(shown)} crops does not fit {max_bytes} bytes")


def _picture(png: bytes | None) -> Image.Image | None:
    if png is None:
        return None
    try:
        return Image.fromarray(shrink(decode_crop(png), CELL_SIDES_PX[0]))
    except CropDecodeError:
        return None


def _drawn(
    items: Sequence[SheetItem],
    pictures: Sequence[Image.Image | None],
    rest: int,
    side: int,
) -> Image.Image:
    columns = max(1, min(COLUMNS, len(items)))
    rows = math.ceil(len(items) / columns)
    cell = (side + GAP_PX, side + LABEL_LINES * LINE_PX + GAP_PX)
    foot = LINE_PX + GAP_PX if rest or not items else 0
    size = (max(columns * cell[0] + GAP_PX, 240), rows * cell[1] + GAP_PX + foot)
    sheet = Image.new("RGB", size, GROUND)
    draw = ImageDraw.Draw(sheet)
    for place, (item, picture) in enumerate(zip(items, pictures, strict=True)):
        corner = (
            GAP_PX + place % columns * cell[0],
            GAP_PX + place // columns * cell[1],
        )
        _draw_cell(sheet, draw, item, picture, corner, side)
    if foot:
        words = f"and {rest} more" if items else "no figures"
        draw.text((GAP_PX, size[1] - foot), words, fill=INK, font=_font())
    return sheet


def _draw_cell(
    sheet: Image.Image,
    draw: ImageDraw.ImageDraw,
    item: SheetItem,
    picture: Image.Image | None,
    corner: tuple[int, int],
    side: int,
) -> None:
    x, y = corner
    if picture is not None:
        small = picture.copy()
        small.thumbnail((side, side), Image.Resampling.LANCZOS)
        sheet.paste(small, (x + (side - small.width) // 2, y + (side - small.height) // 2))
    draw.rectangle((x, y, x + side - 1, y + side - 1), outline=FRAME)
    for line, words in enumerate((item.title, item.note)):
        draw.text((x, y + side + 2 + line * LINE_PX), _fitted(words, side), fill=INK, font=_font())


def _fitted(words: str, width: int) -> str:
    font = _font()
    if font.getlength(words) <= width:
        return words
    while words and font.getlength(words + "\u2026") > width:
        words = words[:-1]
    return words + "\u2026"


def _font() -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(LABEL_SIZE_PX)


def _encoded(sheet: Image.Image) -> bytes:
    buffer = io.BytesIO()
    palette = sheet.quantize(128, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    palette.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()
