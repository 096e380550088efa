"""Import of the published benchmark table and of our own items as JSON Lines (interchange.md).

Published columns: index, question, answer, image or image_path, segments, category, eval_method
(json_match, exec_match, judge), judge_prompt. Refuses the whole import at the first bad line, with
file, line, field and reason; unknown columns are kept in `extra_json`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import get_args

from pydantic import JsonValue, ValidationError

from scidoc_assets.domain.workflow.structures import inferred_kind
from scidoc_assets.schemas.workflow import (
    EvaluatorName,
    Subtask,
    WorkflowItem,
    WorkflowLanguage,
)

_KNOWN = frozenset({"index", "question", "answer", "category", "eval_method", "judge_prompt"})
_SUBTASKS = frozenset(get_args(Subtask))


class WorkflowImportError(ValueError):
    """A line of an import cannot be used."""

    def __init__(self, file: str, line: int, field: str, reason: str) -> None:
        super().__init__(f"{file}, line {line}, field {field}: {reason}")
        self.file, self.line, self.field, self.reason = file, line, field, reason


def import_published(
    tables: Mapping[WorkflowLanguage, Iterable[Mapping[str, str]]],
    benchmark: str,
    digest: str,
    files: Mapping[WorkflowLanguage, str] | None = None,
) -> list[WorkflowItem]:
    """Items of a published table, one per `index`; the languages' tables are joined by it.

    `tables` holds rows of text as a CSV reader gives them; `files` their names for errors.
    Raises `WorkflowImportError`; also when a row's answer or method differs between languages.
    """
    items: dict[str, WorkflowItem] = {}
    for language, rows in tables.items():
        file = (files or {}).get(language, language)
        for line, row in enumerate(rows, start=2):
            item = _published_item(row, language, benchmark, digest, file, line)
            known = items.get(item.item_id)
            items[item.item_id] = item if known is None else _joined(known, item, file, line)
    return [items[item_id] for item_id in sorted(items)]


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
            field = ".".join(str(part) for part in first["loc"]) or "(line)"
            raise WorkflowImportError(file, number, field, first["msg"]) from error
        if item.item_id in items:
            raise WorkflowImportError(file, number, "item_id", f"`{item.item_id}` used twice")
        items[item.item_id] = item.model_copy(update={"source_digest": digest})
    return list(items.values())


def _published_item(
    row: Mapping[str, str],
    language: WorkflowLanguage,
    benchmark: str,
    digest: str,
    file: str,
    line: int,
) -> WorkflowItem:
    for field in ("index", "question", "answer", "category", "eval_method"):
        if not (row.get(field) or "").strip():
            raise WorkflowImportError(file, line, field, "missing or empty")
    subtask = row["category"].strip()[:2].upper()
    if subtask not in _SUBTASKS:
        raise WorkflowImportError(file, line, "category", f"{row['category']!r} is no subtask")
    if not (row.get("image") or row.get("image_path")):
        raise WorkflowImportError(file, line, "image", "neither `image` nor `image_path`")
    evaluator, reference, params = _evaluation(row, file, line)
    extra = {key: value for key, value in row.items() if key not in _KNOWN and value}
    return WorkflowItem.model_validate(
        {
            "benchmark": benchmark,
            "item_id": row["index"].strip(),
            "group": subtask[0],
            "subtask": subtask,
            "domain": None,
            "source_papers": [],
            "question_en": row["question"] if language == "en" else None,
            "question_zh": row["question"] if language == "zh" else None,
            "output_format_en": None,
            "output_format_zh": None,
            "reference_json": json.dumps(reference, ensure_ascii=False),
            "evidence_locator": None,
            "evaluator": evaluator,
            "evaluator_params_json": json.dumps(params, ensure_ascii=False),
            "context": [],
            "authoring": None,
            "decision": "imported",
            "source_digest": digest,
            "extra_json": json.dumps({language: extra}, sort_keys=True, ensure_ascii=False),
        }
    )


def _evaluation(
    row: Mapping[str, str], file: str, line: int
) -> tuple[EvaluatorName, JsonValue, dict[str, JsonValue]]:
    method = row["eval_method"].strip()
    reference = _json_or_text(row["answer"])
    if method == "judge":
        return "judge", row["answer"], {"rubric": row.get("judge_prompt") or None}
    if method == "exec_match":
        is_picture = isinstance(reference, str) or (
            isinstance(reference, dict) and "image" in reference
        )
        wrapped: JsonValue = {"image": reference} if isinstance(reference, str) else reference
        return ("image" if is_picture else "data"), wrapped, {}
    if method == "json_match":
        if isinstance(reference, dict):
            return "json_fields", reference, {}
        return inferred_kind(reference), reference, {}
    allowed = "json_match, exec_match or judge"
    raise WorkflowImportError(file, line, "eval_method", f"{method!r} is not {allowed}")


def _json_or_text(answer: str) -> JsonValue:
    try:
        return json.loads(answer)
    except (ValueError, RecursionError):
        return answer.strip()


def _joined(known: WorkflowItem, other: WorkflowItem, file: str, line: int) -> WorkflowItem:
    """One item out of its two languages; what must be equal in both is checked."""
    for field, column in (("subtask", "category"), ("evaluator", "eval_method")):
        if getattr(known, field) != getattr(other, field):
            raise WorkflowImportError(file, line, column, "differs between the languages")
    for field in ("question_en", "question_zh"):
        if getattr(known, field) and getattr(other, field):
            raise WorkflowImportError(file, line, "index", f"`{known.item_id}` used twice")
    extra = {**json.loads(known.extra_json or "{}"), **json.loads(other.extra_json or "{}")}
    if known.reference_json != other.reference_json:
        extra["reference_of_second_language"] = json.loads(other.reference_json)
    return known.model_copy(
        update={
            "question_en": known.question_en or other.question_en,
            "question_zh": known.question_zh or other.question_zh,
            "extra_json": json.dumps(extra, sort_keys=True, ensure_ascii=False),
        }
    )
