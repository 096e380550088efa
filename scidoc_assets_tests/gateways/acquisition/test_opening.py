"""Opening a source."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from scidoc_assets.gateways.acquisition.opening import open_source
from scidoc_assets.schemas.acquisition import AcquisitionSettings, PaperQuery, Service
from scidoc_assets_tests.gateways.acquisition.services import Services, note

QUERIES = {
    "acl": PaperQuery(venue="acl", year=2024),
    "arxiv": PaperQuery(search="cat:cs.CL"),
    "openreview": PaperQuery(venue="ICLR.cc/2024/Conference"),
    "pmlr": PaperQuery(volume="235"),
}


@pytest.mark.parametrize("service", get_args(Service))
def test_every_service_opens_and_answers(
    service: Service, settings: AcquisitionSettings, services: Services, tmp_path: Path
) -> None:
    services.notes = [note("aA1", "First")]
    source = open_source(service, settings, tmp_path)
    papers = source.find(QUERIES[service])
    assert papers[0].service == service
    assert source.download(papers[0]).data.startswith(b"%PDF-")
