"""Which region belongs to which caption: the best joint choice for all captions of a page.

Regions of two captions must not overlap; where two captions reach for one place, the place is
parted between them. The document's own habit (captions below figures, above tables, ...) counts
once it is known from the clear cases. Refuses to give one region to two captions: the loser is an
orphan.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from scidoc_assets.domain.figures.captions import Caption
from scidoc_assets.domain.figures.graphics import PageGraphics
from scidoc_assets.domain.figures.options import (
    BESIDE,
    Option,
    Scene,
    caption_options,
    make_scene,
    option_in,
    option_of,
)
from scidoc_assets.domain.figures.regions import Region
from scidoc_assets.domain.figures.strips import Strip, gap_between
from scidoc_assets.domain.figures.windows import Side
from scidoc_assets.schemas.geometry import BBox, area, intersection
from scidoc_assets.schemas.pages import PageText, TextStyle

MAX_ENUMERATED = 6
MAX_SHARED = 0.08
CLEAR_LEAD = 1.2


@dataclass(frozen=True, slots=True)
class Match:
    """The choice made for a caption; no option means that it is an orphan."""

    caption: Caption
    option: Option | None


Habit = dict[tuple[str, Side], float]
Pair = tuple[Option, Option]


def match_captions(
    pages: Sequence[PageText],
    graphics: Sequence[PageGraphics],
    captions: Sequence[Caption],
    style: TextStyle,
) -> list[Match]:
    """Return one match per caption, in the order given; `graphics[i]` belong to `pages[i]`."""
    scenes: list[Scene] = []
    options: list[list[list[Option]]] = []
    for page, drawn in zip(pages, graphics, strict=True):
        own = [c for c in captions if c.page_index == page.page_index]
        if own:
            scene = make_scene(page, drawn, own, style)
            scenes.append(scene)
            options.append([caption_options(scene, c) for c in own])
    habit = _habit(scenes, options)
    chosen: dict[int, Option | None] = {}
    for scene, own in zip(scenes, options, strict=True):
        best = _assign(scene, own, habit)
        chosen.update({id(c): o for c, o in zip(scene.captions, best, strict=True)})
    return [Match(c, chosen.get(id(c))) for c in captions]


def _habit(scenes: Sequence[Scene], options: Sequence[Sequence[Sequence[Option]]]) -> Habit:
    """Return a bonus for each (kind, side) from captions whose side is clear."""
    votes: Counter[tuple[str, Side]] = Counter()
    for scene, page_options in zip(scenes, options, strict=True):
        for caption, own in zip(scene.captions, page_options, strict=True):
            ranked = sorted(own, key=lambda o: -o.score)
            if not ranked or ranked[0].score < 1.0:
                continue
            if len(ranked) == 1 or ranked[0].score - ranked[1].score > CLEAR_LEAD:
                votes[caption.label.kind, ranked[0].side] += 1
    habit: Habit = {}
    for kind in ("figure", "table", "algorithm"):
        above, below = votes[kind, "above"], votes[kind, "below"]
        if above + below >= 1:
            lean = (above - below) / (above + below + 1)
            habit[kind, "above"], habit[kind, "below"] = lean, -lean
    return habit


def _assign(scene: Scene, options: Sequence[Sequence[Option]], habit: Habit) -> list[Option | None]:
    """Return the best joint choice; pages with very many captions are decided in pieces."""
    best: list[Option | None] = []
    for start in range(0, len(options), MAX_ENUMERATED):
        part = slice(start, start + MAX_ENUMERATED)
        best.extend(_Chooser(scene, scene.captions[part], habit).best(options[part]))
    return best


class _Chooser:
    """Enumerates the joint choices of a few captions of one page."""

    def __init__(self, scene: Scene, captions: Sequence[Caption], habit: Habit) -> None:
        """Keep the page, the captions to place on it and the document's habit."""
        self._scene = scene
        self._captions = captions
        self._habit = habit
        self._parted: dict[tuple[int, int, Side, Side], Pair | None] = {}

    def best(self, options: Sequence[Sequence[Option]]) -> list[Option | None]:
        """Return the choice with the highest total; no option counts 0."""
        choices: list[list[Option | None]] = [[*own, None] for own in options]
        best: list[Option | None] = [None] * len(options)
        best_total = 0.0
        for combo in itertools.product(*choices):
            settled = self._settled(list(combo))
            total = self._total(settled) if settled is not None else -1.0
            if settled is not None and total > best_total:
                best_total, best = total, settled
        return best

    def _total(self, combo: Sequence[Option | None]) -> float:
        """Return the summed score of a choice, habit included."""
        return sum(
            o.score + self._habit.get((c.label.kind, o.side), 0.0)
            for c, o in zip(self._captions, combo, strict=True)
            if o is not None
        )

    def _settled(self, combo: list[Option | None]) -> list[Option | None] | None:
        """Return the choice with shared places parted, None when two regions collide."""
        was_parted: set[int] = set()
        for i, j in itertools.combinations(range(len(combo)), 2):
            a, b = combo[i], combo[j]
            if a is None or b is None or not _collide(a.region, b.region):
                continue
            if i in was_parted or j in was_parted:
                return None
            key = (i, j, a.side, b.side)
            if key not in self._parted:
                self._parted[key] = self._part(i, j, a, b)
            pair = self._parted[key]
            if pair is None:
                return None
            combo[i], combo[j] = pair
            was_parted.update((i, j))
        return combo

    def _part(self, i: int, j: int, a: Option, b: Option) -> Pair | None:
        """Part the place that two captions reach for: side by side, or one above the other."""
        first, second = self._captions[i], self._captions[j]
        if (a.side in BESIDE) != (b.side in BESIDE):
            return self._part_from_beside(first, second, a, b)
        if first.bbox_pt[2] <= second.bbox_pt[0] or second.bbox_pt[2] <= first.bbox_pt[0]:
            return self._part_sideways(first, second, a, b)
        if (a.side, b.side) == ("above", "below"):
            pair = self._part_upright(second, first, b, a)
            return (pair[1], pair[0]) if pair else None
        if (a.side, b.side) == ("below", "above"):
            return self._part_upright(first, second, a, b)
        return None

    def _part_sideways(self, first: Caption, second: Caption, a: Option, b: Option) -> Pair | None:
        """Cut both windows half-way between captions that stand side by side."""
        left_first = first.bbox_pt[0] < second.bbox_pt[0]
        left, right = (first, second) if left_first else (second, first)
        middle = _white_between(left.bbox_pt, right.bbox_pt, (*a.strips, *b.strips))
        halves: list[Option] = []
        for caption, option in ((first, a), (second, b)):
            x0, y0, x1, y1 = option.window
            box = (x0, y0, min(x1, middle), y1)
            if caption is right:
                box = (max(x0, middle), y0, x1, y1)
            if box[2] - box[0] < 8:
                return None
            half = option_in(self._scene, caption, option.side, box)
            if half is None:
                return None
            halves.append(half)
        return (halves[0], halves[1]) if not _collide(halves[0].region, halves[1].region) else None

    def _part_from_beside(
        self, first: Caption, second: Caption, a: Option, b: Option
    ) -> Pair | None:
        """Let a region above or below its caption end where one beside another caption begins.

        The one beside keeps only what stands at its caption's own height when nothing is left
        for the other.
        """
        is_first_beside = a.side in BESIDE
        caption, upright = (second, b) if is_first_beside else (first, a)
        own, beside = (first, a) if is_first_beside else (second, b)
        level = tuple(s for s in beside.strips if _share_height(s.bbox_pt, own.bbox_pt))
        narrow = option_of(self._scene, own, beside.side, beside.window, level)
        for side in (beside, narrow):
            if side is None:
                continue
            edge = side.region.bbox_pt
            free = itertools.takewhile(
                lambda s, edge=edge: not _share_height(s.bbox_pt, edge), upright.strips
            )
            cut = option_of(self._scene, caption, upright.side, upright.window, tuple(free))
            if cut is not None and not _collide(cut.region, side.region):
                return (side, cut) if is_first_beside else (cut, side)
        return None

    def _part_upright(self, upper: Caption, lower: Caption, a: Option, b: Option) -> Pair | None:
        """Give the strips between two captions that face each other partly to each."""
        if upper.bbox_pt[3] > lower.bbox_pt[1]:
            return None
        strips = sorted({s.bbox_pt: s for s in (*a.strips, *b.strips)}.values(), key=_top)
        best: tuple[float, Option, Option] | None = None
        for k in range(1, len(strips)):
            high = option_of(self._scene, upper, "below", a.window, strips[:k])
            low = option_of(self._scene, lower, "above", b.window, strips[k:][::-1])
            if high is None or low is None or _collide(high.region, low.region):
                continue
            total = high.score + low.score
            total += min(1.0, gap_between(strips[k - 1], strips[k]) / 20.0)
            if best is None or total > best[0]:
                best = (total, high, low)
        return (best[1], best[2]) if best else None


