"""The question chain of a task with a model, as a dialogue: observe, bridge, ask, judge, mend.

Yields requests and is sent call records (`prompts.asking.Dialogue`). Every assessed version is
returned. A step that the model fails keeps its template; a question that no round makes good is
returned with its failing assessment, so that acceptance rejects it with the reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

from scidoc_assets.domain.tasks.building import assess_task
from scidoc_assets.domain.tasks.model_questions import (
    answer_request,
    blind_request,
    bridge_request,
    judge_request,
    observation_request,
    read_answer,
    read_bridge,
    read_judgement,
    read_observation,
    read_question,
    rewriting_request,
)
from scidoc_assets.domain.tasks.rewrite import RewriteState, assessed, next_step, rewritten
from scidoc_assets.prompts.asking import Dialogue, ReplyProblem, ask_with_repair, repair_request
from scidoc_assets.schemas.calls import ImagePart
from scidoc_assets.schemas.settings import TaskSettings
from scidoc_assets.schemas.tasks import (
    BridgeStep,
    ObservationStep,
    ReasoningTask,
    TaskQuality,
)


@dataclass(frozen=True)
class WrittenTask:
    """A task as its last version stands, every assessment, and the steps a model failed."""

    task: ReasoningTask
    qualities: tuple[TaskQuality, ...]
    failed_steps: tuple[str, ...]


def question_dialogue(
    task: ReasoningTask,
    images: Mapping[str, ImagePart],
    title: str | None,
    settings: TaskSettings,
    model_id: str,
) -> Dialogue[WrittenTask]:
    """Write, judge and mend the questions and the answer of one structurally sound candidate.

    `images` by task alias. The task id, nodes, edges and images never change.
    """
    failed: list[str] = []
    observations = yield from _observations(task, images, model_id, failed)
    task = task.model_copy(update={"observations": observations})
    bridges = yield from _bridges(task, model_id, failed)
    task = task.model_copy(update={"bridges": bridges})
    try:
        question = yield from ask_with_repair(blind_request(task, title, model_id), read_question)
        task = task.model_copy(update={"question": question, "question_source": "model"})
    except ReplyProblem as problem:
        failed.append(f"blind question ({problem.cause})")
    state = yield from _mended(RewriteState(task), settings, model_id, failed)
    try:
        answer = yield from ask_with_repair(
            answer_request(state.task, model_id), partial(read_answer, task=state.task)
        )
        state = replace(state, task=state.task.model_copy(update={"gold_answer": answer}))
    except ReplyProblem as problem:
        failed.append(f"reference answer ({problem.cause})")
    return WrittenTask(state.task, state.versions, tuple(failed))


def _observations(
    task: ReasoningTask, images: Mapping[str, ImagePart], model_id: str, failed: list[str]
) -> Dialogue[list[ObservationStep]]:
    steps = []
    for step in task.observations:
        evidence_id, image = step.evidence_id, images.get(step.image)
        if image is not None:
            try:
                read = partial(read_observation, task=task, evidence_id=evidence_id)
                request = observation_request(task, evidence_id, image, model_id)
                step = yield from ask_with_repair(request, read)
            except ReplyProblem as problem:
                failed.append(f"observation of {evidence_id} ({problem.cause})")
        steps.append(step)
    return steps


def _bridges(task: ReasoningTask, model_id: str, failed: list[str]) -> Dialogue[list[BridgeStep]]:
    steps = []
    for step in task.bridges:
        claim_id = step.claim_id
        try:
            read = partial(read_bridge, task=task, claim_id=claim_id)
            step = yield from ask_with_repair(bridge_request(task, claim_id, model_id), read)
        except ReplyProblem as problem:
            failed.append(f"bridge of {claim_id} ({problem.cause})")
        steps.append(step)
    return steps


def _mended(
    state: RewriteState, settings: TaskSettings, model_id: str, failed: list[str]
) -> Dialogue[RewriteState]:
    """Judge, and rewrite while the rules allow it."""
    while True:
        quality = yield from _judged(state.task, settings, model_id)
        state = assessed(state, quality)
        if next_step(state, settings, has_model=True) != "rewrite":
            return state
        try:
            request = rewriting_request(state, model_id)
            question = yield from ask_with_repair(request, read_question)
        except ReplyProblem as problem:
            failed.append(f"rewrite {state.rewrites + 1} ({problem.cause})")
            return state
        state = rewritten(state, question)


def _judged(task: ReasoningTask, settings: TaskSettings, model_id: str) -> Dialogue[TaskQuality]:
    """The model's rubric, asked to mend its reply once; a template whose judge fails twice falls
    back on the rule rubric."""
    request = judge_request(task, model_id)
    record = yield request
    quality = read_judgement(record, task, settings, model_id)
    if quality.reason is not None:
        problem = ReplyProblem("unparseable", quality.reason)
        record = yield repair_request(request, record, problem)
        quality = read_judgement(record, task, settings, model_id)
    is_template = task.question_source == "template"
    return assess_task(task, settings) if quality.reason and is_template else quality
