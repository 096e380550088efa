"""Keeping secrets and image bytes out of error texts and stored replies.

Refuses to pass on API keys, bearer tokens and base64 bodies; long details are shortened for
reading, with a mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_DATA_URL = re.compile(r"data:[\w.+-]+/[\w.+-]+;base64,[A-Za-z0-9+/=_-]*")
_BASE64_RUN = re.compile(r"[A-Za-z0-9+/_-]{160,}={0,2}")
_TOKENS = re.compile(
    r"\b(?:sk|pk|rk|gsk|xai|hf|ghp)[-_][A-Za-z0-9_\-*.]{6,}|\bAIza[A-Za-z0-9_\-]{10,}"
    r"|(?<=Bearer )[^\s\"']+|(?<=bearer )[^\s\"']+"
)
_NAMED = re.compile(
    r"((?:api[-_ ]?key|authorization|access[-_ ]?token|secret)[\"']?\s*[:=]\s*[\"']?)"
    r"(?!Bearer)[^\s\"',}&]{4,}",
    re.IGNORECASE,
)
_MAX_DETAIL_CHARS = 400


def hide_secrets(text: str, secrets: Iterable[str] = ()) -> str:
    """The text with the given secret values replaced by `[key]`."""
    for secret in secrets:
        if len(secret) >= 4:
            text = text.replace(secret, "[key]")
    return text


def redact(text: str, secrets: Iterable[str] = ()) -> str:
    """An error text fit for storing: no keys, no base64, at most 400 characters."""
    text = hide_secrets(text, secrets)
    text = _DATA_URL.sub("[image]", text)
    text = _TOKENS.sub("[key]", text)
    text = _NAMED.sub(r"\1[key]", text)
    text = _BASE64_RUN.sub("[bytes]", text)
    text = " ".join(text.split())
    if len(text) <= _MAX_DETAIL_CHARS:
        return text
    return text[:_MAX_DETAIL_CHARS] + f" [{len(text) - _MAX_DETAIL_CHARS} characters more]"
