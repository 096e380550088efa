"""OpenReview in the shape of API 2, on loopback."""

from __future__ import annotations

import json

import pytest

from scidoc_assets.gateways.acquisition.http import polite_session
from scidoc_assets.gateways.acquisition.interface import SourceError
from scidoc_assets.gateways.acquisition.openreview import OpenReviewSource
from scidoc_assets.schemas.acquisition import AcquisitionSettings, PaperQuery
from scidoc_assets_tests.gateways.acquisition.services import Fault, Services, note, old_note

VENUE = PaperQuery(venue="ICLR.cc/2024/Conference")


@pytest.fixture
def source(settings: AcquisitionSettings, services: Services) -> OpenReviewSource:
    services.notes = [
        note("bB1", "Second"),
        note("aA1", "First"),
        note("cC1", "Withheld", readers=["ICLR.cc/2024/Conference"]),
        note("dD1", "Deleted", ddate=1),
    ]
    return OpenReviewSource(settings, polite_session("openreview", settings))


def test_a_venue_gives_its_public_papers_in_order(source: OpenReviewSource) -> None:
    papers = source.find(VENUE)
    assert [(p.remote_id, p.title) for p in papers] == [("aA1", "First"), ("bB1", "Second")]
    assert (papers[0].venue, papers[0].year) == ("ICLR 2024 poster", 2024)
    assert papers[0].licence == "CC-BY-4.0"


def test_a_venue_of_before_api_2_is_found_behind_api_1(
    source: OpenReviewSource, services: Services
) -> None:
    services.old_notes = [old_note("oO1", "Old")]
    (paper,) = source.find(PaperQuery(venue="ICLR.cc/2021/Conference"))
    assert (paper.title, paper.venue, paper.year) == ("Old", "ICLR 2021 Oral", 2021)
    assert paper.licence is None
    source.download(paper)
    assert services.asked[-1] == "/v1/pdf?id=oO1"
    assert [p.remote_id for p in source.find(PaperQuery(ids=["oO1"]))] == ["oO1"]


def test_api_1_is_not_asked_where_api_2_answers(
    source: OpenReviewSource, services: Services
) -> None:
    source.find(VENUE)
    assert set(services.paths()) == {"/notes"}


def test_all_submissions_can_be_had_instead_of_accepted_ones(
    settings: AcquisitionSettings, services: Services
) -> None:
    services.notes = [note("aA1", "First")]
    every = settings.model_copy(update={"accepted_only": False})
    OpenReviewSource(every, polite_session("openreview", every)).find(VENUE)
    assert "invitation=ICLR.cc%2F2024%2FConference%2F-%2FSubmission" in services.asked[0]


def test_another_venue_has_none(source: OpenReviewSource) -> None:
    assert source.find(PaperQuery(venue="ICLR.cc/2023/Conference")) == []


def test_more_than_a_page_of_papers_is_followed(
    source: OpenReviewSource, services: Services
) -> None:
    services.notes = [note(f"n{n:05d}", str(n)) for n in range(1500)]
    assert len(source.find(VENUE)) == 1500


def test_ids_are_found_and_unknown_ones_left_out(
    source: OpenReviewSource, services: Services
) -> None:
    assert [p.remote_id for p in source.find(PaperQuery(ids=["aA1", "zZ9"]))] == ["aA1"]
    gone = json.dumps({"name": "NotFoundError", "message": "no", "status": 404}).encode()
    json_type = (("Content-Type", "application/json"),)
    services.faults["/notes"] = [Fault(404, gone, json_type)]
    assert source.find(PaperQuery(ids=["zZ9"])) == []


def test_a_venue_that_guests_may_not_see_is_not_public(
    source: OpenReviewSource, services: Services
) -> None:
    said = json.dumps({"name": "ForbiddenError", "message": "no", "status": 403}).encode()
    services.faults["/notes"] = [Fault(403, said, (("Content-Type", "application/json"),))]
    with pytest.raises(SourceError) as failed:
        source.find(VENUE)
    assert failed.value.reason == "not_public"


def test_an_answer_of_another_shape_is_a_bad_answer(
    source: OpenReviewSource, services: Services
) -> None:
    services.faults["/notes"] = [Fault(200, b"<html>maintenance</html>")]
    with pytest.raises(SourceError) as failed:
        source.find(VENUE)
    assert failed.value.reason == "bad_answer"


def test_the_packages_eight_retries_do_not_multiply_ours(
    source: OpenReviewSource, services: Services
) -> None:
    services.faults["/notes"] = [Fault(502)] * 30
    with pytest.raises(SourceError):
        source.find(VENUE)
    assert len(services.asked) == 3


def test_the_pdf_is_asked_by_note_id_and_one_kept_elsewhere_from_there(
    source: OpenReviewSource, services: Services
) -> None:
    elsewhere = f"{services.address}/elsewhere.pdf"
    content = {"title": {"value": "x"}, "pdf": {"value": elsewhere}}
    services.notes = [
        note("aA1", "First"),
        note("eE1", "x", content=content),
        note("f", "", content={}),
    ]
    papers = {p.remote_id: p for p in source.find(PaperQuery(ids=["aA1", "eE1", "f"]))}
    source.download(papers["aA1"])
    source.download(papers["eE1"])
    assert services.asked[-2:] == ["/pdf?id=aA1", "/elsewhere.pdf"]
    with pytest.raises(SourceError) as failed:
        source.download(papers["f"])
    assert failed.value.reason == "no_pdf"
