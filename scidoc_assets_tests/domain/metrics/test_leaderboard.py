from __future__ import annotations

import pytest

from scidoc_assets.domain.metrics.leaderboard import (
    leaderboard_markdown,
    leaderboard_text,
    rank_models,
)
from scidoc_assets.domain.metrics.reasoning import score_reasoning
from scidoc_assets_tests.domain.metrics.factory import seen

ROWS = [
    *[seen(f"t{i}", model="worse", is_correct=i < 1) for i in range(4)],
    *[seen(f"t{i}", model="better", is_correct=i < 3) for i in range(3)],
    seen("t3", model="better", is_correct=None, evidence=None),
    *[seen(f"t{i}", model="rule", is_baseline=True, is_correct=False) for i in range(4)],
]


def test_models_are_ranked_by_accuracy_within_a_setting() -> None:
    lines = rank_models(score_reasoning(ROWS, resamples=100))
    assert [line.model for line in lines] == ["better", "worse", "rule"]


def test_failures_n_and_intervals_stand_beside_the_value() -> None:
    better = rank_models(score_reasoning(ROWS, resamples=100))[0]
    assert (better.planned_n, better.failed_n) == (4, 1)
    assert better.cells[0].startswith("75.0 [")
    assert better.cells[2] == "-"  # no intermediate claims
    assert better.cells[4].startswith("100.0 [")


def test_baselines_are_marked_in_both_forms() -> None:
    metrics = score_reasoning(ROWS, resamples=100)
    assert "| rule (baseline) | direct | 0.0 [0.0, 0.0] |" in leaderboard_markdown(metrics)
    assert "rule (baseline)" in leaderboard_text(metrics)


def test_benchmarks_and_judges_have_a_table_each() -> None:
    metrics = score_reasoning(ROWS, resamples=10)
    both = [*metrics, *(m.model_copy(update={"judge": "other"}) for m in metrics)]
    with pytest.raises(ValueError, match="one leaderboard per benchmark and judge"):
        rank_models(both)
    assert leaderboard_text(both).count("b (judge ") == 2
    assert leaderboard_markdown(both).count("| Model |") == 2


def test_a_pipe_in_a_model_name_does_not_break_the_table() -> None:
    metrics = score_reasoning([seen(model="a|b")], resamples=10)
    assert "| a\\|b |" in leaderboard_markdown(metrics)


@pytest.mark.parametrize("repeats", [1, 5])
def test_the_power_hint_counts_tasks_and_not_their_repeats(repeats: int) -> None:
    rows = [seen(f"t{i}", repeat=r) for i in range(100) for r in range(repeats)]
    metrics = score_reasoning(rows, resamples=10)
    for text in (leaderboard_text(metrics), leaderboard_markdown(metrics)):
        assert "With 100 tasks a difference below" in text


def test_no_metrics_say_so() -> None:
    assert leaderboard_markdown([]) == "_no metrics_"


def test_a_model_that_was_never_run_stands_last_with_its_reason() -> None:
    absent = {"is_correct": None, "evidence": None, "status": "not_run", "model": "a-locked"}
    rows = [*ROWS, *[seen(f"t{i}", **absent, not_run_reason="missing_key") for i in range(4)]]
    metrics = score_reasoning(rows, resamples=50)
    line = rank_models(metrics)[-1]
    assert (line.model, line.not_run_reason, line.planned_n) == ("a-locked", "missing_key", 4)
    assert "a-locked (not run: missing_key)" in leaderboard_markdown(metrics)
