"""S2, anomaly flags inside a paper, and S3, the re-crop from the caption (seed 001 A.3).

S2 drops nothing. S3 re-crops only what looks like a broken extraction, and keeps the first crop
when the new one is no better. Boxes are in points of the displayed page (top-left origin); a
re-crop is asked for as a box and comes back as encoded bytes: rendering is the caller's.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

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

POINTS_PER_INCH = 72.0
# A box may leave the page or its columns by this much before it counts (line widths, rounding).
OVERFLOW_TOLERANCE_PT = 4.0
# A graphic that covers one column whole and cuts into another by this share of it overflows;
# less is a bleeding rule, more is a figure over both columns.
CUT_SHARE = (0.08, 0.45)
CROP_SIZE_TOLERANCE = 0.10
# Share of a caption's area inside the graphic's box from which the crop has swallowed it.
SWALLOWED_SHARE = 0.5
ANCHOR_GAP_PT = 1.0
MIN_ANCHOR_SIDE_PT = 12.0
BROKEN: frozenset[S2Flag] = frozenset({"page_overflow", "column_overflow", "extraction_failed"})

PageSizes = Mapping[int, tuple[float, float]]
Columns = Mapping[int, Sequence[tuple[float, float]]]


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
    index_flags = _index_flags(kept)
    flagged = []
    for row in kept:
        ratio = area(row.bbox_pt) / middle if row.bbox_pt is not None and middle > 0 else None
        flags: list[S2Flag] = []
        if ratio is not None and ratio > settings.area_outlier_ratio:
            flags.append("area_outlier")
        flags += _overflow_flags(row, pages, columns or {})
        flags += index_flags.get(row.figure_id, [])
        if _is_extraction_broken(row):
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
    """The caption-anchored region of a figure, or None without a caption, without room, or
    for a caption at the side (which does not say how far the graphic reaches).

    The region starts at the caption, on the side the graphic was found (above the caption when
    that is unknown, below it for tables), spans the columns the caption stands in, and ends at
    the next of `text_boxes_pt` (running text, other captions, heads and feet of the caption's
    page) or the page edge.
    """
    if not row.caption_boxes_pt or row.caption_page_index is None:
        return None
    if row.caption_position in ("left", "right"):
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
    of S1 and replaces the first, whose hash is kept. `kept_first_crop`: no usable new crop; the
    first stays, marked. `failed`: neither exists, the only deletion here. Raises ValueError when
    `recrop` belongs to another figure.
    """
    if recrop is not None and recrop.figure_id != row.figure_id:
        raise ValueError(f"re-crop of {recrop.figure_id} given for figure {row.figure_id}")
    if not needs_recrop(row) and row.crop_sha256 is not None:
        return _recovered(row, "not_needed", {})
    size = None if recrop is None else _usable_size(recrop, settings)
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


def _index_flags(rows: Sequence[FigureParts]) -> dict[str, list[S2Flag]]:
    """Gap, repeat and order of the numbers of each label series, by figure id."""
    series: dict[str, list[FigureParts]] = defaultdict(list)
    for row in rows:
        if row.label is not None and row.number is not None:
            series[re.sub(r"\d+$", "", row.label)].append(row)
    flags: dict[str, list[S2Flag]] = defaultdict(list)
    for members in series.values():
        numbers = {row.number for row in members}
        seen: set[int] = set()
        for row in members:
            number = row.number or 0
            if number in seen:
                flags[row.figure_id].append("index_repeat")
            elif number > 1 and number - 1 not in numbers:
                flags[row.figure_id].append("index_gap")
            if number < max(seen, default=number):
                flags[row.figure_id].append("index_out_of_order")
            seen.add(number)
    return flags


def _overflow_flags(row: FigureParts, pages: PageSizes, columns: Columns) -> list[S2Flag]:
    if row.bbox_pt is None:
        return []
    x0, y0, x1, y1 = row.bbox_pt
    width, height = pages[row.page_index]
    slack = OVERFLOW_TOLERANCE_PT
    flags: list[S2Flag] = []
    if min(x0, y0) < -slack or x1 > width + slack or y1 > height + slack:
        flags.append("page_overflow")
    if _leaves_columns(x0, x1, columns.get(row.page_index, ())):
        flags.append("column_overflow")
    return flags


def _leaves_columns(x0: float, x1: float, columns: Sequence[tuple[float, float]]) -> bool:
    if not columns:
        return False
    slack = OVERFLOW_TOLERANCE_PT
    if x0 < columns[0][0] - slack or x1 > columns[-1][1] + slack:
        return True
    shares = [max(0.0, min(x1, b) - max(x0, a)) / (b - a) for a, b in columns if b > a]
    is_cut = any(CUT_SHARE[0] < share < CUT_SHARE[1] for share in shares)
    return is_cut and any(share > 0.9 for share in shares)


def _is_extraction_broken(row: FigureParts) -> bool:
    if row.bbox_pt is None or _has_wrong_size(row):
        return True
    own = [] if row.caption_page_index != row.page_index else row.caption_boxes_pt
    return any(
        intersection(box, row.bbox_pt) > SWALLOWED_SHARE * area(box) for box in own if area(box) > 0
    )


def _has_wrong_size(row: FigureParts) -> bool:
    """True when the crop's pixels do not fit its box at its DPI: a cut or foreign picture."""
    if row.bbox_pt is None or row.crop_width_px is None or row.crop_height_px is None:
        return True
    x0, y0, x1, y1 = row.bbox_pt
    scale = row.crop_dpi / POINTS_PER_INCH
    sides = ((row.crop_width_px, (x1 - x0) * scale), (row.crop_height_px, (y1 - y0) * scale))
    # Crops carry a small margin around the ink: 16 px either way are never a fault.
    return any(abs(px - want) > max(16.0, CROP_SIZE_TOLERANCE * want) for px, want in sides)


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
