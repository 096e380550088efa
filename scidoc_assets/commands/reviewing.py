"""`scidoc review ...`: decisions of the expert review in, and how far it is."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from scidoc_assets.commands.exits import EXIT_COUNTED
from scidoc_assets.commands.explaining import explained
from scidoc_assets.storage.paths import find_project


@click.group()
def review() -> None:
    """Expert review of tasks: packets are in data/review/tasks/packets after `scidoc run`."""


@review.command(name="import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@explained
def import_decisions(file: Path) -> None:
    """Take decisions in: a Label Studio JSON export, or JSON lines.

    \b
    scidoc review import export.json
    scidoc review import decisions.jsonl
    """
    sys.exit(import_file(find_project(), file))


def import_file(root: Path, file: Path) -> int:
    """Import one file; 0, or 3 when some of its decisions were refused (each named with its id).

    Raises StoreError when there are no packets yet or the file is neither form.
    """
    from scidoc_assets.definitions import real_project
    from scidoc_assets.defs.reviewing import import_decisions as take_in
    from scidoc_assets.storage.review_files import decisions_text

    taken, known, refused = take_in(real_project(root), decisions_text(file), file.name)
    click.echo(f"{len(taken)} decisions imported, {known} known already, {len(refused)} refused")
    for row in refused:
        click.echo(f"  {row.where}: {row.object_id or '(no object)'}: {row.reason} ({row.detail})")
    if taken:
        click.echo("next: scidoc run")
    return EXIT_COUNTED if refused else 0
