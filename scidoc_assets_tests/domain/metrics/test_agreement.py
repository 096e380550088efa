from __future__ import annotations

import pytest
from scipy.stats import spearmanr

from scidoc_assets.domain.metrics.agreement import (
    alpha,
    cohen,
    exact_share,
    fleiss,
    mean_absolute_error,
    spearman,
    unanimous_share,
)


def test_constant_input_has_no_rank_correlation() -> None:
    assert spearman([8, 8, 8], [7, 8, 9]) == (None, 3, "constant_input")


def test_ties_are_averaged_as_scipy_does() -> None:
    a, b = [1, 2, 2, 3, 5], [2, 1, 4, 4, 5]
    assert spearman(a, b)[0] == pytest.approx(spearmanr(a, b).statistic)


def test_one_rater_has_no_agreement() -> None:
    assert alpha([{"a": "yes"}, {"a": "no"}]) == (None, 0, "one_rater")
    assert fleiss([["yes"], ["no"]]) == (None, 0, "one_rater")
    assert unanimous_share([["yes"], ["no"]]) == (None, 0, "one_rater")


def test_without_variation_kappas_are_null_and_exact_agreement_is_still_shown() -> None:
    same = ["yes"] * 4
    assert cohen(same, same) == (None, 4, "no_variation")
    assert fleiss([same, same]) == (None, 2, "no_variation")
    assert alpha([{"a": "yes", "b": "yes"}] * 3) == (None, 3, "no_variation")
    assert exact_share(same, same) == (1.0, 4, None)
    assert unanimous_share([same, same]) == (1.0, 2, None)


def test_no_shared_records_is_null() -> None:
    assert exact_share([], []) == (None, 0, "no_shared_records")
    assert cohen([], []) == (None, 0, "no_shared_records")
    assert mean_absolute_error([], []) == (None, 0, "no_shared_records")


def test_cohens_kappa_of_a_worked_example() -> None:
    """20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: observed 0.7, by chance 0.5, kappa 0.4."""
    first = ["yes"] * 25 + ["no"] * 25
    second = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15
    assert cohen(first, second)[0] == pytest.approx(0.4)


def test_fleiss_kappa_of_a_worked_example() -> None:
    """Two items agreed, two split 2 to 1; 7 of 12 labels are `y`."""
    items = [["y", "y", "y"], ["n", "n", "n"], ["y", "y", "n"], ["y", "y", "n"]]
    observed = (1 + 1 + 1 / 3 + 1 / 3) / 4
    chance = (7 / 12) ** 2 + (5 / 12) ** 2
    assert fleiss(items)[0] == pytest.approx((observed - chance) / (1 - chance))


def test_fleiss_takes_items_with_the_usual_number_of_raters() -> None:
    items = [["y", "n", "y"], ["n", "n", "n"], ["y", "n"]]
    assert fleiss(items)[1] == 2


def test_alpha_allows_missing_raters() -> None:
    items = [{"a": "y", "b": "y"}, {"b": "n", "c": "n"}, {"a": "y", "c": "y"}]
    assert alpha(items) == (1.0, 3, None)
