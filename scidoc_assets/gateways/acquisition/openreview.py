"""OpenReview (API 2) through `openreview-py`: a venue's papers, or notes by id; PDFs by note id.

Works as a guest; with OPENREVIEW_USERNAME and OPENREVIEW_PASSWORD set, the package logs in.
Papers that are not readable by everyone are left out. Venues of before API 2 are not reached.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import requests

from scidoc_assets.domain.acquisition.licences import licence_name
from scidoc_assets.gateways.acquisition.http import explained, get
from scidoc_assets.gateways.acquisition.interface import Download, SourceError
from scidoc_assets.schemas.acquisition import (
    AcquisitionSettings,
    FetchReason,
    PaperQuery,
    RemotePaper,
)

if TYPE_CHECKING:
    from openreview.api import Note, OpenReviewClient

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_REASONS: dict[str, FetchReason] = {
    "NotFoundError": "not_found",
    "ForbiddenError": "not_public",
    "UnauthorizedError": "not_public",
    "TooManyRequestsError": "rate_limited",
    "RateLimitError": "rate_limited",
}


class OpenReviewSource:
    """Papers of an OpenReview venue (its full id) or by note id."""

    def __init__(self, settings: AcquisitionSettings, session: requests.Session) -> None:
        self._settings = settings
        self._session = session
        self._opened: OpenReviewClient | None = None

    def find(self, query: PaperQuery) -> list[RemotePaper]:
        """See Source.find; ordered by note id. `accepted_only` drops withdrawn and rejected papers."""
        notes = self._by_id(query.ids) if query.ids else self._by_venue(str(query.venue))
        public = [n for n in notes if "everyone" in (n.readers or []) and n.ddate is None]
        papers = [self._remote(note, str(note.id)) for note in public]
        papers.sort(key=lambda paper: paper.remote_id)
        of_year = [p for p in papers if query.year in (None, p.year)]
        return of_year[: query.limit]

    def licence(self, paper: RemotePaper) -> str | None:
        """Known from the listing."""
        return paper.licence

    def download(self, paper: RemotePaper) -> Download:
        """See Source.download; a PDF that is kept elsewhere is fetched from there."""
        address = paper.pdf_address
        if address is None:
            raise SourceError("no_pdf", f"{paper.page_address}: the note has no PDF")
        return get(self._session, address)

    def download_latex(self, paper: RemotePaper) -> Download:
        """OpenReview holds no sources; always raises SourceError."""
        raise SourceError("no_latex", f"{paper.page_address}: OpenReview holds no LaTeX source")

    def _client(self) -> OpenReviewClient:
        if self._opened is None:
            from openreview import OpenReviewException
            from openreview.api import OpenReviewClient

            address = self._settings.addresses.openreview_api.rstrip("/")
            try:
                with explained(address):
                    self._opened = OpenReviewClient(baseurl=address)
            except OpenReviewException as error:
                raise SourceError("not_public", f"{address}: login failed: {error}") from error
            # Its own adapters retry eight times; ours is the one layer that does.
            self._opened.session = self._session
        return self._opened

    def _by_venue(self, venue: str) -> list[Note]:
        if self._settings.accepted_only:
            return self._asked(lambda c: c.get_all_notes(content={"venueid": venue}), venue)
        return self._asked(lambda c: c.get_all_notes(invitation=f"{venue}/-/Submission"), venue)

    def _by_id(self, ids: list[str]) -> list[Note]:
        notes: list[Note] = []
        for note_id in ids:
            try:
                notes += self._asked(lambda c, i=note_id: c.get_notes(id=i), note_id)
            except SourceError as error:
                if error.reason != "not_found":
                    raise
        return notes

    def _asked(self, ask: Any, what: str) -> Any:
        from openreview import OpenReviewException

        try:
            with explained(self._settings.addresses.openreview_api):
                return ask(self._client())
        except OpenReviewException as error:
            said = error.args[0] if error.args else {}
            name = str(said.get("name", "")) if isinstance(said, dict) else ""
            raise SourceError(
                _REASONS.get(name, "refused_by_service"), f"OpenReview about {what!r}: {said}"
            ) from error
        except (ValueError, KeyError, TypeError) as error:
            raise SourceError(
                "bad_answer", f"OpenReview about {what!r}: not in API 2's shape ({error!r})"
            ) from error

    def _remote(self, note: Note, note_id: str) -> RemotePaper:
        site = self._settings.addresses.openreview.rstrip("/")
        venue, venue_id, pdf = (_value(note, name) for name in ("venue", "venueid", "pdf"))
        year = _YEAR.search(venue_id or "") or _YEAR.search(venue or "")
        doi = _value(note, "doi")
        return RemotePaper(
            service="openreview",
            remote_id=note_id,
            title=_value(note, "title"),
            venue=venue or venue_id,
            year=int(year[0]) if year else None,
            licence=licence_name(note.license),
            doi=doi,
            page_address=f"{site}/forum?id={note.forum or note_id}",
            pdf_address=self._pdf_address(note_id, pdf),
            ids={"openreview": note_id, **({"venue_id": venue_id} if venue_id else {})},
        )

    def _pdf_address(self, note_id: str, pdf: str | None) -> str | None:
        if pdf is None or "://" in pdf:
            return pdf
        return f"{self._settings.addresses.openreview_api.rstrip('/')}/pdf?id={note_id}"


def _value(note: Note, name: str) -> str | None:
    """A text field of a note's content (API 2 wraps values), None when absent or of another kind."""
    field = (note.content or {}).get(name)
    value = field.get("value") if isinstance(field, dict) else field
    return value if isinstance(value, str) and value.strip() else None
