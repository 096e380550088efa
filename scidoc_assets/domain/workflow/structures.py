"""Evaluators of structured answers: JSON by field, tables, graph edges.

Refuses to lean on order where the form has none (rows, columns, edges) and counts what is added
as well as what is missing.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, JsonValue

from scidoc_assets.domain.workflow.answers import Verdict, graded, plain, unparseable
from scidoc_assets.domain.workflow.lists import (
    ListParams,
    grade_ordered_list,
    grade_unordered_set,
)
from scidoc_assets.domain.workflow.scalars import (
    LabelParams,
    NumberParams,
    TextSpanParams,
    grade_label,
    grade_number,
    grade_text_span,
)
from scidoc_assets.schemas.geometry import Row

FieldKind = Literal["label", "number", "text_span", "ordered_list", "unordered_set"]


class FieldRule(Row):
    """How one field is compared and how much it weighs."""

    kind: FieldKind
    label: LabelParams = LabelParams()
    number: NumberParams = NumberParams()
    text_span: TextSpanParams = TextSpanParams()
    items: ListParams = ListParams()
    weight: Annotated[float, Field(gt=0)] = 1.0


class JsonFieldsParams(Row):
    """Rules by field name; a field without one is compared by the type of its reference."""

    fields: dict[str, FieldRule] = {}


class TableParams(Row):
    """`key_columns` name the rows (the first column by default); `number` holds for all cells."""

    key_columns: list[str] = []
    number: NumberParams = NumberParams()


class GraphParams(Row):
    """Edges are `[from, to]` or `[from, to, label]`, or objects of those keys."""

    directed: bool = True
    labelled: bool = False
    aliases: dict[str, str] = {}


def grade_json_fields(value: JsonValue, reference: JsonValue, params: JsonFieldsParams) -> Verdict:
    """Weighted mean over the reference's fields; a missing field is 0, further ones are ignored.

    Nested objects are graded field by field; a list of objects element by element, in order.
    """
    if not isinstance(reference, dict):
        return _grade_field(value, reference, None)
    if not isinstance(value, dict):
        return unparseable("the answer is not a JSON object")
    total = gained = 0.0
    wrong: list[str] = []
    for name, gold in reference.items():
        rule = params.fields.get(name)
        weight = rule.weight if rule else 1.0
        score = _grade_field(value[name], gold, rule).score or 0.0 if name in value else 0.0
        total += weight
        gained += weight * score
        if score < 1.0:
            wrong.append(name)
    return graded(
        gained / total if wrong else 1.0, f"fields: {', '.join(wrong)}" if wrong else None
    )


def grade_table(value: JsonValue, reference: JsonValue, params: TableParams) -> Verdict:
    """F1 of cells (row key, column, value) of `{"columns": [...], "rows": [[...]]}`."""
    gold = _cells(reference, params)
    if gold is None:
        raise ValueError("reference is not a table of `columns` and `rows`")
    answer = _cells(value, params)
    if answer is None:
        return unparseable("the answer is not a table of `columns` and `rows` of that width")
    matched = sum(
        _grade_cell(answer[place], cell, params) for place, cell in gold.items() if place in answer
    )
    if matched == len(gold) == len(answer):
        return Verdict(1.0)
    return graded(2.0 * matched / (len(gold) + len(answer)) if gold or answer else 0.0)


def grade_graph_edges(value: JsonValue, reference: JsonValue, params: GraphParams) -> Verdict:
    """F1 of edges after node names are normalised; direction and labels as declared."""
    gold, answer = _edges(reference, params), _edges(value, params)
    if gold is None:
        raise ValueError("reference is not a list of edges")
    if answer is None:
        return unparseable("the answer is not a list of edges")
    if gold == answer:
        return Verdict(1.0)
    return graded(2.0 * len(gold & answer) / (len(gold) + len(answer)))


def inferred_kind(reference: JsonValue) -> FieldKind:
    """The comparison that the type of a reference asks for: text is a label, lists are sets."""
    if isinstance(reference, bool):
        return "label"
    if isinstance(reference, int | float):
        return "number"
    return "unordered_set" if isinstance(reference, list) else "label"


def _grade_field(value: JsonValue, gold: JsonValue, rule: FieldRule | None) -> Verdict:
    if isinstance(gold, dict):
        return grade_json_fields(value, gold, JsonFieldsParams())
    if isinstance(gold, list) and any(isinstance(item, dict) for item in gold):
        return _grade_objects(value, gold)
    if gold is None:
        return graded(float(value is None))
    chosen = rule or FieldRule(kind=inferred_kind(gold))
    if chosen.kind == "label":
        return grade_label(value, gold, chosen.label)
    if chosen.kind == "number":
        return grade_number(value, gold, chosen.number)
    if chosen.kind == "text_span":
        return grade_text_span(value, gold, chosen.text_span)
    grade = grade_ordered_list if chosen.kind == "ordered_list" else grade_unordered_set
    return grade(value, gold, chosen.items)


def _grade_objects(value: JsonValue, gold: list[JsonValue]) -> Verdict:
    if not isinstance(value, list):
        return unparseable("the answer is not a list")
    scores = [_grade_field(v, g, None).score or 0.0 for v, g in zip(value, gold, strict=False)]
    if len(value) == len(gold) and all(score == 1.0 for score in scores):
        return Verdict(1.0)
    return graded(min(sum(scores) / max(len(value), len(gold), 1), 0.99))


def _cells(table: JsonValue, params: TableParams) -> dict[tuple[str, str], JsonValue] | None:
    if not isinstance(table, dict):
        return None
    columns, rows = table.get("columns"), table.get("rows")
    if not isinstance(columns, list) or not isinstance(rows, list) or not columns:
        return None
    names = [plain(str(c)) for c in columns]
    keys = [plain(k) for k in params.key_columns] or names[:1]
    if len(set(names)) != len(names) or not set(keys) <= set(names):
        return None
    cells: dict[tuple[str, str], JsonValue] = {}
    seen: dict[str, int] = {}
    for row in rows:
        values = [row.get(str(c)) for c in columns] if isinstance(row, dict) else row
        if not isinstance(values, list) or len(values) != len(names):
            return None
        by_name = dict(zip(names, values, strict=True))
        row_key = " | ".join(plain(str(by_name[k])) for k in keys)
        seen[row_key] = seen.get(row_key, 0) + 1
        if seen[row_key] > 1:  # a repeated row counts as one more, it does not replace the first
            row_key += f" #{seen[row_key]}"
        cells.update({(row_key, name): by_name[name] for name in names if name not in keys})
    return cells


def _grade_cell(value: JsonValue, gold: JsonValue, params: TableParams) -> bool:
    if isinstance(gold, int | float) and not isinstance(gold, bool):
        return grade_number(value, gold, params.number).score == 1.0
    return plain(str(value)) == plain(str(gold))


def _edges(value: JsonValue, params: GraphParams) -> set[tuple[str, ...]] | None:
    raw = value.get("edges") if isinstance(value, dict) else value
    if not isinstance(raw, list):
        return None
    edges: set[tuple[str, ...]] = set()
    for edge in raw:
        parts = (
            [edge.get("from"), edge.get("to"), edge.get("label")]
            if isinstance(edge, dict)
            else edge
        )
        if not isinstance(parts, list) or len(parts) < 2 or None in parts[:2]:
            return None
        ends = [_node(part, params) for part in parts[:2]]
        label = plain(str(parts[2])) if params.labelled and len(parts) > 2 else ""
        edges.add((*(ends if params.directed else sorted(ends)), label))
    return edges


def _node(value: JsonValue, params: GraphParams) -> str:
    aliases = {plain(k): plain(v) for k, v in params.aliases.items()}
    name = plain(str(value))
    return aliases.get(name, name)
