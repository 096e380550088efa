"""Page text, paths and images out of PyMuPDF as plain data.

Each page is read once per kind (text, drawings, images). Refuses to decode image pixels: only
declared sizes and places are read here.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any

import numpy as np

from scidoc_assets.gateways.pdf.library import FzErrorBase, pymupdf
from scidoc_assets.schemas.geometry import BBox, union
from scidoc_assets.schemas.pages import (
    PageContent,
    PathTable,
    PlacedImage,
    TextLine,
    TextSpan,
    make_line,
    no_paths,
)
from scidoc_assets.schemas.text import replace_surrogates

ASCENT, DESCENT = 0.78, 0.22
PALE = 0.97
BROAD_STROKE = 2.0
_TEXT_FLAGS = pymupdf.TEXTFLAGS_DICT & ~pymupdf.TEXT_PRESERVE_IMAGES
# Bits of a span's `char_flags`: a font can be made bold by stroking the filled glyphs.
_CHAR_BOLD = 8
_FILLED_AND_STROKED = 16 | 32
_PAINTED_BOLD = [
    bool(paint & _CHAR_BOLD) or paint & _FILLED_AND_STROKED == _FILLED_AND_STROKED
    for paint in range(64)
]
_INLINE_IMAGE = re.compile(rb"(?:^|\s)BI\s")
_TYPE = itemgetter("font", "size", "flags", "char_flags")
_BOLD_WORDS = ("bold", "black", "heavy", "demi", "cmbx", "-bd", ".b")
_ITALIC_WORDS = ("italic", "oblique", "cmti", "slanted")


def page_content(page: pymupdf.Page) -> PageContent:
    """Read one page.

    Returns boxes in the displayed frame: PyMuPDF gives text, drawings and images in unrotated
    space, so everything is mapped with the page's rotation matrix. Raises what PyMuPDF raises on
    a broken page (RuntimeError and its subclasses, ValueError).
    """
    turn = page.rotation_matrix if page.rotation else None
    rect = page.rect
    lines, replaced = _text_lines(page, turn)
    return PageContent(
        page_index=int(page.number or 0),
        width_pt=float(rect.width),
        height_pt=float(rect.height),
        rotation=int(page.rotation),
        lines=tuple(lines),
        paths=_paths(page, turn, (rect.width, rect.height)),
        images=tuple(_images(page, turn, (0.0, 0.0, float(rect.width), float(rect.height)))),
        replaced_surrogates=replaced,
    )


def _turned(box: Any, turn: pymupdf.Matrix | None) -> BBox:
    """Map a box of unrotated space to the displayed page."""
    if turn is None:
        return (float(box[0]), float(box[1]), float(box[2]), float(box[3]))
    rect = pymupdf.Rect(box) * turn
    return (rect.x0, rect.y0, rect.x1, rect.y1)


def _text_lines(page: pymupdf.Page, turn: pymupdf.Matrix | None) -> tuple[list[TextLine], int]:
    """Return the non-blank text lines and the number of replaced surrogates."""
    lines: list[TextLine] = []
    replaced = 0
    content: dict[str, Any] = page.get_text("dict", flags=_TEXT_FLAGS)  # type: ignore[assignment]
    for block in content["blocks"]:
        if block["type"] != 0:
            continue
        for raw in block["lines"]:
            line, count = _text_line(raw, block["number"], turn)
            replaced += count
            if line is not None:
                lines.append(line)
    return lines, replaced


def _text_line(
    raw: dict[str, Any], block: int, turn: pymupdf.Matrix | None
) -> tuple[TextLine | None, int]:
    """Turn one dictionary line into a TextLine; None when it shows nothing."""
    runs, boxes = _runs(raw["spans"])
    if not boxes:
        return None, sum(replace_surrogates(joined)[1] for _, joined, _ in runs)
    if turn is not None:
        boxes = [_turned(box, turn) for box in boxes]
    spans: list[TextSpan] = []
    replaced, heaviest, size, origin = 0, 0, 0.0, (0.0, 0.0)
    for first, joined, x1 in runs:
        text, count = replace_surrogates(joined)
        replaced += count
        x0 = first["bbox"][0]
        if turn is not None:
            x0, _, x1, _ = _turned((x0, first["bbox"][1], x1, first["bbox"][3]), turn)
        font = first["font"]
        bold, italic = _weight(font, first["flags"], first["char_flags"])
        spans.append(TextSpan(text, x0, x1, first["size"], font, bold, italic))
        weight = len(text.strip())
        if weight > heaviest:
            heaviest, size, origin = weight, first["size"], first["origin"]
    angle = _angle(raw["dir"], turn)
    x0, y0, x1, y1 = union(boxes)
    baseline = y1
    if angle == 0:
        baseline = float((pymupdf.Point(origin) * turn).y if turn is not None else origin[1])
        y0, y1 = baseline - ASCENT * size, baseline + DESCENT * size
    text = "".join(s.text for s in spans)
    return make_line((x0, y0, x1, y1), baseline, size, angle, block, tuple(spans), text), replaced


def _runs(raw: Sequence[dict[str, Any]]) -> tuple[list[tuple[Any, str, float]], list[BBox]]:
    """Join neighbouring spans of one type: (first span, text, right end) of each run.

    Also returns the boxes of all spans that show something. Some writers set every word, and every
    space, on its own.
    """
    texts = [span["text"] for span in raw]
    boxes = [s["bbox"] for s, text in zip(raw, texts, strict=True) if text and not text.isspace()]
    types = list(map(_TYPE, raw))
    runs: list[tuple[Any, str, float]] = []
    start = 0
    while start < len(raw):
        end = start + 1
        while end < len(raw) and types[end] == types[start]:
            end += 1
        text = "".join(texts[start:end])
        if text:
            runs.append((raw[start], text, raw[end - 1]["bbox"][2]))
        start = end
    return runs, boxes


@lru_cache(maxsize=512)
def _weight(font: str, flags: int, painted: int) -> tuple[bool, bool]:
    """Return (is_bold, is_italic) from flags, the font's name and how glyphs are painted."""
    low = font.lower()
    bold = bool(flags & pymupdf.TEXT_FONT_BOLD) or any(w in low for w in _BOLD_WORDS)
    bold = bold or _PAINTED_BOLD[painted & 63]
    italic = bool(flags & pymupdf.TEXT_FONT_ITALIC) or any(w in low for w in _ITALIC_WORDS)
    return bold, italic


