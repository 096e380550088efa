"""S1, the hard filter on figures, and S5, the filter on papers (seed 001 A.3; spec documents.md).

Pure rules over rows and encoded crops; S2 and S3 are in recovery.py, S4 in features.py.
Refuses nothing silently: every row that enters comes out, with a decision and a reason.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from scidoc_assets.domain.figures.neardup import (
    compare_pictures,
    hash_information,
    hash_value,
    iter_near_pairs,
    perceptual_hash,
)
from scidoc_assets.domain.figures.pixels import (
    CropDecodeError,
    RgbImage,
    decode_crop,
    dominant_colour_share,
)
from scidoc_assets.schemas.figures import (
    FigureCandidate,
    FigureParts,
    PaperCuration,
    S1FilteredFigure,
    S1Reason,
    S3RecoveredFigure,
    S5Reason,
)
from scidoc_assets.schemas.settings import CurationSettings


@dataclass(frozen=True)
class Twin:
    """The earlier kept figure that a figure repeats, and whether both are in one paper."""

    figure_id: str
    twin_figure_id: str
    is_in_same_paper: bool


def s1_filter(
    candidates: Sequence[FigureCandidate],
    crops: Mapping[str, bytes],
    settings: CurationSettings,
) -> list[S1FilteredFigure]:
    """One row per candidate, in order: kept, or deleted with its reason (seed 001 S1).

    `crops` maps the sha256 of a crop to its encoded bytes; a candidate without a crop, or whose
    crop is missing from `crops`, is deleted as `cannot_decode`, a caption without a graphic (there
    is nothing to decode) as `no_graphic`. Candidates are expected in reading
    order within a paper and in a stable order of papers: of two near-duplicates the first stays.
    """
    rows = screen_figures(candidates, crops, settings)
    return mark_twins(rows, find_twins(rows, crops, settings), settings)


def screen_figures(
    candidates: Sequence[FigureCandidate],
    crops: Mapping[str, bytes],
    settings: CurationSettings,
) -> list[S1FilteredFigure]:
    """S1's tests of a single picture, without near-duplicates: what shards can do apart."""
    return [_filtered(candidate, crops, settings) for candidate in candidates]


def find_twins(
    rows: Sequence[S1FilteredFigure],
    crops: Mapping[str, bytes],
    settings: CurationSettings,
) -> dict[str, Twin]:
    """Near-duplicates among kept rows, keyed by the later figure's id; works over a whole corpus.

    A twin has the same crop bytes, or a phash within `max_hash_distance` and the same content
    (`compare_pictures`). Rows without a phash (blank, or too little structure) match by bytes
    only. A figure that is itself deleted is nobody's twin. A twin in another paper is preferred,
    because it decides about deletion; then the earliest.
    """
    kept = [row for row in rows if row.is_kept and row.crop_sha256 is not None]
    twins: dict[str, Twin] = {}
    for position, earlier in sorted(_near_positions(kept, settings).items()):
        row = kept[position]
        choices = [kept[i] for i in sorted(earlier) if not _is_deleted(kept[i], twins, settings)]
        choices.sort(key=lambda other: other.paper_id == row.paper_id)
        twin = next((o for o in choices if _is_same_picture(o, row, crops, settings)), None)
        if twin is not None:
            is_same = twin.paper_id == row.paper_id
            twins[row.figure_id] = Twin(row.figure_id, twin.figure_id, is_same)
    return twins


def mark_twins(
    rows: Sequence[S1FilteredFigure], twins: Mapping[str, Twin], settings: CurationSettings
) -> list[S1FilteredFigure]:
    """Rows with their twins entered; deleted as `near_duplicate` across papers, and within a
    paper only with `drop_twins_in_same_paper` (bug-log B14: otherwise flagged, not removed)."""
    marked = []
    for row in rows:
        twin = twins.get(row.figure_id)
        if twin is None or not row.is_kept:
            marked.append(row)
            continue
        is_dropped = _drops(twin, settings)
        update = {
            "is_kept": not is_dropped,
            "reason": "near_duplicate" if is_dropped else None,
            "twin_figure_id": twin.twin_figure_id,
            "is_twin_in_same_paper": twin.is_in_same_paper,
        }
        marked.append(row.model_copy(update=update))
    return marked


def s5_decide(
    paper_id: str,
    s1_rows: Sequence[S1FilteredFigure],
    s3_rows: Sequence[S3RecoveredFigure],
    settings: CurationSettings,
) -> PaperCuration:
    """Keep or drop one paper (seed 001 S5; spec documents.md).

    Unusable rate: deleted in S1-S3 over entered, among captioned graphics; among all graphics
    when none has a caption. Uncaptioned ones (badges, logos that repeat from paper to paper) say
    nothing about the layout, and a caption without a graphic (a list of supplementary legends) is
    no crop: in the main series it counts as missing. No graphic at all: rate null.
    Missing: a number of the main figure series (`Figure 1`..highest; not schemes, chapter numbers
    such as `Figure 2.1`, or other series) for which no graphic was found, that is no object
    carries it or only a caption without a crop does. A figure that was found and then
    deleted counts in the rate instead.
    """
    lost = _deleted_ids(s1_rows, s3_rows)
    graphics = [row for row in s1_rows if row.bbox_pt is not None or row.crop_sha256 is not None]
    captioned = [row for row in graphics if row.caption is not None or row.label is not None]
    judged = captioned or graphics
    unusable = sum(row.figure_id in lost for row in judged)
    rate = unusable / len(judged) if judged else None
    missing = _missing_labels(s1_rows)
    reason: S5Reason | None = None
    if rate is not None and rate > settings.max_unusable_rate:
        reason = "unusable_rate"
    elif missing and settings.drop_missing_indices:
        reason = "missing_indices"
    return PaperCuration(
        paper_id=paper_id,
        figures_entered=len(s1_rows),
        figures_deleted=sum(row.figure_id in lost for row in s1_rows),
        captioned_entered=len(captioned),
        captioned_deleted=sum(row.figure_id in lost for row in captioned),
        unusable_rate=rate,
        missing_labels=missing,
        is_kept=reason is None,
        reason=reason,
    )


