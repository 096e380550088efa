"""Manifest lines of fetched papers."""

from __future__ import annotations

from scidoc_assets.domain.acquisition.manifest_rows import (
    absent_ids,
    is_present,
    manifest_row,
    merged_row,
)
from scidoc_assets.schemas.acquisition import RemotePaper
from scidoc_assets.schemas.papers import ManifestEntry

PAPER = RemotePaper(
    service="acl",
    remote_id="2024.acl-long.1",
    title="A title",
    venue="ACL",
    year=2024,
    licence="CC-BY-4.0",
    doi="10.1/x",
    page_address="http://a/1/",
    pdf_address="http://a/1.pdf",
    ids={"bibkey": "k", "acl": "2024.acl-long.1"},
)
ROW = manifest_row(PAPER, "p.pdf", "00ff", 2000, "2026-01-01T00:00:00+00:00")


def test_a_line_fills_the_manifests_columns_and_leaves_the_fields_discipline_open() -> None:
    entry = ManifestEntry.model_validate(
        {k: v for k, v in ROW.items() if k in ManifestEntry.model_fields}
    )
    assert (entry.venue, entry.year, entry.licence, entry.discipline) == (
        "ACL",
        2024,
        "CC-BY-4.0",
        None,
    )
    assert ROW["address"] == "http://a/1/"
    assert ROW["fetched_at"] == "2026-01-01T00:00:00+00:00"


def test_what_the_user_wrote_into_a_line_survives_a_new_download() -> None:
    old = {**ROW, "discipline": "linguistics", "title": "Better", "mine": 1, "size_bytes": 5}
    merged = merged_row(old, ROW)
    assert (merged["discipline"], merged["title"], merged["mine"]) == ("linguistics", "Better", 1)
    assert merged["size_bytes"] == 2000


def test_a_paper_is_present_only_when_line_and_file_agree() -> None:
    assert is_present(ROW, 2000)
    assert not is_present(ROW, 1999)
    assert not is_present(ROW, None)
    assert not is_present(None, 2000)


def test_only_ids_without_a_present_file_are_absent() -> None:
    ids = ["2024.acl-long.1", "2024.acl-long.2"]
    assert absent_ids(ids, [ROW], {"p.pdf": 2000}) == ["2024.acl-long.2"]
    assert absent_ids(ids, [ROW], {}) == ids
    assert absent_ids(ids, [{"file": "own.pdf"}], {"own.pdf": 1}) == ids
