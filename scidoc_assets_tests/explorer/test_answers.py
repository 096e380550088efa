"""Answers with their verdicts."""

from __future__ import annotations

from scidoc_assets.explorer.answers import answers_by_task, boxes
from scidoc_assets_tests.explorer.small_rows import (
    correctness,
    coverage,
    cropping,
    response,
    small_rows,
)


def test_labels_join_their_answer_by_benchmark_model_setting_task_and_repeat() -> None:
    rows = small_rows(
        reasoning_responses=[response(), response(repeat=1), response(benchmark="other")],
        correctness_labels=[correctness(), correctness(repeat=1, is_correct=False)],
    )
    found = answers_by_task(rows)
    assert [a.is_correct for a in found[("reasoning", "t1")]] == [True, False]
    assert [a.is_correct for a in found[("other", "t1")]] == [None]


def test_a_judge_comes_before_a_baseline_judge() -> None:
    rows = small_rows(
        reasoning_responses=[response()],
        correctness_labels=[
            correctness(judge="a/baseline", is_baseline=True, is_correct=False),
            correctness(judge="z/model"),
        ],
    )
    (answer,) = answers_by_task(rows)[("reasoning", "t1")]
    assert [v.judge for v in answer.verdicts] == ["z/model", "a/baseline"]
    assert answer.is_correct is True


def test_a_failed_judge_is_no_verdict_and_has_its_reason() -> None:
    failed = correctness(status="judge_failed", reason="unparseable", is_correct=None)
    rows = small_rows(reasoning_responses=[response()], correctness_labels=[failed])
    (answer,) = answers_by_task(rows)[("reasoning", "t1")]
    assert answer.is_correct is None
    assert answer.verdicts[0].reason == "unparseable"


def test_coverage_belongs_to_its_judge() -> None:
    rows = small_rows(
        reasoning_responses=[response()],
        correctness_labels=[correctness(), correctness(judge="j/two")],
        coverage_labels=[coverage(judge="j/two")],
    )
    (answer,) = answers_by_task(rows)[("reasoning", "t1")]
    assert [len(v.evidence) for v in answer.verdicts] == [0, 1]


def test_models_come_before_baselines_and_settings_in_their_order() -> None:
    rows = small_rows(
        reasoning_responses=[
            response(model="a/base", is_baseline=True), cropping(), response(setting="caption_only"),
        ]
    )  # fmt: skip
    found = answers_by_task(rows)[("reasoning", "t1")]
    assert [(a.response.model, a.response.setting) for a in found] == [
        ("m/one", "caption_only"),
        ("m/one", "agentic"),
        ("a/base", "direct"),
    ]


def test_equal_boxes_share_a_label_and_near_corners_are_nudged_apart() -> None:
    first, second = boxes(
        [("e1", (0.1, 0.1, 0.5, 0.5)), ("e2", (0.11, 0.1, 0.9, 0.5)), ("e3", (0.1, 0.1, 0.5, 0.5))]
    )
    assert (first.label, first.nudge) == ("e1, e3", 0)
    assert (second.label, second.nudge) == ("e2", 1)
