"""arXiv in the shape of its Atom feed, on loopback."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.acquisition.unpacking import unpack_source
from scidoc_assets.gateways.acquisition.arxiv import ArxivSource
from scidoc_assets.gateways.acquisition.http import polite_session
from scidoc_assets.gateways.acquisition.interface import SourceError
from scidoc_assets.schemas.acquisition import AcquisitionSettings, PaperQuery
from scidoc_assets_tests.gateways.acquisition.services import Fault, Services


@pytest.fixture
def source(settings: AcquisitionSettings) -> ArxivSource:
    return ArxivSource(settings, polite_session("arxiv", settings))


def test_an_id_without_version_gives_the_newest(source: ArxivSource) -> None:
    (paper,) = source.find(PaperQuery(ids=["2406.01234"]))
    assert (paper.remote_id, paper.year) == ("2406.01234v2", 2024)
    assert paper.title == "Charts & tables of 2406.01234v2"
    assert paper.doi == "10.48550/arXiv.2406.01234"


def test_a_search_is_narrowed_to_its_year(source: ArxivSource, services: Services) -> None:
    assert len(source.find(PaperQuery(search="cat:cs.CL", year=2024, limit=1))) == 1
    assert "submittedDate%3A%5B202401010000+TO+202412312359%5D" in services.asked[0]


def test_pages_are_followed_to_the_end(source: ArxivSource, services: Services) -> None:
    services.arxiv_ids = tuple(f"2401.{n:05d}v1" for n in range(1, 251))
    papers = source.find(PaperQuery(search="all"))
    assert len({p.remote_id for p in papers}) == 250
    assert len(services.asked) == 3


def test_many_ids_are_asked_in_batches(source: ArxivSource, services: Services) -> None:
    services.arxiv_ids = tuple(f"2401.{n:05d}v1" for n in range(1, 251))
    assert len(source.find(PaperQuery(ids=list(services.arxiv_ids)))) == 250
    assert len(services.asked) == 3


def test_an_unknown_id_is_absent(source: ArxivSource) -> None:
    assert source.find(PaperQuery(ids=["9999.99999"])) == []


def test_the_licence_comes_from_the_record(source: ArxivSource, services: Services) -> None:
    (paper,) = source.find(PaperQuery(ids=["2406.01234"]))
    assert source.licence(paper) == "CC-BY-4.0"
    assert "identifier=oai%3AarXiv.org%3A2406.01234&" in services.asked[-1]


def test_pdf_and_source_are_served_for_the_same_version(
    source: ArxivSource, services: Services
) -> None:
    (paper,) = source.find(PaperQuery(ids=["2406.05678"]))
    assert source.download(paper).data.startswith(b"%PDF-")
    assert unpack_source(source.download_latex(paper).data, 10**6, 50).main == "paper.tex"
    assert services.paths()[-2:] == ["/pdf/2406.05678v1", "/src/2406.05678v1"]


def test_the_packages_own_retries_do_not_multiply_ours(
    source: ArxivSource, services: Services
) -> None:
    services.faults["/api/query"] = [Fault(503)] * 20
    with pytest.raises(SourceError) as failed:
        source.find(PaperQuery(ids=["2406.01234"]))
    assert failed.value.reason == "rate_limited"
    assert len(services.asked) == 3


def test_an_error_entry_is_a_refusal_and_no_paper(source: ArxivSource, services: Services) -> None:
    entry = b"""<feed xmlns="http://www.w3.org/2005/Atom"><entry>
    <id>http://arxiv.org/api/errors#incorrect_id_format_for_x</id><title>Error</title>
    <summary>incorrect id format</summary><updated>2026-01-01T00:00:00Z</updated>
    <published>2026-01-01T00:00:00Z</published></entry></feed>"""
    services.faults["/api/query"] = [Fault(200, entry)]
    with pytest.raises(SourceError, match="incorrect id format"):
        source.find(PaperQuery(ids=["x"]))


def test_a_record_that_is_not_xml_is_a_bad_answer(source: ArxivSource, services: Services) -> None:
    (paper,) = source.find(PaperQuery(ids=["2406.01234"]))
    services.faults["/oai"] = [Fault(200, b"<html><p>sorry")]
    with pytest.raises(SourceError) as failed:
        source.licence(paper)
    assert failed.value.reason == "bad_answer"
