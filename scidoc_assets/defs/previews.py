"""Previews for the UI: Markdown tables of rows, pictures as embedded PNG."""

from __future__ import annotations

import base64
from collections.abc import Sequence

import dagster as dg

from scidoc_assets.schemas.geometry import Row

MAX_ROWS, MAX_COLUMNS, MAX_CELL = 8, 8, 48


def rows_table(rows: Sequence[Row], columns: Sequence[str] | None = None) -> str:
    """First rows as a Markdown table, by default the first columns that say anything in them; long
    cells are cut with an ellipsis."""
    if not rows:
        return "_no rows_"
    names = list(columns or _telling(rows[:MAX_ROWS]))
    lines = ["| " + " | ".join(names) + " |", "|" + "---|" * len(names)]
    lines += [
        "| " + " | ".join(_cell(getattr(row, n)) for n in names) + " |" for row in rows[:MAX_ROWS]
    ]
    if len(rows) > MAX_ROWS:
        lines.append(f"\n{len(rows) - MAX_ROWS} more rows")
    return "\n".join(lines)


def _telling(rows: Sequence[Row]) -> list[str]:
    """The first columns that are not empty in all rows, plain values before nested ones."""
    filled = [
        name
        for name in type(rows[0]).model_fields
        if any(getattr(row, name) not in (None, "", []) for row in rows)
    ]
    nested = [n for n in filled if any(isinstance(getattr(row, n), (list, Row)) for row in rows)]
    plain = [name for name in filled if name not in nested]
    return [*plain, *nested][:MAX_COLUMNS]


def _cell(value: object) -> str:
    text = "" if value is None else str(value)
    text = text.replace("|", "\\|").replace("\n", " ")
    return text if len(text) <= MAX_CELL else text[: MAX_CELL - 1] + "…"


def picture(data: bytes, alt: str, media_type: str = "image/png") -> dg.MarkdownMetadataValue:
    """A PNG or SVG inside Markdown metadata, shown by the UI without any file server."""
    encoded = base64.b64encode(data).decode("ascii")
    return dg.MarkdownMetadataValue(f"![{alt}](data:{media_type};base64,{encoded})")
