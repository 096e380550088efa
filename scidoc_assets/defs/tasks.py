"""Reasoning tasks: candidates from valid graphs, their quality, what is accepted, the flow."""

from __future__ import annotations

from collections.abc import Sequence

from scidoc_assets.defs.grouping import by_paper
from scidoc_assets.defs.stage import Rows, StageRun, TableCheck, stage
from scidoc_assets.domain.tasks.building import (
    PaperFacts,
    accept_tasks,
    assess_task,
    propose_tasks,
)
from scidoc_assets.domain.tasks.flow import flow_table
from scidoc_assets.schemas.arguments import ArgumentGraph
from scidoc_assets.schemas.figures import CuratedFigure
from scidoc_assets.schemas.papers import RawPdf
from scidoc_assets.schemas.tasks import ReasoningTask, TaskFlowStep, TaskQuality

Tasks = Sequence[ReasoningTask]
Qualities = Sequence[TaskQuality]


@stage("candidate_tasks", "1", uses=("tasks",))
def candidate_tasks(
    run: StageRun,
    argument_graphs: Sequence[ArgumentGraph],
    curated_figures: Sequence[CuratedFigure],
    raw_pdfs: Sequence[RawPdf],
) -> Tasks:
    """One candidate per claim of every valid graph; structural faults are its reasons."""
    figures, papers = by_paper(curated_figures), {p.paper_id: p for p in raw_pdfs}
    found: list[ReasoningTask] = []
    for graph in argument_graphs:
        own, paper = figures.get(graph.paper_id, []), papers[graph.paper_id]
        captions = [f.caption for f in own if f.caption]
        facts = PaperFacts(paper.title, paper.discipline, paper.domain, graph.language)
        found += propose_tasks(graph, own, captions, run.project.settings.tasks, facts)
    return found


@stage("task_quality", "1", uses=("tasks",))
def task_quality(run: StageRun, candidate_tasks: Tasks) -> Qualities:
    """Hard checks and rubric of each candidate that is structurally sound."""
    settings = run.project.settings.tasks
    return [assess_task(task, settings) for task in candidate_tasks if not task.reasons]


def _decided(tasks: Tasks, qualities: Qualities, run: StageRun) -> list[ReasoningTask]:
    settings = run.project.settings.tasks
    return [
        task
        for own in by_paper(tasks).values()
        for task in accept_tasks(
            own, [q for q in qualities if q.paper_id == own[0].paper_id], settings
        )
    ]


def _shallow(rows: Rows) -> list[str]:
    return [r.task_id for r in rows if isinstance(r, ReasoningTask) and r.depth < 3]


def _without_evidence(rows: Rows) -> list[str]:
    broken = []
    for r in rows:
        if isinstance(r, ReasoningTask):
            nodes = {n.node_id: n for n in r.nodes}
            if not all(nodes[e].visual_evidence_text for e in r.evidence_ids) or not r.images:
                broken.append(r.task_id)
    return broken


def _regions_astray(rows: Rows) -> list[str]:
    return [
        r.task_id
        for r in rows
        if isinstance(r, ReasoningTask)
        and {region.image for region in r.regions} - {image.alias for image in r.images}
    ]


@stage(
    "reasoning_tasks",
    "1",
    uses=("tasks",),
    checks=(
        TableCheck("tasks_are_at_least_three_deep", _shallow, is_blocking=True),
        TableCheck("evidence_is_observable", _without_evidence, is_blocking=True),
        TableCheck("regions_lie_on_task_images", _regions_astray, is_blocking=True),
    ),
)
def reasoning_tasks(run: StageRun, candidate_tasks: Tasks, task_quality: Qualities) -> Tasks:
    """The accepted tasks."""
    return [t for t in _decided(candidate_tasks, task_quality, run) if t.is_accepted]


def _does_not_add_up(rows: Rows) -> list[str]:
    return [r.step for r in rows if isinstance(r, TaskFlowStep) and r.entered != r.kept + r.removed]


@stage(
    "task_flow",
    "1",
    uses=("tasks",),
    checks=(TableCheck("flow_adds_up", _does_not_add_up, is_blocking=True),),
)
def task_flow(
    run: StageRun, candidate_tasks: Tasks, task_quality: Qualities
) -> Sequence[TaskFlowStep]:
    """What each step kept and removed, and why."""
    return flow_table(_decided(candidate_tasks, task_quality, run), task_quality)


STAGES = (candidate_tasks, task_quality, reasoning_tasks, task_flow)
