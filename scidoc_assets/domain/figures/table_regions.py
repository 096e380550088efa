"""What lies in a window: the region a table takes there.

A table grows from its caption strip by strip while its rows, cells and rules go on. Refuses notes
under the last rule, and another table's box.
"""

from __future__ import annotations

from collections.abc import Sequence

from scidoc_assets.domain.figures.regions import Region, region_of
from scidoc_assets.domain.figures.strips import Strip, gap_between, is_cell_row, rows_of
from scidoc_assets.schemas.geometry import BBox
from scidoc_assets.schemas.pages import TextStyle

WIDE_RULE_SHARE = 0.7
PART_RULE_SHARE = 0.4


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
        if _is_picture_after_rows(block, strips[k]) or _is_next_box(block, strips[k]):
            break
        limit = max(2.2 * style.line_pitch, 26.0)
        if _same_cells(block, strips[k]):
            limit *= 1.8
        if gap > limit and not _rules_go_on(block, strips[k:]):
            break
        block.append(strips[k])
    return region_of(_inside_rules(block))


def _is_picture_after_rows(block: Sequence[Strip], strip: Strip) -> bool:
    """Say whether a drawing without cells follows rows of cells at some distance."""
    if not strip.has_drawing or strip.is_tabular or gap_between(block[-1], strip) < 6:
        return False
    rows = [row for s in block for row in rows_of(s.lines) if is_cell_row(row)]
    return len(rows) >= 2 and not any(s.has_drawing for s in block)


def _is_next_box(block: Sequence[Strip], strip: Strip) -> bool:
    """Say whether a bare rule opens another box: wider on both ends than the rule before it.

    The rule before it must close the table (it has the ends of another rule of the table).
    """
    last = block[-1]
    if last.lines or strip.lines or not last.rules or not strip.rules:
        return False
    x0, x1 = last.rules[0][0], last.rules[0][2]
    is_closed = any(abs(r[0] - x0) < 3 and abs(r[2] - x1) < 3 for s in block[:-1] for r in s.rules)
    return is_closed and all(r[0] < x0 - 4 and r[2] > x1 + 4 for r in strip.rules)


def _same_cells(block: Sequence[Strip], strip: Strip) -> bool:
    """Say whether two cells of a strip stand under cells of the table: left, centred or right."""
    if not strip.is_tabular:
        return False
    known = [_edges(ln.bbox_pt) for s in block if s.is_tabular for ln in s.lines]
    own = {_edges(ln.bbox_pt) for ln in strip.lines}
    return sum(any(_is_under(cell, other) for other in known) for cell in own) >= 2


def _edges(box: BBox) -> tuple[float, float, float]:
    """Return where a cell may be aligned: its left edge, its middle, its right edge."""
    return box[0], (box[0] + box[2]) / 2, box[2]


def _is_under(cell: tuple[float, float, float], other: tuple[float, float, float]) -> bool:
    """Say whether two cells share an edge or the middle (2 pt)."""
    return any(abs(a - b) < 2.0 for a, b in zip(cell, other, strict=True))


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
    wide = [
        k
        for k, s in enumerate(block)
        if any(_is_wide(r, block) for r in s.rules)
        or any(g.kind == "rules" and g.bbox_pt[3] - g.bbox_pt[1] > 8 for g in s.graphics)
        or s.has_drawing
    ]
    if not wide or sum(len(block[k].rules) for k in wide) < 2:
        return block
    first, last = wide[0], wide[-1]
    inside = block[first : last + 1]
    while first > 0 and _heads_on(inside, block[first - 1], block[first]):
        first -= 1
    while last + 1 < len(block) and _same_cells(inside, block[last + 1]):
        last += 1
    return block[first : last + 1]


def _is_wide(rule: BBox, block: Sequence[Strip]) -> bool:
    """Say whether a rule bounds a table: nearly the longest, or one of two that match.

    A table split into parts has matching rules of its own breadth in each part.
    """
    rules = [r for s in block for r in s.rules]
    share = (rule[2] - rule[0]) / max(1.0, *(r[2] - r[0] for r in rules))
    twins = sum(abs(r[0] - rule[0]) < 1 and abs(r[2] - rule[2]) < 1 for r in rules)
    return share > WIDE_RULE_SHARE or (share > PART_RULE_SHARE and twins > 1)


def _heads_on(inside: Sequence[Strip], outer: Strip, inner: Strip) -> bool:
    """Say whether a strip of cells before the first rule belongs to the table."""
    is_near = gap_between(outer, inner) < 12
    return is_near and (_same_cells(inside, outer) or (outer.is_tabular and len(outer.lines) > 2))
