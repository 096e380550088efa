"""When the next request may start, and how long to wait after a refusal.

Pure arithmetic on seconds; the gateway sleeps. Refuses to wait longer than it is allowed to: a
longer Retry-After gives None, and the fetch stops there and resumes later.
"""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

RETRIED_STATUSES = frozenset({408, 425, 429, 500, 502, 503, 504})


def wait_before(now_s: float, last_start_s: float | None, interval_s: float) -> float:
    """Seconds to wait so that starts are `interval_s` apart; 0 for the first request."""
    if last_start_s is None:
        return 0.0
    return max(0.0, last_start_s + interval_s - now_s)


def retry_after_s(header: str | None, now: datetime) -> float | None:
    """Seconds that a Retry-After header asks for (a number or an HTTP date), None when unreadable."""
    if header is None:
        return None
    text = header.strip()
    if text.isdigit():
        return float(text)
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - now).total_seconds())


def retry_wait(
    attempt: int, asked_s: float | None, first_wait_s: float, max_wait_s: float
) -> float | None:
    """Seconds before try `attempt + 1` (attempt from 1): what was asked, else doubling waits.

    None when the service asks for more than `max_wait_s`.
    """
    if asked_s is not None:
        return asked_s if asked_s <= max_wait_s else None
    return min(max_wait_s, first_wait_s * 2 ** (attempt - 1))
