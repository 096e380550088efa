"""Regions that other people's finders give, and the naive rule that puts captions to them.

Held apart from the finders themselves (`peers_models`, `peers_rules`, `peers_tables`; the list is in
`document_peers`). Refuses to tune: one rule for all, whatever the finder.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Box = tuple[float, float, float, float]
MAX_GAP_PT = 150.0
_CAPTION = re.compile(
    r"^\s*((?:(?:Extended Data|Supplementary|SI)\s+)?(?:Fig(?:ure)?s?\.?|FIG(?:URE)?\.?|Table|TABLE|"
    r"Tab\.|Scheme|图|表)\s*(?:[A-Z]{0,2}\.?\d+|[IVX]+))\s*(?:[.:|\u2013\u2014-]|$|\s[A-Z(\u4e00-\u9fff])"
)


@dataclass(frozen=True)
class Region:
    """A figure or table; points of the displayed page from the top left, `page_index` from 0."""

    kind: str
    page_index: int
    box: Box
    label: str | None = None
    caption: str | None = None


@dataclass(frozen=True)
class Peer:
    """A finder: what pip installs, what is imported, how it finds, and what must be known of it."""

    name: str
    pip: str
    module: str
    find: Callable[[Path], list[Region]]
    kinds: str = "figures and tables"
    note: str = ""


def with_captions(path: Path, regions: list[Region]) -> list[dict[str, Any]]:
    """Regions as the scorer reads them; each caption goes to the nearest region of its kind."""
    captions = list(_captions(path))
    pairs = sorted(
        (_gap(r.box, box), k, i)
        for k, r in enumerate(regions)
        for i, (page_index, kind, box, _, _) in enumerate(captions)
        if r.label is None and (r.page_index, r.kind) == (page_index, kind)
    )
    named: dict[int, int] = {}
    for gap, k, i in pairs:
        if gap <= MAX_GAP_PT and k not in named and i not in named.values():
            named[k] = i
    return [
        {
            "kind": r.kind,
            "page_index": r.page_index,
            "bbox_pt": list(r.box),
            "label": captions[named[k]][3] if k in named else r.label,
            "caption": captions[named[k]][4] if k in named else r.caption,
        }
        for k, r in enumerate(regions)
    ]


def _captions(path: Path) -> Iterator[tuple[int, str, Box, str, str]]:
    """Text blocks that open like a caption: page, kind, box, label, text."""
    import pymupdf

    with pymupdf.open(path) as document:
        for k, page in enumerate(document.pages()):
            for block in page.get_text("blocks"):
                found = _CAPTION.match(block[4])
                if found:
                    kind = "table" if re.match(r"T|表", found[1]) else "figure"
                    box = tuple(pymupdf.Rect(block[:4]) * page.rotation_matrix)
                    yield k, kind, box, found[1], " ".join(block[4].split())


def _gap(a: Box, b: Box) -> float:
    """White between two boxes that share columns, infinite when they stand side by side."""
    if min(a[2], b[2]) <= max(a[0], b[0]):
        return float("inf")
    return max(b[1] - a[3], a[1] - b[3], 0.0)


def page_heights(path: Path) -> list[float]:
    """Heights of the displayed pages, in points."""
    import pymupdf

    with pymupdf.open(path) as document:
        return [page.rect.height for page in document]


def from_bottom(kind: str, page_index: int, box: Any, heights: list[float]) -> Region:
    """A region whose box was measured from the bottom left."""
    x0, y0, x1, y1 = box
    height = heights[page_index]
    return Region(kind, page_index, (x0, height - y1, x1, height - y0))
