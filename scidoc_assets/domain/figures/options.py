"""What each caption of a page could take, and how good each choice looks.

A scene holds what all captions of a page share. Refuses options without content.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scidoc_assets.domain.figures.captions import Caption
from scidoc_assets.domain.figures.graphics import PageGraphics
from scidoc_assets.domain.figures.regions import Region, figure_region, side_region
from scidoc_assets.domain.figures.strips import Strip, is_drawing, is_picture, rows_of, strips_in
from scidoc_assets.domain.figures.table_regions import table_region
from scidoc_assets.domain.figures.windows import Side, barrier_boxes, loose_prose, window
from scidoc_assets.schemas.geometry import BBox
from scidoc_assets.schemas.pages import PageText, TextStyle

MIN_SCORE = 0.5
NARROW_SHARE = 0.62
DRAW_BACK = 2.5
FLUSH = 3.0
# White margins of a drawing keep a caption away from it; nothing else stands between.
FAR_DRAWING = 2.2
BESIDE: tuple[Side, Side] = ("left", "right")


@dataclass(frozen=True, slots=True)
class Scene:
    """One page as matching sees it. `taken`: caption lines; `loose`: prose that is no barrier."""

    page: PageText
    graphics: PageGraphics
    captions: tuple[Caption, ...]
    barriers: tuple[BBox, ...]
    taken: frozenset[int]
    loose: frozenset[int]
    style: TextStyle


@dataclass(frozen=True, slots=True)
class Option:
    """One possible region of one caption; `window` is where it was found, `strips` near first."""

    side: Side
    region: Region
    score: float
    window: BBox
    strips: tuple[Strip, ...]


def make_scene(
    page: PageText, graphics: PageGraphics, captions: Sequence[Caption], style: TextStyle
) -> Scene:
    """Collect what the captions of a page share."""
    loose = loose_prose(page, graphics, captions, style)
    barriers = barrier_boxes(page, captions, loose, style, graphics)
    taken = frozenset(i for c in captions for i in c.line_ids)
    return Scene(page, graphics, tuple(captions), tuple(barriers), taken, frozenset(loose), style)


def caption_options(scene: Scene, caption: Caption) -> list[Option]:
    """Return the options of a caption: above, below and, for narrow captions, beside."""
    sides: list[Side] = ["above", "below"]
    columns = scene.page.columns
    if caption.bbox_pt[2] - caption.bbox_pt[0] < NARROW_SHARE * (columns[-1][1] - columns[0][0]):
        sides.extend(BESIDE)
    found: list[Option] = []
    for side in sides:
        box = window(caption, side, scene.page, scene.barriers, scene.captions, scene.graphics)
        option = option_in(scene, caption, side, box) if box is not None else None
        if option is not None:
            found.append(option)
    return found


def option_in(scene: Scene, caption: Caption, side: Side, box: BBox) -> Option | None:
    """Return the option that a caption has in a window, None when nothing is there."""
    strips = strips_in(box, scene.page, scene.graphics, set(scene.taken), set(scene.loose))
    if side == "above":
        strips.reverse()
    return option_of(scene, caption, side, box, strips)


def option_of(
    scene: Scene, caption: Caption, side: Side, box: BBox, strips: Sequence[Strip]
) -> Option | None:
    """Return the option made of given strips, near first; None under the bar."""
    style = scene.style
    if side in ("left", "right"):
        region = side_region(strips, caption.bbox_pt)
    elif caption.label.kind == "figure":
        region = figure_region(strips, style, scene.page.columns)
    else:
        region = table_region(strips, style)
    if region is None:
        return None
    region = _inside_window(region, box)
    score = _score(scene, caption, side, region)
    return Option(side, region, score, box, tuple(strips)) if score >= MIN_SCORE else None


def _inside_window(region: Region, window: BBox) -> Region:
    """Draw a region back from the edges of its window where a drawing reaches over them.

    Such a drawing has white margins under the neighbouring text; the text must not get in.
    """
    x0, y0, x1, y1 = region.bbox_pt
    for graphic in region.graphics:
        g = graphic.bbox_pt
        x0 = max(x0, window[0] + DRAW_BACK) if g[0] < window[0] - 1 else x0
        y0 = max(y0, window[1] + DRAW_BACK) if g[1] < window[1] - 1 else y0
        x1 = min(x1, window[2] - DRAW_BACK) if g[2] > window[2] + 1 else x1
        y1 = min(y1, window[3] - DRAW_BACK) if g[3] > window[3] + 1 else y1
    return Region((x0, y0, max(x0, x1), max(y0, y1)), region.strips)


def _score(scene: Scene, caption: Caption, side: Side, region: Region) -> float:
    """Score content, distance, alignment and general custom."""
    own, box, style = caption.bbox_pt, region.bbox_pt, scene.style
    across = side in ("left", "right")
    distance = max(own[1] - box[3], box[1] - own[3])
    if across:
        distance = max(own[0] - box[2], box[0] - own[2])
    farthest = FAR_DRAWING if region.is_drawn and caption.label.kind == "figure" else 3.0
    score = -min(farthest, max(0.0, distance) / 25.0)
    lines_up = _misalignment(own, box, across)
    if not across and (region.is_drawn or caption.label.kind != "figure"):
        lines_up = min(lines_up, _misalignment(_measure(scene, caption), box, across))
    score -= lines_up
    if caption.label.kind == "figure":
        score += _figure_evidence(region, style) + (0.8 if side == "above" else 0.0)
        drawn = [g.bbox_pt for g in region.graphics if is_drawing(g)]
        score -= 1.0 if not across and any(_stands_beside(d, own) for d in drawn) else 0.0
    else:
        score += _table_evidence(region) + (0.4 if side == "below" else 0.0)
    is_small = box[3] - box[1] < 1.5 * style.size or box[2] - box[0] < 3 * style.size
    if is_small and not _is_picture(region):
        score -= 2.0
    return score


def _stands_beside(box: BBox, caption: BBox) -> bool:
    """Say whether a drawing stands beside a caption, over half of its height: not above or below."""
    shared = min(box[3], caption[3]) - max(box[1], caption[1])
    is_clear = box[2] <= caption[0] or box[0] >= caption[2]
    return is_clear and shared > 0.5 * (caption[3] - caption[1])


def _is_picture(region: Region) -> bool:
    """Say whether a region is one or more pictures and nothing else.

    A picture next to a caption counts at any size: whether it is worth keeping is not asked here.
    """
    return not region.lines and bool(region.graphics) and all(map(is_picture, region.graphics))


def _measure(scene: Scene, caption: Caption) -> BBox:
    """Return the box of a caption, as wide as its column when it is set flush left in it.

    A short caption set so stands left under a graphic in the middle of the column. Its own box
    when another caption stands beside it.
    """
    x0, y0, x1, y1 = caption.bbox_pt
    others = (c.bbox_pt for c in scene.captions if c is not caption)
    if any(min(b[3], y1) > max(b[1], y0) for b in others):
        return caption.bbox_pt
    for left, right in scene.page.columns:
        if abs(x0 - left) < FLUSH and x1 < right:
            return (x0, y0, right, y1)
    return caption.bbox_pt


def _misalignment(own: BBox, box: BBox, across: bool) -> float:
    """Return the penalty for a region that does not line up with its caption: 0 to 3."""
    a, b = (1, 3) if across else (0, 2)
    shift = abs((own[a] + own[b]) - (box[a] + box[b])) / 2
    penalty = min(1.0, shift / max(own[b] - own[a], box[b] - box[a], 1.0))
    shared = min(own[b], box[b]) - max(own[a], box[a])
    narrow = min(own[b] - own[a], box[b] - box[a])
    if shared < 0.3 * narrow:
        penalty += 2.0
    return penalty + (0.3 if across else 0.0)


def _figure_evidence(region: Region, style: TextStyle) -> float:
    """Score how much a region looks like a figure."""
    if any(s.has_drawing for s in region.strips):
        drawn = sum(s.bbox_pt[3] - s.bbox_pt[1] for s in region.strips if s.has_drawing)
        return 1.5 + min(1.0, drawn / 60.0)
    if any(s.has_grid for s in region.strips) or _is_picture(region):
        return 1.3
    rows = rows_of(region.lines)
    foreign = [ln for ln in region.lines if ln.font != style.font]
    score = 0.6 if region.rules else 0.2
    score += 0.6 if len(foreign) > 0.8 * len(region.lines) else 0.0
    return score + (0.6 if len(rows) >= 3 else -1.5)


def _table_evidence(region: Region) -> float:
    """Score how much a region looks like a table."""
    rows = rows_of(region.lines)
    tabular = sum(len(r) > 1 for r in rows)
    wide = [r for r in region.rules if r[2] - r[0] > 0.5 * (region.bbox_pt[2] - region.bbox_pt[0])]
    score = 0.9 * min(len(wide), 3) / 1.5
    if any(g.kind == "rules" and g.bbox_pt[3] - g.bbox_pt[1] > 20 for g in region.graphics):
        score += 1.0
    if rows and tabular >= 2:
        score += 1.6 * tabular / len(rows)
    drawings = any(s.has_drawing for s in region.strips)
    if not rows:
        return 1.0 if drawings else -1.0
    return score - (0.8 if drawings and not wide and tabular < 2 else 0.0)