def _share_height(a: BBox, b: BBox) -> bool:
    """Say whether two boxes stand at one height, at least in part."""
    return min(a[3], b[3]) > max(a[1], b[1])


def _top(strip: Strip) -> float:
    """Return the upper edge of a strip."""
    return strip.bbox_pt[1]


def _white_between(left: BBox, right: BBox, strips: Sequence[Strip]) -> float:
    """Return where to cut between two captions: the white gap nearest to half-way."""
    middle = (left[2] + right[0]) / 2
    low, high = (left[0] + left[2]) / 2, (right[0] + right[2]) / 2
    spans = sorted((g.bbox_pt[0], g.bbox_pt[2]) for s in strips for g in s.graphics)
    gaps: list[tuple[float, float]] = []
    reach = spans[0][1] if spans else low
    for x0, x1 in spans:
        if x0 > reach:
            gaps.append((reach, x0))
        reach = max(reach, x1)
    inside = [(a + b) / 2 for a, b in gaps if low < (a + b) / 2 < high]
    return min(inside, key=lambda x: abs(x - middle), default=middle)


def _collide(a: Region, b: Region) -> bool:
    """Say whether two regions overlap by more than a small share of the smaller one."""
    shared = intersection(a.bbox_pt, b.bbox_pt)
    return shared > MAX_SHARED * max(1.0, min(area(a.bbox_pt), area(b.bbox_pt)))
