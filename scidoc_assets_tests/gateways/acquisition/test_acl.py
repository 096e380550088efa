"""The ACL Anthology, from a local data folder and loopback PDFs."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
import requests

from scidoc_assets.domain.acquisition.content import check_pdf
from scidoc_assets.gateways.acquisition.acl import AclSource
from scidoc_assets.gateways.acquisition.interface import SourceError
from scidoc_assets.schemas.acquisition import AcquisitionSettings, PaperQuery
from scidoc_assets_tests.gateways.acquisition.services import Services, write_anthology


@pytest.fixture
def source(settings: AcquisitionSettings, tmp_path: Path) -> AclSource:
    return AclSource(settings, requests.Session(), tmp_path)


def test_a_venue_and_year_give_its_papers_without_frontmatter(source: AclSource) -> None:
    papers = source.find(PaperQuery(venue="acl", year=2024, limit=2))
    assert [p.remote_id for p in papers] == ["2024.acl-long.1", "2024.acl-long.2"]
    first = papers[0]
    assert (first.title, first.venue, first.year) == ("Paper 1", "ACL", 2024)
    assert first.doi == "10.18653/v1/2024.acl-long.1"
    assert first.licence == "CC-BY-4.0"


def test_a_venue_that_is_not_acls_own_has_no_stated_licence(source: AclSource) -> None:
    assert source.find(PaperQuery(venue="lrec", year=2024))[0].licence is None


def test_ids_of_papers_and_volumes_are_found_and_unknown_ones_left_out(source: AclSource) -> None:
    found = source.find(PaperQuery(ids=["2024.acl-long.2", "2024.acl-long.99"]))
    assert [p.remote_id for p in found] == ["2024.acl-long.2"]
    assert len(source.find(PaperQuery(ids=["2024.lrec-long"]))) == 3


def test_the_published_checksum_holds_for_what_is_downloaded(source: AclSource) -> None:
    paper = source.find(PaperQuery(ids=["2024.acl-long.3"]))[0]
    got = source.download(paper)
    assert check_pdf(got.data, got.content_type, 1000, paper.crc32) is None


def test_an_unknown_venue_is_refused_with_near_ones(source: AclSource) -> None:
    with pytest.raises(SourceError, match="near: lrec"):
        source.find(PaperQuery(venue="rec", year=2024))


def test_a_year_without_volumes_gives_nothing(source: AclSource) -> None:
    assert source.find(PaperQuery(venue="acl", year=1999)) == []


def test_a_folder_that_is_not_the_anthology_is_named(
    settings: AcquisitionSettings, tmp_path: Path
) -> None:
    wrong = settings.model_copy(update={"acl_metadata": str(tmp_path / "nothing")})
    with pytest.raises(SourceError, match="nothing"):
        AclSource(wrong, requests.Session(), tmp_path).find(PaperQuery(ids=["2024.acl-long.1"]))


def git(folder: Path, *words: str) -> None:
    who = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


def test_without_a_local_folder_the_data_is_cloned_into_the_cache(
    settings: AcquisitionSettings, services: Services, tmp_path: Path
) -> None:
    origin = tmp_path / "origin"
    write_anthology(origin / "data")
    git(origin, "init", "-q")
    git(origin, "add", ".")
    git(origin, "commit", "-q", "-m", "data")
    addresses = settings.addresses.model_copy(update={"acl_metadata_repository": origin.as_uri()})
    cloning = settings.model_copy(update={"acl_metadata": None, "addresses": addresses})
    source = AclSource(cloning, requests.Session(), tmp_path / "cache")
    assert len(source.find(PaperQuery(venue="acl", year=2024))) == 3
    assert (tmp_path / "cache" / "acl-anthology" / "data" / "xml").is_dir()


def test_a_repository_that_cannot_be_reached_names_the_way_out(
    settings: AcquisitionSettings, tmp_path: Path
) -> None:
    nowhere = settings.addresses.model_copy(
        update={"acl_metadata_repository": (tmp_path / "nowhere").as_uri()}
    )
    cloning = settings.model_copy(update={"acl_metadata": None, "addresses": nowhere})
    with pytest.raises(SourceError, match="acl_metadata"):
        AclSource(cloning, requests.Session(), tmp_path / "c").find(PaperQuery(ids=["2024.acl"]))
