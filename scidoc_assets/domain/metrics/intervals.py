"""Confidence intervals of means by bootstrap over papers, many cells at once.

Tasks of one paper share figures and argument, so papers are resampled, not tasks. One matrix of
resampling weights serves every cell of a stratum (spec evaluation.md: every rate has n and an
interval, seeded, same result twice). Refuses an interval from fewer than two papers: NaN.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_DECIMALS = 6  # products are float32: digits beyond this are noise


def ratio_intervals(
    sums: Floats, counts: Floats, resamples: int = 10_000, seed: int = 0, level: float = 0.95
) -> tuple[Floats, Floats]:
    """Percentile intervals of sum / count for each column.

    `sums` and `counts` have shape (papers, cells). Returns (low, high), each of shape (cells,),
    NaN where a cell has fewer than two papers with rows. Resamples without rows are left out.
    """
    cells = sums.shape[1]
    low, high = np.full(cells, np.nan), np.full(cells, np.nan)
    usable = np.flatnonzero((counts > 0).sum(axis=0) >= 2)
    if not usable.size:
        return low, high
    weights = _weights(sums.shape[0], resamples, seed)
    totals = weights @ counts[:, usable].astype(np.float32)
    with np.errstate(invalid="ignore", divide="ignore"):
        means = (weights @ sums[:, usable].astype(np.float32)) / totals
    tail = (1.0 - level) / 2.0
    columns = np.ascontiguousarray(means.T)
    quantile = np.nanquantile if np.isnan(columns).any() else np.quantile
    bounds = quantile(columns, [tail, 1.0 - tail], axis=1)
    low[usable], high[usable] = np.round(bounds.astype(np.float64), _DECIMALS)
    return low, high


def difference_intervals(
    first: tuple[Floats, Floats],
    second: tuple[Floats, Floats],
    resamples: int = 10_000,
    seed: int = 0,
    level: float = 0.95,
) -> tuple[Floats, Floats]:
    """Intervals of mean(first) - mean(second) for each column, both under the same draw of papers.

    Each argument is (sums, counts) of shape (papers, cells). NaN where no draw has both.
    """
    weights = _weights(first[0].shape[0], resamples, seed)
    with np.errstate(invalid="ignore", divide="ignore"):
        a, b = (
            (weights @ sums.astype(np.float32)) / (weights @ counts.astype(np.float32))
            for sums, counts in (first, second)
        )
    low, high = np.full(a.shape[1], np.nan), np.full(a.shape[1], np.nan)
    usable = np.flatnonzero(~np.isnan(a - b).all(axis=0))
    if usable.size and first[0].shape[0] > 1:
        tail = (1.0 - level) / 2.0
        bounds = np.nanquantile((a - b)[:, usable], [tail, 1.0 - tail], axis=0)
        low[usable], high[usable] = np.round(bounds.astype(np.float64), _DECIMALS)
    return low, high


@lru_cache(maxsize=8)
def _weights(papers: int, resamples: int, seed: int) -> NDArray[np.float32]:
    """How often each paper is drawn in each resample, shape (resamples, papers)."""
    rng = np.random.default_rng(seed)
    return rng.multinomial(papers, np.full(papers, 1.0 / papers), size=resamples).astype(np.float32)


def sums_by_paper(values: Floats, paper_index: NDArray[np.intp], papers: int) -> Floats:
    """Sum the rows of `values` (rows, cells) that belong to one paper: (papers, cells)."""
    result = np.zeros((papers, values.shape[1]))
    np.add.at(result, paper_index, values)
    return result


def mean_interval(
    values: Sequence[float],
    papers: Sequence[str],
    resamples: int = 10_000,
    seed: int = 0,
    universe: Sequence[str] | None = None,
) -> tuple[float | None, float | None]:
    """Interval of one mean over rows of the papers named beside them; (None, None) if undefined.

    `universe` are the papers that are resampled when the rows are a selection (a bucket, a band).
    """
    if not values:
        return None, None
    names = sorted(set(universe or papers))
    place = {name: i for i, name in enumerate(names)}
    index = np.array([place[paper] for paper in papers])
    column = np.array(values, dtype=float).reshape(-1, 1)
    sums = sums_by_paper(column, index, len(names))
    counts = sums_by_paper(np.ones_like(column), index, len(names))
    low, high = ratio_intervals(sums, counts, resamples, seed)
    return none_if_nan(low[0]), none_if_nan(high[0])


def none_if_nan(value: float) -> float | None:
    """A float, or None for NaN (JSON and the store never hold NaN; bug log B22)."""
    return None if np.isnan(value) else float(value)
