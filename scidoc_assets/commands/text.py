"""Rows as text: aligned tables for a terminal, JSON and CSV for scripts."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len

if TYPE_CHECKING:
    from scidoc_assets.storage.catalog import QueryResult

MAX_CELL = 60
_NUMBER = re.compile(r"-?\d+(\.\d+)?(e[+-]\d+)?")


def rendered(result: QueryResult, form: str) -> str:
    """A query's rows as `json` (a list of objects, never NaN), `csv` (with a header) or `table`."""
    if form == "json":
        return json.dumps(result.records(), ensure_ascii=False, allow_nan=False, default=str)
    if form == "csv":
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(result.columns)
        writer.writerows(result.rows)
        return out.getvalue()
    return text_table(result.columns, result.rows)


def text_table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Aligned columns, numbers to the right, long cells cut with an ellipsis."""
    body = [[_cell(value) for value in row] for row in rows]
    numeric = [bool(body) and all(_is_number(row[i]) for row in body) for i in range(len(columns))]
    widths = [max([len(c), *(cell_len(row[i]) for row in body)]) for i, c in enumerate(columns)]
    lines = [_line(columns, widths, numeric), "  ".join("-" * w for w in widths)]
    lines += [_line(row, widths, numeric) for row in body]
    return "\n".join(line.rstrip() for line in lines)


def _line(cells: Sequence[str], widths: Sequence[int], numeric: Sequence[bool]) -> str:
    parts = []
    for cell, width, is_right in zip(cells, widths, numeric, strict=True):
        room = " " * (width - cell_len(cell))
        parts.append(room + cell if is_right else cell + room)
    return "  ".join(parts)


def _is_number(text: str) -> bool:
    return text == "" or _NUMBER.fullmatch(text) is not None


def _cell(value: object) -> str:
    if value is None:
        return ""
    text = f"{value:.4g}" if isinstance(value, float) else str(value).replace("\n", " ")
    return text if len(text) <= MAX_CELL else text[: MAX_CELL - 1] + "…"
