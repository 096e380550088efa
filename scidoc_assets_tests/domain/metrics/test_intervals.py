from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import bootstrap

from scidoc_assets.domain.metrics.intervals import (
    difference_intervals,
    mean_interval,
    none_if_nan,
    ratio_intervals,
    sums_by_paper,
)


def some_papers() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(7)
    counts = rng.integers(1, 5, size=(60, 1)).astype(float)
    return np.floor(counts * rng.random((60, 1))), counts


def test_the_interval_is_scipys_percentile_bootstrap_over_papers() -> None:
    sums, counts = some_papers()
    low, high = ratio_intervals(sums, counts, resamples=20_000, seed=1)
    reference = bootstrap(
        (sums[:, 0], counts[:, 0]),
        lambda s, c, axis: s.sum(axis=axis) / c.sum(axis=axis),
        paired=True,
        n_resamples=20_000,
        method="percentile",
        rng=np.random.default_rng(2),
    ).confidence_interval
    assert (low[0], high[0]) == pytest.approx((reference.low, reference.high), abs=0.01)


def test_one_seed_gives_one_result_and_another_seed_another() -> None:
    sums, counts = some_papers()
    first = ratio_intervals(sums, counts, 500, seed=1)
    assert np.array_equal(first, ratio_intervals(sums, counts, 500, seed=1))
    assert not np.array_equal(first, ratio_intervals(sums, counts, 500, seed=2))


def test_tasks_of_one_paper_move_together() -> None:
    """Ten tasks in two papers, all right in one and all wrong in the other: anything is possible."""
    values = [1.0] * 5 + [0.0] * 5
    assert mean_interval(values, ["a"] * 5 + ["b"] * 5) == (0.0, 1.0)
    low, high = mean_interval(values, [str(i) for i in range(10)])
    assert low is not None
    assert high is not None
    assert 0.0 < low < 0.5 < high < 1.0


def test_one_paper_gives_no_interval() -> None:
    assert mean_interval([1.0, 0.0], ["a", "a"]) == (None, None)
    assert mean_interval([], []) == (None, None)


def test_a_cell_without_rows_does_not_hinder_the_others() -> None:
    sums = np.array([[1.0, 0.0], [0.0, 0.0], [1.0, 0.0]])
    counts = np.array([[1.0, 0.0], [1.0, 0.0], [1.0, 0.0]])
    low, _ = ratio_intervals(sums, counts, 200)
    assert not np.isnan(low[0])
    assert np.isnan(low[1])


def test_a_difference_uses_the_same_papers_for_both_sides() -> None:
    sums, counts = some_papers()
    low, high = difference_intervals((sums, counts), (sums, counts), 500)
    assert (low[0], high[0]) == (0.0, 0.0)


def test_rows_are_added_up_by_paper() -> None:
    table = sums_by_paper(np.array([[1.0], [2.0], [4.0]]), np.array([0, 1, 0]), 2)
    assert table.tolist() == [[5.0], [2.0]]


def test_nan_becomes_null() -> None:
    assert none_if_nan(float("nan")) is None
    assert none_if_nan(0.0) == 0.0
