"""Benchmarks leave the project: `scidoc export benchmark` and `scidoc export figure-quality`.

Both write what `scidoc import` reads back. Refuses a name that is neither ours nor imported.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import click

from scidoc_assets.commands.exits import EXIT_COUNTED, EXIT_FAILED
from scidoc_assets.commands.training import CLOSED_PAGES
from scidoc_assets.definitions import real_project
from scidoc_assets.defs.project import Project
from scidoc_assets.defs.quality_gold import of_benchmark
from scidoc_assets.defs.releases import own_reasoning
from scidoc_assets.defs.releasing import pictures_of, sources_of
from scidoc_assets.defs.stored import rows_in_store
from scidoc_assets.domain.quality.items import BENCHMARK as QUALITY
from scidoc_assets.domain.tasks.building import BENCHMARK as REASONING
from scidoc_assets.schemas.figures import CuratedFigure
from scidoc_assets.schemas.labels import CorrectnessLabel, CoverageLabel
from scidoc_assets.schemas.papers import RawPdf
from scidoc_assets.schemas.quality import FigureQualityGold, FigureQualityItem, RaterRow
from scidoc_assets.schemas.quality_metrics import SplitManifest
from scidoc_assets.schemas.responses import ReasoningResponse
from scidoc_assets.schemas.tasks import ReasoningTask
from scidoc_assets.storage.bundles import BundleError, read_bundles
from scidoc_assets.storage.quality_export import QualityContent, write_quality
from scidoc_assets.storage.quality_imports import read_datasets
from scidoc_assets.storage.reasoning_export import ReasoningContent, write_reasoning
from scidoc_assets.storage.release_folder import release_folder
from scidoc_assets.storage.release_pictures import ReleasePictures

EXPORT = "export"


def export_benchmark(root: Path, out: Path, benchmark: str | None, has_all_pages: bool) -> int:
    """Write a reasoning benchmark (ours by default) to `out`; the exit code.

    Raises BundleError for an unknown name, StoreError when `out` is something else.
    """
    project = real_project(root)
    papers = rows_in_store(project, "raw_pdfs", RawPdf)
    content = _reasoning(project, papers, benchmark or REASONING)
    if not content.tasks:
        click.echo("scidoc: no reasoning task here; make them with\n  scidoc run", err=True)
        return EXIT_FAILED
    pictures = _pictures(project, papers, has_all_pages)
    with release_folder(out) as part:
        report = write_reasoning(
            part, out.resolve().name, content, pictures, project.settings.releases, EXPORT
        )
    click.echo(
        f"{report.tasks} tasks, {report.responses} responses, {report.labels} labels, "
        f"{len(report.pictures)} pictures in {out}"
    )
    if report.located:
        click.echo(f"{report.located} pictures are of {CLOSED_PAGES}")
    if report.half_labels:
        click.echo(f"{report.half_labels} labels left out: only one of the two is there", err=True)
    if report.stale_labels:
        click.echo(
            f"{report.stale_labels} labels left out: their task has changed since; `scidoc run` "
            "makes them again",
            err=True,
        )
    return EXIT_COUNTED if report.half_labels or report.stale_labels else 0


def export_quality(root: Path, out: Path, benchmark: str | None, has_all_pages: bool) -> int:
    """Write a figure-quality data set (ours by default) to `out`; the exit code.

    Raises BundleError for an unknown name, StoreError when `out` is something else.
    """
    project = real_project(root)
    papers = rows_in_store(project, "raw_pdfs", RawPdf)
    content = _quality(project, papers, benchmark or QUALITY)
    if not content.items:
        click.echo("scidoc: no figure to rate here; make them with\n  scidoc run", err=True)
        return EXIT_FAILED
    pictures = _pictures(project, papers, has_all_pages)
    with release_folder(out) as part:
        report = write_quality(
            part, out.resolve().name, content, pictures, project.settings.releases, EXPORT
        )
    click.echo(
        f"{report.figures} figures ({report.rated} rated), {len(content.ratings)} ratings, "
        f"{report.pictures} pictures in {out}"
    )
    if report.located:
        click.echo(f"{report.located} figures are of {CLOSED_PAGES}")
    return 0


def _pictures(project: Project, papers: list[RawPdf], has_all_pages: bool) -> ReleasePictures:
    figures = rows_in_store(project, "curated_figures", CuratedFigure)
    return pictures_of(project, papers, figures, has_all_pages)


def _reasoning(project: Project, papers: list[RawPdf], name: str) -> ReasoningContent:
    if name == REASONING:
        return own_reasoning(
            rows_in_store(project, "reasoning_tasks", ReasoningTask),
            rows_in_store(project, "reasoning_responses", ReasoningResponse),
            rows_in_store(project, "correctness_labels", CorrectnessLabel),
            rows_in_store(project, "coverage_labels", CoverageLabel),
            papers,
        )
    bundles = {bundle.benchmark: bundle for bundle in read_bundles(project.paths.imports)}
    _require(name, bundles, REASONING)
    found = bundles[name]
    return ReasoningContent(found.tasks, {}, found.responses, found.correctness, found.coverage)


def _quality(project: Project, papers: list[RawPdf], name: str) -> QualityContent:
    datasets = {d.benchmark: d for d in read_datasets(project.paths.datasets)}
    if name != QUALITY:
        _require(name, datasets, QUALITY)
    items = of_benchmark(rows_in_store(project, "figure_quality_items", FigureQualityItem), name)
    splits = rows_in_store(project, "figure_quality_splits", SplitManifest)
    return QualityContent(
        items,
        of_benchmark(rows_in_store(project, "figure_quality_ratings", RaterRow), name),
        of_benchmark(rows_in_store(project, "figure_quality_gold", FigureQualityGold), name),
        [split for split in splits if split.benchmark == name],
        datasets[name].extra if name in datasets else {},
        sources_of(papers, (item.paper_id for item in items)),
    )


def _require(name: str, imported: Collection[str], own: str) -> None:
    if name not in imported:
        known = ", ".join([own, *sorted(imported)])
        raise BundleError(f"no benchmark {name!r} here; there are: {known}")
