"""Imported bundles as tables beside the built benchmark, and the one view of tasks over both."""

from __future__ import annotations

from collections.abc import Sequence

from scidoc_assets.defs.labels import (
    is_complete,
    judge_correctness,
    judge_coverage,
    judges_digest,
)
from scidoc_assets.defs.project import Project
from scidoc_assets.defs.stage import StageRun, stage
from scidoc_assets.schemas.labels import CorrectnessLabel, CoverageLabel
from scidoc_assets.schemas.responses import ReasoningResponse
from scidoc_assets.schemas.tasks import EvaluationTask, ReasoningTask, evaluation_task
from scidoc_assets.storage.bundles import bundles_digest, read_bundles

IMPORTED = "imported"  # in place of a setting, in the name of a journal of a judge


def _imports_digest(project: Project, key: str | None) -> str:
    return project.once("bundles", lambda: bundles_digest(project.paths.imports))


@stage("evaluation_tasks", external=_imports_digest)
def evaluation_tasks(
    run: StageRun, reasoning_tasks: Sequence[ReasoningTask]
) -> Sequence[EvaluationTask]:
    """Tasks as judges and metrics see them: the built ones, then those of every bundle."""
    imported = [t for bundle in read_bundles(run.project.paths.imports) for t in bundle.tasks]
    return [*(evaluation_task(t) for t in reasoning_tasks), *imported]


@stage("imported_responses", external=_imports_digest)
def imported_responses(run: StageRun) -> Sequence[ReasoningResponse]:
    """Responses of every imported bundle."""
    return [r for bundle in read_bundles(run.project.paths.imports) for r in bundle.responses]


def _labels_external(project: Project, key: str | None) -> str:
    """The bundles, and our judges where a bundle has answers without labels."""
    unlabelled = [b.benchmark for b in read_bundles(project.paths.imports) if not b.has_labels]
    judges = judges_digest(project) if unlabelled else ""
    return f"{_imports_digest(project, key)}{judges}"


@stage(
    "imported_correctness_labels",
    pool="llm_api",
    external=_labels_external,
    is_complete=is_complete,
)
def imported_correctness_labels(run: StageRun) -> Sequence[CorrectnessLabel]:
    """Correctness labels of every bundle; answers that come without any go to our judges."""
    return [
        row
        for b in read_bundles(run.project.paths.imports)
        for row in (
            b.correctness
            if b.has_labels
            else judge_correctness(run.project, b.responses, b.tasks, (b.benchmark, IMPORTED))
        )
    ]


@stage(
    "imported_coverage_labels",
    pool="llm_api",
    external=_labels_external,
    is_complete=is_complete,
)
def imported_coverage_labels(run: StageRun) -> Sequence[CoverageLabel]:
    """Coverage labels of every bundle; answers that come without any go to our judges."""
    return [
        row
        for b in read_bundles(run.project.paths.imports)
        for row in (
            b.coverage
            if b.has_labels
            else judge_coverage(run.project, b.responses, b.tasks, (b.benchmark, IMPORTED))
        )
    ]


STAGES = (
    evaluation_tasks,
    imported_responses,
    imported_correctness_labels,
    imported_coverage_labels,
)
