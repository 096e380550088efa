"""`scidoc run`, `rematerialize` and `plan` as commands: thin, heavy imports wait until one runs."""

from __future__ import annotations

import sys

import click

from scidoc_assets.commands.explaining import explained
from scidoc_assets.storage.paths import find_project

JOBS_HELP = "Worker processes (default: `workers` of corpus.yaml)."


@click.command()
@click.option("--select", "selects", multiple=True, help="Only these tables, comma-separated"
              " (repeatable); `+name` with what it reads, `name+` with what reads it.")  # fmt: skip
@click.option("--model", "models", multiple=True, help="Only this model's partitions (repeatable).")
@click.option(
    "--paper", "papers", multiple=True, help="Only the shards of this paper (repeatable)."
)
@click.option("--jobs", type=click.IntRange(min=1), help=JOBS_HELP)
@explained
def run(
    selects: tuple[str, ...], models: tuple[str, ...], papers: tuple[str, ...], jobs: int | None
) -> None:
    """Make everything that is not up to date, as Dagster runs.

    \b
    scidoc run
    scidoc run --select curated_figures,context_bindings
    scidoc run --select +reasoning_tasks         also everything that it reads
    scidoc run --model my/model
    """
    from scidoc_assets.commands.run import Request, run_project

    sys.exit(run_project(find_project(), Request(",".join(selects), models, papers), jobs))


@click.command()
@click.option("--paper", required=True, help="Paper id.")
@click.option("--stage", "tables", multiple=True, help="Only this table (repeatable).")
@click.option("--jobs", type=click.IntRange(min=1), help=JOBS_HELP)
@explained
def rematerialize(paper: str, tables: tuple[str, ...], jobs: int | None) -> None:
    """Make one paper again although nothing changed.

    \b
    scidoc rematerialize --paper my-paper
    scidoc rematerialize --paper my-paper --stage parsed_layouts
    """
    from scidoc_assets.commands.run import Request, run_project

    request = Request(papers=(paper,), is_forced=True, forced_tables=tables)
    sys.exit(run_project(find_project(), request, jobs))


@click.command()
@click.option("--model", "models", multiple=True, help="Only this model (repeatable).")
@click.option("--json", "as_json", is_flag=True, help="JSON for scripts.")
@explained
def plan(models: tuple[str, ...], as_json: bool) -> None:
    """Dry run: calls, images, tokens and cost per model and setting, before spending.

    \b
    scidoc plan
    scidoc plan --model my/model --json
    """
    from scidoc_assets.commands.plan import print_plan

    sys.exit(print_plan(find_project(), models, as_json))
