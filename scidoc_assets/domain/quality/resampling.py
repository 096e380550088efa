"""Intervals by resampling papers, seeded: of a mean and of a rank correlation.

Figures of one paper share authors and style, so papers are drawn, not figures (spec
figure-quality.md, Metrics). Refuses an interval from fewer than two papers: (None, None).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Interval = tuple[float | None, float | None]
NO_INTERVAL: Interval = (None, None)
_DECIMALS = 6
_LEVEL = 0.95
_NO_SPREAD = 1e-6


def mean_interval(
    values: Sequence[float], papers: Sequence[str], resamples: int, seed: int
) -> Interval:
    """95 % percentile interval of the mean of `values`, rows of the papers beside them."""
    names, index = np.unique(np.array(papers, dtype=object).astype(str), return_inverse=True)
    if len(names) < 2:
        return NO_INTERVAL
    column = np.array(values, dtype=np.float64)
    sums = np.bincount(index, weights=column, minlength=len(names))
    counts = np.bincount(index, minlength=len(names)).astype(np.float64)
    drawn = _paper_draws(len(names), resamples, seed)
    return _percentiles((drawn @ sums) / (drawn @ counts))


def spearman_interval(
    x: Sequence[float], y: Sequence[float], papers: Sequence[str], resamples: int, seed: int
) -> Interval:
    """95 % percentile interval of Spearman's rank correlation (ties share their mean rank).

    Resamples in which one side is constant have no correlation and are left out.
    """
    names, index = np.unique(np.array(papers, dtype=object).astype(str), return_inverse=True)
    if len(names) < 2:
        return NO_INTERVAL
    weights = _paper_draws(len(names), resamples, seed)[:, index]
    (ranks_x, spread_x), (ranks_y, spread_y) = (_weighted_ranks(v, weights) for v in (x, y))
    total = weights.sum(axis=1)
    # Ranks 1..N have the mean (N + 1) / 2 however they are tied.
    shared = np.einsum("ij,ij,ij->i", weights, ranks_x, ranks_y) - total * ((total + 1) / 2) ** 2
    spread = np.sqrt(spread_x * spread_y)
    is_defined = spread > _NO_SPREAD
    if is_defined.sum() < 2:
        return NO_INTERVAL
    return _percentiles(shared[is_defined] / spread[is_defined])


def _weighted_ranks(values: Sequence[float], weights: Floats) -> tuple[Floats, Floats]:
    """Mean rank of every row in every resample, a row counting as often as it was drawn, and the
    sum of squares of the ranks around their mean."""
    column = np.array(values, dtype=np.float64)
    _, starts, inverse = np.unique(np.sort(column), return_index=True, return_inverse=True)
    order = np.argsort(column, kind="stable")
    level_of_row = np.empty(len(column), dtype=np.intp)
    level_of_row[order] = inverse
    counts = np.add.reduceat(weights[:, order], starts, axis=1)
    ranks = np.cumsum(counts, axis=1) - counts + (counts + 1.0) / 2.0
    total = weights.sum(axis=1)
    spread = (counts * ranks**2).sum(axis=1) - total * ((total + 1) / 2) ** 2
    return ranks[:, level_of_row], spread


@lru_cache(maxsize=16)
def _paper_draws(papers: int, resamples: int, seed: int) -> Floats:
    """How often each paper is drawn in each resample, shape (resamples, papers)."""
    rng = np.random.default_rng(seed)
    draws = rng.multinomial(papers, np.full(papers, 1.0 / papers), size=resamples)
    return draws.astype(np.float64)


def _percentiles(statistics: Floats) -> Interval:
    tail = (1.0 - _LEVEL) / 2.0
    low, high = np.quantile(statistics, [tail, 1.0 - tail])
    return round(float(low), _DECIMALS), round(float(high), _DECIMALS)
