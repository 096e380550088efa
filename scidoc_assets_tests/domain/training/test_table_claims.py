"""Statements about a table: true ones hold, a changed one does not, ties are left open."""

from __future__ import annotations

from scidoc_assets.domain.training.drafts import rng_for
from scidoc_assets.domain.training.numeric_tables import NumericTable, synthetic_table
from scidoc_assets.domain.training.table_claims import Claim, falsified, holds, true_claims

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
