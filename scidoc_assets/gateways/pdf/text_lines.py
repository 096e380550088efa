"""Text lines out of PyMuPDF's own dictionary of a page, as plain data; images where asked.

Some writers set every word, and every space, on its own: neighbouring spans of one type become one.
Refuses lines that show nothing; only what they replaced is counted.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import compress
from operator import itemgetter
from typing import Any, NamedTuple

from scidoc_assets.gateways.pdf.library import pymupdf
from scidoc_assets.schemas.geometry import BBox, union
from scidoc_assets.schemas.pages import TextLine, TextSpan
from scidoc_assets.schemas.text import replace_surrogates

ASCENT, DESCENT = 0.78, 0.22
_WITH_IMAGES = pymupdf.TEXTFLAGS_DICT
_TEXT_ALONE = _WITH_IMAGES & ~pymupdf.TEXT_PRESERVE_IMAGES
# Bits of a span's `char_flags`: a font can be made bold by stroking the filled glyphs.
_CHAR_BOLD = 8
_FILLED_AND_STROKED = 16 | 32
# The other bits say, among others, that MuPDF put a space in: no change of type.
_PAINT = _CHAR_BOLD | _FILLED_AND_STROKED
_PAINTED_BOLD = [
    bool(paint & _CHAR_BOLD) or paint & _FILLED_AND_STROKED == _FILLED_AND_STROKED
    for paint in range(64)
]
_BOLD_WORDS = ("bold", "black", "heavy", "demi", "cmbx", "-bd", ".b")
_ITALIC_WORDS = ("italic", "oblique", "cmti", "slanted")

_TEXT, _IMAGE = 0, 1  # types of blocks

_text_of = itemgetter("text")
_box_of = itemgetter("bbox")
_Span = dict[str, Any]
_Run = tuple[_Span, str, float, float]  # longest span, text, left and right end


class ReadText(NamedTuple):
    """A page's lines that show something, the number of replaced surrogates, and its images.

    The images are PyMuPDF's own dictionaries, in unrotated space; none unless they were asked for.
    """

    lines: list[TextLine]
    replaced: int
    images: list[dict[str, Any]]


def read_text(
    page: pymupdf.Page, turn: pymupdf.Matrix | None, *, with_images: bool = False
) -> ReadText:
    """Read the text of a page, and its images in the same walk where asked.

    `turn` maps the frame of the unrotated page to the displayed one; None where they are one.
    """
    read = ReadText([], 0, [])
    replaced = 0
    flags = _WITH_IMAGES if with_images else _TEXT_ALONE
    content: dict[str, Any] = page.get_text("dict", flags=flags)  # type: ignore[assignment]
    for block in content["blocks"]:
        if block["type"] == _IMAGE:
            read.images.append(block)
        if block["type"] != _TEXT:
            continue
        number = block["number"]
        for raw in block["lines"]:
            line, count = _text_line(raw, number, turn)
            replaced += count
            if line is not None:
                read.lines.append(line)
    return read._replace(replaced=replaced)


def turned_box(box: Any, turn: pymupdf.Matrix | None) -> BBox:
    """Map a box of unrotated space to the displayed page."""
    if turn is None:
        return (float(box[0]), float(box[1]), float(box[2]), float(box[3]))
    rect = pymupdf.Rect(box) * turn
    return (rect.x0, rect.y0, rect.x1, rect.y1)


def _text_line(
    raw: dict[str, Any], block: int, turn: pymupdf.Matrix | None
) -> tuple[TextLine | None, int]:
    """Turn one dictionary line into a TextLine; None when it shows nothing."""
    pieces: list[_Span] = raw["spans"]
    texts = list(map(_text_of, pieces))
    boxes = list(compress(map(_box_of, pieces), map(str.strip, texts)))
    runs, replaced = _runs(pieces, texts)
    if not boxes:
        return None, replaced
    if turn is not None:
        runs = [_turned_run(run, turn) for run in runs]
        boxes = [turned_box(box, turn) for box in boxes]
    x0, y0, x1, y1 = boxes[0] if len(boxes) == 1 else union(boxes)
    main, is_bold, spans = _spans(runs)
    size, baseline = main["size"], y1
    angle = _angle(raw["dir"], turn)
    if angle == 0:
        origin = main["origin"]
        baseline = float((pymupdf.Point(origin) * turn).y if turn is not None else origin[1])
        y0, y1 = baseline - ASCENT * size, baseline + DESCENT * size
    text = spans[0].text if len(spans) == 1 else "".join([s.text for s in spans])
    box = (x0, y0, x1, y1)
    return TextLine(box, baseline, size, angle, block, spans, text, main["font"], is_bold), replaced


def _runs(pieces: Sequence[_Span], texts: Sequence[str]) -> tuple[list[_Run], int]:
    """Join neighbouring spans of one type; return the runs and the number of replaced surrogates."""
    if len(pieces) == 1:
        text, lost = replace_surrogates(texts[0])
        x0, _, x1, _ = pieces[0]["bbox"]
        return [(pieces[0], text, x0, x1)] if text else [], lost
    types = [(s["font"], s["size"], s["flags"], s["char_flags"] & _PAINT) for s in pieces]
    runs: list[_Run] = []
    replaced, start, count = 0, 0, len(pieces)
    while start < count:
        end, longest = start + 1, start
        while end < count and types[end] == types[start]:
            # The first may be a raised mark, or the space that MuPDF puts behind one, as raised.
            if len(texts[end]) > len(texts[longest]):
                longest = end
            end += 1
        joined = texts[start] if end == start + 1 else "".join(texts[start:end])
        if joined:
            text, lost = replace_surrogates(joined)
            replaced += lost
            runs.append(
                (pieces[longest], text, pieces[start]["bbox"][0], pieces[end - 1]["bbox"][2])
            )
        start = end
    return runs, replaced


def _turned_run(run: _Run, turn: pymupdf.Matrix) -> _Run:
    """Return a run with its ends on the displayed page."""
    first, text, x0, x1 = run
    x0, _, x1, _ = turned_box((x0, first["bbox"][1], x1, first["bbox"][3]), turn)
    return first, text, x0, x1


def _spans(runs: Sequence[_Run]) -> tuple[_Span, bool, tuple[TextSpan, ...]]:
    """Return the dictionary of the run with most characters, whether most are bold, and the spans."""
    spans: list[TextSpan] = []
    main, heaviest, total, heavy = runs[0][0], 0, 0, 0
    for first, text, x0, x1 in runs:
        font = first["font"]
        is_bold, is_italic = _weight(font, first["flags"], first["char_flags"])
        spans.append(TextSpan(text, x0, x1, first["size"], font, is_bold, is_italic))
        weight = len(text.strip())
        total += weight
        heavy += weight if is_bold else 0
        if weight > heaviest:
            heaviest, main = weight, first
    return main, 2 * heavy > total, tuple(spans)


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
