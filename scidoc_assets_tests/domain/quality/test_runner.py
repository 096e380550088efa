"""The runner: every severity, band edge, cap and rounding case."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scidoc_assets.domain.quality.runner import (
    RunnerError,
    RunnerInput,
    fuse_risk,
    read_severity,
    run_runner,
)
from scidoc_assets.schemas.contexts import Dimension

ALL: list[Dimension] = ["VC", "SL", "C", "CTX", "MR"]
GIVEN = RunnerInput(vc=9, sl=8, risk_low=6, risk_high=8, severity="none", c=9, ctx=8)


@pytest.mark.parametrize(
    ("low", "high", "severity", "risk"),
    [
        (6, 8, "none", 7),
        (6, 7, "none", 6),  # 6.5, half to even
        (7, 8, "none", 8),  # 7.5, half to even
        (4, 5, "none", 4),  # 4.5, half to even
        (1, 1, "none", 1),
        (10, 10, "none", 10),
        (4, 8, "minor", 5),  # max(4, 6 - 1)
        (5, 6, "minor", 5),  # max(5, 4.5)
        (6, 9, "minor", 6),  # max(6, 6.5) = 6.5, half to even
        (7, 7, "minor", 7),  # lifted to 7
        (7, 9, "minor", 7),
        (8, 10, "minor", 8),
        (9, 9, "minor", 9),
        (9, 10, "minor", 9),
        (10, 10, "minor", 10),
        (4, 5, "moderate", 4),  # 4.5, half to even
        (5, 5, "moderate", 5),
        (3, 5, "moderate", 4),
        (5, 6, "moderate", 6),  # 6.5, half to even
        (1, 10, "moderate", 6),
        (2, 3, "severe", 2),  # 2.5, half to even
        (3, 3, "severe", 3),
        (3, 4, "severe", 4),  # 4.5, half to even
        (9, 10, "severe", 4),
        (9, 10, "contradiction", 2),
        (1, 1, "contradiction", 2),
    ],
)
def test_risk_follows_the_severity_table_and_rounds_half_to_even(low, high, severity, risk):
    given = replace(GIVEN, risk_low=low, risk_high=high, severity=severity)
    assert run_runner(given, ALL).misleading_risk == risk


def test_a_minor_conflict_keeps_a_floor_of_seven_or_eight():
    assert fuse_risk(7, 7, "minor") == 7
    assert fuse_risk(9, 9, "minor") == 9
    assert fuse_risk(6, 6, "minor") == 6


def test_visual_scores_are_copied_and_the_proposed_risk_is_not_used():
    scores = run_runner(GIVEN, ALL)
    assert (scores.visual_clarity, scores.structure_layout) == (9, 8)
    assert scores.mean() == (9 + 8 + 9 + 8 + 7) / 5


def test_caps_lower_scores_and_never_lift_them():
    scores = run_runner(replace(GIVEN, cap_c=6, cap_ctx=6, cap_mr=5), ALL)
    assert (scores.caption_consistency, scores.context_consistency) == (6, 6)
    assert scores.misleading_risk == 5
    scores = run_runner(replace(GIVEN, c=4, ctx=3, cap_c=6, cap_ctx=6, cap_mr=9), ALL)
    assert (scores.caption_consistency, scores.context_consistency) == (4, 3)
    assert scores.misleading_risk == 7


def test_a_gated_off_dimension_is_null_whatever_was_proposed():
    gated: list[Dimension] = ["VC", "SL", "C", "MR"]
    scores = run_runner(replace(GIVEN, ctx=9, cap_ctx=6), gated)
    assert scores.context_consistency is None
    assert scores.mean() == (9 + 8 + 9 + 7) / 4


def test_an_unknown_severity_is_refused_and_not_taken_for_none():
    with pytest.raises(RunnerError) as refused:
        run_runner(replace(GIVEN, severity="mild"), ALL)
    assert refused.value.cause == "unknown_severity"
    assert read_severity(" Minor ") == "minor"


def test_a_swapped_band_is_refused():
    with pytest.raises(RunnerError) as refused:
        run_runner(replace(GIVEN, risk_low=8, risk_high=6), ALL)
    assert refused.value.cause == "risk_band_swapped"


def test_a_missing_proposal_on_a_switched_on_dimension_is_refused():
    with pytest.raises(RunnerError) as refused:
        run_runner(replace(GIVEN, ctx=None), ALL)
    assert refused.value.cause == "dimension_missing"
