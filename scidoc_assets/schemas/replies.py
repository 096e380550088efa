"""Reading model replies: strict JSON first, repair last, nothing clipped or guessed.

Pure rules that every stage may import: `parse_reply` (bug log B17, B19), `split_thinking`, and
`is_refusal` (B21). Refuses a repair that changes a string or a number, an object that does not
end, and values outside the model's types and ranges: those come back as null with a reason.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

import json_repair
from pydantic import BaseModel, ValidationError

from scidoc_assets.schemas.strict_json import strict_json

ReplyT = TypeVar("ReplyT", bound=BaseModel)
ParseMethod = Literal["strict", "fence", "repair"]
ParseReason = Literal[
    "no_json", "incomplete", "ambiguous", "repair_changed_values", "wrong_shape", "empty"
]

_FENCE = re.compile(r"```[A-Za-z0-9_-]*[ \t]*\n?(.*?)```", re.DOTALL)
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_ANSWER_MARKER = re.compile(
    r"(?:final\s+answer|\banswer|最终答案|答案)\s*(?:(?:is|为|是)\s*[:：]?|[:：])\s*", re.IGNORECASE
)
_THINK = re.compile(r"^\s*<think(?:ing)?>(.*?)(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_REFUSAL = re.compile(
    r"^\W*(?:(?:i['’]?m|i am|we['’]?re)\s+(?:very |so |really )?sorry\W+(?:but\W+)?|sorry\W+(?:but\W+)?"
    r"|unfortunately\W+|as an ai[^,.]*,\s*)?"
    r"(?:i|we)\s*(?:can['’]?t|can ?not|won['’]?t|will not|am unable to|['’]m unable to"
    r"|am not able to|['’]m not able to|must decline to|decline to)\s+"
    r"(?:help|assist|comply|fulfil|fulfill|do that|engage|participate|provide (?:that|this|assistance))",
    re.IGNORECASE,
)
_REFUSAL_ZH = re.compile(
    r"^\W*(?:很?抱歉|对不起)?\W*我(?:无法|不能|不可以)(?:帮助|协助|满足|提供这|完成这|回应这)"
)
_REFUSAL_MAX_CHARS = 400


@dataclass(frozen=True)
class ParsedReply(Generic[ReplyT]):
    """A parsed reply, or null with a reason. `n_objects` counts the complete objects seen."""

    value: ReplyT | None
    method: ParseMethod | None
    reason: ParseReason | None
    detail: str | None = None
    n_objects: int = 1


class _Unreadable(ValueError):
    """JSON that the strict reader refuses; the message says why."""


def after_marker(text: str) -> str | None:
    """What stands behind the last `Answer:`, `the answer is`, `答案：` of a text, or None: a marker
    with nothing behind it does not count."""
    for match in reversed(list(_ANSWER_MARKER.finditer(text))):
        rest = text[match.end() :].strip()
        if rest:
            return rest
    return None


def parse_reply(
    text: str, model: type[ReplyT], several: Literal["last", "ambiguous"] = "last"
) -> ParsedReply[ReplyT]:
    """Parse a model's reply into `model`: strict, then fences stripped, then json_repair.

    Values are validated strictly (no "7" for 7, no true for 1, nothing clipped). When a reply holds
    several complete objects that differ, `several` decides: the last one wins, or the reply is
    `ambiguous`; `n_objects` records it. Never raises on bad text.
    """
    stripped = text.strip().lstrip("\ufeff")
    if not stripped:
        return ParsedReply(None, None, "empty", n_objects=0)
    try:
        return _validated(_strict_json(stripped), model, "strict", 1)
    except _Unreadable:
        pass
    candidates = _candidates(stripped)
    if not candidates:
        reason: ParseReason = "incomplete" if "{" in stripped else "no_json"
        return ParsedReply(None, None, reason, n_objects=0)
    if several == "ambiguous" and len({c.strip() for c in candidates}) > 1:
        return ParsedReply(None, None, "ambiguous", n_objects=len(candidates))
    return _parse_candidate(candidates[-1], model, len(candidates))


def split_thinking(text: str) -> tuple[str, str | None]:
    """Split a leading `<think>` block off a reply: (answer, thinking or None).

    A block that never closes is all thinking and leaves an empty answer.
    """
    match = _THINK.match(text)
    if match is None:
        return text, None
    return text[match.end() :].lstrip(), match.group(1).strip()


def is_refusal(text: str) -> bool:
    """Whether a short reply opens by declining to help (bug log B21).

    "I cannot tell from the caption" is an answer, not a refusal.
    """
    if len(text) > _REFUSAL_MAX_CHARS:
        return False
    return bool(_REFUSAL.match(text) or _REFUSAL_ZH.match(text))


def _parse_candidate(candidate: str, model: type[ReplyT], n_objects: int) -> ParsedReply[ReplyT]:
    try:
        return _validated(_strict_json(candidate), model, "fence", n_objects)
    except _Unreadable as error:
        if "repeated key" in str(error):
            return ParsedReply(None, None, "ambiguous", str(error), n_objects)
    try:
        repaired = json_repair.loads(candidate, skip_json_loads=True)
    except (ValueError, RecursionError) as error:
        return ParsedReply(None, None, "no_json", str(error)[:200], n_objects)
    changed = _changed_value(repaired, candidate)
    if changed is not None:
        return ParsedReply(None, "repair", "repair_changed_values", changed, n_objects)
    return _validated(repaired, model, "repair", n_objects)


def _strict_json(text: str) -> object:
    try:
        return strict_json(text)
    except (ValueError, RecursionError) as error:
        raise _Unreadable(str(error)) from error


def _validated(
    value: object, model: type[ReplyT], method: ParseMethod, n_objects: int
) -> ParsedReply[ReplyT]:
    # Through JSON text, because pydantic's strict mode reads arrays as tuples only from JSON.
    try:
        parsed = model.model_validate_json(json.dumps(value), strict=True)
    except ValidationError as error:
        detail = "; ".join(
            f"{'.'.join(str(k) for k in item['loc']) or '(reply)'}: {item['msg']}"
            for item in error.errors(include_input=False, include_url=False)[:6]
        )
        return ParsedReply(None, method, "wrong_shape", detail, n_objects)
    return ParsedReply(parsed, method, None, None, n_objects)


def _candidates(text: str) -> list[str]:
    """Complete objects in reading order: those in closed fences, otherwise those in the text."""
    fenced = [m.group(1).strip() for m in _FENCE.finditer(text)]
    inside = [found for block in fenced for found in _objects(block)]
    return inside or _objects(text)


def _objects(text: str) -> list[str]:
    found: list[str] = []
    start = text.find("{")
    while start >= 0:
        end = _object_end(text, start)
        if end is None:
            break
        found.append(text[start:end])
        start = text.find("{", end)
    return found


def _object_end(text: str, start: int) -> int | None:
    """Index after the brace that closes the one at `start`; None if it never closes."""
    depth, quote, position = 0, "", start
    while position < len(text):
        char = text[position]
        if quote:
            if char == "\\":
                position += 1
            elif char == quote:
                quote = ""
        elif char in "\"'":
            quote = char
        elif char in "{}":
            depth += 1 if char == "{" else -1
            if depth == 0:
                return position + 1
        position += 1
    return None


def _changed_value(repaired: object, source: str) -> str | None:
    """First string or number of a repaired value that the source does not spell, or None."""
    numbers = {float(n) for n in _NUMBER.findall(source)}
    for leaf in _leaves(repaired):
        if isinstance(leaf, str) and not _is_spelled(leaf, source):
            return f"string changed by repair: {leaf[:80]!r}"
        if isinstance(leaf, int | float) and not isinstance(leaf, bool) and leaf not in numbers:
            return f"number changed by repair: {leaf}"
    return None


def _is_spelled(string: str, source: str) -> bool:
    quoted = json.dumps(string, ensure_ascii=False)[1:-1]
    spellings = {string, quoted, json.dumps(string)[1:-1], quoted.replace('\\"', '"')}
    spellings.add(string.replace("'", "\\'"))
    return any(f"{q}{s}{q}" in source for s in spellings for q in "\"'")


def _leaves(value: object) -> list[object]:
    if isinstance(value, dict):
        return [leaf for k, v in value.items() for leaf in [k, *_leaves(v)]]
    if isinstance(value, list):
        return [leaf for item in value for leaf in _leaves(item)]
    return [value]
