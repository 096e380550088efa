"""Agreement statistics equal the reference implementations and are null on degenerate data."""

from __future__ import annotations

import krippendorff
import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score

from scidoc_assets.domain.workflow.judge_audit import (
    audit,
    audit_sample,
    ordinal_alpha,
    three_level,
    weighted_kappa,
)
from scidoc_assets.schemas.workflow import WORKFLOW_SETTINGS
from scidoc_assets_tests.domain.workflow.test_aggregation import make_score


def _ratings(seed: int = 0, n: int = 100) -> np.ndarray:
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 3, n)
    noise = rng.random((n, 3)) < 0.15
    return np.where(noise, rng.integers(0, 3, (n, 3)), truth[:, None])


def test_only_the_end_points_are_wrong_or_right() -> None:
    assert [three_level(s) for s in (0.0, 0.01, 0.5, 0.99, 1.0)] == [0, 1, 1, 1, 2]
    with pytest.raises(ValueError):
        three_level(1.2)


def test_kappas_equal_scikit_learn() -> None:
    a, b, _ = _ratings().T
    quadratic = cohen_kappa_score(a, b, weights="quadratic")
    assert weighted_kappa(a, b, 3, 2) == pytest.approx(quadratic)
    assert weighted_kappa(a > 0, b > 0, 2, 1) == pytest.approx(cohen_kappa_score(a > 0, b > 0))


def test_alpha_equals_the_krippendorff_package_and_its_interval_is_seeded() -> None:
    ratings = _ratings()
    alpha, low, high, reason = ordinal_alpha(ratings, resamples=2000, seed=3)
    expected = krippendorff.alpha(ratings.T, level_of_measurement="ordinal")
    assert alpha == pytest.approx(expected)
    assert reason is None
    assert low is not None
    assert high is not None
    assert low < alpha < high
    assert ordinal_alpha(ratings, resamples=2000, seed=3) == (alpha, low, high, None)


@pytest.mark.parametrize(
    ("ratings", "reason"),
    [
        (np.ones((5, 2), int), "no_variation"),
        (np.ones((5, 1), int), "one_rater"),
        (np.ones((1, 3), int), "too_few_rows"),
    ],
)
def test_degenerate_ratings_are_null_with_a_reason(ratings: np.ndarray, reason: str) -> None:
    assert ordinal_alpha(ratings) == (None, None, None, reason)


def test_an_audit_has_every_pair_and_one_row_over_all() -> None:
    ratings = {"human": [0, 0.5, 1, 1], "judge": [0, 0.8, 1, 0.9], "third": [0, 0.4, 1, 1]}
    rows = audit(ratings, "b", resamples=200)
    assert [(r.rater_a, r.rater_b) for r in rows[:3]] == [
        ("human", "judge"),
        ("human", "third"),
        ("judge", "third"),
    ]
    assert rows[0].exact == 0.75
    assert rows[0].mean_absolute_error == pytest.approx(0.1)
    assert rows[1].binary_exact == 0.75
    assert rows[3].rater_b is None
    assert rows[3].alpha is not None


# (human, judge, third) levels -> rows. The rows are made up; their margins are the published ones.
PUBLISHED = {
    (0, 0, 0): 24, (1, 1, 1): 33, (2, 2, 2): 31, (0, 0, 1): 1, (0, 0, 2): 1, (0, 2, 0): 1,
    (1, 0, 1): 2, (1, 0, 2): 1, (1, 1, 0): 1, (2, 0, 0): 1, (2, 0, 1): 1, (2, 1, 2): 2, (2, 2, 0): 1,
}  # fmt: skip


def test_ratings_with_the_published_margins_give_the_published_agreement() -> None:
    levels = [row for row, count in PUBLISHED.items() for _ in range(count)]
    names = ("human", "judge", "third")
    ratings = {name: [row[i] / 2 for row in levels] for i, name in enumerate(names)}
    human_judge, human_third, judge_third, together = audit(ratings, "published")
    assert [r.exact for r in (human_judge, judge_third, human_third)] == [0.92, 0.89, 0.93]
    kappas = [r.quadratic_kappa for r in (human_judge, judge_third, human_third)]
    assert kappas == pytest.approx([0.866, 0.818, 0.872], abs=0.0006)
    assert together.alpha == pytest.approx(0.854, abs=0.0006)
    # The interval depends on the rows themselves, so only its neighbourhood is known.
    assert together.alpha_ci_low == pytest.approx(0.757, abs=0.02)
    assert together.alpha_ci_high == pytest.approx(0.924, abs=0.02)


def test_raters_who_rated_different_rows_are_refused() -> None:
    with pytest.raises(ValueError, match="different numbers"):
        audit({"a": [1], "b": [1, 0]}, "b")


def test_the_sample_is_balanced_by_setting_and_band() -> None:
    rows = [
        make_score(f"q{i}", s, (0.0, 0.5, 1.0)[i % 3], evaluator="judge", model=f"m{i % 5}")
        for s in WORKFLOW_SETTINGS
        for i in range(90)
    ]
    rows += [make_score("x", "en_images_first", 1.0)]
    sample = audit_sample(rows, per_setting=24, seed=1)
    for setting in WORKFLOW_SETTINGS:
        bands = [three_level(r.score or 0.0) for r in sample if r.setting == setting]
        assert [bands.count(level) for level in (0, 1, 2)] == [8, 8, 8]
    assert {r.evaluator for r in sample} == {"judge"}
    assert audit_sample(rows, per_setting=24, seed=1) == sample
