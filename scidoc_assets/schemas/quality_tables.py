"""Tables of figure quality: one line each, in dependency order (see `tables.py`)."""

from __future__ import annotations

from scidoc_assets.schemas import quality, quality_metrics, quality_reports
from scidoc_assets.schemas.geometry import Row
from scidoc_assets.schemas.table_spec import NONE, RUN, PartitionKind, TableSpec


def _spec(
    name: str, row: type[Row], key: tuple[str, ...], partitions: PartitionKind, about: str
) -> TableSpec:
    return TableSpec(name, row, key, partitions, "figure_quality", about)


QUALITY_SPECS = (
    _spec(
        "figure_quality_items",
        quality.FigureQualityItem,
        ("benchmark", "figure_id"),
        NONE,
        "Figure instances to judge: gating, payload with its cuts, features; ours and imported.",
    ),
    _spec(
        "figure_quality_ratings",
        quality.RaterRow,
        ("benchmark", "figure_id", "rater_id"),
        NONE,
        "Ratings by people, a reason per dimension; imported datasets and rater files.",
    ),
    _spec(
        "figure_quality_gold",
        quality.FigureQualityGold,
        ("benchmark", "figure_id"),
        NONE,
        "Dimension-first gold of every rated figure.",
    ),
    _spec(
        "figure_quality_splits",
        quality_metrics.SplitManifest,
        ("benchmark", "name", "version"),
        NONE,
        "Frozen evaluation splits, never resampled in place.",
    ),
    _spec(
        "figure_quality_dispersion",
        quality.Dispersion,
        ("benchmark", "dimension"),
        NONE,
        "Spread of raters per dimension, and agreement of rater pairs.",
    ),
    _spec(
        "figure_quality_adjudication",
        quality.AdjudicationCase,
        ("benchmark", "figure_id"),
        NONE,
        "Figures whose per-rater overalls differ by more than 2.",
    ),
    _spec(
        "figure_quality_returned",
        quality.ReturnedRating,
        ("benchmark", "figure_id", "rater_id", "dimension"),
        NONE,
        "Low or contested scores without a reason, to go back to their rater.",
    ),
    _spec(
        "figure_quality_pilot",
        quality_reports.PilotFigure,
        ("benchmark", "figure_id"),
        NONE,
        "The 50 figures of the calibration pilot, in order.",
    ),
    _spec(
        "figure_quality_rater_bias",
        quality.RaterBias,
        ("benchmark", "scope", "rater_id"),
        NONE,
        "Calibration report: how harsh each rater is, on the pilot and on all figures.",
    ),
    _spec(
        "figure_quality_notes",
        quality_reports.QualityNote,
        ("benchmark", "kind", "number"),
        NONE,
        "What could not be used as it came: excluded figures, refused ratings, splits.",
    ),
    _spec(
        "figure_quality_scores",
        quality.FigureQualityScore,
        ("benchmark", "run_id", "figure_id"),
        RUN,
        "Scores of a judge run (protocol x models), one row per planned figure.",
    ),
    _spec(
        "figure_quality_metrics",
        quality_metrics.FigureQualityMetric,
        ("benchmark", "run_id", "dimension", "metric"),
        NONE,
        "Agreement of measured runs with gold: MAE, Within-1, Spearman, bias.",
    ),
    _spec(
        "figure_quality_breakdown",
        quality_metrics.FigureQualityBreakdown,
        ("benchmark", "run_id", "stratum_kind", "stratum", "dimension", "metric"),
        NONE,
        "The overall cells inside each venue, year and figure type.",
    ),
    _spec(
        "protocol_ladder",
        quality_metrics.ProtocolStep,
        ("benchmark", "run_from", "run_to", "dimension"),
        NONE,
        "Paired differences direct -> sidecar -> agent on one model.",
    ),
    _spec(
        "figure_quality_pages",
        quality_reports.FigureQualityPage,
        ("benchmark", "figure_id"),
        NONE,
        "Each figure with caption, citing text, scores and reasons, as Markdown.",
    ),
)
