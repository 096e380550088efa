"""`scidoc show ID`: everything the catalogue knows of one id."""

from __future__ import annotations

import json
from pathlib import Path

import click

from scidoc_assets.commands.exits import EXIT_FAILED
from scidoc_assets.commands.training import draw_sample
from scidoc_assets.storage.catalog import NothingStoredError, current_catalog, query
from scidoc_assets.storage.paths import project_paths

# Where ids live, most specific first.
PLACES = (
    ("curated_figures", "figure_id"),
    ("context_bindings", "figure_id"),
    ("figure_quality_gold", "figure_id"),
    ("figure_quality_scores", "figure_id"),
    ("figure_quality_pages", "figure_id"),
    ("s1_filtered_figures", "figure_id"),
    ("reasoning_tasks", "task_id"),
    ("candidate_tasks", "task_id"),
    ("task_quality", "task_id"),
    ("reasoning_responses", "task_id"),
    ("correctness_labels", "task_id"),
    ("coverage_labels", "task_id"),
    ("argument_graphs", "graph_id"),
    ("cross_paper_graphs", "graph_id"),
    ("review_packets", "object_id"),
    ("review_consensus", "object_id"),
    ("training_samples", "sample_id"),
    ("workflow_items", "item_id"),
    ("workflow_scores", "item_id"),
    ("raw_pdfs", "paper_id"),
    ("paper_disciplines", "paper_id"),
    ("paper_curations", "paper_id"),
    ("latex_sources", "paper_id"),
)


def show_item(root: Path, item_id: str) -> int:
    """Print matching rows as JSON, one table after the other; 1 when nothing has this id.

    Raises CatalogError without a catalogue.
    """
    folder = project_paths(root).catalog
    current_catalog(folder)  # without one, say so: it is not that nothing has this id
    quoted = item_id.replace("'", "''")
    found: dict[str, object] = {}
    for table, column in PLACES:
        try:
            records = query(folder, f"SELECT * FROM {table} WHERE {column} = '{quoted}'").records()
        except NothingStoredError:
            continue
        if records:
            found[table] = records
    if not found:
        click.echo(
            f"scidoc: nothing has the id {item_id!r}; ids stand in the tables, e.g. "
            '`scidoc query "SELECT paper_id FROM raw_pdfs"`',
            err=True,
        )
        return EXIT_FAILED
    if "training_samples" in found:
        found["pictures"] = draw_sample(root, item_id)
    click.echo(json.dumps(found, ensure_ascii=False, indent=2, default=str))
    return 0
