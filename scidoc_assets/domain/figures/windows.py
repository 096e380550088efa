"""Where the graphic of a caption may lie: free windows above, below and beside it.

A window is bounded by what no figure or table reaches over: running text, other captions, running
heads, and the gutter when the caption sits in one column. Refuses to look at graphics: a window
says what is possible, regions.py says what is there.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from scidoc_assets.domain.figures.captions import Caption
from scidoc_assets.domain.figures.graphics import PageGraphics
from scidoc_assets.domain.figures.spanning import SLACK, Column, Side, spanning_drawing
from scidoc_assets.schemas.geometry import BBox, area, intersection
from scidoc_assets.schemas.pages import PageText, TextLine, TextStyle

MIN_OVERLAP = 3.0
MIN_ROOM = 8.0
MAX_FRAME_SHARE = 0.6
MIN_RULE_WIDTH = 60.0
NEAR_RULE = 30.0


def loose_prose(
    page: PageText, graphics: PageGraphics, captions: Sequence[Caption], style: TextStyle
) -> set[int]:
    """Return running lines that a figure or table may hold: framed, or between rules of a table.

    Between two rules of equal ends only text smaller than the body, or narrower than a column,
    counts as table text; a full line of body text between them keeps all of it outside. Next to a
    table caption, body text counts as well, unless it keeps both edges of a column.
    """
    frames = [
        g.bbox_pt
        for g in graphics.graphics
        if g.is_frame and area(g.bbox_pt) < MAX_FRAME_SHARE * page.width_pt * page.height_pt
    ]
    prose = [i for i, flag in enumerate(page.is_prose) if flag]
    loose = {i for i in prose if _is_framed(page.lines[i].bbox_pt, frames)}
    tables = [c.bbox_pt for c in captions if c.label.kind != "figure"]
    for stack in _rule_stacks(graphics.rules):
        is_captioned = any(_touches(stack, box) for box in tables)
        for upper, lower in itertools.pairwise(stack):
            box = (upper[0] - 4, upper[1], upper[2] + 4, lower[3])
            inside = [i for i in prose if _is_framed(page.lines[i].bbox_pt, [box])]
            lines = [page.lines[i] for i in inside]
            if not _holds_body(lines, upper, page, style, is_captioned):
                loose.update(inside)
    return loose


def _rule_stacks(rules: Sequence[BBox]) -> list[list[BBox]]:
    """Return stacks of at least two longer rules with the same ends (3 pt), top to bottom."""
    stacks: list[list[BBox]] = []
    for rule in rules:
        if rule[2] - rule[0] <= MIN_RULE_WIDTH:
            continue
        for stack in stacks:
            if abs(stack[0][0] - rule[0]) < 3 and abs(stack[0][2] - rule[2]) < 3:
                stack.append(rule)
                break
        else:
            stacks.append([rule])
    return [s for s in stacks if len(s) > 1]


def _touches(stack: Sequence[BBox], caption: BBox) -> bool:
    """Say whether a caption stands right above or right below a stack of rules."""
    shared = min(stack[0][2], caption[2]) - max(stack[0][0], caption[0])
    above, below = stack[0][1] - caption[3], caption[1] - stack[-1][3]
    return shared > 0 and (-3 < above < NEAR_RULE or -3 < below < NEAR_RULE)


def _holds_body(
    lines: Sequence[TextLine], rule: BBox, page: PageText, style: TextStyle, is_captioned: bool
) -> bool:
    """Say whether lines between two rules hold body text of the page rather than table text."""
    rule_x0, width = rule[0], rule[2] - rule[0]
    body = [ln.bbox_pt for ln in lines if ln.size > style.size - 0.4]
    if is_captioned:
        left = min((b[0] for b in body), default=0.0)
        full = [b for b in body if b[2] - b[0] > 0.8 * width and b[0] - rule_x0 < 0.06 * width]
        is_wide = bool(full and left >= full[0][0] - 2)
        return is_wide or (len(page.columns) > 1 and _keeps_columns(body, page))
    width = min(width, min(x1 - x0 for x0, x1 in page.columns))
    return any(b[2] - b[0] > 0.8 * width for b in body)


def _keeps_columns(boxes: Sequence[BBox], page: PageText) -> bool:
    """Say whether three lines and more keep both edges of a column of the page."""
    kept = sum(
        any(abs(b[0] - x0) < 2 and abs(b[2] - x1) < 3 for x0, x1 in page.columns) for b in boxes
    )
    return kept >= 3


def barrier_boxes(
    page: PageText,
    captions: Sequence[Caption],
    loose: set[int],
    style: TextStyle,
    graphics: PageGraphics | None = None,
) -> list[BBox]:
    """Return the boxes of running text and running heads of a page; captions are not included.

    `loose` are the running lines that are no barrier (see `loose_prose`). Nor is a head inside the
    rules of a table among `graphics`: a table over several pages repeats its own.
    """
    taken = {i for c in captions for i in c.line_ids} | loose
    lines = [ln for i, ln in enumerate(page.lines) if page.is_prose[i] and i not in taken]
    tables = [
        g.bbox_pt
        for g in (graphics.graphics if graphics else ())
        if g.kind == "rules"
        and g.bbox_pt[3] - g.bbox_pt[1] > 2.5 * style.line_pitch
        and area(g.bbox_pt) < MAX_FRAME_SHARE * page.width_pt * page.height_pt
    ]
    return _widened(lines, 1.3 * style.line_pitch) + _page_ends(page, tables)


def _widened(lines: Sequence[TextLine], reach: float) -> list[BBox]:
    """Return line boxes; the last line of a paragraph is as wide as the line before it."""
    boxes: list[BBox] = []
    for i, line in enumerate(lines):
        x0, y0, x1, y1 = line.bbox_pt
        above = _neighbour(line, reversed(lines[:i]), -1, reach)
        if above is not None and _neighbour(line, lines[i + 1 :], 1, reach) is None:
            x0, x1 = min(x0, above.bbox_pt[0]), max(x1, above.bbox_pt[2])
        boxes.append((x0, y0, x1, y1))
    return boxes


def _neighbour(
    line: TextLine, others: Iterable[TextLine], sign: int, reach: float
) -> TextLine | None:
    """Return the nearest line within reach above (-1) or below (1) that overlaps sideways."""
    for other in others:
        step = sign * (other.baseline - line.baseline)
        if step > max(reach, 2.0 * line.size):
            return None
        overlap = min(other.bbox_pt[2], line.bbox_pt[2]) - max(other.bbox_pt[0], line.bbox_pt[0])
        if step > 0.5 * line.size and overlap > 0:
            return other
    return None


def _page_ends(page: PageText, tables: Sequence[BBox]) -> list[BBox]:
    """Return the running head and foot as bars over the full width of the page.

    On a page that was turned upright they stand at its sides, as bars over its full height.
    """
    ends: list[BBox] = []
    for line, role in page.furniture:
        x0, y0, x1, y1 = line.bbox_pt
        if not _is_framed(line.bbox_pt, tables) and role in ("header", "footer", "page_number"):
            is_flat = line.angle == 0
            ends.append((0.0, y0, page.width_pt, y1) if is_flat else (x0, 0.0, x1, page.height_pt))
    return ends


def _is_framed(box: BBox, frames: Sequence[BBox]) -> bool:
    """Say whether a line lies inside one of the frames."""
    needed = 0.9 * area(box)
    return any([intersection(box, frame) > needed for frame in frames])


def window(
    caption: Caption,
    side: Side,
    page: PageText,
    barriers: Sequence[BBox],
    captions: Sequence[Caption],
    graphics: PageGraphics,
) -> BBox | None:
    """Return the free window on one side of a caption, None when there is no room (8 pt).

    `barriers` come from `barrier_boxes`; `captions` are all captions of the page.
    """
    blocks = [*barriers, *(c.bbox_pt for c in captions if c is not caption)]
    x0, x1 = _column_limits(caption, page)
    own = caption.bbox_pt
    if (x0, x1) != (0.0, page.width_pt):
        spanning = spanning_drawing(caption, side, graphics, (x0, x1), blocks)
        if spanning is not None:
            x0, x1 = 0.0, page.width_pt
            own = (min(own[0], spanning[0]), own[1], max(own[2], spanning[2]), own[3])
    if side in ("left", "right"):
        box = _window_beside(caption.bbox_pt, side, blocks, (x0, x1), page.height_pt)
    else:
        box = _window_upright(own, side, blocks, (x0, x1), page.height_pt)
        x0, x1 = _neighbour_limits(caption, captions, box[0], box[2])
        box = (x0, box[1], x1, box[3])
    return box if box[2] - box[0] > MIN_ROOM and box[3] - box[1] > MIN_ROOM else None


def _window_upright(
    own: BBox, side: Side, blocks: Sequence[BBox], limits: Column, height: float
) -> BBox:
    """Return the window above or below a caption up to the next block in its x range.

    `own` is as wide as the drawing next to the caption when that spans the columns.
    """
    x0, x1 = limits
    over = [b for b in blocks if min(b[2], own[2]) - max(b[0], own[0]) > MIN_OVERLAP]
    if side == "above":
        y0, y1 = max((b[3] for b in over if b[3] <= own[1] + SLACK), default=0.0), own[1]
    else:
        y0 = own[3]
        y1 = min((b[1] for b in over if b[1] >= own[3] - SLACK), default=height)
    for b in blocks:
        if min(b[3], y1) - max(b[1], y0) <= SLACK:
            continue
        if b[2] <= own[0] + MIN_OVERLAP:
            x0 = max(x0, b[2])
        elif b[0] >= own[2] - MIN_OVERLAP:
            x1 = min(x1, b[0])
    return (x0, y0, x1, y1)


def _window_beside(
    own: BBox, side: Side, blocks: Sequence[BBox], limits: Column, height: float
) -> BBox:
    """Return the window left or right of a caption up to the next blocks in its way."""
    x0, x1 = (own[2], limits[1]) if side == "right" else (limits[0], own[0])
    middle = (own[1] + own[3]) / 2
    for b in blocks:
        if min(b[3], own[3]) - max(b[1], own[1]) <= SLACK:
            continue
        if side == "right" and b[0] >= own[2] - SLACK:
            x1 = min(x1, b[0])
        elif side == "left" and b[2] <= own[0] + SLACK:
            x0 = max(x0, b[2])
    over = [b for b in blocks if min(b[2], x1) - max(b[0], x0) > MIN_OVERLAP]
    y0 = max((b[3] for b in over if (b[1] + b[3]) / 2 < middle), default=0.0)
    y1 = min((b[1] for b in over if (b[1] + b[3]) / 2 > middle), default=height)
    return (x0, y0, max(x0, x1), max(y0, y1))


def _column_limits(caption: Caption, page: PageText) -> tuple[float, float]:
    """Return the x range open to a caption: its column up to mid-gutter, or the whole page."""
    own = caption.bbox_pt
    columns = page.columns
    if len(columns) == 1:
        return 0.0, page.width_pt
    edges = [0.0, *((a[1] + b[0]) / 2 for a, b in itertools.pairwise(columns))]
    edges.append(page.width_pt)
    for left, right in itertools.pairwise(edges):
        if own[0] >= left - 4 and own[2] <= right + 4:
            return left, right
    return 0.0, page.width_pt


def _neighbour_limits(
    caption: Caption, captions: Sequence[Caption], x0: float, x1: float
) -> tuple[float, float]:
    """Stop half-way to captions that stand beside this one."""
    own = caption.bbox_pt
    for other in captions:
        box = other.bbox_pt
        if other is caption or min(box[3], own[3]) - max(box[1], own[1]) <= 0:
            continue
        if box[2] <= own[0] + SLACK:
            x0 = max(x0, (box[2] + own[0]) / 2)
        elif box[0] >= own[2] - SLACK:
            x1 = min(x1, (box[0] + own[2]) / 2)
    return x0, x1
