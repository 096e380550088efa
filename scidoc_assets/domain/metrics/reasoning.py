"""Accuracy, evidence and claim coverage per model, setting and stratum, with intervals.

Headline figures use the planned denominator: a row without answer or label counts as 0 (spec
evaluation.md, Metrics; seed 000 section 3.3). Claim coverage is a mean over tasks that have an
intermediate claim. Refuses observations of several benchmarks or judges in one call.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from scidoc_assets.domain.metrics.intervals import (
    Floats,
    none_if_nan,
    ratio_intervals,
    sums_by_paper,
)
from scidoc_assets.domain.metrics.observations import single
from scidoc_assets.schemas.metrics import ReasoningMetric, ReasoningMetricName, StratumKind
from scidoc_assets.schemas.observations import Observation

Score = Callable[[Observation], float | None]
STRATUM_KINDS: tuple[StratumKind, ...] = ("overall", "difficulty", "discipline", "domain")


@dataclass(frozen=True)
class _Metric:
    """`score` is None where a row has no answer or label; `is_defined` where it has no meaning."""

    name: ReasoningMetricName
    score: Score
    is_defined: Callable[[Observation], bool]
    counts_failed: bool
    has_failed_judge: Callable[[Observation], bool]


def _accuracy(row: Observation) -> float | None:
    return None if row.is_correct is None else float(row.is_correct)


def _complete(row: Observation) -> float | None:
    return None if row.evidence is None else float(row.evidence >= 1.0)


def _always(row: Observation) -> bool:
    return True


def _has_evidence(row: Observation) -> bool:
    return row.required_evidence > 0


def _has_claims(row: Observation) -> bool:
    return row.required_claims > 0


def _correctness_failed(row: Observation) -> bool:
    return row.has_failed_correctness_judge


def _coverage_failed(row: Observation) -> bool:
    return row.has_failed_coverage_judge


def _evidence(row: Observation) -> float | None:
    return row.evidence


def _claims(row: Observation) -> float | None:
    return row.claims


METRICS: tuple[_Metric, ...] = (
    _Metric("accuracy", _accuracy, _always, True, _correctness_failed),
    _Metric("evidence_coverage", _evidence, _has_evidence, True, _coverage_failed),
    _Metric("claim_coverage", _claims, _has_claims, True, _coverage_failed),
    _Metric("complete_evidence", _complete, _has_evidence, True, _coverage_failed),
    _Metric("accuracy_without_failed", _accuracy, _always, False, _correctness_failed),
    _Metric("evidence_coverage_without_failed", _evidence, _has_evidence, False, _coverage_failed),
)


def score_reasoning(
    observations: Sequence[Observation],
    resamples: int = 10_000,
    seed: int = 0,
    max_failed_share: float | None = None,
) -> list[ReasoningMetric]:
    """Every cell: (model, setting) x stratum x metric, sorted by model, setting, stratum, metric.

    Values and intervals are shares in [0, 1]; intervals are 95 % percentile bootstrap over the
    papers of the stratum. An undefined value or interval is None with a reason; a model that was
    never run in a setting has n = 0 and why, beside its planned rows. Where the judge
    gave no verdict on more than `max_failed_share` of a model's rows in a setting, all its cells of
    that metric are None, reason `judge_failed`, or `unlabelled` where most of these answers have no
    label at all: a headline over them would be the judge's, not the model's.
    """
    if not observations:
        return []
    single(observations)
    pairs = sorted({(o.model, o.setting) for o in observations})
    rows: list[ReasoningMetric] = []
    for kind in STRATUM_KINDS:
        for stratum in sorted({_stratum(o, kind) for o in observations}):
            members = [o for o in observations if _stratum(o, kind) == stratum]
            rows.extend(_score_stratum(members, kind, stratum, pairs, resamples, seed))
    blocked = _blocked(observations, max_failed_share)
    rows = [_withheld(r, blocked.get((r.model, r.setting, r.metric))) for r in rows]
    order = {metric.name: index for index, metric in enumerate(METRICS)}
    kinds = {kind: index for index, kind in enumerate(STRATUM_KINDS)}
    rows.sort(key=lambda r: (r.model, r.setting, kinds[r.stratum_kind], r.stratum, order[r.metric]))
    return rows


def _blocked(
    observations: Sequence[Observation], max_failed_share: float | None
) -> dict[tuple[str, str, str], str]:
    """(model, setting, metric) whose judge failed on too large a share of the rows -> the reason."""
    if max_failed_share is None:
        return {}
    groups: dict[tuple[str, str], list[Observation]] = {}
    for row in observations:
        groups.setdefault((row.model, row.setting), []).append(row)
    found = {}
    for pair, members in groups.items():
        for metric in METRICS:
            failed = [row for row in members if metric.has_failed_judge(row)]
            if len(failed) > max_failed_share * len(members):
                unlabelled = sum(row.is_unlabelled for row in failed)
                reason = "unlabelled" if 2 * unlabelled > len(failed) else "judge_failed"
                found[*pair, metric.name] = reason
    return found


def _withheld(row: ReasoningMetric, reason: str | None) -> ReasoningMetric:
    """The row, without its value where there is a reason to withhold it."""
    if reason is None:
        return row
    empty = {"value": None, "ci_low": None, "ci_high": None, "reason": reason}
    return row.model_copy(update=empty)


def _stratum(row: Observation, kind: StratumKind) -> str:
    return "all" if kind == "overall" else str(getattr(row, kind))


@dataclass(frozen=True)
class _Cells:
    """Row-wise arrays of shape (rows, pairs x metrics): scores with failed as 0, and weights."""

    scores: Floats
    weights: Floats
    failed: Floats
    planned: Floats
    tasks: Floats


def _score_stratum(
    members: Sequence[Observation],
    kind: StratumKind,
    stratum: str,
    pairs: Sequence[tuple[str, str]],
    resamples: int,
    seed: int,
) -> list[ReasoningMetric]:
    cells = _fill(members, pairs)
    names, index = np.unique(np.array([o.paper_id for o in members]), return_inverse=True)
    sums = sums_by_paper(cells.scores, index, len(names))
    counts = sums_by_paper(cells.weights, index, len(names))
    low, high = ratio_intervals(sums, counts, resamples, seed)
    baselines = {o.model for o in members if o.is_baseline}
    absent = {(o.model, o.setting): o.not_run_reason for o in members if not o.has_run}
    benchmark, judge = members[0].benchmark, members[0].judge
    total, n = sums.sum(axis=0), counts.sum(axis=0)
    return [
        ReasoningMetric(
            benchmark=benchmark,
            model=model,
            setting=setting,
            judge=judge,
            stratum_kind=kind,
            stratum=stratum,
            metric=metric.name,
            value=float(total[c] / n[c]) if n[c] else None,
            n=int(n[c]),
            planned_n=int(cells.planned[p]),
            planned_tasks=int(cells.tasks[p]),
            failed_n=int(cells.failed[:, c].sum()),
            ci_low=none_if_nan(low[c]),
            ci_high=none_if_nan(high[c]),
            reason=_reason(metric, int(n[c]), bool(np.isnan(low[c])), absent.get((model, setting))),
            is_baseline=model in baselines,
        )
        for p, (model, setting) in enumerate(pairs)
        for m, metric in enumerate(METRICS)
        for c in [p * len(METRICS) + m]
    ]


def _fill(members: Sequence[Observation], pairs: Sequence[tuple[str, str]]) -> _Cells:
    column = {pair: index * len(METRICS) for index, pair in enumerate(pairs)}
    shape = (len(members), len(pairs) * len(METRICS))
    scores, weights, failed = np.zeros(shape), np.zeros(shape), np.zeros(shape)
    planned = np.zeros(len(pairs))
    tasks: dict[tuple[str, str], set[str]] = {pair: set() for pair in pairs}
    for index, row in enumerate(members):
        first = column[row.model, row.setting]
        planned[first // len(METRICS)] += 1
        tasks[row.model, row.setting].add(row.task_id)
        if not row.has_run:
            continue
        for offset, metric in enumerate(METRICS):
            if not metric.is_defined(row):
                continue
            score = metric.score(row)
            failed[index, first + offset] = score is None
            weights[index, first + offset] = score is not None or metric.counts_failed
            scores[index, first + offset] = score or 0.0
    counts = np.array([len(tasks[pair]) for pair in pairs], dtype=float)
    return _Cells(scores, weights, failed, planned, counts)


def _reason(
    metric: _Metric, n: int, has_no_interval: bool, not_run_reason: str | None
) -> str | None:
    if not_run_reason is not None:
        return not_run_reason
    if n == 0:
        return "no_intermediate_claims" if metric.name == "claim_coverage" else "no_rows"
    return "one_paper" if has_no_interval else None
