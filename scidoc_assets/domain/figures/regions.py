"""What lies in a window: the region a figure or a table takes there.

A window is cut into strips of content; a region grows from the caption outwards strip by strip.
Refuses to guess where there is nothing: an empty window gives no region.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from scidoc_assets.domain.figures.graphics import Graphic
from scidoc_assets.domain.figures.strips import Strip, gap_between
from scidoc_assets.schemas.geometry import BBox, union
from scidoc_assets.schemas.pages import TextLine, TextStyle, is_typewriter

FAR_TEXT_GAP = 14.0
FIGURE_GAP = 90.0
SIDE_GAP = 30.0
WIDE_RULE_SHARE = 0.7
PART_RULE_SHARE = 0.4
LABEL_TEXT_GAP = 24.0


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
    def is_drawn(self) -> bool:
        """Whether there is more inside than text and rules."""
        return any(s.has_drawing or s.has_grid or s.has_picture for s in self.strips)

    @property
    def rules(self) -> list[BBox]:
        """Rules inside the region."""
        return [r for s in self.strips for r in s.rules]


def figure_region(strips: Sequence[Strip], style: TextStyle) -> Region | None:
    """Return the region of a figure from strips ordered nearest to the caption first.

    Reaches to the last drawing in the window; text beyond it belongs when it is close, a little
    farther off when it is set like the labels of the drawing. Where
    nothing of size is drawn, a small picture next to the caption counts; without any, the region
    is the block of text next to the caption (listings, matrices).
    """
    strips = _behind_float_rule(strips, style)
    if not strips:
        return None
    drawn = _drawn(strips)
    if not drawn:
        return _region(_text_block(strips, style))
    if any(_is_section_head(strips, k, style) for k in range(drawn[0])):
        return None
    last = drawn[0]
    for k in drawn[1:]:
        is_far = gap_between(strips[last], strips[k]) > FIGURE_GAP
        if (is_far and not _is_lettered(strips, last, k, style)) or _is_other_box(
            strips, k, drawn[0]
        ):
            break
        last = k
    end = last
    for k in range(last + 1, len(strips)):
        is_own = _is_lettering(strips[k], strips[: end + 1], style)
        limit = LABEL_TEXT_GAP if is_own else FAR_TEXT_GAP
        is_foreign = _is_heading(strips[k], style) or _is_listing(strips[k])
        if gap_between(strips[end], strips[k]) > limit or (is_foreign and not is_own):
            break
        end = k
    return _region(strips[: end + 1])


def _behind_float_rule(strips: Sequence[Strip], style: TextStyle) -> Sequence[Strip]:
    """Drop the rule that some journals set between a figure and its caption.

    A rule of the same ends on the figure's other side closes a frame: then both belong to it.
    """
    if not strips or not _is_bare_rule(strips[0]):
        return strips
    inner = figure_region(strips[1:], style)
    if inner is None:
        return strips
    x0, _, x1, _ = strips[0].bbox_pt
    far = inner.strips[-1].rules
    return strips if any(abs(r[0] - x0) < 3 and abs(r[2] - x1) < 3 for r in far) else strips[1:]


def _is_bare_rule(strip: Strip) -> bool:
    """Say whether a strip is one horizontal rule and nothing else."""
    return (
        len(strip.rules) == 1
        and not strip.lines
        and all(g.kind == "rules" and g.bbox_pt[3] - g.bbox_pt[1] < 4 for g in strip.graphics)
    )


def _drawn(strips: Sequence[Strip]) -> list[int]:
    """Return which strips hold a drawing, or a small picture when that is next to the caption."""
    drawn = [k for k, s in enumerate(strips) if s.has_drawing or s.has_grid]
    return drawn or ([0] if strips[0].has_picture else [])


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


def _is_listing(strip: Strip) -> bool:
    """Say whether all text of a strip is set in a typewriter face: code, or what it printed."""
    return bool(strip.lines) and all(is_typewriter(ln.font) for ln in strip.lines)


def _is_lettered(strips: Sequence[Strip], last: int, k: int, style: TextStyle) -> bool:
    """Say whether titles and axis labels lead from one drawing to the next in short steps."""
    between = strips[last : k + 1]
    steps = [gap_between(a, b) for a, b in itertools.pairwise(between)]
    own = all(_is_lettering(s, (between[0], between[-1]), style) for s in between[1:-1])
    return len(between) > 2 and own and max(steps) < FIGURE_GAP / 2


def _is_lettering(strip: Strip, inside: Sequence[Strip], style: TextStyle) -> bool:
    """Say whether a strip is set like the labels of the drawing: in their fonts, none of the body.

    Weight may differ (a bold title over plain axis labels).
    """
    fonts = {_family(ln.font) for s in inside if s.has_drawing for ln in s.lines}
    own = {_family(ln.font) for ln in strip.lines}
    return bool(own) and own <= fonts - {_family(style.font)}


def _family(font: str) -> str:
    """Return a font's name without subset tag and weight."""
    return font.split("+")[-1].split("-")[0].split(",")[0].lower()


def _is_heading(strip: Strip, style: TextStyle) -> bool:
    """Say whether a strip is one line of large or bold text, set as a heading would be."""
    if len(strip.lines) != 1 or strip.graphics:
        return False
    line = strip.lines[0]
    return line.size > style.size + 0.8 or (line.is_bold and line.size > style.size - 0.3)


def _is_section_head(strips: Sequence[Strip], k: int, style: TextStyle) -> bool:
    """Say whether strip k, between caption and drawing, heads a section: bold, large, set apart."""
    if not _is_heading(strips[k], style) or gap_between(strips[k], strips[k + 1]) < 8:
        return False
    line = strips[k].lines[0]
    return line.is_bold and line.size > style.size + 1.5


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
        if _is_picture_after_rows(block, strips[k]) or _is_next_box(block, strips[k]):
            break
        limit = max(2.2 * style.line_pitch, 26.0)
        if _same_cells(block, strips[k]):
            limit *= 1.8
        if gap > limit and not _rules_go_on(block, strips[k:]):
            break
        block.append(strips[k])
    return _region(_inside_rules(block))


def _is_picture_after_rows(block: Sequence[Strip], strip: Strip) -> bool:
    """Say whether a drawing without cells follows rows of cells at some distance."""
    if not strip.has_drawing or strip.is_tabular or gap_between(block[-1], strip) < 6:
        return False
    return sum(s.is_tabular for s in block) >= 2 and not any(s.has_drawing for s in block)


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


def _region(strips: Sequence[Strip]) -> Region | None:
    """Make a region of strips."""
    if not strips:
        return None
    return Region(union(s.bbox_pt for s in strips), tuple(strips))
