"""Evaluators of one value: label, number, text span.

Each takes the answer as a JSON value (a string for free text), the reference and its parameters.
Refuses silent rounding, and a label that is not of the declared list.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Literal

from pydantic import Field, JsonValue
from rapidfuzz import fuzz

from scidoc_assets.domain.workflow.answers import Verdict, graded, plain, unparseable
from scidoc_assets.domain.workflow.numbers import Locale, numbers_agree, read_number
from scidoc_assets.schemas.geometry import Row

LabelForm = Literal["plain", "location", "equation"]
_WORD = re.compile(r"\w+", re.UNICODE)


class LabelParams(Row):
    """`labels`: the closed list, if any; `aliases`: other spellings -> label; `form`: see below.

    `location` writes `Tab. 3` as `table 3` and `Fig.` as `figure`; `equation` keeps the number.
    """

    labels: list[str] = []
    aliases: dict[str, str] = {}
    form: LabelForm = "plain"


class NumberParams(Row):
    """Tolerances in the reference's unit and as a share of it; 0 and 0 means exact."""

    absolute: float = Field(default=0.0, ge=0)
    relative: float = Field(default=0.0, ge=0)
    locale: Locale = "point"
    unit: str | None = None


class TextSpanParams(Row):
    """`partial` gives credit by shared words (F1) from `min_f1` on; else all or nothing."""

    partial: bool = True
    min_f1: float = Field(default=0.5, ge=0, le=1)


def normalise_label(text: str, form: LabelForm = "plain") -> str:
    """A label in the one spelling that comparison uses (published scorer's location rules)."""
    label = plain(text)
    if form == "location":
        label = re.sub(r"\btab(?:\.|le)?s?\s*", "table ", label)
        label = re.sub(r"\bfig(?:\.|ure)?s?\s*", "figure ", label)
        label = " ".join(label.split()).rstrip(".")
    if form == "equation":
        number = re.search(r"\d+(?:\.\d+)*[a-z]?", label)
        return f"eq. ({number.group()})" if number else label
    return label


def grade_label(value: JsonValue, reference: JsonValue, params: LabelParams) -> Verdict:
    """1 when the answer is the reference label, else 0.

    With a declared list, an answer in words counts when it names exactly one label of it.
    """
    if not isinstance(value, str | int | float | bool):
        return unparseable("a label must be text")
    aliases = {normalise_label(k, params.form): v for k, v in params.aliases.items()}
    gold = normalise_label(str(reference), params.form)
    answer = normalise_label(str(value), params.form)
    answer = normalise_label(aliases.get(answer, answer), params.form)
    if answer == gold:
        return Verdict(1.0)
    known = {normalise_label(label, params.form) for label in params.labels}
    named = _named_labels(answer, known)
    if known and len(named) != 1:
        return unparseable(f"names {len(named)} of the declared labels")
    return graded(float(gold in named))


def grade_number(value: JsonValue, reference: JsonValue, params: NumberParams) -> Verdict:
    """1 within the declared tolerance, else 0; exact where none is declared (bug log B34)."""
    answer = _as_number(value, params)
    gold = _as_number(reference, params.model_copy(update={"locale": "point"}))
    if gold is None:
        raise ValueError(f"reference is not a number: {reference!r}")
    if answer is None:
        return unparseable(f"not one number in the declared locale `{params.locale}`")
    return graded(float(numbers_agree(answer, gold, params.absolute, params.relative)))


def grade_text_span(value: JsonValue, reference: JsonValue, params: TextSpanParams) -> Verdict:
    """1 for the same text after normalisation, else shared-word F1 where partial credit holds."""
    if not isinstance(value, str):
        return unparseable("a text span must be text")
    answer, gold = plain(value), plain(str(reference))
    if answer == gold:
        return Verdict(1.0)
    if not params.partial:
        return graded(0.0)
    shared = word_f1(answer, gold)
    # Below 1 always: the texts differ, if only by word order.
    return graded(min(shared, 0.99) if shared >= params.min_f1 else 0.0)


def word_f1(answer: str, reference: str) -> float:
    """F1 of shared words with multiplicity; Chinese text counts by character."""
    left, right = _tokens(answer), _tokens(reference)
    if not left or not right:
        return 0.0
    shared = sum(min(left.count(token), right.count(token)) for token in set(left))
    return 2.0 * shared / (len(left) + len(right))


def texts_alike(a: str, b: str, threshold: float = 92.0) -> bool:
    """Whether two short texts are one name: equal when plain, or nearly so by edit ratio.

    Texts that differ in a digit are never alike.
    """
    left, right = plain(a), plain(b)
    if left == right:
        return True
    if re.findall(r"\d+", left) != re.findall(r"\d+", right):
        return False
    return min(len(left), len(right)) >= 8 and fuzz.ratio(left, right) >= threshold


def _named_labels(answer: str, known: set[str]) -> set[str]:
    return {label for label in known if re.search(rf"(?<!\w){re.escape(label)}(?!\w)", answer)}


def _as_number(value: JsonValue, params: NumberParams) -> Decimal | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        # The shortest decimal that is this float: what the JSON text said.
        return Decimal(repr(value))
    if isinstance(value, str):
        return read_number(value, params.unit, params.locale)
    return None


def _tokens(text: str) -> list[str]:
    tokens: list[str] = []
    for word in _WORD.findall(text):
        is_chinese = any("\u4e00" <= char <= "\u9fff" for char in word)
        tokens += list(word) if is_chinese else [word]
    return tokens
