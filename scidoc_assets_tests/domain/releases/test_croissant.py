"""The description points at every shard with its digest and reads its columns."""

from __future__ import annotations

import datetime

import pytest

from scidoc_assets.domain.releases.croissant import (
    CroissantColumn,
    croissant,
    semantic_version,
    texts,
)
from scidoc_assets.schemas.releases import FileKind, ReleasedFile, ReleaseSettings


def file(path: str, kind: FileKind = "parquet") -> ReleasedFile:
    return ReleasedFile(
        release_id="r",
        part="training",
        path=path,
        kind=kind,
        table="rows",
        split="test",
        rows=1,
        size_bytes=5,
        sha256=f"digest of {path}",
        licence_class="text",
    )


def test_only_shards_are_described_each_with_its_digest_and_columns() -> None:
    files = [file("a.parquet"), file("x.jsonl", "lines"), file("b.parquet")]
    columns = {"rows": (*texts("id"), CroissantColumn("image", "sc:ImageObject"))}
    described = croissant("mine", "about", ReleaseSettings(), files, columns)
    assert [(d["contentUrl"], d["sha256"]) for d in described["distribution"]] == [
        ("a.parquet", "digest of a.parquet"),
        ("b.parquet", "digest of b.parquet"),
    ]
    for shard, records in zip(("a.parquet", "b.parquet"), described["recordSet"], strict=True):
        assert {f["source"]["fileObject"]["@id"] for f in records["field"]} == {shard}
        assert [f["source"]["extract"]["column"] for f in records["field"]] == ["id", "image"]
    assert described["recordSet"][0]["field"][1]["source"]["transform"] == {"jsonPath": "bytes"}


def test_a_date_is_given_only_for_what_was_published() -> None:
    assert "datePublished" not in croissant("m", "a", ReleaseSettings(), [], {})
    day = datetime.date(2026, 12, 1)
    settings = ReleaseSettings(version="1.0", published_on=day)
    assert croissant("m", "a", settings, [], {})["datePublished"] == "2026-12-01"


@pytest.mark.parametrize(
    ("version", "semantic"),
    [
        ("draft", "0.0.0-draft"),
        ("1", "1.0.0"),
        ("v1.2", "1.2.0"),
        ("2.10.3", "2.10.3"),
        ("2026_12", "0.0.0-2026-12"),
        ("1.2.3.4", "0.0.0-1-2-3-4"),
        ("_", "0.0.0-x"),
    ],
)
def test_every_version_name_becomes_a_semantic_version(version: str, semantic: str) -> None:
    assert semantic_version(version) == semantic
