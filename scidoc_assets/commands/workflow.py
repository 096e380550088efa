"""Workflow items for authors: drafts out of the papers that are here, as JSON Lines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
from upath import UPath

from scidoc_assets.commands.exits import EXIT_FAILED
from scidoc_assets.definitions import real_project
from scidoc_assets.defs.stored import rows_in_store
from scidoc_assets.domain.workflow.draft_items import draft_items
from scidoc_assets.schemas.layouts import ParsedLayout
from scidoc_assets.storage.parquet import write_bytes


def export_drafts(root: Path, paper_ids: Sequence[str], out: Path, benchmark: str) -> int:
    """Write draft items of the papers (all of them by default); the exit code."""
    project = real_project(root)
    lines: list[str] = []
    papers = 0
    for layout in rows_in_store(project, "parsed_layouts", ParsedLayout):
        if paper_ids and layout.paper_id not in paper_ids:
            continue
        drafts = draft_items(layout, benchmark)
        papers += bool(drafts)
        lines += [item.model_dump_json() for item in drafts]
    if not lines:
        click.echo("scidoc: no draft: no parsed paper of these ids has material", err=True)
        return EXIT_FAILED
    write_bytes(UPath(out.absolute()), "".join(f"{line}\n" for line in lines).encode())
    click.echo(
        f"{len(lines)} drafts of {papers} papers in {out}\n"
        "Check each, add its `authoring` record (screening, reviewer); then "
        f"scidoc import {out.parent}; scidoc run"
    )
    return 0
