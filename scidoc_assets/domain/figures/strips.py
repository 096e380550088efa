"""A window cut into strips of content: drawings, text and rules whose heights overlap.

Refuses running text, unless it is framed or stands between the rules of a table.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from scidoc_assets.domain.figures.graphics import THIN, Graphic, PageGraphics, graphics_share
from scidoc_assets.schemas.geometry import BBox, union
from scidoc_assets.schemas.pages import PageText, TextLine

STRIP_GAP = 0.6
MIN_GRAPHIC_AREA = 150.0
MIN_SCATTER = 6
MIN_GRID_SIDE = 25.0
FILL_SHARE = 0.8
MIN_FILL = 40.0


@dataclass(frozen=True)
class Strip:
    """A horizontal strip of content: everything whose heights overlap.

    `prose_lines`: how many of the lines are running text inside a frame or table.
    """

    bbox_pt: BBox
    graphics: tuple[Graphic, ...]
    lines: tuple[TextLine, ...]
    rules: tuple[BBox, ...]
    prose_lines: int = 0

    @cached_property
    def has_drawing(self) -> bool:
        """Whether something is drawn here that is more than rules."""
        if any(is_drawing(g) for g in self.graphics):
            return True
        return sum(g.kind != "rules" for g in self.graphics) >= MIN_SCATTER

    @property
    def has_grid(self) -> bool:
        """Whether straight lines of both directions cover some area (a grid, a bare plot)."""
        return any(
            g.kind == "rules"
            and min(g.bbox_pt[2] - g.bbox_pt[0], g.bbox_pt[3] - g.bbox_pt[1]) >= MIN_GRID_SIDE
            for g in self.graphics
        )

    @property
    def has_picture(self) -> bool:
        """Whether a picture of any size stands here, with no text beside it."""
        return not self.lines and any(is_picture(g) for g in self.graphics)

    @cached_property
    def is_tabular(self) -> bool:
        """Whether at least two lines of text stand side by side like cells."""
        return any(is_cell_row(row) for row in rows_of(self.lines))


def is_drawing(graphic: Graphic) -> bool:
    """Say whether a graphic is a picture or drawing of some size, not typography."""
    x0, y0, x1, y1 = graphic.bbox_pt
    if graphic.kind == "rules":
        return False
    return (x1 - x0) * (y1 - y0) >= MIN_GRAPHIC_AREA and min(x1 - x0, y1 - y0) >= 4


def is_picture(graphic: Graphic) -> bool:
    """Say whether a graphic is a picture, however small, and not a rule drawn as a picture."""
    x0, y0, x1, y1 = graphic.bbox_pt
    return graphic.kind == "raster" and min(x1 - x0, y1 - y0) > THIN


def rows_of(lines: Sequence[TextLine]) -> list[list[TextLine]]:
    """Group lines to rows by baseline, top to bottom."""
    rows: list[list[TextLine]] = []
    for line in sorted(lines, key=lambda ln: ln.baseline):
        if rows and line.baseline - rows[-1][0].baseline < 0.5 * line.size:
            rows[-1].append(line)
        else:
            rows.append([line])
    return rows


def is_cell_row(row: Sequence[TextLine]) -> bool:
    """Say whether a row has two pieces at least one and a half font sizes apart, none of them a
    section number."""
    largest = max(ln.size for ln in row)
    row = [ln for ln in row if len(ln.text.strip()) > 1 or ln.size > 0.8 * largest]
    if len(row) < 2 or all(ln.is_bold and ln.size > 10.5 for ln in row):
        return False
    boxes = sorted(ln.bbox_pt for ln in row)
    size = max(ln.size for ln in row)
    return any(b[0] - a[2] > 1.5 * size for a, b in itertools.pairwise(boxes)) or len(row) > 3


def strips_in(
    box: BBox, page: PageText, graphics: PageGraphics, taken: set[int], loose: set[int]
) -> list[Strip]:
    """Return the strips of content of a window, top to bottom.

    `taken`: indices of lines that are captions. Running text is left out unless it is `loose`.
    """
    drawn = [g for g in graphics.graphics if _is_shown(g.bbox_pt, box)]
    lines = [
        ln
        for i, ln in enumerate(page.lines)
        if (not page.is_prose[i] or i in loose)
        and i not in taken
        and _centre_inside(ln.bbox_pt, box)
    ]
    prose = [page.lines[i] for i in loose]
    lines += [ln for ln in page.slanted if _centre_inside(ln.bbox_pt, box)]
    rules = [r for r in graphics.rules if _centre_inside(r, box)]
    items: list[tuple[BBox, Graphic | TextLine | None]] = []
    items += [(_cut(g.bbox_pt, box), g) for g in drawn]
    items += [(_cut(ln.bbox_pt, box), ln) for ln in lines]
    items += [(_cut(r, box), None) for r in rules]
    return _strips(items, {id(ln) for ln in prose})


def _is_shown(inner: BBox, box: BBox) -> bool:
    """Say whether a graphic belongs to a window: half of it lies inside, or it fills the window.

    A picture with wide white margins reaches under the text around it.
    """
    if graphics_share(inner, box) >= 0.5:
        return True
    width = min(inner[2], box[2]) - max(inner[0], box[0])
    height = min(inner[3], box[3]) - max(inner[1], box[1])
    if width <= 0 or height < FILL_SHARE * (box[3] - box[1]):
        return False
    return width >= FILL_SHARE * (inner[2] - inner[0]) and height > MIN_FILL


def _centre_inside(inner: BBox, outer: BBox) -> bool:
    """Say whether the centre of a box lies in another box."""
    x, y = (inner[0] + inner[2]) / 2, (inner[1] + inner[3]) / 2
    return outer[0] <= x <= outer[2] and outer[1] <= y <= outer[3]


def _cut(inner: BBox, outer: BBox) -> BBox:
    """Return the part of a box inside another (they overlap)."""
    x0, y0 = max(inner[0], outer[0]), max(inner[1], outer[1])
    return (x0, y0, max(x0, min(inner[2], outer[2])), max(y0, min(inner[3], outer[3])))


def _strips(items: list[tuple[BBox, Graphic | TextLine | None]], prose: set[int]) -> list[Strip]:
    """Sweep items top to bottom into strips parted by white."""
    items.sort(key=lambda item: item[0][1])
    groups: list[list[tuple[BBox, Graphic | TextLine | None]]] = []
    reach = 0.0
    for item in items:
        if groups and item[0][1] <= reach + STRIP_GAP:
            groups[-1].append(item)
        else:
            groups.append([item])
            reach = 0.0
        reach = max(reach, item[0][3])
    return [
        Strip(
            union(box for box, _ in group),
            tuple(g for _, g in group if isinstance(g, Graphic)),
            tuple(g for _, g in group if isinstance(g, TextLine)),
            tuple(box for box, g in group if g is None),
            sum(id(g) in prose for _, g in group),
        )
        for group in groups
    ]


def gap_between(a: Strip, b: Strip) -> float:
    """Return the white height between two strips."""
    return max(a.bbox_pt[1], b.bbox_pt[1]) - min(a.bbox_pt[3], b.bbox_pt[3])
