"""Metrics against gold: values, coverage, degenerate input, breakdown."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.quality.metrics import break_down, measure_runs
from scidoc_assets.domain.quality.splits import imported_split
from scidoc_assets_tests.domain.quality.rows_by_hand import gold, score

GOLD = [gold("a__fig0001", 7.0), gold("b__fig0001", 8.0), gold("c__fig0001", 9.0)]


def _cells(rows, dimension="overall"):
    return {row.metric: row for row in rows if row.dimension == dimension}


def test_mae_within_one_spearman_and_bias_of_a_small_run():
    scores = [score("a__fig0001", 6.0), score("b__fig0001", 8.5), score("c__fig0001", 7.0)]
    cells = _cells(measure_runs(GOLD, scores))
    assert cells["mae"].value == pytest.approx((1 + 0.5 + 2) / 3)
    assert cells["within_1"].value == pytest.approx(2 / 3)
    assert cells["bias"].value == pytest.approx((-1 + 0.5 - 2) / 3)
    assert cells["spearman"].value == pytest.approx(0.5)
    assert (cells["mae"].n, cells["mae"].planned_n, cells["mae"].failed_n) == (3, 3, 0)
    assert cells["mae"].ci_low is not None


def test_constant_scores_have_no_rank_correlation_and_say_why():
    scores = [score(row.figure_id, 8.0) for row in GOLD]
    cell = _cells(measure_runs(GOLD, scores))["spearman"]
    assert (cell.value, cell.reason) == (None, "constant_input")


def test_failed_rows_are_counted_and_not_imputed():
    scores = [score("a__fig0001", 7.0), score("b__fig0001", None)]
    cell = _cells(measure_runs(GOLD, scores))["mae"]
    assert (cell.value, cell.n, cell.planned_n, cell.failed_n) == (0.0, 1, 3, 1)


def test_a_run_of_failures_shows_its_failures_and_no_value():
    cell = _cells(measure_runs(GOLD, [score("a__fig0001", None)]))["mae"]
    assert (cell.value, cell.reason, cell.n, cell.failed_n) == (None, "no_rows", 0, 1)


def test_a_run_that_was_not_measured_has_no_row():
    assert measure_runs(GOLD, []) == []


def test_a_dimension_without_gold_is_not_planned():
    rows = [GOLD[0], gold("b__fig0001", 8.0, context_consistency=None)]
    scores = [score("a__fig0001", 7.0), score("b__fig0001", 8.0)]
    cell = _cells(measure_runs(rows, scores), "context_consistency")["mae"]
    assert (cell.n, cell.planned_n) == (1, 1)


def test_only_the_split_is_measured():
    split = imported_split("eval", "b", ["a__fig0001"], GOLD, "d")
    scores = [score("a__fig0001", 7.0), score("b__fig0001", 1.0)]
    cell = _cells(measure_runs(GOLD, scores, split))["mae"]
    assert (cell.value, cell.n, cell.split, cell.reason) == (0.0, 1, "eval@v1", "one_paper")


def test_a_difference_of_one_is_within_one_in_floating_point():
    cell = _cells(measure_runs([gold("a__fig0001", 5.2)], [score("a__fig0001", 6.2)]))["within_1"]
    assert cell.value == 1.0


def test_a_figure_scored_twice_by_one_run_is_an_error():
    with pytest.raises(ValueError, match="D1: figure a__fig0001 has two score rows"):
        measure_runs(GOLD, [score("a__fig0001", 7.0), score("a__fig0001", 8.0)])


def test_runs_stay_apart_and_the_same_seed_gives_the_same_rows():
    scores = [score("a__fig0001", 7.0), score("a__fig0001", 9.0, run_id="D2")]
    rows = measure_runs(GOLD, scores)
    assert [r.value for r in rows if r.dimension == "overall" and r.metric == "mae"] == [0.0, 2.0]
    assert rows == measure_runs(GOLD, scores)


def test_the_breakdown_holds_each_venue_year_and_type():
    rows = [GOLD[0], gold("b__fig0001", 8.0, venue="ICML", figure_type="table")]
    scores = [score("a__fig0001", 7.0), score("b__fig0001", 6.0)]
    cells = {
        (c.stratum_kind, c.stratum): c.value for c in break_down(rows, scores) if c.metric == "mae"
    }
    assert cells == {
        ("venue", "ACL"): 0.0,
        ("venue", "ICML"): 2.0,
        ("year", "2024"): 1.0,
        ("figure_type", "plot"): 0.0,
        ("figure_type", "table"): 2.0,
    }
