"""Comparing data: named series of numbers, by value within a declared tolerance.

Reads JSON objects and CSV texts. Refuses to align by guess: a series counts under its own name,
points by their x where both sides have one, else by position.
"""

from __future__ import annotations

import csv
import io
import json
import math
from decimal import Decimal

from pydantic import Field, JsonValue

from scidoc_assets.domain.workflow.answers import Verdict, graded, plain, unparseable
from scidoc_assets.domain.workflow.numbers import numbers_agree, read_number
from scidoc_assets.schemas.geometry import Row

Series = dict[str, float]  # x (as plain text) or position -> value
MAX_CSV_ROWS = 100_000


class DataParams(Row):
    """Tolerances per value; `x_column` names the CSV column of x (the first by default)."""

    absolute: float = Field(default=0.0, ge=0)
    relative: float = Field(default=0.0, ge=0)
    x_column: str | None = None


def grade_data(value: JsonValue, reference: JsonValue, params: DataParams) -> Verdict:
    """Share of values that agree, of all values on either side; series joined by name."""
    gold = _series_of(reference)
    if not gold:
        raise ValueError("reference holds no series of numbers")
    answer = _series_of(value)
    if not answer:
        return unparseable("no series of numbers in the output")
    if len(answer) == len(gold) == 1:  # one series needs no name
        answer = {next(iter(gold)): next(iter(answer.values()))}
    right = sum(_agreeing(answer.get(name, {}), points, params) for name, points in gold.items())
    wanted = sum(len(points) for points in gold.values())
    given = sum(len(points) for points in answer.values())
    return graded(right / max(wanted, given))


def read_data(name: str, data: bytes, params: DataParams) -> JsonValue:
    """The series in an output file: JSON as it is, CSV as column -> {x: value}.

    Raises ValueError (naming the file) for other kinds and unreadable content.
    """
    text = data.decode("utf-8", "replace")
    if name.endswith(".json"):
        try:
            return json.loads(text)
        except RecursionError as error:
            raise ValueError(f"{name}: nested too deeply") from error
    if name.endswith((".csv", ".tsv")):
        return _read_csv(name, text, params)
    raise ValueError(f"{name}: only .json, .csv and .tsv are read as data")


def _read_csv(name: str, text: str, params: DataParams) -> JsonValue:
    reader = csv.DictReader(io.StringIO(text), delimiter="\t" if name.endswith(".tsv") else ",")
    try:
        rows = [row for _, row in zip(range(MAX_CSV_ROWS), reader, strict=False)]
    except csv.Error as error:
        raise ValueError(f"{name}: {error}") from error
    columns = list(reader.fieldnames or [])
    if len(columns) < 2:
        return {c: [_number(row.get(c)) for row in rows] for c in columns}
    x_column = params.x_column or columns[0]
    return {
        c: {str(row.get(x_column)): _number(row.get(c)) for row in rows}
        for c in columns
        if c != x_column
    }


def _number(value: JsonValue) -> float | None:
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return float(value)
    read = read_number(value) if isinstance(value, str) else None
    return float(read) if read is not None else None


def _series_of(value: JsonValue) -> dict[str, Series]:
    """Named series out of `{name: [..]}`, `{name: {x: y}}`, `{name: {"x": [], "y": []}}`, `[..]`."""
    if isinstance(value, list):
        value = {"": value}
    if not isinstance(value, dict):
        return {}
    if {"x", "y"} <= set(value) and all(isinstance(value[k], list) for k in ("x", "y")):
        value = {"": value}
    found = {plain(str(name)): _points(body) for name, body in value.items()}
    return {name: points for name, points in found.items() if points}


def _points(body: JsonValue) -> Series:
    if (
        isinstance(body, dict)
        and isinstance(body.get("x"), list)
        and isinstance(body.get("y"), list)
    ):
        pairs = zip(body["x"], body["y"], strict=False)  # pyright: ignore
        body = {str(x): y for x, y in pairs}
    if isinstance(body, list):
        body = {str(index): y for index, y in enumerate(body)}
    if not isinstance(body, dict):
        body = {"0": body}
    numbers = {_x_key(x): _number(y) for x, y in body.items()}
    return {x: y for x, y in numbers.items() if y is not None and math.isfinite(y)}


def _x_key(x: str) -> str:
    number = _number(x)
    return f"{number:g}" if number is not None and plain(x)[-1:].isdigit() else plain(x)


def _agreeing(answer: Series, gold: Series, params: DataParams) -> int:
    return sum(
        x in answer
        and numbers_agree(
            Decimal(repr(answer[x])), Decimal(repr(y)), params.absolute, params.relative
        )
        for x, y in gold.items()
    )
