"""What every paper service can do here. Each service is one file beside this one.

A source never writes files and never decides whether bytes are a paper; it asks and hands over.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from scidoc_assets.schemas.acquisition import FetchReason, PaperQuery, RemotePaper


class SourceError(Exception):
    """A service did not give what was asked; `reason` is of the closed list.

    The message names the address and the way out. `is_service_down` tells that further requests
    would end the same way (no connection, rate limit), so that a run stops instead of hammering.
    """

    def __init__(self, reason: FetchReason, detail: str) -> None:
        super().__init__(detail)
        self.reason: FetchReason = reason

    @property
    def is_service_down(self) -> bool:
        return self.reason in ("connection", "rate_limited")


@dataclass(frozen=True)
class Download:
    """Bytes as served, with the content type that the service names."""

    data: bytes
    content_type: str | None


class Source(Protocol):
    """A service that papers come from."""

    def find(self, query: PaperQuery) -> list[RemotePaper]:
        """Papers that answer `query`, in the service's order, at most `query.limit`.

        An id that the service does not know is absent from the answer. Raises SourceError.
        """
        ...

    def licence(self, paper: RemotePaper) -> str | None:
        """The licence of a paper, asked for only where the listing does not say. Raises SourceError."""
        ...

    def download(self, paper: RemotePaper) -> Download:
        """The PDF's bytes, unchecked. Raises SourceError."""
        ...

    def download_latex(self, paper: RemotePaper) -> Download:
        """The LaTeX source as served (usually a gzipped tar), unchecked. Raises SourceError."""
        ...
