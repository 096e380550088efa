"""When to ask again."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from scidoc_assets.domain.acquisition.pacing import retry_after_s, retry_wait, wait_before

NOW = datetime(2026, 1, 1, 12, 0, 0, tzinfo=UTC)


def test_the_first_request_starts_at_once_and_the_next_after_the_interval() -> None:
    assert wait_before(100.0, None, 3.0) == 0
    assert wait_before(101.0, 100.0, 3.0) == 2
    assert wait_before(110.0, 100.0, 3.0) == 0


@pytest.mark.parametrize(
    ("header", "wait_s"),
    [
        ("7", 7),
        (" 0 ", 0),
        ("Thu, 01 Jan 2026 12:01:30 GMT", 90),
        ("Thu, 01 Jan 2026 11:00:00 GMT", 0),
        ("soon", None),
        (None, None),
    ],
)
def test_retry_after_is_seconds_or_a_date(header: str | None, wait_s: float | None) -> None:
    assert retry_after_s(header, NOW) == wait_s


def test_waits_double_up_to_the_longest() -> None:
    assert [retry_wait(n, None, 2.0, 10.0) for n in (1, 2, 3, 4)] == [2, 4, 8, 10]


def test_what_the_service_asks_for_is_kept_unless_it_is_too_long() -> None:
    assert retry_wait(1, 9.0, 2.0, 10.0) == 9
    assert retry_wait(1, 11.0, 2.0, 10.0) is None
