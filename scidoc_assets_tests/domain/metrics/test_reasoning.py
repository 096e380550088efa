from __future__ import annotations

import json

import pytest

from scidoc_assets.domain.metrics.reasoning import score_reasoning
from scidoc_assets.schemas.metrics import ReasoningMetric
from scidoc_assets_tests.domain.metrics.factory import seen

ROWS = [
    seen("t1", is_correct=True, evidence=1.0, claims=0.5, required_claims=2),
    seen("t2", is_correct=False, evidence=0.5),
    seen("t3", is_correct=None, evidence=None, difficulty="hard"),
    seen("t4", is_correct=True, evidence=0.5, difficulty="hard"),
]


def cell(rows: list[ReasoningMetric], metric: str, stratum: str = "all") -> ReasoningMetric:
    (found,) = [r for r in rows if r.metric == metric and r.stratum == stratum]
    return found


def test_a_failed_row_counts_against_and_the_second_figure_is_without_it() -> None:
    rows = score_reasoning(ROWS, resamples=100)
    headline = cell(rows, "accuracy")
    assert (headline.value, headline.n, headline.planned_n, headline.failed_n) == (0.5, 4, 4, 1)
    second = cell(rows, "accuracy_without_failed")
    assert (second.value, second.n, second.planned_n, second.failed_n) == (2 / 3, 3, 4, 1)
    assert cell(rows, "evidence_coverage").value == 0.5
    assert cell(rows, "evidence_coverage_without_failed").value == 2 / 3


def test_one_answered_and_one_failed_row_give_half_not_all() -> None:
    rows = score_reasoning([seen("t1"), seen("t2", is_correct=None, evidence=None)], resamples=50)
    assert cell(rows, "accuracy").value == 0.5


def test_claim_coverage_is_over_tasks_that_have_claims_with_n_shown() -> None:
    found = cell(score_reasoning(ROWS, resamples=100), "claim_coverage")
    assert (found.value, found.n, found.planned_n) == (0.5, 1, 4)


def test_without_any_claim_it_is_null_with_a_reason_and_never_nan() -> None:
    rows = score_reasoning([seen("t1"), seen("t2")], resamples=50)
    found = cell(rows, "claim_coverage")
    assert (found.value, found.n, found.reason) == (None, 0, "no_intermediate_claims")
    assert "NaN" not in json.dumps([r.model_dump() for r in rows])


def test_complete_evidence_needs_every_node() -> None:
    assert cell(score_reasoning(ROWS, resamples=100), "complete_evidence").value == 0.25


def test_strata_split_the_planned_rows() -> None:
    rows = score_reasoning(ROWS, resamples=100)
    hard = cell(rows, "accuracy", "hard")
    assert (hard.stratum_kind, hard.value, hard.n, hard.failed_n) == ("difficulty", 0.5, 2, 1)
    assert {r.stratum_kind for r in rows} == {"overall", "difficulty", "discipline", "domain"}


def test_one_paper_has_a_value_but_no_interval() -> None:
    rows = [seen("t1", paper_id="p"), seen("t2", paper_id="p")]
    found = cell(score_reasoning(rows, resamples=50), "accuracy")
    assert (found.value, found.ci_low, found.reason) == (1.0, None, "one_paper")


def test_the_same_seed_gives_the_same_rows() -> None:
    assert score_reasoning(ROWS, 300, seed=4) == score_reasoning(ROWS, 300, seed=4)


def test_models_are_scored_apart_and_baselines_marked() -> None:
    rows = score_reasoning([seen("t1"), seen("t1", model="x", is_baseline=True)], resamples=10)
    marks = {r.model: r.is_baseline for r in rows}
    assert marks == {"m": False, "x": True}


def test_nothing_observed_gives_no_rows() -> None:
    assert score_reasoning([]) == []


def test_a_judge_that_fails_too_often_blocks_its_metrics_and_no_others() -> None:
    rows = [
        seen("t1"),
        seen("t2", is_correct=None, has_failed_correctness_judge=True),
        *[seen(f"t{i}", model="other") for i in (1, 2)],
    ]
    scored = score_reasoning(rows, resamples=50, max_failed_share=0.4)
    mine = [r for r in scored if r.model == "m"]
    found = cell(mine, "accuracy")
    assert (found.value, found.reason, found.failed_n) == (None, "judge_failed", 1)
    assert cell(mine, "evidence_coverage").value == 1.0
    assert cell([r for r in scored if r.model == "other"], "accuracy").value == 1.0
    allowed = score_reasoning(rows, resamples=50, max_failed_share=0.5)
    assert cell([r for r in allowed if r.model == "m"], "accuracy").value == 0.5


@pytest.mark.parametrize(
    ("unlabelled", "reason"), [(0, "judge_failed"), (1, "judge_failed"), (2, "unlabelled")]
)
def test_what_withholds_a_metric_is_named_after_most_of_the_rows(
    unlabelled: int, reason: str
) -> None:
    failed = {"is_correct": None, "has_failed_correctness_judge": True}
    rows = [
        seen("t0"),
        *[seen(f"t{i + 1}", **failed, is_unlabelled=i < unlabelled) for i in range(2)],
    ]
    found = cell(score_reasoning(rows, resamples=50, max_failed_share=0.05), "accuracy")
    assert (found.value, found.reason, found.failed_n) == (None, reason, 2)


def test_repeats_are_rows_of_the_plan_but_no_further_tasks() -> None:
    rows = [
        seen(f"t{i}", repeat=r, difficulty="hard" if i else "easy")
        for i in (0, 1, 2)
        for r in (0, 1)
    ]
    scored = score_reasoning(rows, resamples=50)
    found = {r.stratum: (r.planned_n, r.planned_tasks) for r in scored if r.metric == "accuracy"}
    assert (found["all"], found["hard"], found["easy"]) == ((6, 3), (4, 2), (2, 1))


def test_a_model_that_was_never_run_is_shown_with_its_plan_and_why() -> None:
    absent = {"is_correct": None, "evidence": None, "status": "not_run", "model": "locked"}
    rows = [
        seen("t1"),
        seen("t2"),
        seen("t1", **absent, not_run_reason="missing_key"),
        seen("t2", **absent, not_run_reason="missing_key"),
    ]
    scored = score_reasoning(rows, resamples=50, max_failed_share=0.0)
    locked = [r for r in scored if r.model == "locked"]
    assert {r.metric for r in locked} == {r.metric for r in scored}
    assert {(r.value, r.n, r.failed_n, r.reason) for r in locked} == {(None, 0, 0, "missing_key")}
    assert {r.planned_n for r in locked if r.stratum_kind == "overall"} == {2}
    assert cell([r for r in scored if r.model == "m"], "accuracy").value == 1.0
