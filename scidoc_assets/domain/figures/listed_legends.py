"""Legends in a list, figures without any lettering on pages of their own behind them: manuscripts.

The one order gives each figure its legend. Refuses to guess: every figure of the main series must
be a legend without graphic, numbered without gap, and exactly as many pages with one graphic and
no running text must follow the last legend.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scidoc_assets.domain.figures.objects import FoundObject
from scidoc_assets.schemas.pages import PageText


def with_listed_legends(
    found: Sequence[FoundObject], pages: Sequence[PageText]
) -> tuple[list[FoundObject], list[str]]:
    """Objects with legends and graphics made one, in order of printing, and what was (for the log).

    The figure stands on the graphic's page; `caption_page_index` and boxes stay the legend's.
    """
    legends = [f for f in found if f.kind == "figure" and f.caption and not f.caption.label.series]
    legends.sort(key=lambda f: f.candidate.number or 0)
    plates = _plates(found, pages, legends)
    is_list = [f.candidate.number for f in legends] == list(range(1, len(legends) + 1))
    has_graphic = any(f.candidate.bbox_pt is not None for f in legends)
    if len(legends) < 2 or not is_list or has_graphic or len(plates) != len(legends):
        return list(found), []
    joined = [_joined(legend, plate) for legend, plate in zip(legends, plates, strict=True)]
    taken = {id(item) for item in (*legends, *plates)}
    rest = [f for f in found if id(f) not in taken]
    log = [
        f"{f.candidate.label} of page {f.candidate.caption_page_index} is the graphic of page "
        f"{f.candidate.page_index}: legends and figures in one order"
        for f in joined
    ]
    return sorted([*rest, *joined], key=lambda f: f.candidate.page_index), log


def _plates(
    found: Sequence[FoundObject], pages: Sequence[PageText], legends: Sequence[FoundObject]
) -> list[FoundObject]:
    """Graphics without caption behind the last legend, each the only object of its page."""
    last = max((f.candidate.page_index for f in legends), default=len(pages))
    on_page: dict[int, list[FoundObject]] = {}
    for item in found:
        on_page.setdefault(item.candidate.page_index, []).append(item)
    return [
        own[0]
        for index, own in sorted(on_page.items())
        if index > last
        and len(own) == 1
        and own[0].candidate.reason == "no_caption"
        and own[0].candidate.kind == "figure"
        and not any(pages[index].is_prose)
    ]


def _joined(legend: FoundObject, plate: FoundObject) -> FoundObject:
    graphic = plate.candidate
    candidate = legend.candidate.model_copy(
        update={
            "page_index": graphic.page_index,
            "bbox_pt": graphic.bbox_pt,
            "parts_pt": graphic.parts_pt,
            "source": graphic.source,
            "caption_position": "other",
            "reason": None,
        }
    )
    return replace(legend, candidate=candidate)
