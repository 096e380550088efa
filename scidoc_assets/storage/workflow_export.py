"""Accepted workflow items written out: items.jsonl as `scidoc import` takes it, reference pictures.

Source papers stand in the items by digest, so no page leaves. Refuses items that were not authored
and accepted here: imported tables belong to others.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pyarrow as pa

from scidoc_assets.domain.releases.card import CardFacts, CardTable
from scidoc_assets.domain.releases.croissant import CroissantColumn, texts
from scidoc_assets.schemas.releases import ReleasedFile, ReleaseSettings
from scidoc_assets.schemas.workflow import WorkflowItem
from scidoc_assets.storage.release_folder import release_writer
from scidoc_assets.storage.release_shards import shard_schema, text_columns
from scidoc_assets.storage.workflow_imports import ITEMS

SPLIT, TABLE = "test", "items"
_SOURCE = pa.struct(text_columns("paper_id", "sha256"))
_FLAT = (
    *("item_id", "group", "subtask", "domain", "question_en", "question_zh"),
    *("output_format_en", "output_format_zh", "reference_json", "reference_zh_json"),
    *("evidence_locator", "evaluator", "evaluator_params_json"),
)
SCHEMAS: dict[str, pa.Schema] = {
    TABLE: shard_schema(
        {
            **text_columns(*_FLAT),
            "source_papers": pa.list_(_SOURCE),
            **text_columns("context", "authoring"),
        }
    )
}
COLUMNS: dict[str, tuple[CroissantColumn, ...]] = {
    TABLE: texts("item_id", "subtask", "question_en", "question_zh", "reference_json", "evaluator")
}


def released_items(items: Sequence[WorkflowItem]) -> list[WorkflowItem]:
    """Items that may leave: authored here and accepted."""
    return [i for i in items if i.decision == "accepted" and i.authoring is not None]


def write_workflow(
    part: Path,
    name: str,
    items: Sequence[WorkflowItem],
    pictures: Mapping[str, bytes],
    settings: ReleaseSettings,
    release_id: str,
) -> list[ReleasedFile]:
    """Write the data set `name` into the folder `part`; `pictures` are references, by their names."""
    with release_writer(part, SCHEMAS) as writer:
        writer.empty(ITEMS, TABLE, SPLIT)
        for item in items:
            record = item.model_dump(mode="json", exclude={"source_digest"})
            writer.line(ITEMS, record, TABLE, SPLIT)
            row = {key: _flat(record[key]) for key in ("context", "authoring")}
            writer.row(TABLE, SPLIT, {**record, **row})
        for path, data in sorted(pictures.items()):
            writer.picture(_inside(path), data, "synthetic")
        facts = CardFacts(
            name=name,
            version=settings.version,
            licence=settings.licence,
            about="Authored questions over whole papers, in English and Chinese, with evaluators.",
            languages=["en", "zh"],
            tasks=["question-answering"],
            tables=[CardTable(TABLE, "authored and screened items", {SPLIT: len(items)}, [ITEMS])],
            body=[_READING],
        )
        return writer.describe(facts, COLUMNS, settings, release_id, "workflow")


def _inside(name: str) -> str:
    """Where a picture of this name lies, so that the import finds it and nothing leaves the folder."""
    parts = name.replace("\\", "/").split("/")
    return f"images/{parts[-1]}" if ".." in parts or parts[0] in ("", ".") else "/".join(parts)


def _flat(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


_READING = (
    "## Reading it\n\n"
    "`source_papers` names each paper with the digest of its PDF, `evidence_locator` the place in "
    "it; pages are not part of the release. `reference_json` and `evaluator_params_json` are what "
    "the named evaluator scores an answer with. `scidoc import` reads `items.jsonl`."
)
