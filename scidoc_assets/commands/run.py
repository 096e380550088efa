"""`scidoc run`: what is stale is made, with progress; then the catalogue, then a summary."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click
from rich.console import Console

from scidoc_assets.commands.execution import execute_job
from scidoc_assets.commands.exits import EXIT_COUNTED, EXIT_FAILED, EXIT_STOPPED, EXIT_USAGE
from scidoc_assets.commands.progress import RunProgress
from scidoc_assets.commands.status import (
    failed_papers,
    print_funnel,
    print_leaderboard,
    print_quality,
    print_unanswered,
    print_workflow,
)
from scidoc_assets.definitions import real_project
from scidoc_assets.defs.explorer import explorer_index
from scidoc_assets.defs.papers import corpus_folder, shard_of_paper
from scidoc_assets.defs.partitions import partitions_of
from scidoc_assets.defs.project import Project
from scidoc_assets.defs.runner import RunReport, Selection, run_jobs, run_stale
from scidoc_assets.defs.runner_jobs import CATALOG_JOB
from scidoc_assets.defs.selecting import (
    SelectionError,
    require_inputs,
    require_models,
    require_tables,
    selected_tables,
)
from scidoc_assets.defs.stages import STAGES
from scidoc_assets.schemas.tables import SHARD
from scidoc_assets.storage.bundles import bundle_names
from scidoc_assets.storage.catalog import CatalogError, current_catalog
from scidoc_assets.storage.corpus import has_pdfs
from scidoc_assets.storage.locks import holding
from scidoc_assets.storage.quality_imports import dataset_names
from scidoc_assets.storage.workflow_imports import read_workflows


@dataclass(frozen=True)
class Request:
    """What the user asked for, in words; empty means everything. `is_forced` papers are made again
    although nothing changed, all their tables or `forced_tables`."""

    select: str = ""
    models: Sequence[str] = ()
    papers: Sequence[str] = ()
    is_forced: bool = False
    forced_tables: Sequence[str] = ()


def run_project(root: Path, request: Request, jobs: int | None = None) -> int:
    """Run what is stale and print a summary; returns the exit code (see exits.py).

    `jobs` worker processes; None: as many as corpus.yaml says.
    """
    started = time.monotonic()
    project = real_project(root)
    try:
        selection = _selection(project, request)
        _require_something(project)
        require_inputs(project, STAGES, selection)
    except SelectionError as error:
        click.echo(f"scidoc: {error}", err=True)
        return EXIT_USAGE
    try:
        with holding(project.paths.run_lock, "scidoc run"):
            report = _with_progress(project, selection, jobs or project.settings.corpus.workers)
            catalog_errors = _refresh_catalog(project, report, selection)
    except KeyboardInterrupt:
        click.echo("scidoc: stopped; what was finished is kept, `scidoc run` goes on", err=True)
        return EXIT_STOPPED
    return _summary(project, report, catalog_errors, time.monotonic() - started)


def _require_something(project: Project) -> None:
    """Raises SelectionError where there is neither a paper nor anything imported."""
    folder, paths = corpus_folder(project), project.paths
    imported = bundle_names(paths.imports) or dataset_names(paths.datasets) or read_workflows(paths)
    if not imported and not has_pdfs(folder):
        raise SelectionError(
            f"no PDF in {folder} and no imported benchmark.\n"
            "  scidoc sample          makes a small corpus to look around with\n"
            "  scidoc add PATH        adds your papers\n"
            "  scidoc import FOLDER   brings in tasks, responses and labels, or rated figures"
        )


def _selection(project: Project, request: Request) -> Selection:
    of_papers = [s.spec.name for s in STAGES if s.spec.partitions == SHARD]
    require_tables(request.forced_tables, of_papers, " of single papers")
    wanted = frozenset(request.models)
    require_models(project, wanted)
    shards = {paper: shard_of_paper(project, paper) for paper in request.papers}
    lost = [paper for paper, shard in shards.items() if shard is None]
    if lost:
        raise SelectionError(
            f"no paper {', '.join(lost)} in the corpus; there: "
            '`scidoc query "SELECT paper_id FROM raw_pdfs"`'
        )
    return Selection(
        tables=selected_tables(request.select, STAGES),
        models=wanted,
        runs=frozenset(
            r.run_id
            for r in project.settings.runs.runs
            if {r.vision_model, r.language_model} & wanted
        ),
        shards=frozenset(s for s in shards.values() if s),
        forced_papers=tuple(request.papers) if request.is_forced else (),
        forced_tables=frozenset(request.forced_tables),
    )


def _with_progress(project: Project, selection: Selection, jobs: int) -> RunReport:
    with RunProgress(Console(stderr=True)) as progress:
        return run_stale(
            project,
            partitions_of(project.settings),
            STAGES,
            selection,
            jobs,
            execute_job,
            progress.on_phase,
            progress.on_result,
        )


def _refresh_catalog(project: Project, report: RunReport, selection: Selection) -> tuple[str, ...]:
    """Build catalogue and explorer again where a table changed, one is missing or was asked for."""
    is_asked = not selection.tables.isdisjoint(CATALOG_JOB.tables)
    if not report.done and not is_asked and _has_catalog(project):
        return ()
    return next(run_jobs([CATALOG_JOB], project.paths.root, 1, execute_job)).errors


def _has_catalog(project: Project) -> bool:
    try:
        current_catalog(project.paths.catalog)
    except CatalogError:
        return False
    return explorer_index(project.paths).is_file()


def _summary(
    project: Project, report: RunReport, catalog_errors: Sequence[str], spent_s: float
) -> int:
    if not report.done and not report.failed:
        click.echo(f"everything is up to date ({spent_s:.1f} s)")
    else:
        click.echo(
            f"{len(report.done)} runs done, {len(report.failed)} failed in {spent_s:.0f} s\n"
        )
        print_funnel(project)
        print_unanswered(project)
        print_leaderboard(project)
        print_quality(project)
        print_workflow(project)
    papers = failed_papers(project)
    if papers:
        click.echo("\nPapers that could not be used")
        for paper_id, reason in papers:
            click.echo(f"  {paper_id}: {reason}")
    for result in report.failed:
        place = f" [{result.job.partition}]" if result.job.partition else ""
        click.echo(f"not made: {', '.join(result.job.tables)}{place}", err=True)
    skipped = Counter(table for job in report.skipped for table in job.tables)
    if skipped:
        named = ", ".join(f"{table} {count}" for table, count in skipped.items())
        click.echo(f"not made, as what they read failed (table, partitions): {named}", err=True)
    for error in catalog_errors:
        click.echo(f"catalogue: {error}", err=True)
    index = explorer_index(project.paths)
    if index.is_file():
        click.echo(f"\nto look through it all, open {index}")
    click.echo('next: scidoc status; scidoc query "SELECT * FROM leaderboard"; scidoc dev')
    sys.stdout.flush()
    return _exit_code(report, bool(papers), bool(catalog_errors))


def _exit_code(report: RunReport, has_failed_papers: bool, has_catalog_errors: bool) -> int:
    broken = [r for r in report.failed if not r.is_counted]
    if broken or report.skipped or has_catalog_errors:
        return EXIT_FAILED
    return EXIT_COUNTED if report.failed or has_failed_papers else 0
