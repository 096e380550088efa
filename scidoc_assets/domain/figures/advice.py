"""Boxes of a layout model for captions that the rules left without a graphic.

Measured on the shared truth the rules alone are better than the model, so the model is asked only
about orphan captions on pages where something is drawn. Refuses boxes that another object holds,
that do not stand next to the caption, or that cover running text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from scidoc_assets.domain.figures.graphics import PageGraphics, graphics_in
from scidoc_assets.domain.figures.objects import FoundObject, source_of
from scidoc_assets.schemas.figures import CaptionPosition
from scidoc_assets.schemas.geometry import BBox, area, intersection
from scidoc_assets.schemas.pages import PageText

MAX_GAP = 60.0
MAX_TAKEN = 0.3
MAX_PROSE = 0.25


@dataclass(frozen=True, slots=True)
class AdvisedBox:
    """A box that a layout model saw, in points of the upright page."""

    kind: Literal["figure", "table"]
    bbox_pt: BBox
    score: float


def adopt_advice(
    found: Sequence[FoundObject],
    pages: Sequence[PageText],
    graphics: Sequence[PageGraphics],
    advise: Callable[[int], Sequence[AdvisedBox]],
) -> tuple[list[FoundObject], list[int]]:
    """Return the objects with orphans helped where possible, and the pages that were helped.

    `advise` gives the boxes on a page; it is called at most once for each page with an orphan.
    """
    where = {p.page_index: k for k, p in enumerate(pages)}
    result = list(found)
    helped: list[int] = []
    said: dict[int, Sequence[AdvisedBox]] = {}
    for n, item in enumerate(found):
        index = item.candidate.page_index
        drawn = graphics[where[index]]
        if not _is_orphan(item) or not (drawn.graphics or drawn.rules):
            continue
        if index not in said:
            said[index] = advise(index)
        taken = [
            f.candidate.bbox_pt
            for f in result
            if f.candidate.page_index == index and f.candidate.bbox_pt and f.caption is not None
        ]
        box = _best_box(item, said[index], taken, pages[where[index]])
        if box is not None:
            result[n] = _with_box(item, box, pages[where[index]], drawn)
            helped.append(index)
    return result, sorted(set(helped))


def _is_orphan(item: FoundObject) -> bool:
    """Say whether an object is a figure or table caption without graphic."""
    return (
        item.caption is not None
        and item.candidate.bbox_pt is None
        and (item.kind in ("figure", "table"))
    )


def _best_box(
    item: FoundObject, boxes: Sequence[AdvisedBox], taken: Sequence[BBox], page: PageText
) -> BBox | None:
    """Return the nearest fitting box above or below the caption, None when there is none."""
    if item.caption is None:
        return None
    own = item.caption.bbox_pt
    fitting: list[tuple[float, BBox]] = []
    for advised in boxes:
        box = advised.bbox_pt
        gap = max(own[1] - box[3], box[1] - own[3])
        shared = min(own[2], box[2]) - max(own[0], box[0])
        is_free = all(intersection(box, t) < MAX_TAKEN * area(box) for t in taken)
        if advised.kind != item.kind or not is_free or shared <= 0 or not -6 <= gap <= MAX_GAP:
            continue
        if _prose_share(box, page) <= MAX_PROSE:
            fitting.append((gap, box))
    return min(fitting, default=(0.0, None))[1]


def _prose_share(box: BBox, page: PageText) -> float:
    """Return the share of a box that running text covers."""
    covered = sum(
        intersection(ln.bbox_pt, box)
        for ln, flag in zip(page.lines, page.is_prose, strict=True)
        if flag
    )
    return covered / max(1.0, area(box))


def _with_box(item: FoundObject, box: BBox, page: PageText, drawn: PageGraphics) -> FoundObject:
    """Return an orphan with the advised box as its region."""
    row = item.candidate
    own = item.caption.bbox_pt if item.caption else box
    position: CaptionPosition = "below" if own[1] >= box[3] - 6 else "above"
    inside = graphics_in(box, drawn.graphics, 0.5)
    update = {
        "bbox_pt": box,
        "parts_pt": [box],
        "reason": None,
        "caption_position": position,
        "caption_distance_pt": round(max(0.0, own[1] - box[3], box[1] - own[3]), 2),
        "source": source_of(inside, any(intersection(ln.bbox_pt, box) > 0 for ln in page.lines)),
    }
    return replace(item, candidate=row.model_copy(update=update))
