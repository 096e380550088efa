"""The reliability audit of a judge: a balanced sample, and agreement between raters.

Statistics of seed 002 appendix C.1: three-level exact agreement, quadratic-weighted kappa, binary
kappa at 0.5, mean absolute error, ordinal Krippendorff alpha with a bootstrap interval. Refuses to
turn degenerate data into 0, 1 or NaN: null with a reason (bug log B28).
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from scidoc_assets.schemas.workflow import WorkflowJudgeAudit, WorkflowScore

LEVELS = 3  # 0 incorrect, 1 partial, 2 correct
AuditReason = Literal["no_variation", "one_rater", "too_few_rows"]
Counts = NDArray[np.float64]


def three_level(score: float) -> int:
    """0 for 0, 2 for 1, 1 for everything strictly between. Raises ValueError outside [0, 1]."""
    if not 0.0 <= score <= 1.0:
        raise ValueError(f"score outside [0, 1]: {score}")
    return 0 if score == 0.0 else 2 if score == 1.0 else 1


def audit_sample(
    scores: Sequence[WorkflowScore], per_setting: int = 25, seed: int = 0
) -> list[WorkflowScore]:
    """Judge-scored rows, `per_setting` of each setting, balanced over the three score bands.

    Bands take turns until the quota is full or the rows run out; models take turns inside a band.
    """
    judged = [s for s in scores if s.evaluator == "judge" and s.score is not None]
    rng = random.Random(seed)
    sample: list[WorkflowScore] = []
    for setting in sorted({s.setting for s in judged}):
        bands: dict[int, list[WorkflowScore]] = defaultdict(list)
        for row in judged:
            if row.setting == setting and row.score is not None:
                bands[three_level(row.score)].append(row)
        queues = [_models_in_turn(bands[level], rng) for level in sorted(bands)]
        sample += _in_turn(queues)[:per_setting]
    return sample


def audit(
    ratings: Mapping[str, Sequence[float]], benchmark: str, resamples: int = 10_000, seed: int = 0
) -> list[WorkflowJudgeAudit]:
    """Pairwise agreement of raters over the same rows, and alpha over all of them (last row).

    Raises ValueError when the raters rated different numbers of rows or a score leaves [0, 1].
    """
    lengths = {rater: len(scores) for rater, scores in ratings.items()}
    if len(set(lengths.values())) > 1:
        raise ValueError(f"raters rated different numbers of rows: {lengths}")
    rows = [_pair(benchmark, a, b, ratings[a], ratings[b]) for a, b in combinations(ratings, 2)]
    levels = np.array([[three_level(s) for s in scores] for scores in ratings.values()])
    alpha, low, high, reason = ordinal_alpha(levels.T, resamples, seed)
    rows.append(
        empty_row(benchmark, ", ".join(ratings), None, next(iter(lengths.values()), 0)).model_copy(
            update={"alpha": alpha, "alpha_ci_low": low, "alpha_ci_high": high, "reason": reason}
        )
    )
    return rows


def weighted_kappa(a: Sequence[int], b: Sequence[int], levels: int, power: int) -> float | None:
    """Cohen's kappa with weights |i - j| ** power; None when chance agreement is complete."""
    table = np.zeros((levels, levels))
    np.add.at(table, (np.asarray(a, dtype=int), np.asarray(b, dtype=int)), 1)
    index = np.arange(levels)
    weights = np.abs(index[:, None] - index[None, :]) ** power
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / max(len(a), 1)
    chance = float((weights * expected).sum())
    return None if chance == 0.0 else 1.0 - float((weights * table).sum()) / chance


def ordinal_alpha(
    ratings: NDArray[np.int_], resamples: int = 10_000, seed: int = 0
) -> tuple[float | None, float | None, float | None, AuditReason | None]:
    """Ordinal Krippendorff alpha of (rows, raters) levels with a 95 % interval over rows.

    Rows are resampled whole; resamples without variation are left out of the interval.
    """
    if ratings.ndim != 2 or ratings.shape[1] < 2:
        return None, None, None, "one_rater"
    if len(ratings) < 2:
        return None, None, None, "too_few_rows"
    pairs = np.array([_coincidences(row) for row in ratings]).reshape(len(ratings), -1)
    alpha = _alpha(pairs.sum(axis=0)[None, :])[0]
    if np.isnan(alpha):
        return None, None, None, "no_variation"
    rng = np.random.default_rng(seed)
    n = len(ratings)
    weights = rng.multinomial(n, np.full(n, 1.0 / n), size=resamples)
    drawn = _alpha(weights @ pairs)
    drawn = drawn[~np.isnan(drawn)]
    low, high = np.quantile(drawn, [0.025, 0.975]) if len(drawn) else (None, None)
    return float(alpha), _float(low), _float(high), None


