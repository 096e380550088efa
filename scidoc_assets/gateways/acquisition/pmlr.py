"""PMLR: a volume's page lists its papers; there is no API.

Reads the page's `div.paper` entries. Refuses a page that lists none, so that a changed layout is an
error and not an empty volume.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

import requests

from scidoc_assets.gateways.acquisition.http import get
from scidoc_assets.gateways.acquisition.interface import Download, SourceError
from scidoc_assets.schemas.acquisition import AcquisitionSettings, PaperQuery, RemotePaper

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_VOLUME = re.compile(r"v(?P<volume>\d+)$")
_ID = re.compile(r"^v?(?P<volume>[A-Za-z0-9]+)/(?P<name>[^/]+)$")


class PmlrSource:
    """Papers of a PMLR volume (by number, or by venue and year), or by id `v235/name24a`."""

    def __init__(self, settings: AcquisitionSettings, session: requests.Session) -> None:
        self._site = settings.addresses.pmlr.rstrip("/")
        self._session = session

    def find(self, query: PaperQuery) -> list[RemotePaper]:
        """See Source.find; in the order of the volume's page."""
        if query.venue:
            volumes = [self._volume_of(query.venue, str(query.year))]
        else:
            volumes = [query.volume] if query.volume else [self._volume(i) for i in query.ids]
        wanted = {i if i.startswith("v") else f"v{i}" for i in query.ids}
        papers = [
            paper
            for volume in dict.fromkeys(str(v).removeprefix("v") for v in volumes)
            for paper in self._listed(volume)
            if not wanted or paper.remote_id in wanted
        ]
        return papers[: query.limit]

    def licence(self, paper: RemotePaper) -> str | None:
        """PMLR's volume pages state none."""
        return paper.licence

    def download(self, paper: RemotePaper) -> Download:
        """See Source.download."""
        if paper.pdf_address is None:
            raise SourceError("no_pdf", f"{paper.page_address}: the volume's page links no PDF")
        return get(self._session, paper.pdf_address)

    def download_latex(self, paper: RemotePaper) -> Download:
        """PMLR holds no sources; always raises SourceError."""
        raise SourceError("no_latex", f"{paper.page_address}: PMLR holds no LaTeX source")

    def _volume(self, paper_id: str) -> str:
        found = _ID.match(paper_id)
        if found is None:
            raise SourceError("not_found", f"{paper_id!r}: want a PMLR id such as v235/name24a")
        return found["volume"]

    def _volume_of(self, venue: str, year: str) -> str:
        """The volume whose line on the front page names venue and year; refuses to pick of several."""
        address = f"{self._site}/"
        lines = self._volumes(address)
        words = re.compile(rf"\b{re.escape(venue)}\b.*\b{year}\b", re.I)
        near = {volume: text for volume, text in lines.items() if words.search(text)}
        # A meeting's workshops name it too; its own volume is `Proceedings of <venue> <year>`.
        whole = re.compile(rf"Proceedings of {re.escape(venue)} {year}\W*$", re.I)
        chosen = [volume for volume, text in near.items() if whole.search(text)] or list(near)
        if len(chosen) == 1:
            return chosen[0]
        listed = "; ".join(f"v{volume}: {near[volume]}" for volume in chosen[:5])
        why = (
            f"several volumes name {venue} {year}: {listed}"
            if near
            else (f"no volume names {venue} {year}")
        )
        raise SourceError("not_found", f"{address}: {why}; choose with --volume")

    def _volumes(self, address: str) -> dict[str, str]:
        """Volume number -> its line on the front page."""
        from lxml import html

        page = html.fromstring(get(self._session, address).data or b"<html></html>")
        lines: dict[str, str] = {}
        for link in page.xpath("//a[@href]"):
            found = _VOLUME.match(str(link.get("href")).rstrip("/").rsplit("/", 1)[-1])
            if found:
                lines[found["volume"]] = _text(link.getparent())
        if not lines:
            raise SourceError("bad_answer", f"{address}: lists no volumes in the known shape")
        return lines

    def _listed(self, volume: str) -> list[RemotePaper]:
        from lxml import html

        address = f"{self._site}/v{volume}/"
        page = html.fromstring(get(self._session, address).data or b"<html></html>")
        entries = page.xpath("//div[contains(concat(' ', @class, ' '), ' paper ')]")
        if not entries:
            raise SourceError("bad_answer", f"{address}: lists no paper in the shape of a volume")
        heading = " ".join(_text(h) for h in page.xpath("//h2 | //h1 | //title"))
        year = _YEAR.search(heading)
        venue = _venue(heading, volume)
        papers = [self._remote(e, address, volume, venue, year) for e in entries]
        return [paper for paper in papers if paper is not None]

    def _remote(
        self,
        entry: HtmlElement,
        address: str,
        volume: str,
        venue: str | None,
        year: re.Match[str] | None,
    ) -> RemotePaper | None:
        links = {_text(a).lower(): urljoin(address, a.get("href", "")) for a in entry.xpath(".//a")}
        page = links.get("abs")
        if page is None:
            return None
        name = urlsplit(page).path.rsplit("/", 1)[-1].removesuffix(".html")
        titles = entry.xpath(".//p[contains(concat(' ', @class, ' '), ' title ')]")
        return RemotePaper(
            service="pmlr",
            remote_id=f"v{volume}/{name}",
            title=_text(titles[0]) if titles else None,
            venue=venue,
            year=int(year[0]) if year else None,
            licence=None,
            doi=None,
            page_address=page,
            pdf_address=links.get("download pdf") or links.get("pdf"),
            ids={"pmlr": f"v{volume}/{name}"},
        )


def _text(element: HtmlElement) -> str:
    return " ".join(element.text_content().split())


def _venue(heading: str, volume: str) -> str | None:
    """The meeting's name out of `Volume 235: International Conference on ..., 21-27 July 2024`."""
    found = re.search(rf"Volume {re.escape(volume)}:\s*([^,]+)", heading)
    return found[1].strip() if found else None
