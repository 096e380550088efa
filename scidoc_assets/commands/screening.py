"""`scidoc screen`: draft items answered by screening models, their texts kept for the author."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import click
from upath import UPath

from scidoc_assets.commands.exits import EXIT_COUNTED, EXIT_USAGE
from scidoc_assets.definitions import real_project
from scidoc_assets.defs.calling import (
    configured_model,
    open_journal,
    require_ready,
    shared_budgets,
)
from scidoc_assets.defs.gathering import gather_bounded
from scidoc_assets.defs.project import Project
from scidoc_assets.defs.stage import StageRefused
from scidoc_assets.defs.stored import rows_in_store
from scidoc_assets.defs.workflow import Showing, picture_of
from scidoc_assets.domain.workflow.authoring import SCREENING_MODELS
from scidoc_assets.domain.workflow.item_faults import item_fault
from scidoc_assets.domain.workflow.published_rows import WorkflowImportError
from scidoc_assets.domain.workflow.published_table import import_authored
from scidoc_assets.domain.workflow.requests import response_row, workflow_request
from scidoc_assets.domain.workflow.screening import SCREENED_IN, needs_screening, screened
from scidoc_assets.schemas.layouts import ParsedLayout
from scidoc_assets.schemas.workflow import WorkflowInstance, WorkflowItem
from scidoc_assets.storage.imported_folders import BundleError
from scidoc_assets.storage.parquet import write_bytes

JOURNAL = "screening"


def screen_items(root: Path, file: Path, model_ids: Sequence[str], author: str) -> int:
    """Screen the items of a JSON Lines file in place; the exit code.

    Items with a screening that still holds are left as they are.
    """
    project = real_project(root)
    try:
        items = import_authored(_text(file).split("\n"), file.name, "")
        faults = [fault for item in items if (fault := item_fault(item)) is not None]
        for model_id in model_ids:
            require_ready(configured_model(project, model_id))
    except (WorkflowImportError, StageRefused, KeyError) as error:
        click.echo(f"scidoc: {error}", err=True)
        return EXIT_USAGE
    if faults or len(set(model_ids)) < SCREENING_MODELS:
        said = faults or [f"name {SCREENING_MODELS} different models with --model"]
        click.echo(f"scidoc: {said[0]}", err=True)
        return EXIT_USAGE
    answers, failures = _answers(project, items, list(dict.fromkeys(model_ids)))
    now = datetime.now(UTC).isoformat(timespec="seconds")
    done = [
        screened(item, author, now, answers[item.item_id]) if item.item_id in answers else item
        for item in items
    ]
    lines = [i.model_copy(update={"source_digest": None}).model_dump_json() for i in done]
    write_bytes(UPath(file.absolute()), "".join(f"{line}\n" for line in lines).encode())
    click.echo(f"{len(answers)} of {len(items)} items screened in {file}")
    for failure in failures:
        click.echo(f"not screened: {failure}", err=True)
    return EXIT_COUNTED if failures else 0


def _text(file: Path) -> str:
    try:
        return file.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BundleError(f"{file}: not UTF-8 at byte {error.start}; save it as UTF-8") from error


def _answers(
    project: Project, items: Sequence[WorkflowItem], model_ids: Sequence[str]
) -> tuple[dict[str, dict[str, str]], list[str]]:
    """(texts by item and model for items that every model answered, what failed and why)."""
    showing = Showing(project, rows_in_store(project, "parsed_layouts", ParsedLayout))
    waiting = [item for item in items if needs_screening(item)]
    shown = {item.item_id: showing.instance(item, SCREENED_IN) for item in waiting}
    failures = [str(i.reason) for i in shown.values() if i.reason is not None]
    asked = [i for i in shown.values() if i.reason is None]
    answers: dict[str, dict[str, str]] = {i.item_id: {} for i in asked}
    for model_id in model_ids:
        for item_id, text, why in asyncio.run(_ask(project, model_id, asked)):
            if text is None:
                failures.append(f"item {item_id}: {model_id}: {why}")
                answers.pop(item_id, None)
            elif item_id in answers:
                answers[item_id][model_id] = text
    return answers, failures


async def _ask(
    project: Project, model_id: str, instances: Sequence[WorkflowInstance]
) -> list[tuple[str, str | None, str | None]]:
    """(item id, text or None, why there is none) of one model's answers."""
    model = configured_model(project, model_id)
    with open_journal(project, model_id, JOURNAL, "workflow") as journal:
        gateway = project.gateways.model(model, journal, shared_budgets(project, model))

        async def answer(instance: WorkflowInstance) -> tuple[str, str | None, str | None]:
            request = workflow_request(instance, model_id, picture_of(project))
            row = response_row(instance, await gateway.call(request), model.is_baseline)
            return instance.item_id, row.text, row.status_detail or row.status

        return await gather_bounded(answer, instances, model.max_concurrency)
