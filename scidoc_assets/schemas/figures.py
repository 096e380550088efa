"""Figure and table objects and the curation stages S1-S5 (spec documents.md; seed 001).

Every stage table holds one row per figure that entered the stage, with its decision and reason;
the next stage reads those with `is_kept`. `curated_figures` holds only what survived S5.
"""

from __future__ import annotations

from typing import Literal

from scidoc_assets.schemas.geometry import BBoxPt, Row

FigureKind = Literal["figure", "table"]
GraphicSource = Literal["raster", "vector", "mixed", "text", "none"]
CaptionPosition = Literal["above", "below", "left", "right", "other"]
CandidateReason = Literal["no_caption", "no_graphic", "crop_failed", "pixel_limit"]
S1Reason = Literal[
    "no_graphic",
    "cannot_decode",
    "side_too_small",
    "extreme_aspect",
    "dominant_colour",
    "near_duplicate",
]
S2Flag = Literal[
    "area_outlier",
    "page_overflow",
    "column_overflow",
    "index_gap",
    "index_repeat",
    "index_out_of_order",
    "extraction_failed",
]
S3Outcome = Literal["not_needed", "recovered", "kept_first_crop", "failed"]
S5Reason = Literal["unusable_rate", "missing_indices"]
FigureType = Literal["plot", "diagram", "table", "composite", "photo", "unknown"]


class Panel(Row):
    """A sub-figure: its printed letter and, where visible, its box."""

    letter: str
    bbox_pt: BBoxPt | None = None


class FigureParts(Row):
    """Fields that describe one captioned (or uncaptioned) graphic at every stage.

    `is_shared_caption`: graphics that stand side by side share the caption; they are one figure, its
    panels where letters are printed.
    """

    figure_id: str
    paper_id: str
    label: str | None
    series: str | None
    number: int | None
    kind: FigureKind
    page_index: int
    bbox_pt: BBoxPt | None
    parts_pt: list[BBoxPt]
    crop_sha256: str | None
    crop_width_px: int | None
    crop_height_px: int | None
    crop_dpi: int
    caption: str | None
    caption_page_index: int | None
    caption_boxes_pt: list[BBoxPt]
    caption_position: CaptionPosition | None
    caption_distance_pt: float | None
    caption_score: float | None
    panels: list[Panel]
    source: GraphicSource
    is_shared_caption: bool
    continues_on: list[int]


class FigureCandidate(FigureParts):
    """What extraction found. `reason` says why a caption, a graphic or a crop is missing.

    `label` is printed form in standard words (`Figure 3`, `Figure S2`, `Extended Data Figure 1`,
    `Table A1`); `series` is `` (main), `S`, `ED`, `A`, ...; `number` the integer in it.
    """

    reason: CandidateReason | None


class FigureTwin(Row):
    """A figure whose picture repeats an earlier one of the corpus (the twin comes first)."""

    figure_id: str
    twin_figure_id: str
    is_in_same_paper: bool


class S1FilteredFigure(FigureParts):
    """S1 hard filter: a deletion names its reason and, for near-duplicates, its twin."""

    is_kept: bool
    reason: S1Reason | None
    twin_figure_id: str | None
    is_twin_in_same_paper: bool | None
    phash: str | None
    dominant_colour_share: float | None


class S2FlaggedFigure(FigureParts):
    """S2 anomaly flags, within a paper; nothing is dropped here."""

    flags: list[S2Flag]
    area_ratio: float | None


class S3RecoveredFigure(FigureParts):
    """S3 re-extraction of flagged failures from a caption-anchored box."""

    is_kept: bool
    outcome: S3Outcome
    flags: list[S2Flag]
    first_crop_sha256: str | None


class OcrRegion(Row):
    """A line of text seen in a crop; box in crop pixels (x0, y0, x1, y1)."""

    text: str
    confidence: float
    bbox_px: BBoxPt


class S4MarkedFigure(FigureParts):
    """S4 soft marks: strata for later, never a deletion. Units in the field names."""

    flags: list[S2Flag]
    outcome: S3Outcome
    figure_type: FigureType
    ocr_engine: str | None
    ocr_regions: list[OcrRegion]
    ocr_mean_confidence: float | None
    text_density: float | None
    blur_laplacian_variance: float | None
    edge_density: float | None
    whitespace_share: float | None
    colour_histogram: list[float]
    megapixels: float | None
    panel_count: int
    is_cross_page: bool
    caption_ocr_overlap: float | None
    numeric_overlap: float | None
    low_confidence_reason: str | None


class CuratedFigure(S4MarkedFigure):
    """A figure that survived S1-S5."""


class PaperCuration(Row):
    """S5 decision on a paper."""

    paper_id: str
    figures_entered: int
    figures_deleted: int
    captioned_entered: int
    captioned_deleted: int
    unusable_rate: float | None
    missing_labels: list[str]
    is_kept: bool
    reason: S5Reason | None


class FunnelStep(Row):
    """One line of the curation funnel; entered = kept + removed at every step."""

    step: str
    unit: Literal["paper", "figure"]
    entered: int
    kept: int
    removed: int
    flagged: int
    reason: str | None
