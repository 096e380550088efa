"""A page per figure: everything said about it, as Markdown, and which figures to look at first.

Refuses to leave a figure out: excluded and unjudged ones have their page too.
"""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image, UnidentifiedImageError

from scidoc_assets.domain.quality.previews import preview_figure
from scidoc_assets.schemas.quality import (
    FigureQualityGold,
    FigureQualityItem,
    FigureQualityScore,
)
from scidoc_assets.schemas.quality_reports import FigureQualityPage

THUMBNAIL_SIDE_PX = 360


def write_pages(
    items: Sequence[FigureQualityItem],
    gold: Sequence[FigureQualityGold],
    scores: Sequence[FigureQualityScore],
) -> list[FigureQualityPage]:
    """One page per item, in the order of `items`; runs by id."""
    gold_of = {(row.benchmark, row.figure_id): row for row in gold}
    scores_of: dict[tuple[str, str], list[FigureQualityScore]] = {}
    for row in sorted(scores, key=lambda r: r.run_id):
        scores_of.setdefault((row.benchmark, row.figure_id), []).append(row)
    return [
        _page(item, gold_of.get(key), scores_of.get(key, []))
        for item in items
        for key in [(item.benchmark, item.figure_id)]
    ]


def pages_to_show(pages: Sequence[FigureQualityPage], limit: int) -> list[FigureQualityPage]:
    """Pages with failed runs first, then by the widest distance from gold."""
    judged = [page for page in pages if page.runs]
    return sorted(judged, key=lambda p: (-p.failed_runs, -(p.gap or 0.0), p.figure_id))[:limit]


def thumbnail(data: bytes) -> bytes | None:
    """A small PNG of an encoded picture, or None when it cannot be decoded."""
    out = io.BytesIO()
    try:
        with Image.open(io.BytesIO(data)) as image:
            image.thumbnail((THUMBNAIL_SIDE_PX, THUMBNAIL_SIDE_PX))
            small = image.convert("RGBA")
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, ValueError):
        return None
    paper = Image.new("RGBA", small.size, "white")
    paper.alpha_composite(small)
    paper.convert("RGB").quantize(64).save(out, "PNG", optimize=True)
    return out.getvalue()


def _page(
    item: FigureQualityItem,
    gold: FigureQualityGold | None,
    scores: Sequence[FigureQualityScore],
) -> FigureQualityPage:
    human = gold.overall if gold else None
    gaps = [abs(s.overall - human) for s in scores if s.overall is not None and human is not None]
    return FigureQualityPage(
        benchmark=item.benchmark,
        figure_id=item.figure_id,
        paper_id=item.paper_id,
        image_sha256=item.image_sha256,
        runs=len(scores),
        failed_runs=sum(row.status == "failed" for row in scores),
        gap=max(gaps, default=None),
        markdown=preview_figure(item, scores, gold),
    )
