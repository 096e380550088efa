"""Reading an answer for a verifier: response text or a JSON value, thinking dropped.

Refuses to guess: an answer that cannot be read is None, which every verifier scores 0.
"""

from __future__ import annotations

import re
import unicodedata

from pydantic import BaseModel, ConfigDict, JsonValue

from scidoc_assets.schemas.replies import after_marker, parse_reply, split_thinking

_OUTER = "`*_\"'“”「」<>。. \t\n"


class _AnyObject(BaseModel):
    model_config = ConfigDict(extra="allow")


def read_object(answer: JsonValue) -> dict[str, JsonValue] | None:
    """The JSON object of an answer; the last complete one where the text holds several."""
    if isinstance(answer, dict):
        return answer
    if not isinstance(answer, str):
        return None
    parsed = parse_reply(split_thinking(answer)[0], _AnyObject)
    return parsed.value.model_extra if parsed.value is not None else None


def read_short(answer: JsonValue) -> str | None:
    """A label, letter or sequence: bare, behind `Answer:`, or as the one value of an object."""
    if isinstance(answer, dict):
        values = list(answer.values())
        return read_short(values[0]) if len(values) == 1 else None
    if not isinstance(answer, str):
        return None
    text = split_thinking(answer)[0].strip()
    if "{" in text:
        held = read_object(text)
        return read_short(held) if held is not None and len(held) == 1 else None
    return (after_marker(text) or text).strip(_OUTER) or None


def read_number(value: JsonValue) -> float | None:
    """A JSON number, or a text that is a number as JSON writes it; booleans are none."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return float(value)
    if isinstance(value, str) and re.fullmatch(r"\s*[-−]?\d+(?:\.\d+)?\s*", value):
        return float(value.replace("−", "-"))
    return None


def folded(value: JsonValue) -> str:
    """Text for comparison: compatibility form, case folded, single spaces."""
    text = unicodedata.normalize("NFKC", str(value)).casefold().replace("−", "-")
    return " ".join(text.split()).strip()
