"""Which region belongs to which caption: the best joint choice for all captions of a page.

Every caption may take the region above or below it (or beside it); regions of two captions must not overlap. The
document's own habit (captions below figures, above tables, ...) counts once it is known from the
clear cases. Refuses to give one region to two captions: the loser is an orphan.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from scidoc_assets.domain.figures.captions import Caption
from scidoc_assets.domain.figures.graphics import PageGraphics
from scidoc_assets.domain.figures.regions import (
    Region,
    Strip,
    figure_region,
    gap_between,
    rows_of,
    strips_in,
    table_region,
)
from scidoc_assets.domain.figures.windows import Side, barrier_boxes, loose_prose, window
from scidoc_assets.schemas.geometry import area, intersection
from scidoc_assets.schemas.pages import PageText, TextStyle

MAX_ENUMERATED = 7
MAX_SHARED = 0.08
MIN_MATCH = 0.0
SIDES: tuple[Side, ...] = ("above", "below")


@dataclass(frozen=True, slots=True)
class Option:
    """One possible region of one caption; `strips` are all strips of its window, near first."""

    side: Side
    region: Region
    score: float
    strips: tuple[Strip, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """The choice made for a caption; no option means that it is an orphan."""

    caption: Caption
    option: Option | None


Habit = dict[tuple[str, Side], float]


def match_captions(
    pages: Sequence[PageText],
    graphics: Sequence[PageGraphics],
    captions: Sequence[Caption],
    style: TextStyle,
) -> list[Match]:
    """Return one match per caption, in the order given.

    `graphics[i]` belong to `pages[i]`; captions name their page by index into `pages`.
    """
    options: dict[int, list[list[Option]]] = {}
    by_page: dict[int, list[Caption]] = {}
    for k, page in enumerate(pages):
        own = [c for c in captions if c.page_index == page.page_index]
        if own:
            by_page[k] = own
            options[k] = _page_options(page, graphics[k], own, style)
    habit = _habit(by_page, options)
    chosen: dict[int, Option | None] = {}
    for k, own in by_page.items():
        best = _assign(own, options[k], habit, style)
        chosen.update({id(c): o for c, o in zip(own, best, strict=True)})
    return [Match(c, chosen.get(id(c))) for c in captions]


def _page_options(
    page: PageText, graphics: PageGraphics, captions: Sequence[Caption], style: TextStyle
) -> list[list[Option]]:
    """Return the options of each caption of a page."""
    loose = loose_prose(page, graphics, style)
    barriers = barrier_boxes(page, captions, loose, style)
    taken = {i for c in captions for i in c.line_ids}
    result: list[list[Option]] = []
    for caption in captions:
        found: list[Option] = []
        for side in SIDES:
            box = window(caption, side, page, barriers, captions)
            if box is None:
                continue
            strips = strips_in(box, page, graphics, taken, loose)
            if side == "above":
                strips.reverse()
            option = make_option(caption, side, strips, style)
            if option is not None:
                found.append(option)
        result.append(found)
    return result


def make_option(
    caption: Caption, side: Side, strips: Sequence[Strip], style: TextStyle
) -> Option | None:
    """Return the option that a caption has in a window, None when nothing is there."""
    grow = figure_region if caption.label.kind == "figure" else table_region
    region = grow(strips, style)
    if region is None:
        return None
    return Option(side, region, _score(caption, side, region, style), tuple(strips))


def _score(caption: Caption, side: Side, region: Region, style: TextStyle) -> float:
    """Score content, distance, alignment and general custom; 0 is the bar for a match."""
    own, box = caption.bbox_pt, region.bbox_pt
    distance = own[1] - box[3] if side == "above" else box[1] - own[3]
    score = -min(3.0, max(0.0, distance) / 25.0)
    shift = abs((own[0] + own[2]) - (box[0] + box[2])) / 2
    score -= min(1.0, shift / max(own[2] - own[0], box[2] - box[0], 1.0))
    if caption.label.kind == "figure":
        score += _figure_evidence(region, style) + (0.8 if side == "above" else 0.0)
    else:
        score += _table_evidence(region) + (0.4 if side == "below" else 0.0)
    if box[3] - box[1] < 1.5 * style.size or box[2] - box[0] < 3 * style.size:
        score -= 2.0
    return score


def _figure_evidence(region: Region, style: TextStyle) -> float:
    """Score how much a region looks like a figure."""
    if any(s.has_drawing for s in region.strips):
        drawn = sum(s.bbox_pt[3] - s.bbox_pt[1] for s in region.strips if s.has_drawing)
        return 1.5 + min(1.0, drawn / 60.0)
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


def _habit(by_page: dict[int, list[Caption]], options: dict[int, list[list[Option]]]) -> Habit:
    """Return a bonus for each (kind, side) from captions whose side is clear."""
    votes: Counter[tuple[str, Side]] = Counter()
    for k, captions in by_page.items():
        for caption, own in zip(captions, options[k], strict=True):
            ranked = sorted(own, key=lambda o: -o.score)
            if not ranked or ranked[0].score < 1.0:
                continue
            if len(ranked) == 1 or ranked[0].score - ranked[1].score > 1.2:
                votes[caption.label.kind, ranked[0].side] += 1
    habit: Habit = {}
    for kind in ("figure", "table", "algorithm"):
        above, below = votes[kind, "above"], votes[kind, "below"]
        if above + below >= 1:
            lean = (above - below) / (above + below + 1)
            habit[kind, "above"], habit[kind, "below"] = lean, -lean
    return habit


def _assign(
    captions: Sequence[Caption],
    options: Sequence[Sequence[Option]],
    habit: Habit,
    style: TextStyle,
) -> list[Option | None]:
    """Return the best joint choice; pages with very many captions are decided in pieces."""
    best: list[Option | None] = []
    for start in range(0, len(captions), MAX_ENUMERATED):
        part = slice(start, start + MAX_ENUMERATED)
        best.extend(_assign_part(captions[part], options[part], habit, style))
    return best


def _assign_part(
    captions: Sequence[Caption],
    options: Sequence[Sequence[Option]],
    habit: Habit,
    style: TextStyle,
) -> list[Option | None]:
    """Enumerate the joint choices of a few captions."""
    choices: list[list[Option | None]] = [[*own, None] for own in options]
    best_score, best = -1.0, [None] * len(captions)  # type: tuple[float, list[Option | None]]
    cache: dict[tuple[int, int, Side, Side], tuple[Option, Option] | None] = {}
    for combo in itertools.product(*choices):
        settled = _settled(captions, list(combo), style, cache)
        if settled is None:
            continue
        total = sum(
            o.score + habit.get((c.label.kind, o.side), 0.0) - MIN_MATCH
            for c, o in zip(captions, settled, strict=True)
            if o is not None
        )
        if total > best_score:
            best_score, best = total, settled
    return best


def _settled(
    captions: Sequence[Caption],
    combo: list[Option | None],
    style: TextStyle,
    cache: dict[tuple[int, int, Side, Side], tuple[Option, Option] | None],
) -> list[Option | None] | None:
    """Return the choice with shared windows split, None when two regions collide."""
    was_split: set[int] = set()
    for i, j in itertools.combinations(range(len(combo)), 2):
        a, b = combo[i], combo[j]
        if a is None or b is None or not _collide(a.region, b.region):
            continue
        if i in was_split or j in was_split:
            return None
        key = (i, j, a.side, b.side)
        if key not in cache:
            cache[key] = _split(captions[i], captions[j], a, b, style)
        halves = cache[key]
        if halves is None:
            return None
        combo[i], combo[j] = halves
        was_split.update((i, j))
    return combo


def _collide(a: Region, b: Region) -> bool:
    """Say whether two regions overlap by more than a small share of the smaller one."""
    shared = intersection(a.bbox_pt, b.bbox_pt)
    return shared > MAX_SHARED * max(1.0, min(area(a.bbox_pt), area(b.bbox_pt)))


def _split(
    first: Caption, second: Caption, a: Option, b: Option, style: TextStyle
) -> tuple[Option, Option] | None:
    """Share the window between two captions that face each other; None when they do not."""
    if (a.side, b.side) == ("above", "below"):
        halves = _split(second, first, b, a, style)
        return (halves[1], halves[0]) if halves else None
    if (a.side, b.side) != ("below", "above") or first.bbox_pt[3] > second.bbox_pt[1]:
        return None
    strips = sorted({id(s): s for s in (*a.strips, *b.strips)}.values(), key=lambda s: s.bbox_pt[1])
    best: tuple[float, Option, Option] | None = None
    for k in range(1, len(strips)):
        upper = make_option(first, "below", strips[:k], style)
        lower = make_option(second, "above", strips[k:][::-1], style)
        if upper is None or lower is None or _collide(upper.region, lower.region):
            continue
        total = upper.score + lower.score + min(1.0, gap_between(strips[k - 1], strips[k]) / 20.0)
        if best is None or total > best[0]:
            best = (total, upper, lower)
    return (best[1], best[2]) if best else None
