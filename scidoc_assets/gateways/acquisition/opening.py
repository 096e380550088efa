"""Opens the source of a service with its own polite session."""

from __future__ import annotations

from pathlib import Path

from scidoc_assets.gateways.acquisition.acl import AclSource
from scidoc_assets.gateways.acquisition.arxiv import ArxivSource
from scidoc_assets.gateways.acquisition.http import polite_session
from scidoc_assets.gateways.acquisition.interface import Source
from scidoc_assets.gateways.acquisition.openreview import OpenReviewSource
from scidoc_assets.gateways.acquisition.pmlr import PmlrSource
from scidoc_assets.schemas.acquisition import AcquisitionSettings, Service


def open_source(service: Service, settings: AcquisitionSettings, cache: Path) -> Source:
    """The source of `service`; `cache` is a folder for the Anthology's data."""
    session = polite_session(service, settings)
    if service == "acl":
        return AclSource(settings, session, cache)
    if service == "arxiv":
        return ArxivSource(settings, session)
    if service == "openreview":
        return OpenReviewSource(settings, session)
    return PmlrSource(settings, session)
