"""Drawings that no caption took: figures without caption.

Refuses decorations: what is small, lies in the page margin, frames running text, or is a box that
a listing or other text fills is not kept.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from scidoc_assets.domain.figures.graphics import Graphic, PageGraphics
from scidoc_assets.domain.figures.strips import is_cell_row, is_drawing, rows_of
from scidoc_assets.schemas.figures import GraphicSource
from scidoc_assets.schemas.geometry import BBox, area, intersection, union
from scidoc_assets.schemas.pages import PageText, TextLine

MIN_AREA = 3600.0
MIN_SIDE = 36.0
NEAR = 14.0
MARGIN = 0.07
SAME_END = 3.0
MAX_ROW_GAP = 3.0


def uncaptioned_boxes(
    page: PageText, graphics: PageGraphics, taken: Sequence[BBox]
) -> list[tuple[BBox, GraphicSource]]:
    """Return (box, source) of drawings outside all `taken` boxes, neighbours joined.

    A drawing is kept from 36 pt a side and half a square inch, when it is not in the outer 7 % at
    the top or bottom, holds less than two lines of running text and is no box filled with text.
    """
    free = [
        g
        for g in graphics.graphics
        if is_drawing(g)
        and not any(intersection(g.bbox_pt, t) > 0.3 * area(g.bbox_pt) for t in taken)
    ]
    found: list[tuple[BBox, GraphicSource]] = []
    for group in _groups(free):
        box = union(g.bbox_pt for g in group)
        if _is_text_box(group, page):
            continue
        if _is_large(box) and not _is_marginal(box, page) and not _frames_text(box, page):
            kinds = {g.kind for g in group}
            source: GraphicSource = "mixed"
            if kinds == {"raster"} or kinds == {"vector"}:
                source = "raster" if "raster" in kinds else "vector"
            found.append((box, source))
    return found


def _groups(graphics: Sequence[Graphic]) -> list[list[Graphic]]:
    """Join drawings that are closer than 14 pt to one group."""
    groups: list[list[Graphic]] = []
    for graphic in graphics:
        near = [g for g in groups if any(_are_near(graphic.bbox_pt, m.bbox_pt) for m in g)]
        merged = [graphic, *(m for g in near for m in g)]
        groups = [g for g in groups if g not in near]
        groups.append(merged)
    return groups


def _are_near(a: BBox, b: BBox) -> bool:
    """Say whether two boxes are less than 14 pt apart."""
    dx = max(b[0] - a[2], a[0] - b[2])
    dy = max(b[1] - a[3], a[1] - b[3])
    return dx < NEAR and dy < NEAR


def _is_large(box: BBox) -> bool:
    """Say whether a box is large enough for a figure."""
    return area(box) >= MIN_AREA and min(box[2] - box[0], box[3] - box[1]) >= MIN_SIDE


def _is_marginal(box: BBox, page: PageText) -> bool:
    """Say whether a box lies in the top or bottom margin (logos, bars)."""
    middle = (box[1] + box[3]) / 2
    return middle < MARGIN * page.height_pt or middle > (1 - MARGIN) * page.height_pt


def _frames_text(box: BBox, page: PageText) -> bool:
    """Say whether two or more running lines have their centre in the box, or cover it."""
    count, covered = 0, 0.0
    for line, is_prose in zip(page.lines, page.is_prose, strict=True):
        if not is_prose:
            continue
        x = (line.bbox_pt[0] + line.bbox_pt[2]) / 2
        y = (line.bbox_pt[1] + line.bbox_pt[3]) / 2
        count += box[0] <= x <= box[2] and box[1] <= y <= box[3]
        covered += intersection(line.bbox_pt, box)
    return count >= 2 or covered > 0.3 * area(box)


def _is_text_box(group: Sequence[Graphic], page: PageText) -> bool:
    """Say whether frames of the same ends hold rows of text from top to bottom, and no table."""
    left, right = group[0].bbox_pt[0], group[0].bbox_pt[2]
    for graphic in group:
        x0, y0, x1, y1 = graphic.bbox_pt
        if not graphic.is_frame or abs(x0 - left) > SAME_END or abs(x1 - right) > SAME_END:
            return False
        inside = _lines_in(graphic.bbox_pt, page)
        tops = sorted(ln.bbox_pt[1] for ln in inside)
        gaps = [b - a for a, b in itertools.pairwise([y0, *tops, y1])]
        size = max((ln.size for ln in inside), default=0.0)
        if len(tops) < 2 or max(gaps) > MAX_ROW_GAP * size or is_table(graphic.bbox_pt, page):
            return False
    return True


def _lines_in(box: BBox, page: PageText) -> list[TextLine]:
    """Return the lines whose centre lies in a box."""
    return [
        ln
        for ln in page.lines
        if box[0] <= (ln.bbox_pt[0] + ln.bbox_pt[2]) / 2 <= box[2]
        and box[1] <= (ln.bbox_pt[1] + ln.bbox_pt[3]) / 2 <= box[3]
    ]


def is_table(box: BBox, page: PageText) -> bool:
    """Say whether a box holds mostly rows of cells: an uncaptioned table, not a figure."""
    inside = _lines_in(box, page)
    rows = rows_of(inside)
    cells = sum(is_cell_row(row) for row in rows)
    words = sum(ln.bbox_pt[2] - ln.bbox_pt[0] for ln in inside) * 10
    return len(rows) >= 3 and cells >= 0.5 * len(rows) and words > 0.08 * area(box)
