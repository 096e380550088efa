"""Import of the published benchmark table and of our own items as JSON Lines (interchange.md).

Holds the joining of a table's settings into items and instances. Refuses the whole import at the
first bad line, with file, line, field and reason; unknown columns are kept in `extra_json`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from pydantic import ValidationError

from scidoc_assets.domain.workflow.matched_settings import split_setting
from scidoc_assets.domain.workflow.published_rows import (
    PublishedRow,
    RowPlace,
    WorkflowImportError,
    read_row,
)
from scidoc_assets.schemas.workflow import WorkflowInstance, WorkflowItem, WorkflowSetting

Rows = Iterable[Mapping[str, str]]


@dataclass(frozen=True)
class PublishedImport:
    """What a table gives: items, their instances as published, and images that came inside.

    `images` is by the name that a part's `file` uses; other files lie in the table's image folder.
    """

    items: list[WorkflowItem]
    instances: list[WorkflowInstance]
    images: dict[str, bytes] = field(default_factory=dict)


def import_published(
    tables: Mapping[WorkflowSetting, Rows],
    benchmark: str,
    digest: str,
    files: Mapping[WorkflowSetting, str] | None = None,
    item_id_of: Callable[[str], str] = str,
) -> PublishedImport:
    """Items and instances of a published table, given by setting and joined by `index`.

    `tables` holds rows of text as a CSV reader gives them, `files` their names for errors;
    `item_id_of` turns an index into the id that the settings share. Raises `WorkflowImportError`,
    also when category or method differ between the settings of an item, or answers in one language.
    """
    items: dict[str, WorkflowItem] = {}
    instances: dict[tuple[str, WorkflowSetting], WorkflowInstance] = {}
    images: dict[str, bytes] = {}
    for setting, rows in tables.items():
        file = (files or {}).get(setting, setting)
        for line, row in enumerate(rows, start=2):
            place = RowPlace(file, line)
            read = read_row(row, place, setting.endswith("markdown_interleaved"))
            item_id = item_id_of(read.index)
            if (item_id, setting) in instances:
                raise place.error("index", f"`{item_id}` used twice")
            item = _item(read, item_id, setting, benchmark, digest)
            known = items.get(item_id)
            items[item_id] = item if known is None else _joined(known, item, place)
            instances[item_id, setting] = WorkflowInstance(
                benchmark=benchmark, item_id=item_id, setting=setting, parts=read.parts
            )
            images |= read.images
    return PublishedImport(
        [items[item_id] for item_id in sorted(items)],
        [instances[key] for key in sorted(instances)],
        images,
    )


def import_authored(lines: Iterable[str], file: str, digest: str) -> list[WorkflowItem]:
    """Our own items, one JSON object a line. Raises `WorkflowImportError`, also on repeated ids."""
    items: dict[str, WorkflowItem] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            item = WorkflowItem.model_validate_json(line)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            field_name = ".".join(str(part) for part in first["loc"]) or "(line)"
            raise WorkflowImportError(file, number, field_name, first["msg"]) from error
        if item.item_id in items:
            raise WorkflowImportError(file, number, "item_id", f"`{item.item_id}` used twice")
        items[item.item_id] = item.model_copy(update={"source_digest": digest})
    return list(items.values())


def _item(
    row: PublishedRow, item_id: str, setting: WorkflowSetting, benchmark: str, digest: str
) -> WorkflowItem:
    language, _ = split_setting(setting)
    return WorkflowItem.model_validate(
        {
            "benchmark": benchmark,
            "item_id": item_id,
            "group": row.subtask[0],
            "subtask": row.subtask,
            "domain": None,
            "source_papers": [],
            "question_en": row.question if language == "en" else None,
            "question_zh": row.question if language == "zh" else None,
            "output_format_en": None,
            "output_format_zh": None,
            "reference_json": json.dumps(row.reference, ensure_ascii=False),
            "reference_zh_json": None if language == "en" else _dumps(row.reference),
            "evidence_locator": None,
            "evaluator": row.evaluator,
            "evaluator_params_json": json.dumps(row.params, ensure_ascii=False),
            "context": [],
            "authoring": None,
            "decision": "imported",
            "source_digest": digest,
            "extra_json": _dumps({setting: row.extra}) if row.extra else None,
        }
    )


def _joined(known: WorkflowItem, other: WorkflowItem, place: RowPlace) -> WorkflowItem:
    """One item out of its settings; what must be equal in all is checked."""
    for name, column in (("subtask", "category"), ("evaluator", "eval_method")):
        if getattr(known, name) != getattr(other, name):
            raise place.error(column, "differs between the settings of the item")
    languages = [bool(item.question_en) for item in (known, other)]
    if languages[0] == languages[1] and known.reference_json != other.reference_json:
        raise place.error("answer", "differs between settings of one language")
    english = known if known.question_en else other
    chinese = known if known.reference_zh_json else other
    extra = {**json.loads(known.extra_json or "{}"), **json.loads(other.extra_json or "{}")}
    return known.model_copy(
        update={
            "question_en": known.question_en or other.question_en,
            "question_zh": known.question_zh or other.question_zh,
            "reference_json": english.reference_json,
            "evaluator_params_json": english.evaluator_params_json,
            "reference_zh_json": chinese.reference_zh_json,
            "extra_json": _dumps(extra) if extra else None,
        }
    )


def _dumps(value: object) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
