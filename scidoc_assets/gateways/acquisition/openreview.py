"""OpenReview through `openreview-py`: a venue's papers, or notes by id; PDFs by note id.

Venues of before 2023 live behind API 1 only: it is asked where API 2 knows nothing. Works as a
guest; with OPENREVIEW_USERNAME and OPENREVIEW_PASSWORD set, the package logs in. Papers that are
not readable by everyone are left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

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
    from openreview.api import Note

Api = Literal["api2", "api1"]
_APIS: tuple[Api, ...] = ("api2", "api1")
_SUBMISSION: dict[Api, str] = {"api2": "Submission", "api1": "Blind_Submission"}
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
        self._opened: dict[Api, Any] = {}

    def find(self, query: PaperQuery) -> list[RemotePaper]:
        """See Source.find; ordered by note id. `accepted_only` drops withdrawn and rejected papers."""
        papers = self._by_ids(query.ids) if query.ids else self._by_venue(str(query.venue))
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

    def _by_venue(self, venue: str) -> list[RemotePaper]:
        papers: list[RemotePaper] = []
        for api in _APIS:
            if self._settings.accepted_only:
                asked: dict[str, Any] = {"content": {"venueid": venue}}
            else:
                asked = {"invitation": f"{venue}/-/{_SUBMISSION[api]}"}
            notes = self._asked(api, lambda c, a=asked: c.get_all_notes(**a), venue)
            papers = self._public(api, notes)
            if notes:
                break
        return papers

    def _by_ids(self, ids: list[str]) -> list[RemotePaper]:
        return [paper for note_id in ids for paper in self._by_id(note_id)]

    def _by_id(self, note_id: str) -> list[RemotePaper]:
        for api in _APIS:
            try:
                notes = self._asked(api, lambda c: c.get_notes(id=note_id), note_id)
            except SourceError as error:
                if error.reason != "not_found":
                    raise
                continue
            if notes:
                return self._public(api, notes)
        return []

    def _client(self, api: Api) -> Any:
        if api not in self._opened:
            from openreview import Client, OpenReviewException
            from openreview.api import OpenReviewClient

            address = self._address(api)
            opened = OpenReviewClient if api == "api2" else Client
            try:
                with explained(address):
                    client = opened(baseurl=address)
            except OpenReviewException as error:
                raise SourceError("not_public", f"{address}: login failed: {error}") from error
            # Its own adapters retry eight times; ours is the one layer that does.
            client.session = self._session
            self._opened[api] = client
        return self._opened[api]

    def _address(self, api: Api) -> str:
        addresses = self._settings.addresses
        named = addresses.openreview_api if api == "api2" else addresses.openreview_api_v1
        return named.rstrip("/")

    def _public(self, api: Api, notes: list[Note]) -> list[RemotePaper]:
        public = [n for n in notes if "everyone" in (n.readers or []) and n.ddate is None]
        return [self._remote(note, str(note.id), api) for note in public]

    def _asked(self, api: Api, ask: Callable[[Any], list[Note]], what: str) -> list[Note]:
        from openreview import OpenReviewException

        try:
            with explained(self._address(api)):
                return ask(self._client(api))
        except OpenReviewException as error:
            said = error.args[0] if error.args else {}
            name = str(said.get("name", "")) if isinstance(said, dict) else ""
            raise SourceError(
                _REASONS.get(name, "refused_by_service"), f"OpenReview about {what!r}: {said}"
            ) from error
        except (ValueError, KeyError, TypeError) as error:
            raise SourceError(
                "bad_answer", f"OpenReview about {what!r}: not in the shape of {api} ({error!r})"
            ) from error

    def _remote(self, note: Note, note_id: str, api: Api) -> RemotePaper:
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
            licence=licence_name(getattr(note, "license", None)),
            doi=doi,
            page_address=f"{site}/forum?id={note.forum or note_id}",
            pdf_address=self._pdf_address(note_id, pdf, api),
            ids={"openreview": note_id, **({"venue_id": venue_id} if venue_id else {})},
        )

    def _pdf_address(self, note_id: str, pdf: str | None, api: Api) -> str | None:
        if pdf is None or "://" in pdf:
            return pdf
        return f"{self._address(api)}/pdf?id={note_id}"


def _value(note: Note, name: str) -> str | None:
    """A text field of a note's content (API 2 wraps values, API 1 does not), None when absent or of another kind."""
    field = (note.content or {}).get(name)
    value = field.get("value") if isinstance(field, dict) else field
    return value if isinstance(value, str) and value.strip() else None
