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
    ranks_x, ranks_y = _weighted_ranks(x, weights), _weighted_ranks(y, weights)
    total = weights.sum(axis=1, keepdims=True)
    ranks_x -= (weights * ranks_x).sum(axis=1, keepdims=True) / total
    ranks_y -= (weights * ranks_y).sum(axis=1, keepdims=True) / total
    shared = (weights * ranks_x * ranks_y).sum(axis=1)
    spread = np.sqrt((weights * ranks_x**2).sum(axis=1) * (weights * ranks_y**2).sum(axis=1))
    is_defined = spread > 1e-9
    if is_defined.sum() < 2:
        return NO_INTERVAL
    return _percentiles(shared[is_defined] / spread[is_defined])


def _weighted_ranks(values: Sequence[float], weights: Floats) -> Floats:
    """Mean rank of every row in every resample, a row counting as often as it was drawn."""
    levels, inverse = np.unique(np.array(values, dtype=np.float64), return_inverse=True)
    one_hot = np.zeros((len(inverse), len(levels)))
    one_hot[np.arange(len(inverse)), inverse] = 1.0
    counts = weights @ one_hot
    ranks = np.cumsum(counts, axis=1) - counts + (counts + 1.0) / 2.0
    return ranks[:, inverse]


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
