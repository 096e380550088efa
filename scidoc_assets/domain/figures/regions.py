"""What lies in a window: the region a figure or a table takes there.

A window is cut into strips of content; a region grows from the caption outwards strip by strip.
Refuses to guess where there is nothing: an empty window gives no region.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from scidoc_assets.domain.figures.graphics import Graphic, PageGraphics, graphics_in
from scidoc_assets.schemas.geometry import BBox, union
from scidoc_assets.schemas.pages import PageText, TextLine, TextStyle

STRIP_GAP = 3.0
MIN_GRAPHIC_AREA = 150.0
MIN_SCATTER = 6
FAR_TEXT_GAP = 14.0
FIGURE_GAP = 90.0
SIDE_GAP = 30.0
WIDE_RULE_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Strip:
    """A horizontal strip of content: everything whose heights overlap.

    `prose_lines`: how many of the lines are running text inside a frame or table.
    """

    bbox_pt: BBox
    graphics: tuple[Graphic, ...]
    lines: tuple[TextLine, ...]
    rules: tuple[BBox, ...]
    prose_lines: int = 0

    @property
    def has_drawing(self) -> bool:
        """Whether something is drawn here that is more than rules."""
        if any(is_drawing(g) for g in self.graphics):
            return True
        return sum(g.kind != "rules" for g in self.graphics) >= MIN_SCATTER

    @property
    def is_tabular(self) -> bool:
        """Whether at least two lines of text stand side by side like cells."""
        return any(is_cell_row(row) for row in rows_of(self.lines))


@dataclass(frozen=True, slots=True)
class Region:
    """A region found for one caption on one side; `strips` nearest to the caption first."""

    bbox_pt: BBox
    strips: tuple[Strip, ...]

    @property
    def lines(self) -> list[TextLine]:
        """Text lines inside the region."""
        return [ln for s in self.strips for ln in s.lines]

    @property
    def graphics(self) -> list[Graphic]:
        """Graphics inside the region."""
        return [g for s in self.strips for g in s.graphics]

    @property
    def rules(self) -> list[BBox]:
        """Rules inside the region."""
        return [r for s in self.strips for r in s.rules]


def is_drawing(graphic: Graphic) -> bool:
    """Say whether a graphic is a picture or drawing of some size, not typography."""
    x0, y0, x1, y1 = graphic.bbox_pt
    if graphic.kind == "rules":
        return False
    return (x1 - x0) * (y1 - y0) >= MIN_GRAPHIC_AREA and min(x1 - x0, y1 - y0) >= 4


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
    drawn = graphics_in(box, graphics.graphics, 0.5)
    lines = [
        ln
        for i, ln in enumerate(page.lines)
        if i not in taken
        and (i in loose or not page.is_prose[i])
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


def _centre_inside(inner: BBox, outer: BBox) -> bool:
    """Say whether the centre of a box lies in another box."""
    x, y = (inner[0] + inner[2]) / 2, (inner[1] + inner[3]) / 2
    return outer[0] <= x <= outer[2] and outer[1] <= y <= outer[3]


def _cut(inner: BBox, outer: BBox) -> BBox:
    """Return the part of a box inside another (they overlap)."""
    x0, y0 = max(inner[0], outer[0]), max(inner[1], outer[1])
    return (x0, y0, max(x0, min(inner[2], outer[2])), max(y0, min(inner[3], outer[3])))


def _strips(items: list[tuple[BBox, Graphic | TextLine | None]], prose: set[int]) -> list[Strip]:
    """Sweep items top to bottom into strips parted by at least `STRIP_GAP` of white."""
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


def figure_region(strips: Sequence[Strip], style: TextStyle) -> Region | None:
    """Return the region of a figure from strips ordered nearest to the caption first.

    Reaches to the last drawing in the window; text beyond it belongs when it is close. Without any
    drawing the region is the block of text next to the caption (listings, matrices).
    """
    if not strips:
        return None
    drawn = [k for k, s in enumerate(strips) if s.has_drawing]
    if not drawn:
        return _region(_text_block(strips, style))
    last = drawn[0]
    for k in drawn[1:]:
        if gap_between(strips[last], strips[k]) > FIGURE_GAP or _is_other_box(strips, k, drawn[0]):
            break
        last = k
    end = last
    for k in range(last + 1, len(strips)):
        if gap_between(strips[end], strips[k]) > FAR_TEXT_GAP or _is_heading(strips[k], style):
            break
        end = k
    return _region(strips[: end + 1])


def side_region(strips: Sequence[Strip], caption: BBox) -> Region | None:
    """Return the drawing beside a caption: the strips around the caption's own height.

    None when no drawing stands there.
    """
    ordered = sorted(strips, key=lambda s: s.bbox_pt[1])
    beside = [
        k
        for k, s in enumerate(ordered)
        if s.has_drawing and min(s.bbox_pt[3], caption[3]) > max(s.bbox_pt[1], caption[1])
    ]
    if not beside:
        return None
    first, last = beside[0], beside[-1]
    while first > 0 and _joins(ordered[first - 1], ordered[first]):
        first -= 1
    while last + 1 < len(ordered) and _joins(ordered[last], ordered[last + 1]):
        last += 1
    return _region(ordered[first : last + 1])


def _joins(upper: Strip, lower: Strip) -> bool:
    """Say whether two strips beside a caption belong together."""
    limit = SIDE_GAP if upper.has_drawing and lower.has_drawing else FAR_TEXT_GAP
    return gap_between(upper, lower) <= limit


def _is_other_box(strips: Sequence[Strip], k: int, first: int) -> bool:
    """Say whether strip k is a box of running text beyond a figure that is none itself."""
    return strips[k].prose_lines >= 2 and strips[first].prose_lines == 0


def _is_heading(strip: Strip, style: TextStyle) -> bool:
    """Say whether a strip is one line of large or bold text, set as a heading would be."""
    if len(strip.lines) != 1 or strip.graphics:
        return False
    line = strip.lines[0]
    return line.size > style.size + 0.8 or (line.is_bold and line.size > style.size - 0.3)


def _text_block(strips: Sequence[Strip], style: TextStyle) -> list[Strip]:
    """Return the strips next to the caption with no gap over two and a half line pitches."""
    block = [strips[0]]
    for strip in strips[1:]:
        if gap_between(block[-1], strip) > 2.5 * style.line_pitch:
            break
        block.append(strip)
    return block


def table_region(strips: Sequence[Strip], style: TextStyle) -> Region | None:
    """Return the region of a table from strips ordered nearest to the caption first.

    Grows while gaps stay small, or while wide rules of one length show that the table goes on;
    then rows outside the outermost wide rules are dropped unless they hold cells.
    """
    if not strips:
        return None
    block = [strips[0]]
    for k in range(1, len(strips)):
        gap = gap_between(block[-1], strips[k])
        limit = max(2.2 * style.line_pitch, 26.0)
        if _same_cells(block, strips[k]):
            limit *= 1.8
        if gap > limit and not _rules_go_on(block, strips[k:]):
            break
        block.append(strips[k])
    return _region(_inside_rules(block))


def _same_cells(block: Sequence[Strip], strip: Strip) -> bool:
    """Say whether a strip has two cells that start where cells of the table start."""
    starts = [ln.bbox_pt[0] for s in block if s.is_tabular for ln in s.lines]
    own = {ln.bbox_pt[0] for ln in strip.lines if any(abs(ln.bbox_pt[0] - x) < 2.0 for x in starts)}
    return strip.is_tabular and len(own) >= 2


def _rules_go_on(block: Sequence[Strip], rest: Sequence[Strip]) -> bool:
    """Say whether a rule further on has the ends of a rule already in the table."""
    ends = [(r[0], r[2]) for s in block for r in s.rules if r[2] - r[0] > 60]
    if not ends or gap_between(block[-1], rest[0]) > 80:
        return False
    return any(
        abs(r[0] - a) < 4 and abs(r[2] - b) < 4 for s in rest[:4] for r in s.rules for a, b in ends
    )


def _inside_rules(block: list[Strip]) -> list[Strip]:
    """Drop strips without cells outside the first and last wide rule, when there are two."""
    box = union(s.bbox_pt for s in block)
    wide = [
        k
        for k, s in enumerate(block)
        if any(r[2] - r[0] > WIDE_RULE_SHARE * (box[2] - box[0]) for r in s.rules)
        or any(g.kind == "rules" and g.bbox_pt[3] - g.bbox_pt[1] > 8 for g in s.graphics)
        or s.has_drawing
    ]
    if not wide or sum(len(block[k].rules) for k in wide) < 2:
        return block
    first, last = wide[0], wide[-1]
    while (
        first > 0
        and block[first - 1].is_tabular
        and gap_between(block[first - 1], block[first]) < 12
    ):
        first -= 1
    while last + 1 < len(block) and block[last + 1].is_tabular:
        last += 1
    return block[first : last + 1]


def _region(strips: Sequence[Strip]) -> Region | None:
    """Make a region of strips."""
    if not strips:
        return None
    return Region(union(s.bbox_pt for s in strips), tuple(strips))
