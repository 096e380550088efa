"""Causes and waits read from errors."""

from datetime import UTC, datetime

import pytest

from scidoc_assets.gateways.llm.litellm_errors import failure_of, retry_after_s

NOW = datetime(2026, 1, 1, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "2"}, 2.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5),
        ({"Retry-After": "Thu, 01 Jan 2026 12:00:30 GMT"}, 30.0),
        ({"Retry-After": "Thu, 01 Jan 2026 11:00:00 GMT"}, 0.0),
        ({"Retry-After": "soon"}, None),
        ({"Retry-After": "-3"}, None),
        ({"Retry-After": "inf"}, None),
        ({}, None),
    ],
)
def test_retry_after_is_read_as_seconds_or_date(
    headers: dict[str, str], seconds: float | None
) -> None:
    assert retry_after_s(headers, NOW) == seconds


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (ConnectionResetError("peer"), "connection"),
        (ValueError("Expecting value: line 1 column 1 (char 0)"), "bad_body"),
        (AttributeError("'NoneType' object has no attribute 'choices'"), "bad_body"),
    ],
)
def test_bare_errors_get_a_cause(error: Exception, cause: str) -> None:
    assert failure_of(error).cause == cause


def test_the_detail_holds_no_key() -> None:
    assert "TOPSECRET" not in failure_of(ValueError("key TOPSECRET"), ["TOPSECRET"]).detail
