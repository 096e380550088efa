"""Evaluators of collections: ordered list and unordered set, each item by its own rule.

Refuses to reward length: an item too many costs as much as one missing.
"""

from __future__ import annotations

import re
from typing import Literal

from pydantic import JsonValue

from scidoc_assets.domain.workflow.answers import Verdict, graded, unparseable
from scidoc_assets.domain.workflow.scalars import (
    LabelForm,
    NumberParams,
    grade_number,
    normalise_label,
)
from scidoc_assets.schemas.geometry import Row

_SEPARATORS = re.compile(r"\s*(?:->|→|>|;|；|、|，|,|\n)\s*")
_BULLET = re.compile(r"^\s*(?:[-*•]|\(?\d+[.)])\s+")


class ListParams(Row):
    """How items are compared (`number` with its tolerance, or text by `form`) and credited.

    `exact` is all or nothing; `partial` is the longest common subsequence (ordered) or F1 (set).
    """

    items: Literal["text", "number"] = "text"
    form: LabelForm = "plain"
    number: NumberParams = NumberParams()
    aliases: dict[str, str] = {}
    credit: Literal["exact", "partial"] = "partial"


def read_list(value: JsonValue) -> list[JsonValue] | None:
    """A list out of a JSON array, or of text split at `>`, arrows, commas, semicolons, lines."""
    if isinstance(value, list):
        return value
    if not isinstance(value, str):
        return None
    parts = [_BULLET.sub("", part).strip() for part in _SEPARATORS.split(value.strip())]
    return [part for part in parts if part] or None


def grade_ordered_list(value: JsonValue, reference: JsonValue, params: ListParams) -> Verdict:
    """Longest common subsequence over the longer list; 1 only for the same order and items."""
    answer, gold = read_list(value), read_list(reference)
    if answer is None or gold is None:
        return unparseable("no list in the answer")
    common = _common_subsequence(answer, gold, params)
    if len(answer) == len(gold) == common:
        return Verdict(1.0)
    partial = common / max(len(answer), len(gold), 1)
    return graded(partial if params.credit == "partial" else 0.0)


def grade_unordered_set(value: JsonValue, reference: JsonValue, params: ListParams) -> Verdict:
    """F1 of items matched one to one, order ignored; 1 only when nothing is missing or added."""
    answer, gold = read_list(value), read_list(reference)
    if gold == [] and answer == []:
        return Verdict(1.0)
    if answer is None or gold is None:
        return unparseable("no list in the answer")
    matched = match_count(answer, gold, params)
    if len(answer) == len(gold) == matched:
        return Verdict(1.0)
    f1 = 2.0 * matched / (len(answer) + len(gold)) if answer or gold else 0.0
    return graded(f1 if params.credit == "partial" else 0.0)


def match_count(answer: list[JsonValue], gold: list[JsonValue], params: ListParams) -> int:
    """How many gold items find an answer item of their own."""
    left = list(answer)
    matched = 0
    for item in gold:
        index = next((i for i, other in enumerate(left) if _same(other, item, params)), None)
        if index is not None:
            del left[index]
            matched += 1
    return matched


def _common_subsequence(a: list[JsonValue], b: list[JsonValue], params: ListParams) -> int:
    row = [0] * (len(b) + 1)
    for left in a:
        previous = list(row)
        for j, right in enumerate(b, start=1):
            is_same = _same(left, right, params)
            row[j] = previous[j - 1] + 1 if is_same else max(previous[j], row[j - 1])
    return row[-1]


def _same(answer: JsonValue, gold: JsonValue, params: ListParams) -> bool:
    if params.items == "number":
        return grade_number(answer, gold, params.number).score == 1.0
    return _canonical(answer, params) == _canonical(gold, params)


def _canonical(value: JsonValue, params: ListParams) -> str:
    label = normalise_label(str(value), params.form)
    aliases = {normalise_label(k, params.form): v for k, v in params.aliases.items()}
    return normalise_label(aliases[label], params.form) if label in aliases else label
