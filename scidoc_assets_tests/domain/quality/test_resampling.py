"""Intervals by paper: seeded, equal to scipy on the whole sample, honest about one paper."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import rankdata, spearmanr

from scidoc_assets.domain.quality.resampling import (
    _weighted_ranks,
    mean_interval,
    spearman_interval,
)


def test_the_same_seed_gives_the_same_interval():
    values, papers = [0.1, 0.5, 0.9, 0.3], ["a", "a", "b", "c"]
    assert mean_interval(values, papers, 500, 1) == mean_interval(values, papers, 500, 1)


def test_the_interval_of_a_mean_holds_the_mean_and_widens_when_papers_agree_within():
    rng = np.random.default_rng(0)
    values = list(rng.normal(0, 1, 200))
    low, high = mean_interval(values, [str(i) for i in range(200)], 2000, 0)
    assert low is not None
    assert high is not None
    assert low < np.mean(values) < high
    clustered = [float(i // 20) for i in range(200)]
    alone = mean_interval(clustered, [str(i) for i in range(200)], 2000, 0)
    by_paper = mean_interval(clustered, [str(i // 20) for i in range(200)], 2000, 0)
    assert by_paper[1] - by_paper[0] > 2 * (alone[1] - alone[0])  # type: ignore[operator]


def test_one_paper_has_no_interval():
    assert mean_interval([1.0, 2.0], ["a", "a"], 100, 0) == (None, None)
    assert spearman_interval([1.0, 2.0], [1.0, 2.0], ["a", "a"], 100, 0) == (None, None)


def test_weighted_ranks_equal_scipy_on_the_repeated_rows():
    values, draws = [3.0, 1.0, 3.0, 2.0], [2, 0, 1, 3]
    (ranks,), (spread,) = _weighted_ranks(values, np.array([draws], dtype=float))
    repeated = rankdata(np.repeat(values, draws))
    expected = dict(zip(np.repeat(values, draws), repeated, strict=True))
    assert spread == np.sum((repeated - repeated.mean()) ** 2)
    assert [ranks[i] for i in (0, 2, 3)] == [expected[values[i]] for i in (0, 2, 3)]


def test_the_rank_interval_holds_the_correlation():
    rng = np.random.default_rng(0)
    x = rng.integers(1, 10, 150).astype(float)
    y = np.clip(x + rng.normal(0, 2, 150), 1, 10).round()
    low, high = spearman_interval(list(x), list(y), [str(i // 3) for i in range(150)], 1000, 0)
    value = float(np.asarray(spearmanr(x, y))[0])
    assert low is not None
    assert high is not None
    assert low < value < high
    assert high - low < 0.3


def test_a_constant_side_has_no_rank_interval():
    assert spearman_interval([8.0, 8.0], [7.0, 9.0], ["a", "b"], 100, 0) == (None, None)


@pytest.mark.parametrize("count", [2, 5])
def test_an_interval_of_equal_values_is_that_value(count):
    values = [4.0] * count
    assert mean_interval(values, [str(i) for i in range(count)], 100, 0) == (4.0, 4.0)
