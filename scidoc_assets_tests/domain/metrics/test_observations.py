from __future__ import annotations

import pytest

from scidoc_assets.domain.metrics.observations import (
    PlannedRun,
    by_model_and_pooled,
    observe,
    only_run,
    single,
    with_all_labels,
    with_labels,
    with_verdict,
)
from scidoc_assets_tests.domain.metrics.factory import (
    a_response,
    a_task,
    correct,
    covered,
    crop,
    made,
    seen,
)


def test_a_planned_row_without_response_or_label_stays_with_nulls() -> None:
    tasks = [a_task("t1"), a_task("t2"), a_task("t3")]
    responses = [a_response("t1"), a_response("t2")]
    rows = observe(tasks, responses, [correct(True)], [covered(True, False)], "j")
    assert [(o.task_id, o.is_correct, o.evidence) for o in rows] == [
        ("t1", True, 0.5),
        ("t2", None, None),
        ("t3", None, None),
    ]
    assert [o.is_right for o in rows] == [True, False, False]


def test_an_answer_that_a_judge_has_no_label_for_was_not_judged_and_is_in_no_comparison() -> None:
    tasks = [a_task("t1"), a_task("t2"), a_task("t3"), a_task("t4")]
    responses = [a_response("t1"), a_response("t2"), a_response("t3", status="empty", text="")]
    rows = observe(tasks, responses, [correct(True)], [covered(True, False)], "j")
    found = {o.task_id: (o.is_unlabelled, o.has_failed_correctness_judge) for o in rows}
    unasked = (False, False)  # nothing to judge: no answer counts as wrong, and says why
    assert found == {"t1": unasked, "t2": (True, True), "t3": unasked, "t4": unasked}
    assert [o.task_id for o in with_verdict(rows)] == ["t1", "t3", "t4"]
    assert [o.task_id for o in with_labels(rows)] == ["t1", "t3", "t4"]
    assert [o.task_id for o in with_all_labels(rows, ["direct"])] == ["t1", "t3", "t4"]


def test_labels_of_an_empty_answer_do_not_count() -> None:
    rows = observe([a_task()], [a_response(status="empty", text="")], [correct(True)], [], "j")
    assert rows[0].is_correct is None


def test_a_truncated_answer_with_text_is_an_answer() -> None:
    rows = observe([a_task()], [a_response(status="truncated")], [correct(True)], [], "j")
    assert rows[0].is_correct is True


def test_labels_of_another_judge_are_left_out() -> None:
    rows = observe([a_task()], [a_response()], [correct(True, judge="other")], [], "j")
    assert rows[0].is_correct is None


def test_repeats_are_planned_up_to_the_highest_seen_or_as_told() -> None:
    responses = [a_response("t1", repeat=1), a_response("t1", repeat=0)]
    assert len(observe([a_task("t1"), a_task("t2")], responses, [], [], "j")) == 4
    assert len(observe([a_task("t1")], responses, [], [], "j", repeats=3)) == 3


def test_two_rows_of_one_answer_are_refused() -> None:
    with pytest.raises(ValueError, match="two rows of one response"):
        observe([a_task()], [a_response(), a_response()], [], [], "j")
    with pytest.raises(ValueError, match="two rows of one correctness label"):
        observe([a_task()], [a_response()], [correct(True), correct(True)], [], "j")


def test_a_row_of_an_unknown_task_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="unknown task t9"):
        observe([a_task()], [a_response("t9")], [], [], "j")


def test_benchmarks_are_not_mixed() -> None:
    with pytest.raises(ValueError, match="several benchmarks: b, other"):
        observe([a_task()], [a_response(benchmark="other")], [], [], "j")
    with pytest.raises(ValueError, match="one benchmark and one judge"):
        single([seen(), seen(judge="other")])


def test_only_crops_that_were_made_count_as_crops() -> None:
    turn = crop("Figure 1", (0.0, 0.0, 0.5, 0.5))
    turns = [turn, turn.model_copy(update={"action": "invalid"})]
    rows = observe([a_task()], [a_response(turns=turns)], [], [], "j")
    assert rows[0].crops == [made("Figure 1", (0.0, 0.0, 0.5, 0.5))]


def test_pooled_holds_every_model() -> None:
    groups = by_model_and_pooled([seen(model="b"), seen(model="a")])
    assert {name: len(rows) for name, rows in groups.items()} == {"a": 1, "b": 1, "pooled": 2}
    assert list(groups) == ["a", "b", "pooled"]


def test_a_model_that_was_never_run_has_its_planned_rows_with_the_reason() -> None:
    planned = [
        PlannedRun("m", "direct", 1, False, "not_run"),  # has responses: not absent
        PlannedRun("locked", "direct", 2, False, "missing_key"),
    ]
    tasks = [a_task("t1"), a_task("t2")]
    rows = observe(tasks, [a_response("t1")], [correct(True)], [], "j", planned=planned)
    absent = [o for o in rows if not o.has_run]
    assert {(o.model, o.not_run_reason) for o in absent} == {("locked", "missing_key")}
    assert len(absent) == 4  # two tasks, two repeats
    assert {o.model for o in only_run(rows)} == {"m"}


def test_a_row_says_how_its_answer_ended() -> None:
    rows = observe([a_task("t1"), a_task("t2")], [a_response("t1", status="refused")], [], [], "j")
    assert [o.status for o in rows] == ["refused", "no_response"]


def test_what_a_judge_failed_on_is_left_out_where_verdicts_are_compared() -> None:
    rows = [
        seen("t1", setting="direct", has_failed_correctness_judge=True),
        seen("t2", setting="direct", has_failed_coverage_judge=True),
        seen("t3", setting="direct", status="refused", is_correct=None),
        seen("t4", setting="direct", status="not_run"),
    ]
    assert [o.task_id for o in with_verdict(rows)] == ["t2", "t3"]
    assert [o.task_id for o in with_labels(rows)] == ["t3"]


def test_a_task_is_routed_only_where_every_setting_that_is_compared_has_its_labels() -> None:
    rows = [
        seen(task, setting=setting, has_failed_coverage_judge=(task, setting) in failed)
        for failed in [{("t1", "agentic"), ("t2", "question_only")}]
        for task in ("t1", "t2")
        for setting in ("direct", "agentic", "question_only")
    ]
    left = with_all_labels(rows, ("direct", "agentic"))
    assert {o.task_id for o in left} == {"t2"}
    assert len(left) == 3
