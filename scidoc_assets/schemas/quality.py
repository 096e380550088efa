"""Figure quality: items, ratings, gold and scores (spec figure-quality.md; seed 001).

One row model per table. Scores are 1-10, higher is better; null means gated off or not judged, never
zero. Refuses scores outside 1-10 and overall values that no dimension supports.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from scidoc_assets.schemas.contexts import Dimension, FigureMapEntry
from scidoc_assets.schemas.figures import FigureType, OcrRegion
from scidoc_assets.schemas.geometry import Row

Protocol = Literal["direct", "sidecar", "agent"]
Severity = Literal["none", "minor", "moderate", "severe", "contradiction"]
JudgeStage = Literal["single", "vision", "language", "fusion"]
DimensionName = Literal[
    "visual_clarity",
    "structure_layout",
    "caption_consistency",
    "context_consistency",
    "misleading_risk",
]
MetricDimension = Literal[DimensionName, "overall"]
# Why a planned figure has no score: refused answers, missing input, then causes and statuses of
# calls as in schemas/calls.py.
ScoreReason = Literal[
    "unparseable",
    "wrong_shape",
    "figure_set_mismatch",
    "gated_dimension_scored",
    "dimension_missing",
    "evidence_reason_missing",
    "unknown_severity",
    "risk_band_swapped",
    "image_missing",
    "features_missing",
    "image_policy",
    "images_not_seen",
    "context_length",
    "empty",
    "refused",
    "truncated",
    "provider_error",
    "budget_stopped",
    "rate_limited",
    "missing_key",
]
ItemReason = Literal["no_caption_and_no_context"]

DIMENSIONS: tuple[Dimension, ...] = ("VC", "SL", "C", "CTX", "MR")
NAME_OF: dict[Dimension, DimensionName] = {
    "VC": "visual_clarity",
    "SL": "structure_layout",
    "C": "caption_consistency",
    "CTX": "context_consistency",
    "MR": "misleading_risk",
}
LOWEST, HIGHEST = 1, 10


class FiveScores(Row):
    """The five dimensions, 1-10 or null (gated off, or nobody judged it)."""

    visual_clarity: float | None = Field(default=None, ge=LOWEST, le=HIGHEST)
    structure_layout: float | None = Field(default=None, ge=LOWEST, le=HIGHEST)
    caption_consistency: float | None = Field(default=None, ge=LOWEST, le=HIGHEST)
    context_consistency: float | None = Field(default=None, ge=LOWEST, le=HIGHEST)
    misleading_risk: float | None = Field(default=None, ge=LOWEST, le=HIGHEST)

    def score(self, dimension: Dimension) -> float | None:
        """Score of one dimension."""
        return getattr(self, NAME_OF[dimension])

    def mean(self) -> float | None:
        """Unrounded mean over the scored dimensions; None when none is scored."""
        scored = [s for s in map(self.score, DIMENSIONS) if s is not None]
        return sum(scored) / len(scored) if scored else None


class FigureFeatures(Row):
    """OCR and image features of a crop (Sidecar; the agent's vision stage). Units in the names."""

    ocr_engine: str | None
    ocr_regions: list[OcrRegion]
    ocr_mean_confidence: float | None
    text_density: float | None
    panel_labels: list[str]
    caption_ocr_overlap: float | None
    numeric_overlap: float | None
    blur_laplacian_variance: float | None
    edge_density: float | None
    colour_histogram: list[float]
    whitespace_share: float | None
    megapixels: float | None


class PictureFacts(Row):
    """What is measured on an imported picture, once per picture."""

    features: FigureFeatures
    figure_type: FigureType


class FigureQualityItem(Row):
    """One figure instance (I, c, T, m) as humans and models get it.

    `caption` and `snippets` are the payload, cleaned and cut; the raw texts stay beside them, and
    `*_cut` say how much the payload leaves out. An excluded item has no dimensions.
    """

    benchmark: str
    figure_id: str
    paper_id: str
    fig_index: int | None
    label: str | None
    venue: str | None
    year: int | None
    title: str | None
    section: str | None
    figure_type: FigureType
    image_sha256: str | None
    width_px: int | None
    height_px: int | None
    caption: str | None
    caption_raw: str | None
    snippets: list[str]
    context_raw: list[str]
    snippet_chars_cut: int
    paragraphs_left_out: int
    figure_map: list[FigureMapEntry]
    map_chars_cut: int
    gated_dimensions: list[Dimension]
    is_excluded: bool
    reason: ItemReason | None
    features: FigureFeatures | None
    source_digest: str | None


class RaterRow(FiveScores):
    """One person's rating of one figure; a reason per scored dimension."""

    benchmark: str
    figure_id: str
    paper_id: str
    rater_id: str
    visual_clarity_reason: str | None = None
    structure_layout_reason: str | None = None
    caption_consistency_reason: str | None = None
    context_consistency_reason: str | None = None
    misleading_risk_reason: str | None = None
    summary: str | None = None
    suggestion: str | None = None
    rated_at: str | None = None
    stated_overall: float | None = None
    source_digest: str | None = None

    def reason(self, dimension: Dimension) -> str | None:
        """Reason given for one dimension; None when it is missing or blank."""
        text = getattr(self, f"{NAME_OF[dimension]}_reason")
        return text if text and text.strip() else None


class ReturnedRating(Row):
    """A rating that goes back to its rater: a low or contested score without a reason."""

    benchmark: str
    figure_id: str
    rater_id: str
    dimension: DimensionName
    score: float
    cause: Literal["low_without_reason", "contested_without_reason"]


class AdjudicationCase(Row):
    """A figure whose per-rater overalls differ by more than the limit."""

    benchmark: str
    figure_id: str
    paper_id: str
    lowest_overall: float
    highest_overall: float
    gap: float
    raters: list[str]


class FigureQualityGold(FiveScores):
    """Dimension-first gold of one figure. `raters` is how many people scored any dimension."""

    benchmark: str
    figure_id: str
    paper_id: str
    venue: str | None
    year: int | None
    figure_type: FigureType
    overall: float | None
    raters: int
    source: Literal["ratings", "published_means"]
    needs_adjudication: bool
    source_digest: str | None = None


class Dispersion(Row):
    """Spread (max - min) of raters on one dimension, over figures with at least two raters."""

    benchmark: str
    dimension: MetricDimension
    mean_spread: float | None
    median_spread: float | None
    within_1_pair_share: float | None
    n: int
    n_pairs: int


class JudgeCall(Row):
    """One call behind a score, as journalled; `is_accepted` is false for a refused answer."""

    stage: JudgeStage
    model_id: str
    status: str
    is_accepted: bool
    detail: str | None
    request_hash: str
    raw_text: str | None
    prompt_name: str
    prompt_version: str
    prompt_hash: str
    served_model: str | None
    cost_usd: float | None
    latency_s: float
    attempts: int


class FigureQualityScore(FiveScores):
    """One planned score: run x figure. A failed row has a reason and no scores."""

    benchmark: str
    run_id: str
    figure_id: str
    paper_id: str
    protocol: Protocol
    vision_model: str
    language_model: str | None
    status: Literal["scored", "failed"]
    reason: ScoreReason | None
    detail: str | None
    overall: float | None = Field(default=None, ge=LOWEST, le=HIGHEST)
    visual_clarity_reason: str | None = None
    structure_layout_reason: str | None = None
    caption_consistency_reason: str | None = None
    context_consistency_reason: str | None = None
    misleading_risk_reason: str | None = None
    severity: Severity | None = None
    risk_low: float | None = None
    risk_high: float | None = None
    cap_caption: int | None = None
    cap_context: int | None = None
    cap_risk: int | None = None
    evidence_json: str | None = None
    sees: Literal["pixels", "ocr_text", "text"]
    has_features: bool
    is_baseline: bool
    gated_dimensions: list[Dimension] = []
    calls: list[JudgeCall]


class RaterBias(Row):
    """Per rater: mean of (own score - mean of the other raters) over all dimensions.

    `scope` says over which figures: those of the calibration pilot, or all rated ones.
    """

    benchmark: str
    scope: Literal["pilot", "all"] = "all"
    rater_id: str
    mean_difference: float | None
    within_1_share: float | None
    n: int
