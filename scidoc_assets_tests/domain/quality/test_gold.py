"""Gold: dimension first, dispersion, adjudication, returned ratings, refusals."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.quality.gold import (
    RatingsRefused,
    build_gold,
    find_adjudication_cases,
    find_returned_ratings,
    measure_dispersion,
    merge_gold,
)
from scidoc_assets_tests.domain.quality.rows_by_hand import gold, item, rating

EX_A = [(9, 9, 5, None, 9), (8, 8, 5, None, 8), (9, 9, 6, None, 7)]
EX_B = [(6, 5, 5, 6, 4), (5, 6, 5, 6, 4), (8, 9, 6, 7, 5)]
EX_C = [(8, 9, 9, 8, 9), (9, 9, 8, 9, 9), (9, 9, 9, 9, 8)]


def _rated(rows):
    return [rating(scores, rater=f"r{i}") for i, scores in enumerate(rows)]


@pytest.mark.parametrize(
    ("rows", "snippets", "means", "overall"),
    [
        (EX_A, [], (8.67, 8.67, 5.33, None, 8.00), 7.67),
        (EX_B, ["As Figure 1 shows."], (6.33, 6.67, 5.33, 6.33, 4.33), 5.80),
        (EX_C, ["As Figure 1 shows."], (8.67, 9.00, 8.67, 8.67, 8.67), 8.73),
    ],
)
def test_gold_gives_the_published_worked_examples_back(rows, snippets, means, overall):
    (row,) = build_gold(_rated(rows), [item(snippets=snippets)])
    given = [row.score(d) for d in ("VC", "SL", "C", "CTX", "MR")]
    assert [None if m is None else round(m, 2) for m in given] == list(means)
    assert row.overall is not None
    assert round(row.overall, 2) == overall


def test_gold_is_not_the_mean_of_per_rater_overalls():
    rows = [(8, 8, None, 8, 8), (4, 4, 4, 4, 4)]
    (row,) = build_gold(_rated(rows), [item()])
    per_rater = (8 + 4) / 2
    assert row.overall == (6 + 6 + 4 + 6 + 6) / 5
    assert row.overall != per_rater


@pytest.mark.parametrize(
    ("scores", "overall"),
    [
        ((8.33, 8.67, 9.00, 9.00, 9.00), 8.80),
        ((8.67, 8.67, 5.67, 9.00, 8.33), 8.07),
        ((7.00, 8.00, 3.00, 5.00, 3.00), 5.20),
        ((6.4, 6.7, 4.5, 5.2, 4.2), 5.40),  # printed as 5.6: the formula wins
    ],
)
def test_overall_is_the_mean_of_the_dimensions_of_published_rows(scores, overall):
    mean = rating(scores).mean()
    assert mean is not None
    assert round(mean, 2) == overall


def test_overalls_that_differ_by_more_than_two_go_to_the_adjudicator():
    close = _rated([(7, 7, 7, 7, 7), (5, 5, 5, 5, 5)])  # exactly 2
    assert find_adjudication_cases(close) == []
    (case,) = find_adjudication_cases([*close, rating((4, 5, 5, 5, 5), rater="r9")])
    assert case.gap == pytest.approx(2.2)
    (row,) = build_gold([*close, rating((4, 5, 5, 5, 5), rater="r9")], [item()])
    assert row.needs_adjudication


def test_a_gap_of_exactly_two_in_fifths_is_no_case():
    rows = _rated([(5, 5, 4, 4, 4), (3, 3, 2, 2, 2)])  # 4.4 and 2.4
    assert find_adjudication_cases(rows) == []


def test_a_low_or_contested_score_without_reason_goes_back():
    rows = [
        rating((4, 9, 9, 9, 9), rater="low"),
        rating((4, 9, 9, 9, 9), rater="explained", visual_clarity_reason="the ticks are blurred"),
        rating((4, 6, 9, 9, 9), rater="far", visual_clarity_reason="blurred"),
    ]
    back = {(r.rater_id, r.dimension, r.cause) for r in find_returned_ratings(rows)}
    assert back == {
        ("low", "visual_clarity", "low_without_reason"),
        ("low", "structure_layout", "contested_without_reason"),
        ("explained", "structure_layout", "contested_without_reason"),
        ("far", "structure_layout", "contested_without_reason"),
    }


def test_a_blank_reason_is_no_reason():
    (back,) = find_returned_ratings([rating((4, 9, 9, 9, 9), visual_clarity_reason="  ")])
    assert back.dimension == "visual_clarity"


def test_dispersion_counts_spread_and_pairs_within_one():
    rows = {row.dimension: row for row in measure_dispersion(_rated(EX_B))}
    clarity = rows["visual_clarity"]  # 6, 5, 8
    assert (clarity.mean_spread, clarity.median_spread, clarity.n) == (3, 3, 1)
    assert (clarity.within_1_pair_share, clarity.n_pairs) == (1 / 3, 3)
    assert rows["overall"].mean_spread == pytest.approx(1.8)


def test_dispersion_of_one_rater_is_null_and_not_zero():
    rows = {row.dimension: row for row in measure_dispersion([rating((5, 5, 5, 5, 5))])}
    assert (rows["overall"].mean_spread, rows["overall"].n) == (None, 0)


def test_two_ratings_of_one_figure_by_one_rater_are_refused():
    with pytest.raises(RatingsRefused, match="p__fig0001, rater r1: rated twice"):
        build_gold([rating((5, 5, 5, 5, 5)), rating((6, 6, 6, 6, 6))], [item()])


def test_a_score_on_a_gated_off_dimension_is_refused():
    with pytest.raises(RatingsRefused, match="context_consistency is scored but gated off"):
        build_gold([rating((5, 5, 5, 5, 5))], [item(snippets=[])])


def test_a_fraction_is_refused_and_not_rounded():
    with pytest.raises(RatingsRefused, match=r"visual_clarity is 5\.5"):
        build_gold([rating((5.5, 5, 5, 5, 5))], [item()])


def test_an_excluded_figure_has_no_gold():
    excluded = item(caption=None, snippets=[])
    assert build_gold([rating((None,) * 5)], [excluded]) == []


def test_published_means_stay_when_the_dataset_left_ratings_out():
    stated = gold("p__fig0001", 8.0, source="published_means")
    rows = merge_gold([item()], [rating((2, 2, 2, 2, 2), "new")], [stated])
    assert [(row.overall, row.source) for row in rows] == [(8.0, "published_means")]


def test_a_rating_added_to_an_imported_figure_moves_its_gold():
    first = rating((8, 8, 8, 8, 8), "a")
    stated = gold("p__fig0001", 8.0, raters=1)
    assert merge_gold([item()], [first], [stated])[0].overall == 8.0
    (row,) = merge_gold([item()], [first, rating((6, 6, 6, 6, 6), "b")], [stated])
    assert (row.overall, row.raters) == (7.0, 2)


def test_figures_of_one_id_in_two_benchmarks_keep_their_own_gold():
    items = [item(), item(benchmark="other")]
    mine = rating((5, 5, 5, 5, 5), "a")
    theirs = mine.model_copy(update={"benchmark": "other", "visual_clarity": 10.0})
    rows = merge_gold(items, [mine, theirs], [])
    assert [(row.benchmark, row.overall) for row in rows] == [("b", 5.0), ("other", 6.0)]
