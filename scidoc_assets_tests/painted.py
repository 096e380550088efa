"""Painted pages for tests: text lines, paths and images as plain data, and small PDFs.

Refuses real papers: everything here is made up on the spot.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pymupdf

from scidoc_assets.domain.layouts.pagetext import read_text
from scidoc_assets.schemas.geometry import BBox
from scidoc_assets.schemas.pages import (
    PageContent,
    PageText,
    PathTable,
    PlacedImage,
    TextLine,
    TextSpan,
    TextStyle,
    make_line,
    no_paths,
)

WORDS = [
    "the",
    "quick",
    "study",
    "of",
    "many",
    "different",
    "things",
    "shows",
    "that",
    "most",
    "results",
    "agree",
    "with",
    "earlier",
    "work",
    "and",
    "that",
    "the",
    "remaining",
    "cases",
    "need",
    "further",
    "data",
    "before",
    "any",
    "firm",
    "answer",
    "can",
    "be",
    "given",
    "to",
    "readers",
]


def line(
    text: str,
    x0: float,
    baseline: float,
    x1: float | None = None,
    size: float = 10.0,
    font: str = "Body",
    is_bold: bool = False,
    block: int = 0,
) -> TextLine:
    """Return a horizontal line; without `x1` half a size per character."""
    end = x0 + 0.5 * size * len(text) if x1 is None else x1
    span = TextSpan(text, x0, end, size, font, is_bold, False)
    box = (x0, baseline - 0.78 * size, end, baseline + 0.22 * size)
    return make_line(box, baseline, size, 0, block, (span,), text)


def prose(
    x0: float, top: float, x1: float, count: int, size: float = 10.0, font: str = "Body"
) -> list[TextLine]:
    """Return `count` full lines of running text with a pitch of 1.2 sizes."""
    per_line = max(4, int((x1 - x0) / (3.2 * size)))
    lines: list[TextLine] = []
    for k in range(count):
        words = [WORDS[(k * per_line + j) % len(WORDS)] for j in range(per_line)]
        lines.append(line(" ".join(words), x0, top + 1.2 * size * k, x1, size, font))
    return lines


def paths(boxes: Sequence[BBox], is_stroked: bool = True) -> PathTable:
    """Return visible paths with the given boxes."""
    if not boxes:
        return no_paths()
    n = len(boxes)
    flags = np.full(n, is_stroked)
    return PathTable(
        np.asarray(boxes, dtype=np.float64),
        ~flags,
        flags,
        np.zeros(n, dtype=np.bool_),
        np.zeros(n, dtype=np.bool_),
    )


def page(
    lines: Sequence[TextLine] = (),
    boxes: Sequence[BBox] = (),
    images: Sequence[BBox] = (),
    index: int = 0,
    width: float = 600.0,
    height: float = 800.0,
) -> PageContent:
    """Return a page that paints lines, stroked paths and images."""
    placed = tuple(PlacedImage(b, 100, 100) for b in images)
    return PageContent(index, width, height, 0, tuple(lines), paths(boxes), placed)


def text_of(*pages: PageContent) -> tuple[list[PageText], TextStyle]:
    """Return the page texts and the body style of painted pages."""
    return read_text(pages)


def save_pdf(path: Path, *painters, width: float = 595.0, height: float = 842.0) -> Path:
    """Write a PDF with one page per painter (a function that takes the page)."""
    document = pymupdf.open()
    for paint in painters:
        paint(document.new_page(width=width, height=height))
    document.save(path, no_new_id=True)
    document.close()
    return path


def write_prose(pdf_page: pymupdf.Page, top: float, count: int, x0: float = 72.0) -> None:
    """Write lines of running text, 10 pt with 12 pt pitch."""
    text = " ".join(WORDS)
    for k in range(count):
        pdf_page.insert_text((x0, top + 12 * k), text[k % 7 :][:86], fontsize=10)


def picture(width: int = 60, height: int = 40, seed: int = 0) -> bytes:
    """Return a small noisy PNG without white pixels."""
    noise = np.random.default_rng(seed).integers(0, 200, (height, width, 3), dtype=np.uint8)
    pixmap = pymupdf.Pixmap(pymupdf.csRGB, width, height, noise.tobytes(), False)
    return pixmap.tobytes("png")
