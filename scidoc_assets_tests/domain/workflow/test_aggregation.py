"""Metrics: every instance counts once, failures as 0, unmeasured ones apart and counted."""

from __future__ import annotations

from typing import Any

import pytest

from scidoc_assets.domain.workflow.aggregation import metrics_of, setting_gaps, stability_of
from scidoc_assets.schemas.workflow import WORKFLOW_SETTINGS, WorkflowScore


def make_score(item_id: str, setting: Any, score: float | None, **changes: Any) -> WorkflowScore:
    values: dict[str, Any] = {
        "benchmark": "b",
        "model": "m",
        "setting": setting,
        "item_id": item_id,
        "repeat": 0,
        "group": "A",
        "subtask": "A1",
        "evaluator": "label",
        "score": score,
        "cause": None,
        "detail": None,
        "judge": None,
        "judge_raw": None,
        "isolation": None,
        "is_baseline": False,
    }
    return WorkflowScore(**{**values, **changes})


def _all_settings(item_id: str, values: tuple[float, ...], **changes: Any) -> list[WorkflowScore]:
    pairs = zip(WORKFLOW_SETTINGS, values, strict=True)
    return [make_score(item_id, s, v, **changes) for s, v in pairs]


def test_the_overall_score_is_the_mean_over_instances() -> None:
    rows = _all_settings("q1", (1, 0, 1, 0)) + _all_settings("q2", (1, 1, 1, 1), group="B")
    by_scope = {(m.scope, m.scope_value): m for m in metrics_of(rows)}
    assert by_scope["overall", "all"].value == 75.0
    assert by_scope["group", "A"].value == 50.0
    assert by_scope["setting", "en_markdown_interleaved"].value == 50.0
    assert by_scope["subtask", "A1"].n == 8


def test_a_failed_response_stays_in_the_denominator() -> None:
    rows = [make_score("q1", "en_images_first", 1.0)]
    rows += [make_score("q2", "en_images_first", 0.0, cause="empty")]
    overall = metrics_of(rows)[0]
    assert (overall.value, overall.n, overall.failed_n) == (50.0, 2, 1)


def test_what_no_sandbox_ran_is_not_a_0_and_blocks_the_mean_when_it_is_much() -> None:
    rows = [make_score(f"q{i}", "en_images_first", 1.0) for i in range(9)]
    rows += [make_score("q9", "en_images_first", None, cause="not_executed")]
    blocked = metrics_of(rows)[0]
    assert (blocked.value, blocked.reason, blocked.unscored_n) == (None, "too_many_unscored", 1)
    assert metrics_of(rows, max_unscored_share=0.2)[0].value == 100.0
    nothing = metrics_of([rows[-1]], max_unscored_share=1.0)[0]
    assert (nothing.value, nothing.reason) == (None, "nothing_scored")


def test_gaps_interaction_and_range_follow_their_definitions() -> None:
    values = dict(zip(WORKFLOW_SETTINGS, (60.0, 50.0, 40.0, 45.0), strict=True))
    assert setting_gaps(values) == {
        "language_gap": 12.5,
        "representation_gap": 2.5,
        "interaction": 15.0,
        "setting_range": 20.0,
    }


def test_gaps_are_paired_by_question_with_seeded_intervals() -> None:
    rows = [r for i in range(20) for r in _all_settings(f"q{i}", (1, 1, 0, i % 2))]
    rows += [make_score("lonely", "en_images_first", 0.0)]
    (first,) = stability_of(metrics_of(rows), rows, resamples=500)
    assert first.paired_n == 20
    low, high = first.language_gap_ci_low, first.language_gap_ci_high
    assert low is not None
    assert high is not None
    assert 50 <= low < 75 < high <= 100
    assert stability_of(metrics_of(rows), rows, resamples=500) == [first]


def test_a_model_without_all_settings_has_null_gaps_with_a_reason() -> None:
    (row,) = stability_of(metrics_of([make_score("q1", "en_images_first", 1.0)]))
    assert row.language_gap is None
    assert "zh_images_first" in (row.reason or "")
    with pytest.raises(KeyError):
        setting_gaps({"en_images_first": 1.0})
