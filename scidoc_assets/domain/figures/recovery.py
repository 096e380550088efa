"""S2, anomaly flags inside a paper, and S3, the re-crop from the caption (seed 001 A.3).

S2 drops nothing. S3 re-crops only what looks like a broken extraction, and keeps the first crop
when the new one is no better. Boxes are in points of the displayed page (top-left origin); a
re-crop is asked for as a box and comes back as encoded bytes: rendering is the caller's.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from scidoc_assets.domain.figures.anomalies import (
    Columns,
    PageSizes,
    index_flags,
    is_extraction_broken,
    overflow_flags,
)
from scidoc_assets.domain.figures.curation import figure_parts
from scidoc_assets.domain.figures.pixels import (
    CropDecodeError,
    decode_crop,
    dominant_colour_share,
)
from scidoc_assets.schemas.figures import (
    FigureParts,
    S1FilteredFigure,
    S2Flag,
    S2FlaggedFigure,
    S3Outcome,
    S3RecoveredFigure,
)
from scidoc_assets.schemas.geometry import BBoxPt, area, intersection
from scidoc_assets.schemas.settings import CurationSettings

ANCHOR_GAP_PT = 1.0
MIN_ANCHOR_SIDE_PT = 12.0
# A re-crop may exceed the first box by rounding only, and takes each part whole or not at all.
GROWTH_TOLERANCE_PT = 3.0
PART_TOLERANCE_PT = 1.5
FOREIGN_SHARE = 0.10
BROKEN: frozenset[S2Flag] = frozenset({"page_overflow", "column_overflow", "extraction_failed"})


@dataclass(frozen=True)
class RecropRequest:
    """Where to look for a figure again: the region that its caption anchors on a page."""

    figure_id: str
    page_index: int
    anchor_bbox_pt: BBoxPt


@dataclass(frozen=True)
class RecropResult:
    """What the caller rendered for a request: the box (trimmed to ink) and the encoded crop."""

    figure_id: str
    bbox_pt: BBoxPt
    png: bytes


def s2_flag(
    rows: Sequence[S1FilteredFigure],
    pages: PageSizes,
    settings: CurationSettings,
    columns: Columns | None = None,
) -> list[S2FlaggedFigure]:
    """Flagged rows for the kept figures of one paper, in reading order as given (seed 001 S2).

    `pages`: page_index -> (width, height); `columns`: page_index -> text columns as (x0, x1),
    left to right; pages without columns are not checked for column overflow. `area_ratio` is the
    area over the median of the paper's figures. Raises KeyError for a page missing in `pages`,
    ValueError for rows of several papers.
    """
    papers = {row.paper_id for row in rows}
    if len(papers) > 1:
        raise ValueError(f"S2 works on one paper at a time, got {sorted(papers)}")
    kept = [row for row in rows if row.is_kept]
    areas = [area(row.bbox_pt) for row in kept if row.bbox_pt is not None]
    middle = median(areas) if areas else 0.0
    numbering = index_flags(kept)
    flagged = []
    for row in kept:
        ratio = area(row.bbox_pt) / middle if row.bbox_pt is not None and middle > 0 else None
        flags: list[S2Flag] = []
        if ratio is not None and ratio > settings.area_outlier_ratio:
            flags.append("area_outlier")
        flags += overflow_flags(row, pages, columns or {})
        flags += numbering.get(row.figure_id, [])
        if is_extraction_broken(row):
            flags.append("extraction_failed")
        flagged.append(S2FlaggedFigure(**figure_parts(row), flags=flags, area_ratio=ratio))
    return flagged


def needs_recrop(row: S2FlaggedFigure) -> bool:
    """True when a flag says that the extraction is broken; size and index flags alone do not."""
    return bool(BROKEN.intersection(row.flags))


def recrop_request(
    row: S2FlaggedFigure,
    page_size_pt: tuple[float, float],
    text_boxes_pt: Sequence[BBoxPt],
    columns: Sequence[tuple[float, float]] = (),
) -> RecropRequest | None:
    """The caption-anchored region of a figure, or None without a caption, without room, for one on
    another page or at the side (which does not say how far the graphic reaches).

    The region starts at the caption, on the side the graphic was found (above the caption when
    that is unknown, below it for tables), spans the columns the caption stands in, and ends at
    the next of `text_boxes_pt` (running text, other captions, heads and feet of the caption's
    page) or the page edge.
    """
    if not row.caption_boxes_pt or row.caption_page_index is None:
        return None
    if row.caption_position in ("left", "right") or row.caption_page_index != row.page_index:
        return None
    caption = row.caption_boxes_pt[0]
    left, right = _anchor_span(caption, page_size_pt[0], columns)
    # Words that start inside the caption are the caption itself.
    blocks = [
        box
        for box in text_boxes_pt
        if min(box[2], right) - max(box[0], left) > 1.0
        and all(intersection(box, own) == 0 for own in row.caption_boxes_pt)
    ]
    if _is_graphic_below(row):
        top = caption[3] + ANCHOR_GAP_PT
        bottom = min([box[1] for box in blocks if box[1] >= caption[3]], default=page_size_pt[1])
        anchor = (left, top, right, bottom - ANCHOR_GAP_PT)
    else:
        bottom = caption[1] - ANCHOR_GAP_PT
        top = max([box[3] for box in blocks if box[3] <= caption[1]], default=0.0)
        anchor = (left, top + ANCHOR_GAP_PT, right, bottom)
    if min(anchor[2] - anchor[0], anchor[3] - anchor[1]) < MIN_ANCHOR_SIDE_PT:
        return None
    return RecropRequest(row.figure_id, row.caption_page_index, anchor)


def s3_recover(
    row: S2FlaggedFigure, recrop: RecropResult | None, settings: CurationSettings
) -> S3RecoveredFigure:
    """Outcome of S3 for one figure (seed 001 S3).

    `not_needed`: no flag of a broken extraction. `recovered`: the new crop passes the thresholds
    of S1, and for a mere overflow only drops foreign parts (wide figures are legal, a crop that
    cuts them is worse); it replaces the first, whose hash is kept. `kept_first_crop`: no better
    new crop; the first stays, marked. `failed`: neither exists, the only deletion here. Raises ValueError when
    `recrop` belongs to another figure.
    """
    if recrop is not None and recrop.figure_id != row.figure_id:
        raise ValueError(f"re-crop of {recrop.figure_id} given for figure {row.figure_id}")
    if not needs_recrop(row) and row.crop_sha256 is not None:
        return _recovered(row, "not_needed", {})
    is_better = recrop is not None and _is_better(row, recrop.bbox_pt)
    size = _usable_size(recrop, settings) if recrop is not None and is_better else None
    if recrop is None or size is None:
        has_first = row.crop_sha256 is not None
        return _recovered(row, "kept_first_crop" if has_first else "failed", {})
    page_index = row.page_index if row.caption_page_index is None else row.caption_page_index
    update = {
        "page_index": page_index,
        "bbox_pt": recrop.bbox_pt,
        "parts_pt": [recrop.bbox_pt],
        "crop_sha256": hashlib.sha256(recrop.png).hexdigest(),
        "crop_width_px": size[0],
        "crop_height_px": size[1],
    }
    return _recovered(row, "recovered", update)


def _recovered(
    row: S2FlaggedFigure, outcome: S3Outcome, update: dict[str, Any]
) -> S3RecoveredFigure:
    fields = {**figure_parts(row), **update}
    return S3RecoveredFigure(
        **fields,
        is_kept=outcome != "failed",
        outcome=outcome,
        flags=row.flags,
        first_crop_sha256=row.crop_sha256,
    )


def _is_better(row: S2FlaggedFigure, bbox_pt: BBoxPt) -> bool:
    """True unless the new box grows beyond the first or cuts through a part of the graphic."""
    if row.bbox_pt is None or "extraction_failed" in row.flags:
        return True
    if not _holds(row.bbox_pt, bbox_pt, GROWTH_TOLERANCE_PT):
        return False
    parts = [part for part in row.parts_pt if area(part) > 0] or [row.bbox_pt]
    return any(_holds(bbox_pt, part, PART_TOLERANCE_PT) for part in parts) and all(
        _holds(bbox_pt, part, PART_TOLERANCE_PT)
        or intersection(bbox_pt, part) <= FOREIGN_SHARE * area(part)
        for part in parts
    )


def _holds(outer: BBoxPt, inner: BBoxPt, slack: float) -> bool:
    return (
        inner[0] >= outer[0] - slack
        and inner[1] >= outer[1] - slack
        and inner[2] <= outer[2] + slack
        and inner[3] <= outer[3] + slack
    )


def _usable_size(recrop: RecropResult, settings: CurationSettings) -> tuple[int, int] | None:
    try:
        rgb = decode_crop(recrop.png)
    except CropDecodeError:
        return None
    height, width = rgb.shape[:2]
    short, long = min(height, width), max(height, width)
    is_usable = (
        short >= settings.min_side_px
        and long / short <= settings.max_aspect
        and dominant_colour_share(rgb) <= settings.max_dominant_share
    )
    return (width, height) if is_usable else None


def _is_graphic_below(row: FigureParts) -> bool:
    if row.caption_position in ("above", "below"):
        return row.caption_position == "above"
    return row.kind == "table"


def _anchor_span(
    caption: BBoxPt, page_width: float, columns: Sequence[tuple[float, float]]
) -> tuple[float, float]:
    """x-range of the columns that the caption touches; its own range, or the page, without."""
    touched = [c for c in columns if min(c[1], caption[2]) - max(c[0], caption[0]) > 0]
    if touched:
        return touched[0][0], touched[-1][1]
    return (caption[0], caption[2]) if columns else (0.0, page_width)
