"""What lies in a window: the region a figure takes there (tables: table_regions.py).

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
LABEL_TEXT_GAP = 24.0
FLUSH = 1.5
MIN_WORDS = 3

Column = tuple[float, float]


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


def figure_region(
    strips: Sequence[Strip], style: TextStyle, columns: Sequence[Column] = ()
) -> Region | None:
    """Return the region of a figure from strips ordered nearest to the caption first.

    Reaches to the last drawing in the window; text beyond it belongs when it is close, a little
    farther off when it is set like the labels of the drawing, but not as a line of body text flush
    in one of the `columns`. Where
    nothing of size is drawn, a small picture next to the caption counts; without any, the region
    is the block of text next to the caption (listings, matrices).
    """
    strips = _behind_float_rule(strips, style, columns)
    if not strips:
        return None
    drawn = _drawn(strips)
    if not drawn:
        return region_of(_text_block(strips, style))
    if any(_is_section_head(strips, k, style, columns) for k in range(drawn[0])):
        return None
    last = drawn[0]
    for k in drawn[1:]:
        if _is_apart(strips, last, k, style) or _is_other_box(strips, k, drawn[0]):
            break
        if _turns_to_code(strips[drawn[0]], strips[k]):
            break
        last = k
    return region_of(strips[: _with_text(strips, last, style, columns) + 1])


def _with_text(
    strips: Sequence[Strip], last: int, style: TextStyle, columns: Sequence[Column]
) -> int:
    """Return the index of the last strip of text that still belongs to drawings up to `last`."""
    end = last
    for k in range(last + 1, len(strips)):
        is_own = _is_lettering(strips[k], strips[: end + 1], style)
        limit = LABEL_TEXT_GAP if is_own else FAR_TEXT_GAP
        is_foreign = _is_heading(strips[k], style) or _is_listing(strips[k])
        is_foreign = is_foreign or _ends_paragraph(strips[k], style, columns)
        if gap_between(strips[end], strips[k]) > limit or (is_foreign and not is_own):
            break
        end = k
    return end


def _ends_paragraph(strip: Strip, style: TextStyle, columns: Sequence[Column]) -> bool:
    """Say whether a strip is words of body text, flush left in a column: the end of a paragraph.

    Pieces of formulas among the words do not count.
    """
    body = [ln for ln in strip.lines if _is_body(ln, style)]
    words = sum(word.isalpha() and word.islower() for ln in body for word in ln.text.split())
    if strip.graphics or words < MIN_WORDS:
        return False
    left = min(ln.bbox_pt[0] for ln in body)
    return any(abs(left - x0) < FLUSH for x0, _ in columns)


def _is_body(line: TextLine, style: TextStyle) -> bool:
    """Say whether a line is set in the type of the body."""
    return line.font == style.font and abs(line.size - style.size) < 0.5


def _behind_float_rule(
    strips: Sequence[Strip], style: TextStyle, columns: Sequence[Column]
) -> Sequence[Strip]:
    """Drop the rule that some journals set between a figure and its caption.

    A rule of the same ends on the figure's other side closes a frame: then both belong to it.
    """
    if not strips or not _is_bare_rule(strips[0]):
        return strips
    inner = figure_region(strips[1:], style, columns)
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
    return region_of(ordered[first : last + 1])


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


def _turns_to_code(first: Strip, strip: Strip) -> bool:
    """Say whether a drawing is a box of code, and the drawing next to the caption is none."""
    return _is_listing(strip) and not _is_listing(first)


def _is_apart(strips: Sequence[Strip], last: int, k: int, style: TextStyle) -> bool:
    """Say whether a drawing is too far from the one before it, with no lettering between."""
    is_far = gap_between(strips[last], strips[k]) > FIGURE_GAP
    return is_far and not _is_lettered(strips, last, k, style)


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


def _is_section_head(
    strips: Sequence[Strip], k: int, style: TextStyle, columns: Sequence[Column]
) -> bool:
    """Say whether strip k, between caption and drawing, heads a section: bold, large, set apart.

    The title of an axis is in the type of the drawing and stands away from the edge of a column.
    """
    if not _is_heading(strips[k], style) or gap_between(strips[k], strips[k + 1]) < 8:
        return False
    line = strips[k].lines[0]
    is_flush = any(abs(line.bbox_pt[0] - x0) < FLUSH for x0, _ in columns)
    is_title = _is_lettering(strips[k], strips[k + 1 :], style) and bool(columns) and not is_flush
    return line.is_bold and line.size > style.size + 1.5 and not is_title


def _text_block(strips: Sequence[Strip], style: TextStyle) -> list[Strip]:
    """Return the strips next to the caption with no gap over two and a half line pitches."""
    block = [strips[0]]
    for strip in strips[1:]:
        if gap_between(block[-1], strip) > 2.5 * style.line_pitch:
            break
        block.append(strip)
    return block


def region_of(strips: Sequence[Strip]) -> Region | None:
    """Make a region of strips."""
    if not strips:
        return None
    return Region(union(s.bbox_pt for s in strips), tuple(strips))
