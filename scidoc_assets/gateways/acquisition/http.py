"""One polite HTTP session for a service: paced, retried in one layer, bounded in size.

The services' own packages get this session too, so that their retries never multiply with ours
(bug log B26) and every request of a run keeps the interval. Retry-After is kept; one that is longer
than allowed ends the try at once. Bodies are read inside the retry loop: a connection that breaks
half way is a try that failed, never a short paper.
"""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

import requests
import urllib3
from requests.adapters import HTTPAdapter

from scidoc_assets.domain.acquisition.pacing import (
    RETRIED_STATUSES,
    retry_after_s,
    retry_wait,
    wait_before,
)
from scidoc_assets.gateways.acquisition.interface import Download, SourceError
from scidoc_assets.schemas.acquisition import AcquisitionSettings, FetchReason, Service

_BROKEN = (
    requests.exceptions.ConnectionError,
    requests.exceptions.Timeout,
    requests.exceptions.ChunkedEncodingError,
    urllib3.exceptions.HTTPError,
)
_REASONS: dict[int, FetchReason] = {
    401: "not_public",
    403: "not_public",
    404: "not_found",
    410: "not_found",
    429: "rate_limited",
    503: "rate_limited",
}


@dataclass(frozen=True)
class Politeness:
    """How a session behaves: interval and waits in seconds, tries of one request, largest body."""

    interval_s: float
    tries: int
    first_wait_s: float
    max_wait_s: float
    timeout_s: float
    max_bytes: int


class TooLargeError(requests.exceptions.RequestException):
    """A body is over the limit; it was not read to its end."""


class PoliteAdapter(HTTPAdapter):
    """Transport that waits, retries and bounds. `calls` counts requests sent, retries included."""

    def __init__(self, politeness: Politeness, sleep: Callable[[float], None] = time.sleep) -> None:
        super().__init__(max_retries=0)
        self.calls = 0
        self._politeness = politeness
        self._sleep = sleep
        self._last_start_s: float | None = None

    def send(
        self,
        request: requests.PreparedRequest,
        stream: bool = False,
        timeout: Any = None,
        verify: Any = True,
        cert: Any = None,
        proxies: Any = None,
    ) -> requests.Response:
        """Send once or, after broken connections and busy answers, up to `tries` times."""
        rule = self._politeness
        for attempt in range(1, rule.tries + 1):
            self._pace()
            try:
                answer = super().send(
                    request, True, timeout or rule.timeout_s, verify, cert, proxies
                )
                response = self._whole(request, answer)
            except _BROKEN:
                if attempt == rule.tries:
                    raise
                wait_s = retry_wait(attempt, None, rule.first_wait_s, rule.max_wait_s)
            else:
                if response.status_code not in RETRIED_STATUSES or attempt == rule.tries:
                    return response
                asked_s = retry_after_s(response.headers.get("Retry-After"), datetime.now(UTC))
                wait_s = retry_wait(attempt, asked_s, rule.first_wait_s, rule.max_wait_s)
                if wait_s is None:
                    return response
            self._sleep(wait_s or 0.0)
        raise AssertionError("tries is at least 1")

    def _pace(self) -> None:
        rule = self._politeness
        self._sleep(wait_before(time.monotonic(), self._last_start_s, rule.interval_s))
        self._last_start_s = time.monotonic()
        self.calls += 1

    def _whole(
        self, request: requests.PreparedRequest, answer: requests.Response
    ) -> requests.Response:
        """The answer with its body read; raises TooLargeError past `max_bytes`."""
        limit = self._politeness.max_bytes
        try:
            stated = answer.headers.get("Content-Length", "")
            if stated.isdigit() and int(stated) > limit:
                raise TooLargeError(f"{request.url}: {stated} bytes, over the limit of {limit}")
            body = bytearray()
            for chunk in answer.iter_content(1 << 16):
                body += chunk
                if len(body) > limit:
                    raise TooLargeError(f"{request.url}: over the limit of {limit} bytes")
        finally:
            answer.close()
        headers = {k: v for k, v in answer.headers.items() if k.lower() not in _UNPACKED}
        raw = urllib3.HTTPResponse(
            body=io.BytesIO(bytes(body)),
            headers=headers,
            status=answer.status_code,
            reason=answer.reason,
            preload_content=False,
        )
        return self.build_response(request, raw)


# Headers that no longer describe a body that was read and decoded.
_UNPACKED = frozenset({"content-encoding", "content-length", "transfer-encoding"})


def polite_session(
    service: Service, settings: AcquisitionSettings, sleep: Callable[[float], None] = time.sleep
) -> requests.Session:
    """A session for one service that says who it is and keeps the settings' pace."""
    session = requests.Session()
    adapter = PoliteAdapter(
        Politeness(
            settings.interval_of(service),
            settings.tries,
            settings.first_wait_s,
            settings.max_wait_s,
            settings.timeout_s,
            max(settings.max_pdf_mb, settings.max_latex_mb) * 1_000_000,
        ),
        sleep,
    )
    session.mount("https://", adapter)
    session.mount("http://", adapter)
    session.headers["User-Agent"] = user_agent(settings.contact)
    return session


def user_agent(contact: str | None) -> str:
    """Who is asking, with the address to write to where one is configured."""
    name = f"scidoc-assets/{version('scidoc-assets')}"
    return f"{name} ({contact})" if contact else name


def get(session: requests.Session, address: str, params: dict[str, str] | None = None) -> Download:
    """GET an address. Raises SourceError with the reason that its status or failure stands for."""
    with explained(address):
        response = session.get(address, params=params)
    if response.status_code != 200:
        raise SourceError(
            reason_of_status(response.status_code),
            f"{address}: answered {response.status_code} {response.reason}",
        )
    return Download(response.content, response.headers.get("Content-Type"))


def reason_of_status(status: int) -> FetchReason:
    """The closed-list reason of an HTTP status that is not 200."""
    return _REASONS.get(status, "refused_by_service")


@contextmanager
def explained(address: str) -> Iterator[None]:
    """Turns what `requests` raises inside the block into a SourceError about `address`."""
    try:
        yield
    except TooLargeError as error:
        raise SourceError("too_large", str(error)) from error
    except requests.exceptions.JSONDecodeError as error:
        raise SourceError("bad_answer", f"{address}: not JSON: {error}") from error
    except (requests.exceptions.RequestException, urllib3.exceptions.HTTPError) as error:
        raise SourceError(
            "connection",
            f"{address}: no whole answer ({type(error).__name__}); "
            "check the network and run the same fetch again",
        ) from error
