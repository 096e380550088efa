"""Agreement of judge runs with gold (spec figure-quality.md, Metrics; seed 001 B.3).

Every cell holds n, planned n, failed n and an interval by paper. Refuses to show a run that was not
measured, to fill in a missing score, and a correlation of constant input (null with the reason).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from scidoc_assets.domain.quality.resampling import (
    NO_INTERVAL,
    Interval,
    mean_interval,
    spearman_interval,
)
from scidoc_assets.schemas.contexts import Dimension
from scidoc_assets.schemas.quality import (
    DIMENSIONS,
    NAME_OF,
    FigureQualityGold,
    FigureQualityScore,
    MetricDimension,
)
from scidoc_assets.schemas.quality_metrics import (
    FigureQualityBreakdown,
    FigureQualityMetric,
    MetricReason,
    QualityMetricName,
    SplitManifest,
    StratumKind,
)

RESAMPLES = 2000
METRICS: tuple[QualityMetricName, ...] = ("mae", "within_1", "spearman", "bias")
STRATA: tuple[StratumKind, ...] = ("venue", "year", "figure_type")
_CODE_OF: dict[MetricDimension, Dimension] = {name: code for code, name in NAME_OF.items()}
_ALL_DIMENSIONS: tuple[MetricDimension, ...] = ("overall", *(NAME_OF[d] for d in DIMENSIONS))
_READ_ERROR: dict[QualityMetricName, Callable[[float], float]] = {
    "mae": abs,
    # 6.2 - 5.2 is a hair over 1 in floating point, and still within 1.
    "within_1": lambda error: float(abs(error) <= 1 + 1e-9),
    "bias": float,
}


@dataclass(frozen=True, slots=True)
class Pair:
    """Score and gold of one figure on one dimension."""

    figure_id: str
    paper_id: str
    model: float
    gold: float

    @property
    def error(self) -> float:
        """Signed error, model - gold."""
        return self.model - self.gold


@dataclass(frozen=True, slots=True)
class _Cell:
    value: float | None
    interval: Interval
    reason: MetricReason | None


def measure_runs(
    gold: Sequence[FigureQualityGold],
    scores: Sequence[FigureQualityScore],
    split: SplitManifest | None = None,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> list[FigureQualityMetric]:
    """The alignment table: every metric of every dimension of every run that has score rows.

    `planned_n` counts the figures in scope (the split, else all gold) that gold evaluates on the
    dimension; n those that the run scored too; failed rows are counted, never imputed.
    """
    scope = in_scope(gold, split)
    rows = []
    for own in group_by_run(scores, scope):
        for dimension in _ALL_DIMENSIONS:
            rows += _measure(scope, own, dimension, split, resamples, seed)
    return rows


def break_down(
    gold: Sequence[FigureQualityGold],
    scores: Sequence[FigureQualityScore],
    split: SplitManifest | None = None,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> list[FigureQualityBreakdown]:
    """The overall cells again inside each venue, year and figure type."""
    scope = in_scope(gold, split)
    rows = []
    for own in group_by_run(scores, scope):
        for kind in STRATA:
            for stratum in sorted({_stratum(row, kind) for row in scope}):
                inside = [row for row in scope if _stratum(row, kind) == stratum]
                cells = _measure(inside, own, "overall", split, resamples, seed)
                rows += [
                    FigureQualityBreakdown(**cell.model_dump(), stratum_kind=kind, stratum=stratum)
                    for cell in cells
                ]
    return rows


def in_scope(
    gold: Sequence[FigureQualityGold], split: SplitManifest | None
) -> list[FigureQualityGold]:
    """Gold rows of the split, or all of them."""
    if split is None:
        return list(gold)
    wanted = set(split.figure_ids)
    return [row for row in gold if row.figure_id in wanted]


def group_by_run(
    scores: Iterable[FigureQualityScore], scope: Sequence[FigureQualityGold]
) -> list[list[FigureQualityScore]]:
    """Score rows per run on the figures in scope, by run id; runs without any are left out.

    Raises ValueError naming run and figure when a figure is scored twice by one run.
    """
    wanted = {row.figure_id for row in scope}
    runs: dict[str, dict[str, FigureQualityScore]] = {}
    for row in scores:
        if row.figure_id not in wanted:
            continue
        own = runs.setdefault(row.run_id, {})
        if row.figure_id in own:
            raise ValueError(f"run {row.run_id}: figure {row.figure_id} has two score rows")
        own[row.figure_id] = row
    return [list(runs[run_id].values()) for run_id in sorted(runs)]


def pair_up(
    scope: Sequence[FigureQualityGold],
    scores: Sequence[FigureQualityScore],
    dimension: MetricDimension,
) -> list[Pair]:
    """Figures that gold and run both score on `dimension`, in the order of `scope`."""
    by_figure = {row.figure_id: row for row in scores if row.status == "scored"}
    pairs = []
    for row in scope:
        human, judged = read_dimension(row, dimension), by_figure.get(row.figure_id)
        model = read_dimension(judged, dimension) if judged else None
        if human is not None and model is not None:
            pairs.append(Pair(row.figure_id, row.paper_id, model, human))
    return pairs


def read_dimension(
    row: FigureQualityGold | FigureQualityScore, dimension: MetricDimension
) -> float | None:
    """A dimension's score or the overall of a row."""
    return row.overall if dimension == "overall" else row.score(_CODE_OF[dimension])


