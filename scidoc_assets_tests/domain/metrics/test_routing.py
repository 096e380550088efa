from __future__ import annotations

import pytest

from scidoc_assets.domain.metrics.routing import (
    GROUPS,
    group_totals,
    route,
    route_errors,
    tabulate_changes,
    tabulate_routes,
)
from scidoc_assets_tests.domain.metrics.factory import a_task, made, region, seen

WRONG = {"is_correct": False}


def routed(
    direct: tuple[float, float | None],
    hint: tuple[bool, float, float | None] = (True, 1.0, None),
    agentic: tuple[bool, float, float | None] = (True, 1.0, None),
    located: str = "all",
) -> str:
    def row(setting: str, is_right: bool, evidence: float, claims: float | None):
        return seen(
            "t1",
            setting,
            is_correct=is_right,
            evidence=evidence,
            claims=claims,
            required_claims=0 if claims is None else 1,
        )

    return route(
        row("direct", False, *direct),
        row("evidence_hint", *hint),
        row("agentic", *agentic),
        located,
    )


@pytest.mark.parametrize(
    ("direct", "label"),
    [
        ((0.8, None), "interpretation_residual"),
        ((0.8, 0.29), "interpretation_residual"),
        ((0.8, 0.8), "final_answer_residual"),
        ((1.0, 0.3), "access_localisation"),  # between low and high: goes on
        ((1.0, 0.79), "access_localisation"),
        ((0.79, 1.0), "access_localisation"),
    ],
)
def test_step_1_looks_at_direct_first(direct, label: str) -> None:
    assert routed(direct) == label


def test_step_2_hint_wrong_and_agentic_right_is_a_cross_setting_rescue() -> None:
    assert routed((0.0, None), hint=(False, 0.0, None)) == "cross_setting_rescue"


@pytest.mark.parametrize(
    ("hint", "label"),
    [
        ((False, 0.79, None), "hint_not_reflected"),
        ((False, 0.8, None), "interpretation_residual"),
        ((False, 0.8, 0.79), "interpretation_residual"),
        ((False, 0.8, 0.8), "final_answer_residual"),
    ],
)
def test_step_3_both_wrong_asks_whether_the_hint_is_reflected(hint, label: str) -> None:
    assert routed((0.0, None), hint=hint, agentic=(False, 1.0, None)) == label


@pytest.mark.parametrize(
    ("located", "label"),
    [
        ("no_call", "rescue_no_hit"),
        ("no_hit", "rescue_no_hit"),
        ("partial", "access_localisation"),
        ("all", "access_localisation"),
    ],
)
def test_step_4_both_right_asks_for_a_qualifying_hit(located: str, label: str) -> None:
    assert routed((0.0, None), located=located) == label


@pytest.mark.parametrize(
    ("agentic", "located", "label"),
    [
        ((False, 1.0, None), "partial", "access_localisation"),
        ((False, 1.0, None), "no_call", "access_localisation"),
        ((False, 0.29, None), "all", "extraction_low"),
        ((False, 0.3, None), "all", "extraction_partial"),
        ((False, 0.79, None), "all", "extraction_partial"),
        ((False, 0.8, None), "all", "interpretation_residual"),
        ((False, 0.8, 0.8), "all", "final_answer_residual"),
    ],
)
def test_step_5_agentic_wrong_asks_for_access_then_extraction(agentic, located, label) -> None:
    assert routed((0.0, None), agentic=agentic, located=located) == label


def test_a_missing_label_counts_as_wrong_and_as_no_coverage() -> None:
    direct = seen("t1", "direct", is_correct=None, evidence=None)
    hint = seen("t1", "evidence_hint", is_correct=None, evidence=None)
    agentic = seen("t1", "agentic", is_correct=None, evidence=None)
    assert route(direct, hint, agentic, "no_call") == "hint_not_reflected"


def test_a_right_answer_is_not_routed() -> None:
    with pytest.raises(ValueError, match="right under direct"):
        route(seen(), seen(setting="evidence_hint"), seen(setting="agentic"), "all")


def three(task_id: str, model: str = "m", **agentic) -> list:
    return [
        seen(task_id, "direct", model=model, is_correct=False, evidence=0.0),
        seen(task_id, "evidence_hint", model=model),
        seen(task_id, "agentic", model=model, **agentic),
    ]


BOX = (0.0, 0.0, 0.5, 0.5)
TASKS = {"t1": a_task("t1", regions=[region("r", BOX)])}
HALF = [made("figure1", (0.0, 0.0, 0.5, 0.3))]  # IoU 0.6


def test_every_error_has_one_label_per_threshold_and_zeros_are_listed() -> None:
    rows = three("t1", crops=HALF)
    table = tabulate_routes(rows, route_errors(rows, TASKS))
    assert {r.label for r in table} == set(GROUPS)
    for model in ("m", "pooled"):
        for threshold in (0.3, 0.5, 0.7):
            cells = [r for r in table if (r.model, r.iou_threshold) == (model, threshold)]
            assert sum(r.n for r in cells) == cells[0].total == 1
            assert sum(group_totals(cells).values()) == 1


def test_a_stricter_threshold_shows_in_the_change_table() -> None:
    routed_rows = route_errors(three("t1", crops=HALF), TASKS)
    (change,) = tabulate_changes("b", routed_rows)
    assert (change.threshold_from, change.threshold_to, change.n) == (0.5, 0.7, 1)
    assert (change.label_from, change.label_to) == ("access_localisation", "rescue_no_hit")


def test_a_model_without_one_of_the_settings_is_not_routed() -> None:
    rows = [*three("t1"), seen("t1", "direct", model="x", is_correct=False)]
    assert {r.model for r in route_errors(rows, TASKS)} == {"m"}


def test_a_task_without_regions_is_routed_without_a_hit() -> None:
    tasks = {"t1": a_task("t1")}
    right = route_errors(three("t1", crops=HALF), tasks, thresholds=(0.5,))
    wrong = route_errors(three("t1", is_correct=False, crops=HALF), tasks, thresholds=(0.5,))
    assert [r.label for r in (*right, *wrong)] == ["rescue_no_hit", "access_localisation"]


def test_shares_have_an_interval_over_papers_and_none_from_a_single_paper() -> None:
    tasks = {f"t{i}": a_task(f"t{i}", regions=[region("r", BOX)]) for i in range(8)}
    rows = [r for i in range(8) for r in three(f"t{i}", crops=HALF if i % 2 else [])]
    table = tabulate_routes(rows, route_errors(rows, tasks), resamples=500)
    (half,) = (
        r for r in table if (r.model, r.iou_threshold, r.label) == ("m", 0.5, "access_localisation")
    )
    assert half.share == 0.5
    assert half.ci_low is not None
    assert half.ci_high is not None
    assert 0.0 < half.ci_low < 0.5 < half.ci_high < 1.0
    alone = tabulate_routes(three("t1"), route_errors(three("t1"), TASKS), resamples=50)
    assert {r.ci_low for r in alone} == {None}