def _angle(direction: tuple[float, float], turn: pymupdf.Matrix | None) -> int:
    """Return the reading direction on the displayed page; near quarter turns are made exact."""
    dx, dy = direction
    if turn is None and dy == 0.0 and dx > 0.0:
        return 0
    if turn is not None:
        dx, dy = dx * turn.a + dy * turn.c, dx * turn.b + dy * turn.d
    degrees = math.degrees(math.atan2(dy, dx))
    quarter = round(degrees / 90.0) * 90
    return (quarter if abs(degrees - quarter) < 4.0 else round(degrees)) % 360


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
            box = _clipped(box, clips[-1][1])
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


def _clipped(
    box: tuple[float, float, float, float], clip: tuple[float, float, float, float]
) -> tuple[float, float, float, float] | None:
    """Return the part of a box inside its clip, None when nothing is left."""
    x0, y0 = max(box[0], clip[0]), max(box[1], clip[1])
    x1, y1 = min(box[2], clip[2]), min(box[3], clip[3])
    return (x0, y0, x1, y1) if x1 >= x0 and y1 >= y0 else None


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


def _contents(page: pymupdf.Page) -> bytes:
    """Return the page's content stream; empty when it cannot be decoded."""
    try:
        return page.read_contents() or b""
    except FzErrorBase:
        return b""


def _images(page: pymupdf.Page, turn: pymupdf.Matrix | None, frame: BBox) -> list[PlacedImage]:
    """Return the images placed on the page, cut to its `frame`; pixels are not decoded.

    The walk over the page is saved when its resources name no image, none is inline and no form
    can hold one.
    """
    is_bare = not page.get_images(full=True) and not page.get_xobjects()
    if is_bare and not _INLINE_IMAGE.search(_contents(page)):
        return []
    found: list[PlacedImage] = []
    for info in page.get_image_info():
        box = _clipped(_turned(info["bbox"], turn), frame)
        if box is not None and box[2] > box[0] and box[3] > box[1]:
            found.append(PlacedImage(box, int(info["width"]), int(info["height"])))
    return found
