"""The rewrite loop is bounded, keeps every version and shows one earlier failure at most."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.tasks.building import assess_task
from scidoc_assets.domain.tasks.rewrite import (
    RewriteState,
    assessed,
    next_step,
    rewrite_request,
    rewritten,
)
from scidoc_assets_tests.domain.tasks.hand_task import SETTINGS, root_task

BAD = ["Discuss citrate and calcium in Figure 1.", "Discuss citrate in Figure 1, then calcium.",
       "Discuss calcium and citrate in Figure 2."]  # fmt: skip


def after(*questions: str) -> RewriteState:
    """The state after the first question and its rewrites were assessed."""
    state = RewriteState(root_task(question=questions[0]))
    state = assessed(state, assess_task(state.task, SETTINGS))
    for question in questions[1:]:
        state = rewritten(state, question)
        state = assessed(state, assess_task(state.task, SETTINGS))
    return state


def test_a_passing_question_is_accepted_at_once() -> None:
    assert next_step(after(root_task().question), SETTINGS, has_model=True) == "accept"


def test_a_failing_question_is_rewritten_while_rounds_are_left() -> None:
    assert next_step(after(BAD[0]), SETTINGS, has_model=True) == "rewrite"
    assert next_step(after(*BAD[:2]), SETTINGS, has_model=True) == "rewrite"
    assert next_step(after(*BAD), SETTINGS, has_model=True) == "reject"


def test_without_a_model_a_failing_question_is_rejected() -> None:
    assert next_step(after(BAD[0]), SETTINGS, has_model=False) == "reject"


def test_a_rewrite_that_passes_is_accepted_under_the_same_task_id() -> None:
    state = after(BAD[0], root_task().question)
    assert next_step(state, SETTINGS, has_model=True) == "accept"
    assert (state.task.task_id, state.task.version) == (root_task().task_id, 2)
    assert [v.question for v in state.versions] == [BAD[0], root_task().question]


def test_the_request_names_the_faults_and_one_older_candidate_only() -> None:
    request = rewrite_request(after(*BAD))
    assert request.question == BAD[2]
    assert request.earlier_failed == BAD[1]
    assert any("exam_phrasing" in line for line in request.feedback)
    assert request.aliases == ["Figure 1", "Figure 2", "Table 1"]
    assert rewrite_request(after(BAD[0])).earlier_failed is None


def test_an_assessment_of_another_version_is_refused() -> None:
    state = RewriteState(root_task())
    other = assess_task(root_task(version=2), SETTINGS)
    with pytest.raises(ValueError, match="v2"):
        assessed(state, other)
    with pytest.raises(ValueError, match="not been assessed"):
        next_step(state, SETTINGS, has_model=True)
