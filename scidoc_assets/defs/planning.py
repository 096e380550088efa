"""The dry run: what answers and labels would call, send and cost before anything is spent.

Counts what the journals do not hold yet. Agents are planned at their turn budget, costs at the most
a call can cost; a price that nobody gave is None, never zero. Refuses to call anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from scidoc_assets.defs.calling import judge_folder
from scidoc_assets.defs.partitions import partitions_of
from scidoc_assets.defs.project import Project, known_table
from scidoc_assets.defs.responses import agent_of, is_complete
from scidoc_assets.domain.labels.judging import JudgeTask, judge_request
from scidoc_assets.domain.responses.agent import advance, next_request
from scidoc_assets.domain.responses.agent_plan import further_requests
from scidoc_assets.domain.responses.outcome import unasked_response
from scidoc_assets.domain.responses.prompts import TaskImage, build_request, task_images
from scidoc_assets.gateways.llm.interface import CallFailure, CallJournal
from scidoc_assets.gateways.llm.journaled import JournaledGateway, add_plans
from scidoc_assets.gateways.llm.prices import CHARS_PER_TOKEN
from scidoc_assets.schemas.calls import CallPlan, CallRecord, ModelRequest
from scidoc_assets.schemas.figures import OcrRegion
from scidoc_assets.schemas.responses import ReasoningResponse, Setting
from scidoc_assets.schemas.settings import JudgeSettings, ModelSettings
from scidoc_assets.schemas.tasks import EvaluationTask, ReasoningTask, evaluation_task
from scidoc_assets.storage.journal import Journal, journal_path
from scidoc_assets.storage.parquet import read_rows

JudgedAnswer = tuple[EvaluationTask, ReasoningResponse]


@dataclass(frozen=True)
class PlannedCalls:
    """The plan of one model in one setting for `answers` planned answers. `is_upper_bound`: an
    agent may finish earlier."""

    model: str
    setting: str
    answers: int
    plan: CallPlan
    is_upper_bound: bool


@dataclass(frozen=True)
class PlannedJudging:
    """The plan of a model judge over all planned answers, without repairs (one more call each at
    most). An answer that is still to be given counts as long as it may become."""

    judge: str
    plan: CallPlan


class _EmptyJournal:
    """Stands in for a journal that does not exist yet, so that planning writes nothing."""

    def lookup(self, request_hash: str, repeat: int = 0) -> CallRecord | None:
        return None

    def record(self, record: CallRecord, request: ModelRequest | None = None) -> None:
        raise AssertionError("a dry run records nothing")


def plan_answers(project: Project, models: Sequence[ModelSettings]) -> Iterator[PlannedCalls]:
    """The plan of every model and configured setting. Raises StoreError when there are no tasks."""
    tasks, ocr = _read_tasks(project)
    shown = {t.task_id: _images(project, t, ocr) for t in tasks}
    folder = project.paths.journals / "responses"
    for model in models:
        for setting in project.settings.models.settings:
            with _journal_in(folder, model.model_id, setting) as journal:
                gateway = project.gateways.model(model, journal, ())
                requests = _requests(project, gateway, model, setting, tasks, shown)
                plan = gateway.plan(requests)
            answers = len(tasks) * project.settings.models.repeats
            yield PlannedCalls(model.model_id, setting, answers, plan, setting == "agentic")


def plan_judging(project: Project, models: Sequence[ModelSettings]) -> list[PlannedJudging]:
    """Calls of every model judge for the answers of these models, those it has judged left out."""
    judges = [j for j in project.settings.judges.judges if j.kind == "model"]
    if not judges:
        return []
    tasks, _ = _read_tasks(project)
    answers: dict[tuple[str, Setting], Sequence[JudgedAnswer]] = {
        (model.model_id, setting): _answers(project, model, setting, tasks)
        for model in models
        for setting in project.settings.models.settings
    }
    return [PlannedJudging(j.judge_id, _judge_plan(project, j, answers)) for j in judges]


def _judge_plan(
    project: Project,
    judge: JudgeSettings,
    answers: Mapping[tuple[str, Setting], Sequence[JudgedAnswer]],
) -> CallPlan:
    if judge.model is None:
        raise ValueError(f"judges.yaml: judge {judge.judge_id} has no model")
    plans = []
    for kind in get_args(JudgeTask):
        folder = judge_folder(project, kind, judge.judge_id)
        for (model_id, setting), pairs in answers.items():
            with _journal_in(folder, model_id, setting) as journal:
                gateway = project.gateways.model(judge.model, journal, ())
                requests = (
                    judge_request(kind, task, answer, judge.model.model_id)
                    for task, answer in pairs
                )
                plans.append(gateway.plan(requests))
    return add_plans(plans)


def _answers(
    project: Project, model: ModelSettings, setting: Setting, tasks: Sequence[ReasoningTask]
) -> list[JudgedAnswer]:
    """What a judge will see: stored answers, and for those to come a text as long as may be."""
    spec = known_table("reasoning_responses")
    path = project.table_path(spec, f"{model.model_id}|{setting}")
    stored: list[ReasoningResponse] = read_rows(path, spec.row) if path.exists() else []  # type: ignore[assignment]
    given = {(r.task_id, r.repeat): r for r in stored if is_complete([r])}
    longest = "x" * int(model.max_output_tokens * CHARS_PER_TOKEN)
    found = []
    for task in tasks:
        for repeat in range(project.settings.models.repeats):
            answer = given.get((task.task_id, repeat))
            if answer is None:
                row = unasked_response(task, setting, model, repeat, "answered", "still to come")
                answer = row.model_copy(update={"text": longest})
            if answer.has_answer:
                found.append((evaluation_task(task), answer))
    return found


def _read_tasks(
    project: Project,
) -> tuple[list[ReasoningTask], dict[str, Sequence[OcrRegion]]]:
    spec = known_table("reasoning_tasks")
    tasks: list[ReasoningTask] = read_rows(project.table_path(spec, None), spec.row)  # type: ignore[assignment]
    figures = known_table("curated_figures")
    keys = partitions_of(project.settings).keys(figures)
    rows = [r for k in keys for r in read_rows(project.table_path(figures, k), figures.row)]
    return tasks, {r.figure_id: r.ocr_regions for r in rows}  # type: ignore[attr-defined]


def _images(
    project: Project, task: ReasoningTask, ocr: dict[str, Sequence[OcrRegion]]
) -> list[TaskImage]:
    crops = {i.figure_id: project.blobs.get(i.crop_sha256) for i in task.images}
    return task_images(task, crops, ocr)


@contextmanager
def _journal_in(folder: Path, model_id: str, setting: str) -> Iterator[CallJournal]:
    path = journal_path(folder, model_id, setting)
    if not path.exists():
        yield _EmptyJournal()
        return
    with Journal(path) as journal:
        yield journal


def _requests(
    project: Project,
    gateway: JournaledGateway,
    model: ModelSettings,
    setting: Setting,
    tasks: Sequence[ReasoningTask],
    shown: dict[str, list[TaskImage]],
) -> Iterator[ModelRequest]:
    for task in tasks:
        images = shown[task.task_id]
        for repeat in range(project.settings.models.repeats):
            if setting == "agentic":
                turns = project.settings.models.agent_turns
                yield from _agent_requests(gateway, model, task, images, turns, repeat)
            else:
                yield build_request(task, setting, model.model_id, model.sees, images, repeat)


def _agent_requests(
    gateway: JournaledGateway,
    model: ModelSettings,
    task: ReasoningTask,
    images: Sequence[TaskImage],
    turns: int,
    repeat: int,
) -> Iterator[ModelRequest]:
    """The turns that the journal answers, then the most that may follow."""
    state = agent_of(model, task, images, turns, repeat)
    while not state.is_over:
        request = next_request(state)
        try:
            prepared = gateway.prepare(request)
        except CallFailure:
            yield request
            return
        known = gateway.journal.lookup(prepared.request_hash, repeat)
        if known is None:
            break
        yield request
        state = advance(state, known)
    yield from further_requests(state, model.max_output_tokens)
