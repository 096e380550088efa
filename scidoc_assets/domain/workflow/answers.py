"""Getting the answer out of a model's response: thinking off, marker, box, fence, JSON.

Refuses to guess between several answers and to repair a value: what cannot be read is
`unparseable` with a reason.
"""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, JsonValue

from scidoc_assets.schemas.replies import after_marker, is_refusal, parse_reply, split_thinking
from scidoc_assets.schemas.workflow import ScoreCause

_FENCED = re.compile(r"```[A-Za-z0-9_+-]*[ \t]*\n(.*?)```", re.DOTALL)
_OUTER = "`*_\"'“”‘’「」。. \t\n"


class _AnyObject(BaseModel):
    """Any JSON object; its keys are read from `model_extra`."""

    model_config = ConfigDict(extra="allow")


@dataclass(frozen=True)
class Verdict:
    """A score in [0, 1] and, below 1, why. `score` is None when nothing could be measured."""

    score: float | None
    cause: ScoreCause | None = None
    detail: str | None = None


@dataclass(frozen=True)
class JsonAnswer:
    """A JSON value out of a response, or why there is none."""

    value: JsonValue
    reason: str | None = None


def graded(score: float, detail: str | None = None) -> Verdict:
    """A verdict whose cause follows from the score: none at 1, `wrong` at 0, else `partial`.

    Raises ValueError outside [0, 1]: an evaluator that leaves it is a bug, not an answer.
    """
    if not 0.0 <= score <= 1.0:
        raise ValueError(f"evaluator score outside [0, 1]: {score}")
    if score >= 1.0:
        return Verdict(1.0)
    return Verdict(score, "partial" if score > 0.0 else "wrong", detail)


def unparseable(detail: str) -> Verdict:
    """0 because the response does not hold an answer of the asked form."""
    return Verdict(0.0, "unparseable", detail)


def unusable(text: str | None) -> Verdict | None:
    """The verdict of a response with nothing to evaluate (bug log B21), or None if it has."""
    if text is None:
        return Verdict(0.0, "no_response")
    visible, thinking = split_thinking(text)
    if not visible.strip():
        return Verdict(0.0, "truncated" if thinking else "empty")
    if is_refusal(visible):
        return Verdict(0.0, "refused")
    return None


def final_answer(text: str) -> str:
    """The answer part of a response: last `\\boxed{}`, else after the last marker, else all.

    Thinking is dropped first. A marker with nothing behind it does not count.
    """
    visible = split_thinking(text)[0].strip()
    boxed = _last_boxed(visible)
    if boxed is not None:
        return boxed
    return after_marker(visible) or visible


def plain(text: str) -> str:
    """Compatibility-normalised, case-folded text with single spaces and no outer quoting."""
    folded = unicodedata.normalize("NFKC", text).casefold().replace("\u2212", "-")
    return " ".join(folded.split()).strip(_OUTER)


def code_answer(text: str) -> str:
    """The program of a response: its longest fenced block, else the whole visible text."""
    visible = split_thinking(text)[0]
    blocks = [match.group(1) for match in _FENCED.finditer(visible)]
    return max(blocks, key=len) if blocks else visible.strip()


def json_answer(text: str) -> JsonAnswer:
    """The JSON value of a response: object, array or bare scalar (bug log B17).

    Strict first, then fences, then a repair that may not change a value.
    """
    answer = final_answer(text)
    for candidate in (answer, *reversed(_FENCED.findall(answer))):
        try:
            return JsonAnswer(json.loads(candidate, parse_constant=_refuse_constant))
        except (ValueError, RecursionError):
            continue
    if _first_bracket(answer) == "[":
        return _array_answer(answer)
    parsed = parse_reply(answer, _AnyObject)
    if parsed.value is None:
        return JsonAnswer(None, f"{parsed.reason}: {parsed.detail or 'no JSON in the response'}")
    return JsonAnswer(parsed.value.model_extra)


def _array_answer(answer: str) -> JsonAnswer:
    inner = answer[answer.index("[") : answer.rfind("]") + 1]
    if not inner:
        return JsonAnswer(None, "incomplete: the array does not end")
    parsed = parse_reply('{"list": ' + inner + "}", _AnyObject)
    if parsed.value is None or parsed.value.model_extra is None:
        return JsonAnswer(None, f"{parsed.reason}: {parsed.detail or 'array cannot be read'}")
    return JsonAnswer(parsed.value.model_extra.get("list"))


def _first_bracket(text: str) -> str | None:
    return next((char for char in text if char in "[{"), None)


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")


def _last_boxed(text: str) -> str | None:
    start = text.rfind("\\boxed{")
    if start < 0:
        return None
    depth = 0
    for position in range(start + len("\\boxed"), len(text)):
        depth += {"{": 1, "}": -1}.get(text[position], 0)
        if depth == 0:
            return text[start + len("\\boxed{") : position].strip()
    return None
