"""Judge labels of every response, by every configured judge; model judges go through journals."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TypeVar

from scidoc_assets.defs.calling import judge_budgets, judge_folder, model_of
from scidoc_assets.defs.gathering import gather_bounded
from scidoc_assets.defs.project import Project
from scidoc_assets.defs.stage import Rows, StageRun, TableCheck, stage
from scidoc_assets.domain.labels.judging import (
    JudgeTask,
    judge_request,
    label_correctness,
    label_coverage,
    repair_request,
)
from scidoc_assets.domain.labels.lexical_judge import judge_lexically
from scidoc_assets.domain.labels.rows import no_answer_labels
from scidoc_assets.gateways.llm.interface import ModelGateway
from scidoc_assets.schemas.calls import CallRecord
from scidoc_assets.schemas.labels import CorrectnessLabel, CoverageLabel
from scidoc_assets.schemas.responses import ReasoningResponse
from scidoc_assets.schemas.settings import JudgeSettings
from scidoc_assets.schemas.tasks import EvaluationTask, ReasoningTask, evaluation_task
from scidoc_assets.storage.journal import Journal, journal_path

Responses = Sequence[ReasoningResponse]
Tasks = Sequence[EvaluationTask]
Label = TypeVar("Label", CorrectnessLabel, CoverageLabel)
Reading = Callable[[EvaluationTask, ReasoningResponse, str, Sequence[CallRecord]], Label]

# Where `judge_lexically` and `no_answer_labels` put each kind of label.
PLACE: dict[JudgeTask, int] = {"correctness": 0, "coverage": 1}


def _judged_without_atoms(rows: Rows) -> list[str]:
    return [
        r.task_id
        for r in rows
        if isinstance(r, CorrectnessLabel) and (r.status == "labelled") == (r.is_correct is None)
    ]


def _guessed_nodes(rows: Rows) -> list[str]:
    return [
        r.task_id
        for r in rows
        if isinstance(r, CoverageLabel)
        and r.status == "judge_failed"
        and any(n.is_covered is not None for n in (*r.evidence, *r.claims))
    ]


# A judge that could not be reached is asked again by the next run; what it answered is kept.
UNREACHED = frozenset({"provider_error", "budget_stopped", "missing_key"})


def is_complete(rows: Rows) -> bool:
    """False while a judge could not be reached for some answer."""
    labels = [r for r in rows if isinstance(r, CorrectnessLabel | CoverageLabel)]
    return not any(r.status == "judge_failed" and r.reason in UNREACHED for r in labels)


def judges_digest(project: Project) -> str:
    """The judges; how metrics are computed from labels is not part of it."""
    return str([judge.model_dump_json() for judge in project.settings.judges.judges])


def _external(project: Project, key: str | None) -> str:
    return f"{model_of(project, key).model_id}{judges_digest(project)}"


@stage(
    "correctness_labels",
    pool="llm_api",
    external=_external,
    is_complete=is_complete,
    checks=(
        TableCheck("labelled_answers_have_a_verdict", _judged_without_atoms, is_blocking=True),
    ),
)
def correctness_labels(
    run: StageRun, reasoning_responses: Responses, reasoning_tasks: Sequence[ReasoningTask]
) -> Sequence[CorrectnessLabel]:
    """Four atoms per answer and judge."""
    tasks = [evaluation_task(task) for task in reasoning_tasks]
    return judge_correctness(run.project, reasoning_responses, tasks, run.model_setting)


@stage(
    "coverage_labels",
    pool="llm_api",
    external=_external,
    is_complete=is_complete,
    checks=(TableCheck("failed_judges_guess_nothing", _guessed_nodes, is_blocking=True),),
)
def coverage_labels(
    run: StageRun, reasoning_responses: Responses, reasoning_tasks: Sequence[ReasoningTask]
) -> Sequence[CoverageLabel]:
    """Covered evidence and claims per answer and judge."""
    tasks = [evaluation_task(task) for task in reasoning_tasks]
    return judge_coverage(run.project, reasoning_responses, tasks, run.model_setting)


def judge_correctness(
    project: Project, responses: Responses, tasks: Tasks, place: tuple[str, str]
) -> list[CorrectnessLabel]:
    """Correctness of these answers by every configured judge; `place` names the journal."""
    return _label(project, "correctness", label_correctness, responses, tasks, place)


def judge_coverage(
    project: Project, responses: Responses, tasks: Tasks, place: tuple[str, str]
) -> list[CoverageLabel]:
    """Coverage of these answers by every configured judge; `place` names the journal."""
    return _label(project, "coverage", label_coverage, responses, tasks, place)


def _label(
    project: Project,
    kind: JudgeTask,
    reading: Reading[Label],
    responses: Responses,
    tasks: Tasks,
    place: tuple[str, str],
) -> list[Label]:
    by_id = {task.task_id: task for task in tasks}
    # Answers to tasks that are gone (their partition could not be made again) have no gold.
    responses = [r for r in responses if r.task_id in by_id]
    rows: list[Label] = []
    for judge in project.settings.judges.judges:
        if judge.kind == "lexical":
            for response in responses:
                label = judge_lexically(by_id[response.task_id], response)[PLACE[kind]]
                rows.append(label.model_copy(update={"judge": judge.judge_id}))  # type: ignore[arg-type]
        else:
            rows += _ask_judge(project, kind, reading, judge, responses, by_id, place)
    return rows


def _ask_judge(
    project: Project,
    kind: JudgeTask,
    reading: Reading[Label],
    judge: JudgeSettings,
    responses: Responses,
    tasks: dict[str, EvaluationTask],
    place: tuple[str, str],
) -> list[Label]:
    model = judge.model
    if model is None:
        raise ValueError(f"judges.yaml: judge {judge.judge_id} has no model")
    folder = judge_folder(project, kind, judge.judge_id)
    budgets = judge_budgets(project, judge.judge_id, model)
    with Journal(journal_path(folder, *place)) as journal:
        gateway = project.gateways.model(model, journal, budgets)

        async def label(response: ReasoningResponse) -> Label:
            task = tasks[response.task_id]
            if not response.has_answer:
                empty = no_answer_labels(task, response, judge.judge_id, is_baseline=False)
                return empty[PLACE[kind]]  # type: ignore[return-value]
            records = await _calls(gateway, kind, task, response)
            return reading(task, response, judge.judge_id, records)

        return asyncio.run(gather_bounded(label, responses, model.max_concurrency))


async def _calls(
    gateway: ModelGateway, kind: JudgeTask, task: EvaluationTask, response: ReasoningResponse
) -> list[CallRecord]:
    request = judge_request(kind, task, response, gateway.settings.model_id)
    records = [await gateway.call(request)]
    repair = repair_request(kind, task, request, records[0])
    if repair is not None:
        records.append(await gateway.call(repair))
    return records


STAGES = (correctness_labels, coverage_labels)
