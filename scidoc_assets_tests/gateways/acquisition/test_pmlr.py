"""PMLR in the shape of a volume page, on loopback."""

from __future__ import annotations

import pytest
import requests

from scidoc_assets.gateways.acquisition.interface import SourceError
from scidoc_assets.gateways.acquisition.pmlr import PmlrSource
from scidoc_assets.schemas.acquisition import AcquisitionSettings, PaperQuery
from scidoc_assets_tests.gateways.acquisition.services import Fault, Services


@pytest.fixture
def source(settings: AcquisitionSettings) -> PmlrSource:
    return PmlrSource(settings, requests.Session())


def test_a_volume_gives_its_papers_with_meeting_and_year(source: PmlrSource) -> None:
    papers = source.find(PaperQuery(volume="235"))
    assert [(p.remote_id, p.title) for p in papers] == [
        ("v235/one24a", "First & best"),
        ("v235/two24a", "Second"),
    ]
    assert papers[0].venue == "International Conference on Machine Learning"
    assert papers[0].year == 2024


def test_relative_links_are_followed_from_the_page(source: PmlrSource, services: Services) -> None:
    paper = source.find(PaperQuery(volume="v235", limit=1))[0]
    assert source.download(paper).data.startswith(b"%PDF-")
    assert services.asked[-1] == "/v235/one24a/one24a.pdf"


def test_an_id_is_looked_up_in_its_volume(source: PmlrSource, services: Services) -> None:
    found = source.find(PaperQuery(ids=["235/two24a", "v235/nobody24a"]))
    assert [p.remote_id for p in found] == ["v235/two24a"]
    assert services.asked == ["/v235/"]


def test_venue_and_year_lead_to_their_volume_and_not_to_a_workshop_of_it(
    source: PmlrSource, services: Services
) -> None:
    assert len(source.find(PaperQuery(venue="icml", year=2024))) == 2
    assert services.asked == ["/", "/v235/"]


@pytest.mark.parametrize(
    ("venue", "words"), [("PGM", "v246: .*; v247: .*--volume"), ("COLT", "no volume names COLT")]
)
def test_a_venue_of_several_volumes_or_none_is_not_guessed(
    source: PmlrSource, venue: str, words: str
) -> None:
    with pytest.raises(SourceError, match=words) as failed:
        source.find(PaperQuery(venue=venue, year=2024))
    assert failed.value.reason == "not_found"


def test_a_front_page_of_another_shape_is_a_bad_answer(
    source: PmlrSource, services: Services
) -> None:
    services.faults["/"] = [Fault(200, b"<html><h1>New design</h1></html>")]
    with pytest.raises(SourceError) as failed:
        source.find(PaperQuery(venue="ICML", year=2024))
    assert failed.value.reason == "bad_answer"


def test_a_page_without_papers_is_an_error_and_not_an_empty_volume(
    source: PmlrSource, services: Services
) -> None:
    services.faults["/v235/"] = [Fault(200, b"<html><h2>New design</h2></html>")]
    with pytest.raises(SourceError) as failed:
        source.find(PaperQuery(volume="235"))
    assert failed.value.reason == "bad_answer"


def test_a_volume_that_is_not_there_is_not_found(source: PmlrSource) -> None:
    with pytest.raises(SourceError) as failed:
        source.find(PaperQuery(volume="9999"))
    assert failed.value.reason == "not_found"


def test_an_id_of_another_shape_is_refused(source: PmlrSource) -> None:
    with pytest.raises(SourceError, match="v235/name24a"):
        source.find(PaperQuery(ids=["one24a"]))
