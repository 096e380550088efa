"""Figure quality: splits, metrics against gold, the protocol ladder (spec figure-quality.md).

Null values carry a reason; every cell holds n, planned n and failed n. Refuses rows of runs that were
not measured: nothing here is projected or imputed.
"""

from __future__ import annotations

from typing import Literal

from scidoc_assets.schemas.geometry import Row
from scidoc_assets.schemas.quality import MetricDimension, Protocol

QualityMetricName = Literal["mae", "within_1", "spearman", "bias"]
MetricReason = Literal["no_rows", "constant_input", "one_row", "one_paper"]
StratumKind = Literal["venue", "year", "figure_type"]


class SplitManifest(Row):
    """A frozen evaluation split. `digest` covers everything above it; never resampled in place."""

    name: str
    version: int
    benchmark: str
    seed: int
    target: int
    min_raters: int
    rule: str
    source_digest: str
    strata: dict[str, int]
    paper_ids: list[str]
    figure_ids: list[str]
    digest: str


class FigureQualityMetric(Row):
    """One cell against gold: n scored of planned_n, failed_n without a score for a known reason."""

    benchmark: str
    split: str | None
    run_id: str
    protocol: Protocol
    vision_model: str
    language_model: str | None
    dimension: MetricDimension
    metric: QualityMetricName
    value: float | None
    n: int
    planned_n: int
    failed_n: int
    ci_low: float | None
    ci_high: float | None
    reason: MetricReason | None
    is_baseline: bool


class FigureQualityBreakdown(FigureQualityMetric):
    """The same cell inside one venue, year or figure type."""

    stratum_kind: StratumKind
    stratum: str


class ProtocolStep(Row):
    """Two protocols of one model pair on the figures that both scored; difference = to - from."""

    benchmark: str
    split: str | None
    run_from: str
    run_to: str
    protocol_from: Protocol
    protocol_to: Protocol
    vision_model: str
    language_model: str | None
    dimension: MetricDimension
    mae_from: float | None
    mae_to: float | None
    difference: float | None
    ci_low: float | None
    ci_high: float | None
    n: int
    reason: MetricReason | None
