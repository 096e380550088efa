"""Acquisition: what is asked of a paper service, what it offers, and how each download ended.

Settings are `data/config/acquisition.yaml`; a project without that file has the values shown here.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field, NonNegativeFloat, PositiveFloat, PositiveInt

from scidoc_assets.schemas.geometry import Row

Service = Literal["acl", "arxiv", "openreview", "pmlr"]

# The closed list of causes for which a paper, or its LaTeX source, was not brought in.
FetchReason = Literal[
    "not_found",
    "not_public",
    "no_pdf",
    "login_page",
    "html_page",
    "not_a_pdf",
    "too_small",
    "too_large",
    "truncated",
    "checksum_mismatch",
    "refused_by_service",
    "rate_limited",
    "connection",
    "bad_answer",
    "no_latex",
    "unsafe_archive",
    "damaged_archive",
]


class PaperQuery(Row):
    """What to look for: ids, or a venue and year, or a volume, or a search in the service's terms."""

    ids: list[str] = []
    venue: str | None = None
    year: int | None = None
    volume: str | None = None
    search: str | None = None
    limit: PositiveInt | None = None


class RemotePaper(Row):
    """A paper as its service describes it, before it is downloaded.

    `remote_id` is the service's own id with version; `ids` holds every id under its scheme.
    `crc32` is the service's checksum of the PDF as eight hex digits, where it publishes one.
    """

    service: Service
    remote_id: str
    title: str | None
    venue: str | None
    year: int | None
    licence: str | None
    doi: str | None
    page_address: str
    pdf_address: str | None
    latex_address: str | None = None
    crc32: str | None = None
    ids: dict[str, str] = {}


class FetchOutcome(Row):
    """How one paper ended: brought in, already there, or refused with a reason."""

    paper_id: str
    remote_id: str
    status: Literal["fetched", "present", "refused"]
    reason: FetchReason | None = None
    detail: str | None = None
    latex: Literal["fetched", "present", "refused"] | None = None
    latex_reason: FetchReason | None = None


class ServiceAddresses(Row):
    """Where a service answers. Tests and mirrors put their own address here."""

    acl: str = "https://aclanthology.org"
    acl_metadata_repository: str = "https://github.com/acl-org/acl-anthology.git"
    arxiv_api: str = "https://export.arxiv.org/api/query"
    arxiv: str = "https://arxiv.org"
    arxiv_licences: str = "https://oaipmh.arxiv.org/oai"
    openreview: str = "https://openreview.net"
    openreview_api: str = "https://api2.openreview.net"
    openreview_api_v1: str = "https://api.openreview.net"
    pmlr: str = "https://proceedings.mlr.press"


class AcquisitionSettings(Row):
    """acquisition.yaml: addresses, politeness and limits of `scidoc fetch`.

    `interval_s` is the least time between the starts of two requests to one service; arXiv's terms
    of use ask for 3 seconds. `acl_metadata` is a local folder with the Anthology's data (it is
    cloned into the cache when null). `contact` goes into the User-Agent, so that a service can
    write to you instead of blocking you.
    """

    addresses: ServiceAddresses = ServiceAddresses()
    interval_s: dict[Service, NonNegativeFloat] = {}
    default_interval_s: NonNegativeFloat = 1.0
    tries: PositiveInt = 4
    first_wait_s: NonNegativeFloat = 2.0
    max_wait_s: PositiveFloat = 300.0
    timeout_s: PositiveFloat = 60.0
    stop_after_failures: PositiveInt = 3
    contact: str | None = None
    acl_metadata: str | None = None
    min_pdf_bytes: PositiveInt = 1_000
    max_pdf_mb: PositiveInt = 200
    max_latex_mb: PositiveInt = 200
    max_latex_files: PositiveInt = 3_000
    accepted_only: bool = Field(
        default=True, description="OpenReview: only papers whose venue accepted them"
    )

    def interval_of(self, service: Service) -> float:
        """Seconds between the starts of two requests to `service`."""
        default = 3.0 if service == "arxiv" else self.default_interval_s
        return self.interval_s.get(service, default)
