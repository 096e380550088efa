"""benchmark_release and training_release: data sets under `data/releases/<kind>/<version>`.

The rows are the files that were written. A version other than `draft` is written once: a run over
changed inputs is refused until releases.yaml names another one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import dagster as dg

from scidoc_assets.defs.previews import rows_table
from scidoc_assets.defs.project import Project
from scidoc_assets.defs.quality_gold import of_benchmark
from scidoc_assets.defs.releasing import drawn_samples, pictures_of, sources_of
from scidoc_assets.defs.stage import Rows, StageRefused, StageRun, TableCheck, stage
from scidoc_assets.domain.quality.items import BENCHMARK as QUALITY
from scidoc_assets.domain.training.release import first_of_each
from scidoc_assets.domain.workflow.item_faults import picture_names
from scidoc_assets.schemas.figures import CuratedFigure
from scidoc_assets.schemas.labels import CorrectnessLabel, CoverageLabel
from scidoc_assets.schemas.papers import RawPdf
from scidoc_assets.schemas.quality import FigureQualityGold, FigureQualityItem, RaterRow
from scidoc_assets.schemas.quality_metrics import SplitManifest
from scidoc_assets.schemas.releases import DRAFT, ReleasedFile, ReleaseKind
from scidoc_assets.schemas.responses import ReasoningResponse
from scidoc_assets.schemas.tasks import ReasoningTask, evaluation_task
from scidoc_assets.schemas.training import TrainingSample
from scidoc_assets.schemas.workflow import WorkflowItem
from scidoc_assets.storage.parquet import StoreError
from scidoc_assets.storage.quality_export import QualityContent, write_quality
from scidoc_assets.storage.reasoning_export import ReasoningContent, write_reasoning
from scidoc_assets.storage.release_folder import is_release, release_folder
from scidoc_assets.storage.release_pictures import ReleasePictures
from scidoc_assets.storage.training_export import LEFT_OUT, TrainingExport, write_training
from scidoc_assets.storage.workflow_export import released_items, write_workflow
from scidoc_assets.storage.workflow_imports import picture_bytes, read_workflows

Files = Sequence[ReleasedFile]
LISTED = ("path", "kind", "split", "rows", "size_bytes", "licence_class")


DRAFT_NOTE = (
    "**A draft: {} of {} accepted samples, the first of each subtask.** A version of another name "
    "in releases.yaml holds all."
)


def release_path(project: Project, kind: ReleaseKind) -> Path:
    """The folder of the configured version of a release."""
    return project.paths.releases / kind / project.settings.releases.version


def _is_there(kind: ReleaseKind) -> Callable[[Project], bool]:
    return lambda project: is_release(release_path(project, kind))


def _pixels_of_closed_papers(rows: Rows) -> list[str]:
    return [r.path for r in rows if isinstance(r, ReleasedFile) and r.licence_class == "own_use"]


def _undrawn(rows: Rows) -> list[str]:
    return [f"{r.rows} samples" for r in rows if isinstance(r, ReleasedFile) and r.path == LEFT_OUT]


def _previews(kind: ReleaseKind) -> Callable[[Project, Rows], Mapping[str, Any]]:
    def preview(project: Project, rows: Rows) -> Mapping[str, Any]:
        listed = [r for r in rows if isinstance(r, ReleasedFile) and r.kind != "image"]
        return {
            "open": dg.MetadataValue.path(str(release_path(project, kind))),
            "files": dg.MarkdownMetadataValue(rows_table(listed, LISTED)),
            "bytes": sum(r.size_bytes for r in rows if isinstance(r, ReleasedFile)),
        }

    return preview


CLOSED = TableCheck("no_pixels_of_closed_papers", _pixels_of_closed_papers, is_blocking=True)


@stage(
    "benchmark_release",
    uses=("releases",),
    is_there=_is_there("benchmark"),
    preview=_previews("benchmark"),
    checks=(CLOSED,),
)
def benchmark_release(
    run: StageRun,
    raw_pdfs: Sequence[RawPdf],
    curated_figures: Sequence[CuratedFigure],
    reasoning_tasks: Sequence[ReasoningTask],
    reasoning_responses: Sequence[ReasoningResponse],
    correctness_labels: Sequence[CorrectnessLabel],
    coverage_labels: Sequence[CoverageLabel],
    figure_quality_items: Sequence[FigureQualityItem],
    figure_quality_ratings: Sequence[RaterRow],
    figure_quality_gold: Sequence[FigureQualityGold],
    figure_quality_splits: Sequence[SplitManifest],
    workflow_items: Sequence[WorkflowItem],
) -> Files:
    """Our own benchmarks, each a data set that `scidoc import` reads. Raises StageRefused."""
    pictures = pictures_of(run.project, raw_pdfs, curated_figures)
    reasoning = own_reasoning(
        reasoning_tasks, reasoning_responses, correctness_labels, coverage_labels, raw_pdfs
    )
    quality = QualityContent(
        of_benchmark(figure_quality_items, QUALITY),
        of_benchmark(figure_quality_ratings, QUALITY),
        of_benchmark(figure_quality_gold, QUALITY),
        [split for split in figure_quality_splits if split.benchmark == QUALITY],
        sources=sources_of(raw_pdfs, (i.paper_id for i in figure_quality_items)),
    )
    try:
        return _write_benchmarks(run.project, reasoning, quality, workflow_items, pictures)
    except StoreError as error:
        raise StageRefused(str(error)) from error


def own_reasoning(
    tasks: Sequence[ReasoningTask],
    responses: Sequence[ReasoningResponse],
    correctness: Sequence[CorrectnessLabel],
    coverage: Sequence[CoverageLabel],
    papers: Sequence[RawPdf],
) -> ReasoningContent:
    """The built benchmark; rows of tasks that are gone are left out, as in the metrics."""
    built = {task.task_id: task for task in tasks}
    used = {p for task in tasks for p in (task.paper_id, *task.other_paper_ids)}
    return ReasoningContent(
        [evaluation_task(task) for task in tasks],
        built,
        [r for r in responses if r.task_id in built],
        [r for r in correctness if r.task_id in built],
        [r for r in coverage if r.task_id in built],
        sources_of(papers, used),
    )


def _write_benchmarks(
    project: Project,
    reasoning: ReasoningContent,
    quality: QualityContent,
    workflow_items: Sequence[WorkflowItem],
    pictures: ReleasePictures,
) -> list[ReleasedFile]:
    settings, out = project.settings.releases, release_path(project, "benchmark")
    release_id = f"benchmark-{settings.version}"
    made: dict[str, Files] = {}
    with release_folder(out, settings.version != DRAFT) as part:
        name = f"reasoning-{settings.version}"
        written = write_reasoning(part / name, name, reasoning, pictures, settings, release_id)
        made[name] = written.files
        name = f"figure-quality-{settings.version}"
        made[name] = write_quality(part / name, name, quality, pictures, settings, release_id).files
        items = released_items(workflow_items)
        if items:
            name = f"workflow-{settings.version}"
            references = _references(project, items)
            made[name] = write_workflow(part / name, name, items, references, settings, release_id)
    return [
        file.model_copy(update={"path": f"{name}/{file.path}"})
        for name, files in made.items()
        for file in files
    ]


def _references(project: Project, items: Sequence[WorkflowItem]) -> dict[str, bytes]:
    """Reference pictures of the items, by their names, out of the imports that hold them."""
    wanted = {name for item in items for name in picture_names(item)}
    return {
        name: picture_bytes(project.paths, imported, name)
        for imported in read_workflows(project.paths)
        for name in sorted(wanted & set(imported.pictures))
    }


@stage(
    "training_release",
    uses=("releases", "training"),
    is_there=_is_there("training"),
    preview=_previews("training"),
    checks=(CLOSED, TableCheck("every_sample_was_drawn", _undrawn)),
)
def training_release(
    run: StageRun, raw_pdfs: Sequence[RawPdf], training_samples: Sequence[TrainingSample]
) -> Files:
    """Accepted samples, in SFT and RL form, with their pictures. Raises StageRefused."""
    project = run.project
    settings = project.settings.releases
    is_draft = settings.version == DRAFT
    kept = first_of_each(training_samples, settings.draft_per_subtask if is_draft else None)
    accepted = sum(s.accepted for s in training_samples)
    export = TrainingExport(
        f"training-{settings.version}",
        ("sft", "rl"),
        settings,
        seed=project.settings.training.seed,
        sources=sources_of(raw_pdfs, (p for s in kept for p in s.paper_ids)),
        is_frozen=not is_draft,
        note=DRAFT_NOTE.format(len(kept), accepted) if len(kept) < accepted else None,
    )
    drawn = drawn_samples(project, kept, raw_pdfs)
    try:
        return write_training(release_path(project, "training"), drawn, export).files
    except StoreError as error:
        raise StageRefused(str(error)) from error


STAGES = (benchmark_release, training_release)
