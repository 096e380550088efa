"""Loopback services, and settings that point at them without waiting."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scidoc_assets.schemas.acquisition import AcquisitionSettings, ServiceAddresses
from scidoc_assets_tests.gateways.acquisition.services import Services, running, write_anthology


@pytest.fixture
def services() -> Iterator[Services]:
    """The four services, answering on loopback."""
    with running() as started:
        yield started


@pytest.fixture
def settings(
    services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AcquisitionSettings:
    """Every address on loopback; no interval and no waits, three tries."""
    for name in ("OPENREVIEW_USERNAME", "OPENREVIEW_PASSWORD", "HTTP_PROXY", "http_proxy"):
        monkeypatch.delenv(name, raising=False)
    here = services.address
    return AcquisitionSettings(
        addresses=ServiceAddresses(
            acl=here,
            arxiv_api=f"{here}/api/query",
            arxiv=here,
            arxiv_licences=f"{here}/oai",
            openreview=here,
            openreview_api=here,
            openreview_api_v1=f"{here}/v1",
            pmlr=here,
        ),
        interval_s={"acl": 0, "arxiv": 0, "openreview": 0, "pmlr": 0},
        tries=3,
        first_wait_s=0,
        acl_metadata=str(write_anthology(tmp_path / "anthology")),
    )
