"""The question chain with a stub model: taken, mended within bounds, or left as it was."""

from __future__ import annotations

import json
from typing import Any

from scidoc_assets.domain.tasks.answers import trajectory_of
from scidoc_assets.domain.tasks.building import accept_tasks
from scidoc_assets.domain.tasks.model_dialogues import WrittenTask, question_dialogue
from scidoc_assets.domain.tasks.sampling import subgraph_of
from scidoc_assets.prompts.asking import run_dialogue
from scidoc_assets.schemas.calls import CallRecord, ImagePart, ModelReply, ModelRequest, image_part
from scidoc_assets_tests.domain.tasks.hand_task import SETTINGS, root_task

TASK = root_task()
IMAGES: dict[str, ImagePart] = {i.alias: image_part(b"\x89PNG\r\n\x1a\n") for i in TASK.images}
GOOD = "What binds the fate of the cells to the state of the matrix across Figure 1 and Table 1?"
BAD = "Discuss citrate and calcium in Figure 1."
DIMENSIONS = [
    "anchor_coverage",
    "anchor_localisation",
    "evidence_path_coverage",
    "reasoning_dependency",
    "target_specificity",
    "stem_naturalness",
    "non_leakage",
    "answer_shaping",
]
PRAISE = {
    "scores": dict.fromkeys(DIMENSIONS, 1.0),
    "failed_dimensions": [],
    "repair_advice": "",
    "is_revision_recommended": False,
}


class Stub:
    """A model that gives the next reply of each prompt; the last one again and again."""

    def __init__(self, **replies: list[dict[str, Any] | str]) -> None:
        self.replies = replies
        self.asked: list[str] = []

    def __call__(self, request: ModelRequest) -> CallRecord:
        name = (request.prompt.name if request.prompt else "").split("/")[-1]
        self.asked.append(name)
        queue = self.replies.get(name, ["nonsense"])
        reply = queue.pop(0) if len(queue) > 1 else queue[0]
        return CallRecord(
            request_hash="h",
            repeat=0,
            model_id="stub",
            status="answered",
            reply=ModelReply(text=reply if isinstance(reply, str) else json.dumps(reply)),
            started_at="2026-01-01T00:00:00Z",
        )


def write(stub: Stub) -> WrittenTask:
    return run_dialogue(question_dialogue(TASK, IMAGES, "A title", SETTINGS, "stub"), stub)


def test_a_models_question_that_passes_is_taken() -> None:
    written = write(Stub(blind_question=[{"question": GOOD}], judge_question=[PRAISE]))
    assert (written.task.question, written.task.question_source) == (GOOD, "model")
    assert [q.decision for q in written.qualities] == ["pass"]
    (task,) = accept_tasks([written.task], written.qualities, SETTINGS)
    assert task.is_accepted


def test_a_failing_question_is_mended_and_every_version_kept() -> None:
    stub = Stub(
        blind_question=[{"question": BAD}],
        judge_question=[PRAISE],
        rewrite_question=[{"question": GOOD}],
    )
    written = write(stub)
    assert [(q.version, q.decision) for q in written.qualities] == [(1, "rewrite"), (2, "pass")]
    assert written.task.task_id == TASK.task_id


def test_rewrites_stop_at_the_bound_and_the_task_is_rejected() -> None:
    stub = Stub(
        blind_question=[{"question": BAD}],
        judge_question=[PRAISE],
        rewrite_question=[{"question": BAD}],
    )
    written = write(stub)
    assert stub.asked.count("rewrite_question") == SETTINGS.max_rewrites
    (task,) = accept_tasks([written.task], written.qualities, SETTINGS)
    assert task.reasons == ["exam_phrasing"]


def test_nonsense_for_every_call_leaves_the_template_and_names_each_step() -> None:
    written = write(Stub())
    assert written.task.question == TASK.question
    assert written.task.gold_answer == TASK.gold_answer
    assert written.qualities[-1].judge == "rules"
    assert len(written.failed_steps) == 3 + 1 + 1 + 1
    (task,) = accept_tasks([written.task], written.qualities, SETTINGS)
    assert task.is_accepted


def test_a_models_question_without_a_usable_judge_is_not_accepted() -> None:
    written = write(Stub(blind_question=[{"question": GOOD}]))
    assert (written.qualities[-1].reason or "").startswith("judge_failed")
    (task,) = accept_tasks([written.task], written.qualities, SETTINGS)
    assert task.reasons == ["not_assessed"]


def test_an_answer_with_changed_ids_is_not_taken() -> None:
    order = trajectory_of(subgraph_of(TASK))
    changed = {
        "preferred_claim_id": "root",
        "trajectory": [*order[:-1], "e9", "root"],
        "standard_answer": TASK.gold_answer,
    }
    stub = Stub(reference_answer=[changed])
    written = write(stub)
    assert written.task.gold_answer == TASK.gold_answer
    assert "reference answer (breaks_rules)" in written.failed_steps
    assert stub.asked.count("reference_answer") == 2
