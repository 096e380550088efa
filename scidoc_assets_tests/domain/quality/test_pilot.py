"""The calibration pilot covers the strata, and rater bias shows who is harsh."""

from __future__ import annotations

from scidoc_assets.domain.quality.pilot import measure_rater_bias, order_pilot, select_pilot
from scidoc_assets_tests.domain.quality.rows_by_hand import item, rating


def test_the_pilot_takes_every_figure_type_and_gating_before_a_second_of_one():
    items = [item(f"p{i}__fig0001") for i in range(20)]
    items += [item("q__fig0001", figure_type="table"), item("r__fig0001", snippets=[])]
    items.append(item("x__fig0001", caption=None, snippets=[]))
    chosen = select_pilot(items, seed=0, size=3)
    assert {"q__fig0001", "r__fig0001"} < set(chosen)
    assert "x__fig0001" not in select_pilot(items, size=50)
    assert chosen == select_pilot(list(reversed(items)), seed=0, size=3)


def test_a_harsh_rater_stands_below_the_others():
    rows = [
        rating((8, 8, 8, 8, 8), "a"),
        rating((8, 8, 8, 8, 8), "b"),
        rating((5, 5, 5, 5, 5), "c"),
    ]
    bias = {row.rater_id: row for row in measure_rater_bias(rows)}
    assert (bias["c"].mean_difference, bias["c"].within_1_share, bias["c"].n) == (-3, 0, 5)
    assert bias["a"].mean_difference == 1.5


def test_a_rater_alone_has_no_bias():
    (bias,) = measure_rater_bias([rating((8, 8, 8, 8, 8))])
    assert (bias.mean_difference, bias.n) == (None, 0)


def test_the_pilot_table_says_how_often_each_figure_is_rated():
    items = [item("a__fig0001"), item("b__fig0001")]
    rows = order_pilot(items, [rating((8, 8, 8, 8, 8), "r", "b__fig0001")])
    assert sorted((row.figure_id, row.ratings) for row in rows) == [
        ("a__fig0001", 0),
        ("b__fig0001", 1),
    ]
    assert [row.place for row in rows] == [1, 2]
