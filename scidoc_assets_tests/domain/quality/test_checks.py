"""Checks find the rows that break a rule, and only those."""

from __future__ import annotations

from scidoc_assets.domain.quality.checks import (
    find_broken_caps,
    find_broken_gating,
    find_scores_beside_their_gates,
    find_scores_without_evidence,
    find_wrong_overalls,
)
from scidoc_assets.schemas.quality import DIMENSIONS, NAME_OF
from scidoc_assets_tests.domain.quality.rows_by_hand import item, score

REASONS = {f"{NAME_OF[d]}_reason": "seen" for d in DIMENSIONS}


def test_a_score_on_a_gated_off_or_a_gap_on_a_gated_dimension_is_found():
    items = [item("a__fig0001"), item("b__fig0001", snippets=[])]
    good = [score("a__fig0001", 7.0), score("b__fig0001", 7.0, context_consistency=None)]
    bad = [score("a__fig0001", 7.0, "D2", context_consistency=None), score("b__fig0001", 7.0, "D2")]
    failed = [score("a__fig0001", None, "D3")]
    assert find_broken_gating([*good, *failed, *bad], items) == ["D2/a__fig0001", "D2/b__fig0001"]


def test_a_score_above_its_cap_is_found():
    rows = [score("a__fig0001", 6.0, cap_caption=6), score("b__fig0001", 7.0, cap_context=6)]
    assert find_broken_caps(rows) == ["D1/b__fig0001"]


def test_an_overall_that_is_not_the_mean_is_found():
    rows = [
        score("a__fig0001", 6.0),
        score("b__fig0001", 6.0).model_copy(update={"overall": 7.0}),
        score("c__fig0001", None),
    ]
    rows.append(score("d__fig0001", 6.0).model_copy(update={"overall": None}))
    assert find_wrong_overalls(rows) == ["D1/b__fig0001", "D1/d__fig0001"]


def test_a_score_without_reason_is_found():
    rows = [
        score("a__fig0001", 6.0, **REASONS),
        score("b__fig0001", 6.0, **REASONS | {"misleading_risk_reason": " "}),
    ]
    assert find_scores_without_evidence(rows) == ["D1/b__fig0001"]


def test_a_row_that_scores_another_set_than_its_gates_is_found():
    gates = ["VC", "SL", "C", "CTX", "MR"]
    rows = [
        score("a__fig0001", 7.0, gated_dimensions=gates),
        score("b__fig0001", 7.0, gated_dimensions=gates[:-1]),
        score("c__fig0001", None, gated_dimensions=gates),
    ]
    assert find_scores_beside_their_gates(rows) == ["D1/b__fig0001"]
