"""One row of the published table: its evaluator, its reference and the material it shows.

Refuses a row with a missing or foreign field, naming file, line, field and reason.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import get_args

from pydantic import JsonValue

from scidoc_assets.domain.workflow.structures import inferred_kind
from scidoc_assets.schemas.workflow import ContentPart, EvaluatorName, Subtask

KNOWN_COLUMNS = frozenset(
    {"index", "question", "answer", "image", "image_path", "segments", "category", "eval_method"}
    | {"judge_prompt"}
)
_SUBTASKS = frozenset(get_args(Subtask))
_REQUIRED = ("index", "question", "answer", "category", "eval_method")
MAX_IMAGE_BYTES = 40_000_000


class WorkflowImportError(ValueError):
    """A line of an import cannot be used."""

    def __init__(self, file: str, line: int, field: str, reason: str) -> None:
        super().__init__(f"{file}, line {line}, field {field}: {reason}")
        self.file, self.line, self.field, self.reason = file, line, field, reason


@dataclass(frozen=True)
class RowPlace:
    """Where a row stands, for errors."""

    file: str
    line: int

    def error(self, field: str, reason: str) -> WorkflowImportError:
        """The error of a field of this row."""
        return WorkflowImportError(self.file, self.line, field, reason)


@dataclass(frozen=True)
class PublishedRow:
    """A checked row. `parts` are the whole input; `images` the decoded ones by content name."""

    index: str
    question: str
    subtask: str
    evaluator: EvaluatorName
    reference: JsonValue
    params: dict[str, JsonValue]
    parts: list[ContentPart]
    images: dict[str, bytes] = field(default_factory=dict)
    extra: dict[str, str] = field(default_factory=dict)


def read_row(row: Mapping[str, str], place: RowPlace, has_segments: bool) -> PublishedRow:
    """Check one row. `has_segments`: the setting interleaves, so `segments` is required.

    Raises `WorkflowImportError`.
    """
    for name in _REQUIRED:
        if not (row.get(name) or "").strip():
            raise place.error(name, "missing or empty")
    subtask = row["category"].strip()[:2].upper()
    if subtask not in _SUBTASKS:
        raise place.error("category", f"{row['category']!r} is no subtask")
    evaluator, reference, params = _evaluation(row, place)
    names, images = _images(row, place)
    question = row["question"]
    if has_segments:
        parts = _segments(row, names, place)
    else:
        parts = [ContentPart(kind="file_image", file=name) for name in names]
        parts.append(ContentPart(kind="text", text=question))
    extra = {key: value for key, value in row.items() if key not in KNOWN_COLUMNS and value}
    return PublishedRow(
        row["index"].strip(), question, subtask, evaluator, reference, params, parts, images, extra
    )


def _evaluation(
    row: Mapping[str, str], place: RowPlace
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
    raise place.error("eval_method", f"{method!r} is not json_match, exec_match or judge")


def _images(row: Mapping[str, str], place: RowPlace) -> tuple[list[str], dict[str, bytes]]:
    """Names of the row's images in order: paths as given, base64 ones by their content."""
    paths, encoded = _listed(row.get("image_path")), _listed(row.get("image"))
    if not paths and not encoded:
        raise place.error("image", "neither `image` nor `image_path`")
    if not encoded:
        return paths, {}
    images: dict[str, bytes] = {}
    names = []
    for position, text in enumerate(encoded):
        try:
            data = base64.b64decode(text, validate=True)
        except (binascii.Error, ValueError) as error:
            raise place.error("image", f"image {position} is not base64") from error
        if len(data) > MAX_IMAGE_BYTES:
            raise place.error("image", f"image {position} has more than {MAX_IMAGE_BYTES} bytes")
        name = paths[position] if position < len(paths) else hashlib.sha256(data).hexdigest()
        names.append(name)
        images[name] = data
    return names, images


def _segments(row: Mapping[str, str], names: list[str], place: RowPlace) -> list[ContentPart]:
    """The interleaved parts: `[{"text": ...} | {"image": name or position}]`, question included."""
    raw = _json_or_text(row.get("segments") or "")
    if not isinstance(raw, list) or not raw:
        raise place.error("segments", "missing, empty or not a JSON array")
    parts = []
    for position, segment in enumerate(raw):
        if isinstance(segment, dict) and isinstance(segment.get("text"), str):
            parts.append(ContentPart(kind="text", text=str(segment["text"])))
        elif isinstance(segment, dict) and "image" in segment:
            parts.append(ContentPart(kind="file_image", file=_named(segment["image"], names)))
        else:
            raise place.error("segments", f"segment {position} has neither `text` nor `image`")
        if parts[-1].kind == "file_image" and parts[-1].file is None:
            raise place.error("segments", f"segment {position} names an image the row lacks")
    return parts


def _named(image: JsonValue, names: list[str]) -> str | None:
    """The row's image that a segment means: by name, by last part of its path, or by position."""
    if isinstance(image, int) and not isinstance(image, bool):
        return names[image] if 0 <= image < len(names) else None
    wanted = str(image)
    if wanted in names:
        return wanted
    same = [name for name in names if name.rsplit("/", 1)[-1] == wanted.rsplit("/", 1)[-1]]
    return same[0] if len(same) == 1 else None


def _listed(text: str | None) -> list[str]:
    """A JSON array of texts, or one text."""
    if not text or not text.strip():
        return []
    value = _json_or_text(text) if text.lstrip().startswith("[") else text
    return [str(item) for item in value] if isinstance(value, list) else [str(value)]


def _json_or_text(text: str) -> JsonValue:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text.strip()
