"""SciDocIR as one plain JSON file, out and in, without loss.

The file is `{"format": "scidoc-ir", "version": 1, "layout": {...ParsedLayout...}}`, UTF-8. Refuses
another format or version, unknown or missing fields and values out of range, with the field and
the reason; nothing is repaired.
"""

from __future__ import annotations

import json

from pydantic import ValidationError

from scidoc_assets.schemas.layouts import ParsedLayout

FORMAT, VERSION = "scidoc-ir", 1


class InterchangeError(Exception):
    """A document that cannot be imported: `field` (a path into it) and `reason`."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason


def export_ir(layout: ParsedLayout) -> str:
    """A layout as JSON text, every field kept. Equal layouts give equal text."""
    return json.dumps(
        {"format": FORMAT, "version": VERSION, "layout": layout.model_dump(mode="json")},
        ensure_ascii=False,
        allow_nan=False,
        indent=1,
    )


def read_object(text: str) -> dict[str, object]:
    """The JSON object of a text. Raises InterchangeError with line and column."""
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno} column {error.colno}"
        raise InterchangeError(where, f"not JSON ({error.msg})") from error
    except RecursionError as error:
        raise InterchangeError("document", "nested too deeply") from error
    if not isinstance(value, dict):
        raise InterchangeError("document", f"want a JSON object, got {type(value).__name__}")
    return value


def import_ir(text: str) -> ParsedLayout:
    """The layout of a text that `export_ir` made. Raises InterchangeError."""
    return ir_layout(read_object(text))


def ir_layout(value: dict[str, object]) -> ParsedLayout:
    """The layout of a parsed IR object. Raises InterchangeError with field and reason."""
    if value.get("format") != FORMAT:
        raise InterchangeError("format", f"want {FORMAT!r}, got {value.get('format')!r}")
    if value.get("version") != VERSION:
        raise InterchangeError("version", f"want {VERSION}, got {value.get('version')!r}")
    try:
        layout = ParsedLayout.model_validate_json(json.dumps(value.get("layout")), strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in ("layout", *first["loc"]))
        raise InterchangeError(field, first["msg"]) from error
    _check_references(layout)
    return layout


def _check_references(layout: ParsedLayout) -> None:
    """Refuse block ids used twice, and relations or pages that do not exist."""
    seen: set[str] = set()
    pages = {p.page_index for p in layout.pages}
    for index, block in enumerate(layout.blocks):
        if block.block_id in seen:
            raise InterchangeError(
                f"layout.blocks.{index}.block_id", f"{block.block_id!r} is used twice"
            )
        seen.add(block.block_id)
        if block.page_index not in pages:
            raise InterchangeError(
                f"layout.blocks.{index}.page_index", f"no page {block.page_index} in layout.pages"
            )
    for index, relation in enumerate(layout.relations):
        for name, value in (("from_id", relation.from_id), ("to_id", relation.to_id)):
            if value not in seen:
                raise InterchangeError(
                    f"layout.relations.{index}.{name}", f"no block {value!r} in layout.blocks"
                )