def _measure(
    scope: Sequence[FigureQualityGold],
    own: Sequence[FigureQualityScore],
    dimension: MetricDimension,
    split: SplitManifest | None,
    resamples: int,
    seed: int,
) -> list[FigureQualityMetric]:
    planned = {row.figure_id for row in scope if read_dimension(row, dimension) is not None}
    if not planned:
        return []
    pairs = pair_up(scope, own, dimension)
    failed = sum(row.status == "failed" and row.figure_id in planned for row in own)
    run, rows = own[0], []
    for metric in METRICS:
        cell = _cell(pairs, metric, resamples, seed)
        rows.append(
            FigureQualityMetric(
                benchmark=scope[0].benchmark,
                split=f"{split.name}@v{split.version}" if split else None,
                run_id=run.run_id,
                protocol=run.protocol,
                vision_model=run.vision_model,
                language_model=run.language_model,
                dimension=dimension,
                metric=metric,
                value=cell.value,
                n=len(pairs),
                planned_n=len(planned),
                failed_n=failed,
                ci_low=cell.interval[0],
                ci_high=cell.interval[1],
                reason=cell.reason,
                is_baseline=any(row.is_baseline for row in own),
            )
        )
    return rows


def _cell(pairs: Sequence[Pair], metric: QualityMetricName, resamples: int, seed: int) -> _Cell:
    if not pairs:
        return _Cell(None, NO_INTERVAL, "no_rows")
    papers = [pair.paper_id for pair in pairs]
    if metric == "spearman":
        return _rank_cell(pairs, papers, resamples, seed)
    values = [_READ_ERROR[metric](pair.error) for pair in pairs]
    interval = mean_interval(values, papers, resamples, seed)
    return _Cell(float(np.mean(values)), interval, _interval_reason(interval))


def _rank_cell(pairs: Sequence[Pair], papers: list[str], resamples: int, seed: int) -> _Cell:
    # Imported where used: else every process of a run holds it.
    from scipy.stats import spearmanr

    model, human = [pair.model for pair in pairs], [pair.gold for pair in pairs]
    if len(pairs) < 2:
        return _Cell(None, NO_INTERVAL, "one_row")
    if len(set(model)) < 2 or len(set(human)) < 2:
        return _Cell(None, NO_INTERVAL, "constant_input")
    value = float(np.asarray(spearmanr(model, human))[0])
    interval = spearman_interval(model, human, papers, resamples, seed)
    return _Cell(value, interval, _interval_reason(interval))


def _interval_reason(interval: Interval) -> MetricReason | None:
    return "one_paper" if interval == NO_INTERVAL else None


def _stratum(row: FigureQualityGold, kind: StratumKind) -> str:
    value = getattr(row, kind)
    return "unknown" if value is None else str(value)