def figure_parts(row: FigureParts) -> dict[str, Any]:
    """The fields that every stage carries on, by name."""
    return {name: getattr(row, name) for name in FigureParts.model_fields}


def _filtered(
    candidate: FigureCandidate, crops: Mapping[str, bytes], settings: CurationSettings
) -> S1FilteredFigure:
    rgb = _decoded(candidate, crops)
    share = None if rgb is None else dominant_colour_share(rgb)
    is_found = candidate.bbox_pt is not None
    reason = _s1_reason(rgb, share, settings) if is_found else "no_graphic"
    phash = None
    if rgb is not None and reason is None and has_enough_structure(rgb, settings):
        phash = perceptual_hash(rgb)
    return S1FilteredFigure(
        **figure_parts(candidate),
        is_kept=reason is None,
        reason=reason,
        twin_figure_id=None,
        is_twin_in_same_paper=None,
        phash=phash,
        dominant_colour_share=share,
    )


def has_enough_structure(rgb: RgbImage, settings: CurationSettings) -> bool:
    """False for pictures whose hash says nothing (blank, one colour): those are not compared."""
    return hash_information(rgb) >= settings.min_hash_information


def _decoded(row: FigureParts, crops: Mapping[str, bytes]) -> RgbImage | None:
    if row.crop_sha256 is None or row.crop_sha256 not in crops:
        return None
    try:
        return decode_crop(crops[row.crop_sha256])
    except CropDecodeError:
        return None


def _s1_reason(
    rgb: RgbImage | None, share: float | None, settings: CurationSettings
) -> S1Reason | None:
    if rgb is None or share is None:
        return "cannot_decode"
    height, width = rgb.shape[:2]
    if min(height, width) < settings.min_side_px:
        return "side_too_small"
    if max(height, width) / min(height, width) > settings.max_aspect:
        return "extreme_aspect"
    return "dominant_colour" if share > settings.max_dominant_share else None


def _near_positions(
    kept: Sequence[S1FilteredFigure], settings: CurationSettings
) -> dict[int, set[int]]:
    """Later position -> earlier positions with the same bytes or a close hash."""
    near: dict[int, set[int]] = {}
    first_by_crop: dict[str | None, list[int]] = {}
    for position, row in enumerate(kept):
        same = first_by_crop.setdefault(row.crop_sha256, [])
        if same:
            near.setdefault(position, set()).update(same)
        same.append(position)
    hashed = [(i, hash_value(row.phash)) for i, row in enumerate(kept) if row.phash is not None]
    places = np.array([i for i, _ in hashed], dtype=np.int64)
    values = np.array([value for _, value in hashed], dtype=np.uint64)
    for pairs in iter_near_pairs(values, settings.max_hash_distance):
        for earlier, later in places[pairs].tolist():
            near.setdefault(later, set()).add(earlier)
    return near


def _is_same_picture(
    first: S1FilteredFigure,
    second: S1FilteredFigure,
    crops: Mapping[str, bytes],
    settings: CurationSettings,
) -> bool:
    if first.crop_sha256 == second.crop_sha256:
        return True
    a, b = _decoded(first, crops), _decoded(second, crops)
    if a is None or b is None:
        return False
    return compare_pictures(a, b).is_same_picture(settings.min_twin_ssim)


def _drops(twin: Twin, settings: CurationSettings) -> bool:
    return not twin.is_in_same_paper or settings.drop_twins_in_same_paper


def _is_deleted(
    row: S1FilteredFigure, twins: Mapping[str, Twin], settings: CurationSettings
) -> bool:
    twin = twins.get(row.figure_id)
    return twin is not None and _drops(twin, settings)


def _deleted_ids(
    s1_rows: Sequence[S1FilteredFigure], s3_rows: Sequence[S3RecoveredFigure]
) -> set[str]:
    in_s1 = {row.figure_id for row in s1_rows if not row.is_kept}
    return in_s1 | {row.figure_id for row in s3_rows if not row.is_kept}


def _missing_labels(s1_rows: Sequence[S1FilteredFigure]) -> list[str]:
    main = [row for row in s1_rows if row.number and row.label == f"Figure {row.number}"]
    found = {row.number for row in main if row.crop_sha256 is not None}
    highest = max((row.number for row in main if row.number is not None), default=0)
    return [f"Figure {n}" for n in range(1, highest + 1) if n not in found]
