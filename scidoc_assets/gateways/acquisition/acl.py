"""The ACL Anthology: metadata through its own package, PDFs from its site.

The package reads a local copy of the Anthology's data folder: one that is configured, else a clone
in the cache that is pulled at each fetch. Only the collections of the asked year are parsed.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import requests

from scidoc_assets.domain.acquisition.licences import anthology_licence
from scidoc_assets.gateways.acquisition.http import get
from scidoc_assets.gateways.acquisition.interface import Download, SourceError
from scidoc_assets.schemas.acquisition import AcquisitionSettings, PaperQuery, RemotePaper

if TYPE_CHECKING:
    from acl_anthology import Anthology
    from acl_anthology.collections import Paper, Volume


class AclSource:
    """Papers of the ACL Anthology by id (paper, volume or collection) or by venue and year."""

    def __init__(
        self, settings: AcquisitionSettings, session: requests.Session, cache: Path
    ) -> None:
        self._settings = settings
        self._session = session
        self._cache = cache
        self._opened: Anthology | None = None

    def find(self, query: PaperQuery) -> list[RemotePaper]:
        """See Source.find; frontmatter and retracted papers are left out."""
        from lxml.etree import XMLSyntaxError

        anthology = self._anthology()
        try:
            papers = (
                self._by_id(anthology, query.ids)
                if query.ids
                else self._by_venue(anthology, str(query.venue), str(query.year))
            )
            usable = (p for p in papers if not p.is_frontmatter and not p.is_deleted)
            return [self._remote(p) for p in islice(usable, query.limit)]
        except (XMLSyntaxError, OSError, ValueError, KeyError) as error:
            raise SourceError(
                "bad_answer", f"{anthology.datadir}: not readable as Anthology data: {error}"
            ) from error

    def licence(self, paper: RemotePaper) -> str | None:
        """Known from the listing."""
        return paper.licence

    def download(self, paper: RemotePaper) -> Download:
        """See Source.download."""
        if paper.pdf_address is None:
            raise SourceError("no_pdf", f"{paper.page_address}: the Anthology lists no PDF")
        return get(self._session, paper.pdf_address)

    def download_latex(self, paper: RemotePaper) -> Download:
        """The Anthology holds no sources; always raises SourceError."""
        raise SourceError("no_latex", f"{paper.page_address}: the Anthology holds no LaTeX source")

    def _anthology(self) -> Anthology:
        if self._opened is None:
            self._opened = self._open()
            # Building the venues' volume lists would parse every collection ever published.
            self._opened.venues.no_item_ids = True
        return self._opened

    def _open(self) -> Anthology:
        from acl_anthology import Anthology
        from git.exc import GitError

        folder = self._settings.acl_metadata
        with warnings.catch_warnings():
            # The data may be newer than the package's schema; unreadable data still fails.
            warnings.simplefilter("ignore")
            try:
                if folder is not None:
                    return Anthology(Path(folder), verbose=False)
                address = self._settings.addresses.acl_metadata_repository
                return Anthology.from_repo(address, self._cache / "acl-anthology", verbose=False)
            except FileNotFoundError as error:
                raise SourceError(
                    "bad_answer", f"{folder or self._cache}: not the Anthology's data ({error})"
                ) from error
            except (GitError, ValueError) as error:
                raise SourceError(
                    "connection",
                    "the Anthology's data cannot be cloned or pulled; check the network, or set "
                    f"`acl_metadata` in acquisition.yaml to a local copy ({type(error).__name__})",
                ) from error

    def _by_id(self, anthology: Anthology, ids: Iterable[str]) -> Iterator[Paper]:
        for full_id in ids:
            yield from anthology.papers(full_id)

    def _by_venue(self, anthology: Anthology, venue: str, year: str) -> Iterator[Paper]:
        if venue not in anthology.venues:
            near = sorted(v for v in anthology.venues if venue.lower() in v)[:8]
            hint = f"; near: {', '.join(near)}" if near else ""
            raise SourceError("not_found", f"the Anthology has no venue {venue!r}{hint}")
        for volume in self._volumes_around(anthology, int(year)):
            if volume.year == year and venue in volume.venue_ids:
                yield from volume.papers()

    def _volumes_around(self, anthology: Anthology, year: int) -> Iterator[Volume]:
        """Volumes whose collection is of the year, or of a neighbour: some appear a year late."""
        from acl_anthology.utils.ids import infer_year

        for collection_id, collection in anthology.collections.items():
            if abs(int(infer_year(collection_id)) - year) <= 1:
                yield from collection.volumes()

    def _remote(self, paper: Paper) -> RemotePaper:
        site = self._settings.addresses.acl.rstrip("/")
        volume = paper.parent
        venues = [paper.root.venues[v] for v in volume.venue_ids if v in paper.root.venues]
        year = int(paper.year)
        reference = paper.pdf
        pdf = None
        if reference is not None:
            pdf = f"{site}/{reference.name}.pdf" if reference.is_local else reference.name
        return RemotePaper(
            service="acl",
            remote_id=paper.full_id,
            title=paper.title.as_text(),
            venue=venues[0].acronym if venues else None,
            year=year,
            licence=anthology_licence(bool(venues) and all(v.is_acl for v in venues), year),
            doi=paper.doi,
            page_address=f"{site}/{paper.full_id}/",
            pdf_address=pdf,
            crc32=reference.checksum if reference is not None and reference.is_local else None,
            ids={"acl": paper.full_id, "bibkey": paper.bibkey},
        )
