"""The polite session: pace, one retry layer, Retry-After, bounded bodies."""

from __future__ import annotations

import pytest
import requests

from scidoc_assets.gateways.acquisition.http import (
    PoliteAdapter,
    Politeness,
    explained,
    get,
    polite_session,
    user_agent,
)
from scidoc_assets.gateways.acquisition.interface import SourceError
from scidoc_assets.schemas.acquisition import AcquisitionSettings
from scidoc_assets_tests.gateways.acquisition.services import Fault, Services

PDF = "/any.pdf"


def session(waits: list[float], **changed: float) -> requests.Session:
    usual = Politeness(0.0, 3, 2.0, 60.0, 10.0, 100_000)
    opened = requests.Session()
    adapter = PoliteAdapter(Politeness(**{**usual.__dict__, **changed}), waits.append)  # type: ignore[arg-type]
    opened.mount("http://", adapter)
    return opened


def test_retry_after_is_kept_and_the_tries_are_those_configured(services: Services) -> None:
    """Bug log B26: five 429 with Retry-After 2; three tries make three calls, not nine."""
    busy = Fault(429, headers=(("Retry-After", "2"),))
    services.faults[PDF] = [busy] * 5
    waits: list[float] = []
    with pytest.raises(SourceError) as failed:
        get(session(waits), services.address + PDF)
    assert failed.value.reason == "rate_limited"
    assert len(services.asked) == 3
    assert [w for w in waits if w] == [2, 2]


def test_a_busy_service_that_recovers_gives_the_paper(services: Services) -> None:
    services.faults[PDF] = [Fault(503), Fault(500)]
    waits: list[float] = []
    got = get(session(waits), services.address + PDF)
    assert got.data.startswith(b"%PDF-")
    assert [w for w in waits if w] == [2, 4]


def test_a_retry_after_over_the_limit_ends_the_try_at_once(services: Services) -> None:
    services.faults[PDF] = [Fault(429, headers=(("Retry-After", "3600"),))]
    with pytest.raises(SourceError):
        get(session([]), services.address + PDF)
    assert len(services.asked) == 1


def test_a_body_that_breaks_off_is_asked_for_again(services: Services) -> None:
    services.faults[PDF] = [Fault(200, b"%PDF-" + b"x" * 5000, is_cut=True)]
    got = get(session([]), services.address + PDF)
    assert got.data.endswith(b"%%EOF\n")
    assert len(services.asked) == 2


def test_a_body_over_the_limit_is_not_read(services: Services) -> None:
    services.faults[PDF] = [Fault(200, b"x" * 2000)]
    with pytest.raises(SourceError) as failed:
        get(session([], max_bytes=1000), services.address + PDF)
    assert failed.value.reason == "too_large"
    assert len(services.asked) == 1


def test_requests_start_an_interval_apart(services: Services) -> None:
    waits: list[float] = []
    opened = session(waits, interval_s=5.0)
    for _ in range(3):
        get(opened, services.address + PDF)
    assert waits[0] == 0
    assert all(4 < wait <= 5 for wait in waits[1:])


@pytest.mark.parametrize(
    ("status", "reason"), [(404, "not_found"), (403, "not_public"), (451, "refused_by_service")]
)
def test_a_refusal_is_not_repeated(services: Services, status: int, reason: str) -> None:
    services.faults[PDF] = [Fault(status)]
    with pytest.raises(SourceError) as failed:
        get(session([]), services.address + PDF)
    assert failed.value.reason == reason
    assert len(services.asked) == 1


def test_redirects_are_followed_and_compressed_pages_unpacked(services: Services) -> None:
    services.faults["/old"] = [Fault(302, headers=(("Location", "/v235/"),))]
    assert b"Volume 235" in get(session([]), services.address + "/old").data


def test_a_service_that_is_not_there_is_a_connection_failure() -> None:
    with pytest.raises(SourceError) as failed, explained("http://127.0.0.1:1/"):
        session([]).get("http://127.0.0.1:1/")
    assert failed.value.is_service_down


def test_the_user_agent_says_who_asks() -> None:
    assert user_agent("me@example.org").endswith("(me@example.org)")
    opened = polite_session("acl", AcquisitionSettings())
    assert str(opened.headers["User-Agent"]).startswith("scidoc-assets/")


def test_arxiv_waits_three_seconds_by_default() -> None:
    settings = AcquisitionSettings()
    assert (settings.interval_of("arxiv"), settings.interval_of("acl")) == (3.0, 1.0)
