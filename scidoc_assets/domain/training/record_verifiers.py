"""Verifiers of answers with many records: merged tables, notations, symbol occurrences.

Refuses reward for length: every record, cell or source too many costs as much as one missing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from pydantic import JsonValue

from scidoc_assets.domain.training.answer_reading import folded, read_object

_SPACED = re.compile(r"\s+|\\[,;:! ]|[{}$]|\\(?:left|right|mathrm|displaystyle)(?![A-Za-z])")
Cell = tuple[str, str, str, str]  # row key, kind (value or source), column, content


def merged_table_reward(answer: JsonValue, gold: Any, params: Mapping[str, Any]) -> float:
    """F1 of (row, column, value) and (row, column, source) cells; 1 needs the columns in order."""
    given = read_object(answer)
    cells, wanted = _cells(given), _cells(gold)
    if given is None or cells is None or wanted is None:
        return 0.0
    hits = len(set(cells) & set(wanted))
    if hits == len(cells) == len(wanted):
        columns = [folded(c) for c in given.get("columns") or []]  # pyright: ignore
        return 1.0 if columns == [folded(c) for c in gold["columns"]] else 0.95
    return 0.95 * 2.0 * hits / (len(cells) + len(wanted))


def notations_reward(answer: JsonValue, gold: Any, params: Mapping[str, Any]) -> float:
    """F1 of notations; a hit is the symbol with its definition, half of it with the location."""
    given = read_object(answer)
    records = given.get("notations") if given is not None else None
    if not isinstance(records, list) or not all(isinstance(r, dict) for r in records):
        return 0.0
    found: dict[str, Mapping[str, Any]] = {}
    for record in records:
        found.setdefault(symbol_key(record.get("symbol")), record)  # pyright: ignore
    gained = sum(_notation_score(found.get(symbol_key(g["symbol"])), g) for g in gold["notations"])
    return 2.0 * gained / (len(records) + len(gold["notations"]))


def occurrences_reward(answer: JsonValue, gold: Any, params: Mapping[str, Any]) -> float:
    """Share of labelled occurrences mapped to their definition; a label given twice counts wrong."""
    given = read_object(answer)
    records = given.get("occurrences") if given is not None else None
    if not isinstance(records, list) or not all(isinstance(r, dict) for r in records):
        return 0.0
    labels = [folded(r.get("label")) for r in records]  # pyright: ignore
    mapped = {
        label: folded(r.get("definition"))  # pyright: ignore
        for label, r in zip(labels, records, strict=True)
        if labels.count(label) == 1
    }
    wanted = gold["occurrences"]
    right = sum(mapped.get(folded(w["label"])) == folded(w["definition"]) for w in wanted)
    share = right / max(len(wanted), len(records))
    is_symbol = given is not None and symbol_key(given.get("symbol")) == symbol_key(gold["symbol"])
    return share if is_symbol or share < 1.0 else 0.95


def symbol_key(latex: JsonValue) -> str:
    """A symbol in the one spelling for comparison: without spacing, braces and dollar signs."""
    return _SPACED.sub("", str(latex))


def _notation_score(record: Mapping[str, Any] | None, gold: Mapping[str, Any]) -> float:
    if record is None or folded(record.get("definition")) != folded(gold["definition"]):
        return 0.0
    is_place = folded(record.get("first_location")) == folded(gold["first_location"])
    return 1.0 if is_place else 0.5


def _cells(table: Mapping[str, Any] | None) -> list[Cell] | None:
    """Cells as a list, so that a repeated row adds to the length and not to the hits."""
    if table is None or not isinstance(table.get("rows"), list):
        return None
    cells: list[Cell] = []
    for row in table["rows"]:
        if not isinstance(row, dict):
            return None
        key = folded(row.get("row_key"))
        for kind in ("values", "sources"):
            held = row.get(kind)
            if not isinstance(held, dict):
                return None
            cells += [(key, kind, folded(c), _content(v)) for c, v in held.items()]
    return cells


def _content(value: JsonValue) -> str:
    """A cell for comparison: a list of sources without order, a number by its value."""
    if isinstance(value, list):
        return "+".join(sorted(folded(v) for v in value))
    text = folded(value)
    try:
        number = Decimal(text)
    except InvalidOperation:
        return text
    return str(number.normalize()) if number.is_finite() else text
