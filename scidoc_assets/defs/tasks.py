"""Reasoning tasks: candidates from valid graphs, their quality, what is accepted, the flow."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import dagster as dg

from scidoc_assets.defs.dialogues import card_of, helper_of
from scidoc_assets.defs.grouping import by_paper
from scidoc_assets.defs.previews import picture
from scidoc_assets.defs.project import Project
from scidoc_assets.defs.reviewed import all_decisions, review
from scidoc_assets.defs.stage import Rows, StageRun, TableCheck, stage
from scidoc_assets.defs.task_writing import write_tasks
from scidoc_assets.domain.arguments.cross_paper import JOINT_ROOT, other_paper_of
from scidoc_assets.domain.figures.sheets import SheetItem, contact_sheet
from scidoc_assets.domain.tasks.building import (
    PaperFacts,
    assess_task,
    propose_tasks,
)
from scidoc_assets.domain.tasks.flow import flow_table
from scidoc_assets.domain.tasks.row_checks import (
    leaking,
    off_trajectory,
    with_foreign_names,
    with_odd_aliases,
    with_unboxed_evidence,
)
from scidoc_assets.domain.tasks.writing import (
    NOT_READY,
    unready_row,
)
from scidoc_assets.schemas.arguments import ArgumentGraph
from scidoc_assets.schemas.figures import CuratedFigure
from scidoc_assets.schemas.papers import PaperDiscipline, RawPdf
from scidoc_assets.schemas.tasks import ReasoningTask, TaskFlowStep, TaskQuality

SHOWN_TASKS = 3
Tasks = Sequence[ReasoningTask]
Qualities = Sequence[TaskQuality]
Figures = Sequence[CuratedFigure]


def _tasks(rows: Rows) -> list[ReasoningTask]:
    return [r for r in rows if isinstance(r, ReasoningTask)]


@stage("candidate_tasks", uses=("tasks",))
def candidate_tasks(
    run: StageRun,
    argument_graphs: Sequence[ArgumentGraph],
    cross_paper_graphs: Sequence[ArgumentGraph],
    curated_figures: Figures,
    raw_pdfs: Sequence[RawPdf],
    paper_disciplines: Sequence[PaperDiscipline],
) -> Tasks:
    """One candidate per claim of every valid graph and one per pair of linked claims of two papers;
    structural faults are its reasons."""
    figures, papers = by_paper(curated_figures), {p.paper_id: p for p in raw_pdfs}
    fields = {p.paper_id: p for p in paper_disciplines}
    found: list[ReasoningTask] = []
    for graph in [*argument_graphs, *cross_paper_graphs]:
        other = other_paper_of(graph)
        ids = [graph.paper_id, *([other] if other else [])]
        own = [f for i in ids for f in figures.get(i, [])]
        field = fields[graph.paper_id]
        title = papers[graph.paper_id].title if other is None else None
        facts = PaperFacts(title, field.discipline, field.domain, graph.language)
        tasks = propose_tasks(graph, own, run.project.settings.tasks, facts)
        if other is not None:
            tasks = [
                t.model_copy(update={"other_paper_ids": [other]})
                for t in tasks
                if t.root_id == JOINT_ROOT
            ]
        found += tasks
    return found


def _question_card(project: Project, key: str | None) -> str:
    return card_of(project, project.settings.tasks.question_model)


def _is_complete(rows: Rows) -> bool:
    """False while a model could not be called: the next run takes these tasks up again."""
    return not any(
        isinstance(r, TaskQuality)
        and any(
            "call_failed" in text or text.startswith(NOT_READY)
            for text in (r.reason or "", *r.failed_steps)
        )
        for r in rows
    )


@stage(
    "task_quality",
    uses=("tasks",),
    pool="llm_api",
    external=_question_card,
    is_complete=_is_complete,
)
def task_quality(
    run: StageRun, candidate_tasks: Tasks, curated_figures: Figures, raw_pdfs: Sequence[RawPdf]
) -> Qualities:
    """Hard checks and rubric of each candidate that is structurally sound; with a question model,
    every version that it wrote, and what it answers without the pictures."""
    sound = [task for task in candidate_tasks if not task.reasons]
    helper = helper_of(run.project, run.project.settings.tasks.question_model)
    if helper is None:
        return [assess_task(task, run.project.settings.tasks) for task in sound]
    if helper.missing is not None:
        return [unready_row(task, helper.model.model_id, helper.missing) for task in sound]
    titles = {p.paper_id: p.title for p in raw_pdfs}
    return write_tasks(run.project, helper.model, sound, curated_figures, titles)


def _shallow(rows: Rows) -> list[str]:
    return [r.task_id for r in _tasks(rows) if r.depth < 3]


def _without_evidence(rows: Rows) -> list[str]:
    broken = []
    for r in _tasks(rows):
        nodes = {n.node_id: n for n in r.nodes}
        if not all(nodes[e].visual_evidence_text for e in r.evidence_ids) or not r.images:
            broken.append(r.task_id)
    return broken


def _regions_astray(rows: Rows) -> list[str]:
    return [
        r.task_id
        for r in _tasks(rows)
        if {region.image for region in r.regions} - {image.alias for image in r.images}
    ]


def _row_check(find: Callable[[Tasks], list[str]]) -> Callable[[Rows], list[str]]:
    return lambda rows: find(_tasks(rows))


def _shown(project: Project, rows: Rows) -> Mapping[str, Any]:
    """The first tasks as a reader meets them: question, reference answer, pictures by alias."""
    shown: dict[str, Any] = {}
    for place, task in enumerate(_tasks(rows)[:SHOWN_TASKS], start=1):
        items = [
            SheetItem(i.alias, i.figure_id, project.blobs.get_if_stored(i.crop_sha256))
            for i in task.images
        ]
        sheet = picture(contact_sheet(items), task.task_id).value if items else ""
        answer = "\n".join(f"- {line}" for line in task.gold_answer.splitlines())
        head = f"**{task.task_id}**, {task.difficulty}, depth {task.depth}"
        text = "\n\n".join([head, task.question, answer, sheet])
        shown[f"task_{place}"] = dg.MarkdownMetadataValue(text)
    return shown


@stage(
    "reasoning_tasks",
    uses=("tasks",),
    preview=_shown,
    external=all_decisions,
    checks=(
        TableCheck("tasks_are_at_least_three_deep", _shallow, is_blocking=True),
        TableCheck("evidence_is_observable", _without_evidence, is_blocking=True),
        TableCheck("regions_lie_on_task_images", _regions_astray, is_blocking=True),
        TableCheck("questions_leak_no_claim", _row_check(leaking), is_blocking=True),
        TableCheck("answers_follow_the_trajectory", _row_check(off_trajectory), is_blocking=True),
        TableCheck("aliases_are_consistent", _row_check(with_odd_aliases), is_blocking=True),
        TableCheck("only_aliases_name_figures", _row_check(with_foreign_names)),
        TableCheck("evidence_has_a_region", _row_check(with_unboxed_evidence), is_blocking=True),
    ),
)
def reasoning_tasks(run: StageRun, candidate_tasks: Tasks, task_quality: Qualities) -> Tasks:
    """The accepted tasks, in the wording of their reviewers where there is one."""
    return [t for t in review(run.project, candidate_tasks, task_quality) if t.is_accepted]


def _does_not_add_up(rows: Rows) -> list[str]:
    return [r.step for r in rows if isinstance(r, TaskFlowStep) and r.entered != r.kept + r.removed]


@stage(
    "task_flow",
    uses=("tasks",),
    external=all_decisions,
    checks=(TableCheck("flow_adds_up", _does_not_add_up, is_blocking=True),),
)
def task_flow(
    run: StageRun, candidate_tasks: Tasks, task_quality: Qualities
) -> Sequence[TaskFlowStep]:
    """What each step kept and removed, and why."""
    return flow_table(review(run.project, candidate_tasks, task_quality), task_quality)


STAGES = (candidate_tasks, task_quality, reasoning_tasks, task_flow)
