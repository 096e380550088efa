"""From LiteLLM's and the OpenAI client's errors to our closed list of causes.

LiteLLM wraps a dropped connection, an empty body and an HTML page as "500" without headers; they
are told apart by its words. Refuses to keep keys or image bytes in a detail.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from scidoc_assets.gateways.llm.interface import CallFailure
from scidoc_assets.gateways.llm.redaction import redact
from scidoc_assets.schemas.calls import FailureCause

_CAUSE_OF_NAME: dict[str, FailureCause] = {
    "Timeout": "timeout",
    "APITimeoutError": "timeout",
    "ContentPolicyViolationError": "content_filter",
    "ContextWindowExceededError": "context_length",
    "UnsupportedParamsError": "bad_request",
    "APIResponseValidationError": "bad_body",
}
_CAUSE_OF_STATUS: dict[int, FailureCause] = {
    401: "auth",
    403: "auth",
    404: "not_found",
    408: "timeout",
    429: "rate_limited",
}
# The `code` in the body of an OpenAI-shaped error, which servers share more than their words.
_CAUSE_OF_CODE: dict[str, FailureCause] = {
    "content_filter": "content_filter",
    "content_policy_violation": "content_filter",
    "context_length_exceeded": "context_length",
}
_CONNECTION = re.compile(
    r"connection (?:error|reset|refused|closed)|disconnected|cannot connect|payload is not completed"
    r"|incomplete (?:read|chunked)|broken pipe",
    re.IGNORECASE,
)
_BAD_BODY = re.compile(
    r"line \d+ column \d+ \(char|empty or invalid response|provider returned 'choices'|jsondecode|not valid json"
    r"|unterminated string|extra data|invalid response object|object has no attribute",
    re.IGNORECASE,
)


def failure_of(error: Exception, secrets: Iterable[str] = ()) -> CallFailure:
    """The failure that an error of one try amounts to, with a redacted detail."""
    headers = getattr(error, "litellm_response_headers", None)
    status = getattr(error, "status_code", None)
    cause = _cause_of(error, status, headers is not None)
    return CallFailure(
        cause,
        redact(str(error), secrets),
        http_status=status if headers is not None else None,
        retry_after_s=retry_after_s(headers or {}),
    )


def retry_after_s(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """Seconds that `retry-after-ms` or `Retry-After` (seconds or date) asks for, or None."""
    lowered = {str(k).lower(): str(v) for k, v in headers.items()}
    for name, unit_s in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            seconds = float(lowered.get(name, "")) * unit_s
        except ValueError:
            continue
        return seconds if 0 <= seconds < float("inf") else None
    if "retry-after" not in lowered:
        return None
    try:
        moment = parsedate_to_datetime(lowered["retry-after"])
    except ValueError:
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (moment - (now or datetime.now(UTC))).total_seconds())


def _cause_of(error: Exception, status: Any, has_headers: bool) -> FailureCause:
    code = str(getattr(error, "code", None))
    named = _CAUSE_OF_NAME.get(type(error).__name__) or _CAUSE_OF_CODE.get(code)
    if named is not None:
        return named
    if status in _CAUSE_OF_STATUS:
        return _CAUSE_OF_STATUS[status]
    if isinstance(status, int) and 400 <= status < 500:
        return "bad_request"
    if not has_headers:
        return _cause_of_words(error)
    return "server_error"


def _cause_of_words(error: Exception) -> FailureCause:
    words = str(error)
    if isinstance(error, OSError) or _CONNECTION.search(words):
        return "connection"
    if isinstance(error, ValueError | TypeError | KeyError | IndexError | AttributeError):
        return "bad_body"
    return "bad_body" if _BAD_BODY.search(words) else "server_error"
