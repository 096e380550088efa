"""`scidoc export ...` and `scidoc screen`: what leaves the project for elsewhere, or for authors.

Thin; heavy imports wait until a command runs.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Literal

import click

from scidoc_assets.commands.explaining import explained
from scidoc_assets.storage.paths import find_project


@click.group()
def export() -> None:
    """Write data sets for use elsewhere."""


@export.command()
@click.option("--format", "form", type=click.Choice(["sft", "rl"]), default="sft",
              show_default=True, help="Chat turns with answers, or prompts with verifiers.")  # fmt: skip
@click.option("--out", required=True, type=click.Path(file_okay=False, path_type=Path),
              help="Folder to write.")  # fmt: skip
@click.option("--turns", "sft_form", type=click.Choice(["messages", "conversations"]),
              default="messages", show_default=True, help="Form of chat turns in the JSON Lines.")  # fmt: skip
@click.option("--subtask", "subtasks", multiple=True, help="Only this subtask (repeatable).")
@click.option(
    "--all-pages", is_flag=True, help="Pages and texts of every paper: for your own use only."
)
@explained
def training(
    form: Literal["sft", "rl"],
    out: Path,
    sft_form: Literal["messages", "conversations"],
    subtasks: tuple[str, ...],
    all_pages: bool,
) -> None:
    """Accepted training samples: JSON Lines, images, Parquet, dataset card, Croissant file.

    \b
    scidoc export training --out my_training/
    scidoc export training --format rl --out my_rewards/
    """
    from scidoc_assets.commands.training import export_training

    sys.exit(export_training(find_project(), out, form, sft_form, subtasks, all_pages))


@export.command()
@click.option("--out", required=True, type=click.Path(file_okay=False, path_type=Path),
              help="Folder to write.")  # fmt: skip
@click.option("--benchmark", help="An imported benchmark instead of the one built here.")
@click.option(
    "--all-pages", is_flag=True, help="Figures and texts of every paper: for your own use only."
)
@explained
def benchmark(out: Path, benchmark: str | None, all_pages: bool) -> None:
    """Reasoning tasks, responses and labels as a bundle that `scidoc import` reads, and as Parquet.

    \b
    scidoc export benchmark --out my_tasks/
    """
    from scidoc_assets.commands.benchmark import export_benchmark

    sys.exit(export_benchmark(find_project(), out, benchmark, all_pages))


@export.command(name="figure-quality")
@click.option("--out", required=True, type=click.Path(file_okay=False, path_type=Path),
              help="Folder to write.")  # fmt: skip
@click.option("--benchmark", help="An imported data set instead of the figures of this corpus.")
@click.option(
    "--all-pages", is_flag=True, help="Figures and texts of every paper: for your own use only."
)
@explained
def figure_quality(out: Path, benchmark: str | None, all_pages: bool) -> None:
    """Figures, ratings, gold and splits in the published layout, and as Parquet.

    \b
    scidoc export figure-quality --out my_figures/
    """
    from scidoc_assets.commands.benchmark import export_quality

    sys.exit(export_quality(find_project(), out, benchmark, all_pages))


@export.command(name="workflow-drafts")
@click.argument("paper_ids", nargs=-1)
@click.option("--out", required=True, type=click.Path(dir_okay=False, path_type=Path),
              help="File to write.")  # fmt: skip
@click.option("--benchmark", default="workflow", show_default=True, help="Name of the benchmark.")
@explained
def workflow_drafts(paper_ids: tuple[str, ...], out: Path, benchmark: str) -> None:
    """Draft items of papers for authors to check: JSON Lines that `scidoc import` takes back.

    \b
    scidoc export workflow-drafts --out my_items/items.jsonl
    """
    from scidoc_assets.commands.workflow import export_drafts

    sys.exit(export_drafts(find_project(), paper_ids, out, benchmark))


@click.command()
@click.argument("items", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--model", "models", multiple=True, required=True, help="Of models.yaml; four or more."
)
@click.option("--author", required=True, help="Who wrote the items.")
@explained
def screen(items: Path, models: tuple[str, ...], author: str) -> None:
    """Ask screening models the draft items of a file; texts and proposed labels go into it.

    \b
    scidoc screen my_items/items.jsonl --author ann --model a --model b --model c --model d
    """
    from scidoc_assets.commands.screening import screen_items

    sys.exit(screen_items(find_project(), items, models, author))
