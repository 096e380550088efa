"""Statements about a table: true ones hold, a changed one does not, ties are left open."""

from __future__ import annotations

from scidoc_assets.domain.training.drafts import rng_for
from scidoc_assets.domain.training.numeric_tables import NumericTable, synthetic_table
from scidoc_assets.domain.training.table_claims import (
    Claim,
    falsified,
    holds,
    repairs,
    true_claims,
)

TIED = NumericTable("M", ("x", "y", "z"), ("A",), (("5",), ("5.0",), ("1",)), "p")


def test_every_true_claim_holds_and_its_change_does_not() -> None:
    for seed in range(20):
        rng = rng_for(seed)
        table = synthetic_table("p", rng)
        claims = true_claims(table, rng)
        assert {"value", "extreme", "comparison", "difference", "better"} == {
            c.kind for c in claims
        }
        for claim in claims:
            assert holds(claim, table)
            change = falsified(claim, table, rng)
            if change is not None:
                assert not holds(change[0], table)
                assert change[0].text("en") != claim.text("en")
                assert change[0].text("zh") != claim.text("zh")


def test_a_tie_has_no_extreme_and_no_comparison() -> None:
    for sense in ("higher", "lower"):
        assert not holds(Claim("extreme", "A", "x", sense=sense), TIED)
        assert not holds(Claim("comparison", "A", "x", "y", sense), TIED)
    assert holds(Claim("value", "A", "x", value="5.0"), TIED)
    assert holds(Claim("difference", "A", "x", "z", value="4"), TIED)


def test_better_needs_a_known_sense_of_the_column() -> None:
    claim = Claim("better", "A", "x", "z", "higher")
    assert not holds(claim, TIED)
    known = NumericTable("M", TIED.rows, ("A",), TIED.values, "p", higher_is_better=("A",))
    assert holds(claim, known)


def test_a_false_statement_has_every_true_neighbour_as_repair() -> None:
    table = NumericTable(
        "Method", ("Ann", "Ben", "Cid"), ("F1", "Recall"), (("5", "1"), ("7", "2"), ("9", "3")), "p"
    )
    texts = {c.text("en") for c in repairs(Claim("value", "F1", "Ann", value="7"), table)}
    assert texts == {"Ann reaches 5 in F1.", "Ben reaches 7 in F1."}
    false = Claim("comparison", "F1", "Ann", "Cid", "higher")
    texts = {c.text("en") for c in repairs(false, table)}
    assert {"Ann has a lower F1 than Cid.", "Cid has a higher F1 than Ann."} <= texts
    assert all(holds(c, table) for c in repairs(false, table))


def test_rows_of_different_units_are_not_compared() -> None:
    rows = ("Capacity (mAh/g)", "Thickness (nm)", "Size (µm)")
    table = NumericTable(
        "Quantity", rows, ("bare", "coated"), (("1", "2"), ("3", "4"), ("5", "6")), "p"
    )
    assert {c.kind for c in true_claims(table, rng_for(0))} == {"value"}