def _alpha(flat: Counts) -> Counts:
    """Alpha of coincidence matrices given flat, (n, levels * levels) -> (n,); NaN if undefined."""
    tables = flat.reshape(-1, LEVELS, LEVELS)
    totals = tables.sum(axis=2)
    n = totals.sum(axis=1)
    # Ordinal distance: ranks between two levels, the two ends counted half.
    ends = np.cumsum(totals, axis=1)
    middle = ends - totals / 2.0
    distance = (middle[:, :, None] - middle[:, None, :]) ** 2
    observed = (tables * distance).sum(axis=(1, 2))
    expected = (totals[:, :, None] * totals[:, None, :] * distance).sum(axis=(1, 2))
    with np.errstate(invalid="ignore", divide="ignore"):
        return 1.0 - (n - 1.0) * observed / expected


def _coincidences(row: NDArray[np.int_]) -> Counts:
    """Ordered pairs of one row's ratings, each counted 1 / (raters - 1)."""
    counts = np.bincount(row, minlength=LEVELS).astype(float)
    return (np.outer(counts, counts) - np.diag(counts)) / (len(row) - 1)


def _pair(
    benchmark: str, a: str, b: str, left: Sequence[float], right: Sequence[float]
) -> WorkflowJudgeAudit:
    row = empty_row(benchmark, a, b, len(left))
    if not left:
        return row.model_copy(update={"reason": "too_few_rows"})
    levels = [[three_level(s) for s in scores] for scores in (left, right)]
    halves = [[int(s >= 0.5) for s in scores] for scores in (left, right)]
    quadratic = weighted_kappa(levels[0], levels[1], LEVELS, 2)
    binary = weighted_kappa(halves[0], halves[1], 2, 1)
    return row.model_copy(
        update={
            "exact": _share_equal(*levels),
            "quadratic_kappa": quadratic,
            "binary_exact": _share_equal(*halves),
            "binary_kappa": binary,
            "mean_absolute_error": float(np.mean(np.abs(np.subtract(left, right)))),
            "reason": "no_variation" if quadratic is None or binary is None else None,
        }
    )


def empty_row(
    benchmark: str, a: str, b: str | None, n: int, reason: str | None = None
) -> WorkflowJudgeAudit:
    """A row without statistics; `reason` says why."""
    names = (
        *("exact", "quadratic_kappa", "binary_exact", "binary_kappa", "mean_absolute_error"),
        *("alpha", "alpha_ci_low", "alpha_ci_high"),
    )
    empty = dict.fromkeys(names)
    return WorkflowJudgeAudit(
        benchmark=benchmark, rater_a=a, rater_b=b, n=n, reason=reason, **empty
    )


def _share_equal(a: Sequence[int], b: Sequence[int]) -> float:
    return sum(x == y for x, y in zip(a, b, strict=True)) / len(a)


def _models_in_turn(rows: list[WorkflowScore], rng: random.Random) -> list[WorkflowScore]:
    by_model: dict[str, list[WorkflowScore]] = defaultdict(list)
    for row in sorted(rows, key=lambda r: (r.model, r.item_id, r.repeat)):
        by_model[row.model].append(row)
    for queue in by_model.values():
        rng.shuffle(queue)
    order = sorted(by_model)
    rng.shuffle(order)
    return _in_turn([by_model[model] for model in order])


def _in_turn(queues: list[list[WorkflowScore]]) -> list[WorkflowScore]:
    longest = max((len(queue) for queue in queues), default=0)
    return [queue[i] for i in range(longest) for queue in queues if i < len(queue)]


def _float(value: float | None) -> float | None:
    return None if value is None else float(value)
