"""JSON Lines and CSV read into line models, all or nothing.

Every bad line is named with file, line number, field and reason (spec interchange.md). Refuses text
that is not UTF-8, lines that are no JSON object, repeated keys, columns and NaN. Characters that
the store cannot hold are replaced (U+FFFD) and counted under the file's name in `replaced`.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from scidoc_assets.schemas.refused_lines import BadLine, LinesRefused
from scidoc_assets.schemas.strict_json import strict_json, without_surrogates

LineT = TypeVar("LineT", bound=BaseModel)
MAX_CELL = 131_072  # characters


class DatasetRefused(LinesRefused):
    """Files with bad lines; nothing of them may be stored. `bad_lines` holds all of them."""


def read_json_lines(
    file: str,
    data: bytes,
    model: type[LineT],
    bad: list[BadLine],
    replaced: Counter[str] | None = None,
) -> list[tuple[int, LineT]]:
    """Rows of a JSON Lines file with their line numbers; what is wrong is appended to `bad`."""
    rows = []
    for number, text in _lines(file, data, bad):
        try:
            value, count = without_surrogates(strict_json(text))
        except ValueError as error:
            bad.append(BadLine(file, number, "(line)", f"not a JSON object: {error}"))
            continue
        if replaced is not None:
            replaced[file] += count
        rows += _validated(file, number, value, model, bad)
    return rows


def read_csv_lines(
    file: str, data: bytes, model: type[LineT], bad: list[BadLine], renamed: Mapping[str, str]
) -> list[tuple[int, LineT]]:
    """Rows of a CSV file with a header; empty cells are null, numbers become numbers. A row with
    more or fewer cells than the header is bad.

    `renamed` maps a header to the model's field. Line numbers are those of the file.
    """
    header, records = _csv_table(file, _decoded(file, data, bad), bad)
    names = [renamed.get(name, name) for name in header]
    for name in sorted({name for name in names if names.count(name) > 1}):
        bad.append(BadLine(file, 1, name, "two columns of this name"))
        return []
    numeric = {name for name, info in model.model_fields.items() if "float" in str(info.annotation)}
    rows = []
    for number, cells in records:
        if len(cells) != len(names):
            bad.append(BadLine(file, number, "(line)", f"has not {len(names)} cells"))
            continue
        value = {n: _cell(c, n in numeric) for n, c in zip(names, cells, strict=True)}
        rows += _validated(file, number, value, model, bad)
    return rows


def _csv_table(
    file: str, text: str, bad: list[BadLine]
) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """Header and rows that are not blank, each with the number of its last line. Any line end will
    do (spreadsheets still write a lone CR)."""
    reader = csv.reader(io.StringIO(text, newline=None))
    rows: list[tuple[int, list[str]]] = []
    before = csv.field_size_limit(MAX_CELL)  # one for the process, and others set it too
    try:
        rows.extend((reader.line_num, cells) for cells in reader if cells)
    except csv.Error as error:
        bad.append(BadLine(file, reader.line_num, "(line)", f"not CSV: {error}"))
        return [], []
    finally:
        csv.field_size_limit(before)
    return (rows[0][1], rows[1:]) if rows else ([], [])


def _validated(
    file: str, number: int, value: object, model: type[LineT], bad: list[BadLine]
) -> list[tuple[int, LineT]]:
    try:
        return [(number, model.model_validate(value))]
    except ValidationError as error:
        for item in error.errors(include_input=False, include_url=False):
            where = ".".join(str(part) for part in item["loc"]) or "(line)"
            bad.append(BadLine(file, number, where, item["msg"]))
        return []


def _lines(file: str, data: bytes, bad: list[BadLine]) -> Iterator[tuple[int, str]]:
    # Split as bytes: a bad byte spoils its own line only, and U+2028 is no line end.
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        text = _decoded(file, line, bad, number)
        if text.strip():
            yield number, text


def _decoded(file: str, data: bytes, bad: list[BadLine], number: int = 1) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = number + data[: error.start].count(b"\n")
        bad.append(BadLine(file, line, "(line)", f"not UTF-8: byte {data[error.start]:#04x}"))
        return ""


def _cell(cell: str | None, is_numeric: bool) -> object:
    if cell is None or not cell.strip():
        return None
    if not is_numeric:
        return cell
    try:
        return float(cell)
    except ValueError:
        return cell  # left as text, so that the model refuses it by name
