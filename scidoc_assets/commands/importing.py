"""`scidoc import`: which kind of folder it is, and what came in.

A folder with `figures.jsonl` is a figure-quality dataset, one with `ratings*.jsonl` or `.csv` our own
rater files, one with tables or items of the workflow benchmark (told by their columns and keys) such
a benchmark, anything else a reasoning bundle.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click

from scidoc_assets.definitions import real_project
from scidoc_assets.defs.project import Project
from scidoc_assets.defs.stored import rows_in_store
from scidoc_assets.domain.imports.bundle import FILES
from scidoc_assets.domain.quality.items import BENCHMARK
from scidoc_assets.domain.workflow.authoring import decided, review_objections
from scidoc_assets.schemas.quality import FigureQualityItem
from scidoc_assets.storage.bundles import BundleError, add_bundle
from scidoc_assets.storage.quality_imports import (
    add_dataset,
    add_rater_files,
    is_dataset,
    is_rater_folder,
    known_ratings,
    read_datasets,
)
from scidoc_assets.storage.workflow_imports import add_workflow, is_workflow_folder

FORMS = (
    f"{FILES[0]} (a reasoning benchmark), figures.jsonl (a figure-quality data set), ratings*.jsonl "
    "or .csv (ratings of our figures), tables .tsv or .csv with the columns index, question, answer, "
    "category, eval_method, or .jsonl of items with item_id, subtask, evaluator (a workflow benchmark)"
)


def import_folder(root: Path, folder: Path) -> int:
    """Import a folder and say what came in; 0. Raises BundleError, StoreError."""
    project = real_project(root)
    if is_dataset(folder):
        _import_dataset(project, folder)
    elif is_rater_folder(folder):
        items = _known_items(project)
        earlier = known_ratings(project.paths, items, folder.resolve().name)
        name, count = add_rater_files(project.paths, folder, items, earlier)
        click.echo(f"{count} ratings of {name!r} imported; next: scidoc run")
    elif is_workflow_folder(folder):
        _import_workflow(project, folder)
    else:
        _import_bundle(project, folder)
    return 0


def _import_bundle(project: Project, folder: Path) -> None:
    if not (folder / FILES[0]).is_file():
        raise BundleError(f"{folder}: nothing in it that can be imported; it may hold {FORMS}")
    found = add_bundle(project.paths.imports, folder)
    click.echo(
        f"benchmark {found.benchmark!r} imported: {len(found.tasks)} tasks, "
        f"{len(found.responses)} responses, {len(found.correctness)} labels"
    )
    if found.replaced_surrogates:
        click.echo(
            f"  {found.replaced_surrogates} characters that UTF-8 cannot hold are U+FFFD now"
        )
    if not found.has_labels:
        click.echo("  no labels came with the responses: the judges of judges.yaml label them")
    click.echo("next: scidoc run")


def _import_dataset(project: Project, folder: Path) -> None:
    found = add_dataset(project.paths, folder)
    click.echo(
        f"figure-quality dataset {found.name!r} imported: {found.figures} figures, "
        f"{found.images} pictures, {found.ratings} ratings, splits: {', '.join(found.splits) or 'none'}"
    )
    if found.images < found.figures:
        click.echo("  figures without a picture of a known type cannot be judged; they are counted")
    if found.masked_scores:
        click.echo(f"  {found.masked_scores} scores on gated-off dimensions are not used")
    for note in found.notes[:5]:
        click.echo(f"  {note}")
    if found.replaced_characters:
        click.echo(
            f"  {found.replaced_characters} characters that UTF-8 cannot hold are U+FFFD now"
        )
    click.echo("next: scidoc run")


def _import_workflow(project: Project, folder: Path) -> None:
    found = add_workflow(project.paths, folder)
    decisions = Counter(decided(item).decision for item in found.items)
    said = ", ".join(f"{name} {n}" for name, n in sorted(decisions.items()))
    click.echo(
        f"workflow items {found.name!r} imported: {len(found.items)} items ({said}), "
        f"{len(found.instances)} instances, {len(found.pictures)} pictures"
    )
    for item in found.items:
        if decided(item).decision not in ("accepted", "imported"):
            click.echo(f"  {item.item_id}: {', '.join(review_objections(item))}")
    click.echo("next: scidoc run")


def _known_items(project: Project) -> list[FigureQualityItem]:
    """Figures that can be rated: our own as last made, and those of imported datasets."""
    own = rows_in_store(project, "figure_quality_items", FigureQualityItem)
    imported = [item for d in read_datasets(project.paths.datasets) for item in d.items]
    return [*(item for item in own if item.benchmark == BENCHMARK), *imported]
