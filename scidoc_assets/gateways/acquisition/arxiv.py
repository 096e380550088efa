"""arXiv: listing through the `arxiv` package, PDF and LaTeX source from the site.

Its listing names no licence; that is asked of arXiv's OAI-PMH service, once for each paper that is
downloaded.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import requests

from scidoc_assets.domain.acquisition.licences import licence_name
from scidoc_assets.gateways.acquisition.http import explained, get, reason_of_status
from scidoc_assets.gateways.acquisition.interface import Download, SourceError
from scidoc_assets.schemas.acquisition import AcquisitionSettings, PaperQuery, RemotePaper

if TYPE_CHECKING:
    import arxiv

_VERSION = re.compile(r"v\d+$")
_OAI_LICENCE = "{*}GetRecord/{*}record/{*}metadata/{*}arXiv/{*}license"
PAGE_SIZE = 100


class ArxivSource:
    """Papers of arXiv by id (with or without version) or by a search in its query language."""

    def __init__(self, settings: AcquisitionSettings, session: requests.Session) -> None:
        self._addresses = settings.addresses
        self._session = session

    def find(self, query: PaperQuery) -> list[RemotePaper]:
        """See Source.find; an id without version gives the newest one."""
        batches = [query.ids[i : i + PAGE_SIZE] for i in range(0, len(query.ids), PAGE_SIZE)] or [
            []
        ]
        papers = [p for ids in batches for p in self._found(_terms(query), ids, query.limit)]
        return papers[: query.limit]

    def licence(self, paper: RemotePaper) -> str | None:
        """The licence that arXiv's OAI-PMH record names, None when the record has none."""
        import lxml.etree as etree

        identifier = f"oai:arXiv.org:{_VERSION.sub('', paper.remote_id)}"
        params = {"verb": "GetRecord", "identifier": identifier, "metadataPrefix": "arXiv"}
        answer = get(self._session, self._addresses.arxiv_licences, params)
        parser = etree.XMLParser(resolve_entities=False, no_network=True)
        try:
            root = etree.fromstring(answer.data, parser)
        except etree.XMLSyntaxError as error:
            raise SourceError("bad_answer", f"{identifier}: record is not XML: {error}") from error
        return licence_name(root.findtext(_OAI_LICENCE))

    def download(self, paper: RemotePaper) -> Download:
        """See Source.download."""
        if paper.pdf_address is None:
            raise SourceError("no_pdf", f"{paper.page_address}: arXiv offers no PDF (withdrawn?)")
        return get(self._session, paper.pdf_address)

    def download_latex(self, paper: RemotePaper) -> Download:
        """See Source.download_latex."""
        if paper.latex_address is None:
            raise SourceError("no_latex", f"{paper.page_address}: arXiv offers no source")
        return get(self._session, paper.latex_address)

    def _found(self, terms: str, ids: list[str], limit: int | None) -> list[RemotePaper]:
        import arxiv

        order = arxiv.SortCriterion.SubmittedDate
        search = arxiv.Search(query=terms, id_list=ids, max_results=limit, sort_by=order)
        address = self._addresses.arxiv_api
        try:
            with explained(address):
                found = list(self._client(len(ids) or limit).results(search))
        except arxiv.HTTPError as error:
            raise SourceError(
                reason_of_status(error.status), f"{address}: answered {error.status}"
            ) from error
        except arxiv.ArxivError as error:
            raise SourceError("bad_answer", f"{address}: {error.message}") from error
        refused = [r for r in found if "/abs/" not in r.entry_id]
        if refused:
            raise SourceError("refused_by_service", f"{address}: {refused[0].summary}")
        return [self._remote(result) for result in found]

    def _client(self, wanted: int | None) -> arxiv.Client:
        import arxiv

        page = min(wanted or PAGE_SIZE, PAGE_SIZE)
        client = arxiv.Client(page_size=page, delay_seconds=0, num_retries=0)
        client.query_url_format = self._addresses.arxiv_api + "?{}"
        # The package has no parameter for its session; ours paces and retries for it.
        client._session = self._session
        return client

    def _remote(self, result: arxiv.Result) -> RemotePaper:
        site = self._addresses.arxiv.rstrip("/")
        short = result.entry_id.split("/abs/")[-1]
        bare = _VERSION.sub("", short)
        has_pdf = result.pdf_url is not None
        return RemotePaper(
            service="arxiv",
            remote_id=short,
            title=result.title,
            venue="arXiv",
            year=result.published.year,
            licence=None,
            doi=result.doi or f"10.48550/arXiv.{bare}",
            page_address=f"{site}/abs/{short}",
            pdf_address=f"{site}/pdf/{short}" if has_pdf else None,
            latex_address=f"{site}/src/{short}" if has_pdf else None,
            ids={"arxiv": bare, "primary_category": result.primary_category},
        )


def _terms(query: PaperQuery) -> str:
    if query.search is None or query.year is None:
        return query.search or ""
    dates = f"submittedDate:[{query.year}01010000 TO {query.year}12312359]"
    return f"({query.search}) AND {dates}"
