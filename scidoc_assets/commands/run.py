"""`scidoc run`: what is stale is made, with progress; then the catalogue, then a summary."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from scidoc_assets.commands.execution import execute_job
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
from scidoc_assets.defs.runner import Phase, RunReport, Selection, run_jobs, run_stale
from scidoc_assets.defs.runner_jobs import CATALOG_JOB, JobResult
from scidoc_assets.defs.stages import STAGES
from scidoc_assets.storage.bundles import bundle_names
from scidoc_assets.storage.catalog import CatalogError, current_catalog
from scidoc_assets.storage.quality_imports import dataset_names
from scidoc_assets.storage.workflow_imports import read_workflows

EXIT_FAILED, EXIT_USAGE, EXIT_COUNTED = 1, 2, 3


def run_project(
    root: Path,
    select: str | None,
    models: Iterable[str],
    papers: Sequence[str],
    jobs: int,
    forced: bool = False,
    forced_tables: Sequence[str] = (),
) -> int:
    """Run what is stale and print a summary; returns the exit code (see cli.py)."""
    started = time.monotonic()
    project = real_project(root)
    selection = _selection(project, select, models, papers, forced, forced_tables)
    if isinstance(selection, str):
        click.echo(f"scidoc: {selection}", err=True)
        return EXIT_USAGE
    has_papers = any(corpus_folder(project).rglob("*.[pP][dD][fF]"))
    has_imports = (
        bundle_names(project.paths.imports)
        or dataset_names(project.paths.datasets)
        or read_workflows(project.paths)
    )
    if not has_papers and not has_imports:
        click.echo(
            f"scidoc: no PDF in {corpus_folder(project)} and no imported benchmark.\n"
            "  scidoc sample          makes a small corpus to look around with\n"
            "  scidoc add PATH        adds your papers\n"
            "  scidoc import FOLDER   brings in tasks, responses and labels, or rated figures",
            err=True,
        )
        return EXIT_USAGE
    report = _with_progress(project, selection, jobs)
    catalog_errors = _refresh_catalog(project, report, selection)
    return _summary(project, report, catalog_errors, time.monotonic() - started)


def _selection(
    project: Project,
    select: str | None,
    models: Iterable[str],
    papers: Sequence[str],
    forced: bool,
    forced_tables: Sequence[str],
) -> Selection | str:
    known = {s.spec.name for s in STAGES} | set(CATALOG_JOB.tables)
    tables = {t.strip() for t in (select or "").split(",") if t.strip()}
    unknown = sorted((tables | set(forced_tables)) - known)
    if unknown:
        return f"no table {', '.join(unknown)}; tables: {', '.join(sorted(known))}"
    configured = {m.model_id for m in project.settings.models.models}
    wanted = frozenset(models)
    strangers = sorted(wanted - configured)
    if strangers:
        return f"no model {', '.join(strangers)} in models.yaml; there: {', '.join(sorted(configured))}"
    shards = {paper: shard_of_paper(project, paper) for paper in papers}
    lost = [paper for paper, shard in shards.items() if shard is None]
    if lost:
        return f"no paper {', '.join(lost)} in the corpus; `scidoc status` lists them"
    return Selection(
        tables=frozenset(tables),
        models=wanted,
        runs=frozenset(
            r.run_id
            for r in project.settings.runs.runs
            if {r.vision_model, r.language_model} & wanted
        ),
        shards=frozenset(s for s in shards.values() if s),
        forced_papers=tuple(papers) if forced else (),
        forced_tables=frozenset(forced_tables),
    )


def _with_progress(project: Project, selection: Selection, jobs: int) -> RunReport:
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description:<24}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console) as progress:
        tasks: list[int] = []

        def on_phase(phase: Phase, count: int) -> None:
            names = [s.spec.group for s in phase.stages]
            label = names[0] if names[0] == names[-1] else f"{names[0]} … {names[-1]}"
            tasks.append(progress.add_task(label, total=count))

        def on_result(result: JobResult) -> None:
            progress.advance(tasks[-1])  # type: ignore[arg-type]
            for error in result.errors:
                place = f" [{result.job.partition}]" if result.job.partition else ""
                progress.console.print(f"failed{place}: {error}", markup=False, highlight=False)

        return run_stale(
            project,
            partitions_of(project.settings),
            STAGES,
            selection,
            jobs,
            execute_job,
            on_phase,
            on_result,
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
        click.echo(f"\n{len(papers)} papers could not be used:")
        for paper_id, reason in papers:
            click.echo(f"  {paper_id}: {reason}")
    for result in report.failed:
        click.echo(f"not made: {', '.join(result.job.tables)} [{result.job.partition}]", err=True)
    skipped = Counter(table for job in report.skipped for table in job.tables)
    for table, count in skipped.items():
        click.echo(f"not made (upstream failed): {table}, {count} partitions", err=True)
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
