"""Agreement before adjudication: pairs on one version, exact share, kappa or why there is none."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.review.agreement import agreement_rows
from scidoc_assets_tests.domain.review.hand_review import both, decision, packet

EDGES = [packet("edge", part) for part in ("root->mid", "root->e3", "mid->e1", "mid->e2")]


def test_kappa_takes_chance_out_of_the_agreement() -> None:
    # Verdicts a,a,a,r and a,a,r,r: 3 of 4 agree, chance 0.5 -> kappa 0.5.
    first = ["accept", "accept", "accept", "reject"]
    second = ["accept", "accept", "reject", "reject"]
    rows = agreement_rows(
        [decision(e, "first", v) for e, v in zip(EDGES, first, strict=True)]
        + [decision(e, "second", v) for e, v in zip(EDGES, second, strict=True)]
    )
    assert [(r.unit, r.pairs, r.exact) for r in rows] == [("edge", 4, 3), ("all", 4, 3)]
    assert rows[0].exact_share == 0.75
    assert rows[0].kappa == pytest.approx(0.5)


def test_one_verdict_everywhere_gives_no_kappa() -> None:
    (row, _) = agreement_rows([d for e in EDGES for d in both(e, "accept")])
    assert (row.exact_share, row.kappa, row.kappa_reason) == (1.0, None, "one_verdict")


def test_regions_are_exact_by_overlap_and_the_adjudicator_takes_no_part() -> None:
    region = packet("region", "e1")
    near = decision(region, "second", "revise", bbox=(0.0, 0.0, 0.5, 0.48))
    rows = agreement_rows(
        [decision(region, "first"), near, decision(region, "adjudicator", "reject")]
    )
    assert [(r.unit, r.pairs, r.exact) for r in rows] == [("region", 1, 1), ("all", 1, 1)]


def test_a_single_decision_is_no_pair() -> None:
    assert agreement_rows([decision(EDGES[0], "first")]) == []
