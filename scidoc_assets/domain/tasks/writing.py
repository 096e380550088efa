"""What a model wrote for a task, as quality rows, and a task with it applied.

Each assessed version is one row; the last one carries the observation and bridge questions, the
reference answer, the steps that failed and the weak settings. Refuses rows of another task.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scidoc_assets.domain.tasks.aliases import key_regions
from scidoc_assets.domain.tasks.model_dialogues import WrittenTask
from scidoc_assets.domain.tasks.sampling import subgraph_of
from scidoc_assets.schemas.arguments import GraphNode
from scidoc_assets.schemas.geometry import BBoxUnit
from scidoc_assets.schemas.tasks import ReasoningTask, TaskQuality

NOT_READY = "model_not_ready"
# Guesses that a look at the picture betters; boxes of named panels and of people stay.
_GUESSED_REGIONS = frozenset({None, "whole", "ocr"})


def quality_rows(
    written: WrittenTask, weak_settings: Mapping[str, bool | None]
) -> list[TaskQuality]:
    """Return the assessments of a written task, oldest first, the last one with what was written."""
    task, (*earlier, last) = written.task, written.qualities
    changes = {
        "observations": task.observations,
        "bridges": task.bridges,
        "reference_answer": task.gold_answer,
        "failed_steps": list(written.failed_steps),
        "weak_settings": dict(weak_settings),
    }
    return [*earlier, last.model_copy(update=changes)]


def unready_row(task: ReasoningTask, model_id: str, detail: str) -> TaskQuality:
    """Return the row of a task that its model could not look at (no key, no file)."""
    return TaskQuality(
        task_id=task.task_id,
        version=task.version,
        paper_id=task.paper_id,
        question=task.question,
        question_source=task.question_source,
        judge=model_id,
        hits=[],
        scores={},
        total=None,
        low_critical=[],
        advice=None,
        decision="reject",
        reason=f"{NOT_READY}: {detail}",
    )


def written_task(task: ReasoningTask, qualities: Sequence[TaskQuality]) -> ReasoningTask:
    """Return the candidate as its last assessed version has it; ids, nodes' words, edges and images
    never change, key regions that were guessed follow the observation.

    Without assessments the candidate comes back as it is. Raises ValueError for another task's row.
    """
    foreign = [q.task_id for q in qualities if q.task_id != task.task_id]
    if foreign:
        raise ValueError(
            f"task {task.task_id}: assessments of {', '.join(foreign)} are not its own"
        )
    if not qualities:
        return task
    last = max(qualities, key=lambda q: q.version)
    task = task.model_copy(
        update={
            "version": last.version,
            "question": last.question,
            "question_source": last.question_source,
            "bridges": last.bridges or task.bridges,
            "gold_answer": last.reference_answer or task.gold_answer,
        }
    )
    return _with_regions(task, last) if last.observations else task


def _with_regions(task: ReasoningTask, quality: TaskQuality) -> ReasoningTask:
    seen = {o.evidence_id: o.key_region for o in quality.observations if o.key_region is not None}
    nodes = [_looked_at(node, seen.get(node.node_id)) for node in task.nodes]
    regions = {node.node_id: node.key_region for node in nodes}
    observations = [
        o.model_copy(update={"key_region": regions.get(o.evidence_id)})
        for o in quality.observations
    ]
    task = task.model_copy(update={"nodes": nodes, "observations": observations})
    return task.model_copy(update={"regions": key_regions(subgraph_of(task), task.images)})


def _looked_at(node: GraphNode, region: BBoxUnit | None) -> GraphNode:
    if region is None or region == node.key_region:
        return node
    if node.key_region_source not in _GUESSED_REGIONS:
        return node
    return node.model_copy(update={"key_region": region, "key_region_source": "model"})


def solved_when_weak(qualities: Sequence[TaskQuality]) -> frozenset[str]:
    """Return the ids of tasks whose last version a model solved in a weak setting."""
    last = {q.task_id: q for q in sorted(qualities, key=lambda q: q.version)}
    return frozenset(i for i, q in last.items() if any(q.weak_settings.values()))
