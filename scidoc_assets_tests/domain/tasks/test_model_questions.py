"""Model replies for tasks keep locked ids, the task's aliases and the secret of the claim."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scidoc_assets.domain.tasks.answers import trajectory_of
from scidoc_assets.domain.tasks.building import assess_task
from scidoc_assets.domain.tasks.model_questions import (
    answer_request,
    blind_request,
    bridge_request,
    observation_request,
    read_answer,
    read_bridge,
    read_judgement,
    read_observation,
    read_question,
    rewriting_request,
)
from scidoc_assets.domain.tasks.rewrite import RewriteState, assessed
from scidoc_assets.domain.tasks.sampling import subgraph_of
from scidoc_assets.prompts.asking import ReplyProblem
from scidoc_assets.schemas.argument_replies import DimensionScores
from scidoc_assets.schemas.calls import CallRecord, CallStatus, ModelReply, ModelRequest, image_part
from scidoc_assets_tests.domain.tasks.hand_task import SETTINGS, root_task

TASK = root_task()


def said(reply: dict[str, Any] | str | None, status: CallStatus = "answered") -> CallRecord:
    text = json.dumps(reply) if isinstance(reply, dict) else reply
    return CallRecord(
        request_hash="h",
        repeat=0,
        model_id="stub",
        status=status,
        reply=ModelReply(text=text) if text is not None else None,
        started_at="2026-01-01T00:00:00Z",
    )


def material(request: ModelRequest) -> dict[str, Any]:
    return json.loads(request.messages[1].parts[0].text)  # pyright: ignore


def observation(**changes: Any) -> dict[str, Any]:
    questions = [
        "How thick is it in Figure 1?",
        "Which lane is thin?",
        "By how much do lanes vary?",
    ]
    return {
        "step": "thickness",
        "derived_node_id": "e1",
        "key_region": [0.1, 0.1, 0.5, 0.5],
        "samples": [{"observation_question": q} for q in questions],
        **changes,
    }


def test_an_observation_reply_gives_questions_and_one_region() -> None:
    step = read_observation(said(observation()), TASK, "e1")
    assert (step.image, len(step.questions), step.key_region) == (
        "Figure 1",
        3,
        (0.1, 0.1, 0.5, 0.5),
    )


@pytest.mark.parametrize(
    ("changes", "cause"),
    [
        ({"derived_node_id": "e2"}, "locked"),
        ({"samples": [{"observation_question": "How thick?"}] * 3}, "3 different"),
        ({"key_region": [0.1, 0.1, 1.5, 0.5]}, "unparseable"),
        ({"key_region": [0.5, 0.1, 0.1, 0.5]}, "unparseable"),
        (
            {"samples": [{"observation_question": q} for q in ("In Figure 7?", "b", "c")]},
            "Figure 7",
        ),
        (
            {
                "samples": [
                    {"observation_question": q}
                    for q in ("Do chelators control biofilms by removing calcium?", "b", "c")
                ]
            },
            "shared_run",
        ),
    ],
)
def test_a_faulty_observation_reply_is_refused(changes: dict[str, Any], cause: str) -> None:
    with pytest.raises(ReplyProblem, match=cause):
        read_observation(said(observation(**changes)), TASK, "e1")


def test_a_bridge_keeps_its_claim_and_its_secret() -> None:
    good = {"step": "s", "derived_node_id": "mid", "bridge_question": "What becomes of the cells?"}
    assert read_bridge(said(good), TASK, "mid").premise_ids == ["e1", "e2"]
    with pytest.raises(ReplyProblem, match="locked"):
        read_bridge(said(good | {"derived_node_id": "root"}), TASK, "mid")
    leak = "Citrate disperses the biofilm without killing its cells, does it?"
    with pytest.raises(ReplyProblem):
        read_bridge(said(good | {"bridge_question": leak}), TASK, "mid")


def answer(**changes: Any) -> dict[str, Any]:
    return {
        "preferred_claim_id": "root",
        "trajectory": trajectory_of(subgraph_of(TASK)),
        "standard_answer": TASK.gold_answer,
        **changes,
    }


def test_a_reference_answer_along_the_trajectory_is_taken() -> None:
    assert read_answer(said(answer()), TASK) == TASK.gold_answer


@pytest.mark.parametrize(
    ("changes", "cause"),
    [
        ({"trajectory": ["e1", "root"]}, "trajectory is locked"),
        ({"preferred_claim_id": "mid"}, "preferred_claim_id is locked"),
        ({"standard_answer": "[root] Nothing."}, "trajectory is"),
    ],
)
def test_an_answer_that_changes_locked_ids_is_refused(changes: dict[str, Any], cause: str) -> None:
    with pytest.raises(ReplyProblem, match=cause) as caught:
        read_answer(said(answer(**changes)), TASK)
    assert caught.value.is_repairable


def scores(**changes: float) -> dict[str, Any]:
    names = list(DimensionScores.model_fields)
    return {
        "scores": dict.fromkeys(names, 1.0) | changes,
        "failed_dimensions": [],
        "repair_advice": "",
        "is_revision_recommended": False,
    }


def test_a_judges_scores_and_our_hard_checks_decide_together() -> None:
    quality = read_judgement(said(scores()), TASK, SETTINGS, "stub")
    assert (quality.decision, quality.total, quality.judge) == ("pass", 100.0, "stub")
    exam = root_task(question="Discuss citrate and calcium in Figure 1.")
    assert read_judgement(said(scores()), exam, SETTINGS, "stub").decision == "rewrite"


@pytest.mark.parametrize(
    "reply", [scores(non_leakage=8.0), "nonsense", {"scores": {}}, "I can't help with that."]
)
def test_an_unusable_judge_is_a_named_failure_and_no_pass(reply: dict[str, Any] | str) -> None:
    quality = read_judgement(said(reply), TASK, SETTINGS, "stub")
    assert (quality.scores, quality.total, quality.decision) == ({}, None, "reject")
    assert (quality.reason or "").startswith("judge_failed")


def test_a_question_reply_is_its_stem_and_a_failed_call_is_none() -> None:
    assert read_question(said({"question": " What links them? "})) == "What links them?"
    with pytest.raises(ReplyProblem, match="call_failed"):
        read_question(said(None, "rate_limited"))


def test_requests_carry_aliases_and_never_the_papers_own_numbers() -> None:
    image = image_part(b"\x89PNG\r\n\x1a\n")
    state = RewriteState(root_task(question="Discuss it."))
    state = assessed(state, assess_task(state.task, SETTINGS))
    requests = [
        observation_request(TASK, "e1", image, "stub"),
        bridge_request(TASK, "mid", "stub"),
        blind_request(TASK, "A title", "stub"),
        rewriting_request(state, "stub"),
        answer_request(TASK, "stub"),
    ]
    assert len({r.prompt.name for r in requests if r.prompt}) == 5
    assert material(requests[0])["alias"] == "Figure 1"
    assert [a["alias"] for a in material(requests[2])["selected_anchors"]] == [
        "Figure 1",
        "Figure 2",
        "Table 1",
    ]
    assert material(requests[3])["earlier_failed_wording"] is None
    assert material(requests[4])["trajectory"][-1] == "root"
