"""Partitions on disk: whole or not at all, named failures, fingerprints and digests."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from upath import UPath

from scidoc_assets.schemas.figures import FunnelStep
from scidoc_assets.schemas.papers import ManifestEntry
from scidoc_assets.storage import parquet
from scidoc_assets.storage.parquet import StoreError, read_rows, stored_table, write_rows


def step(entered: int, reason: str | None = None) -> FunnelStep:
    return FunnelStep(
        step="S1", unit="figure", entered=entered, kept=entered, removed=0, flagged=0, reason=reason
    )


def test_rows_come_back_as_they_were_stored(tmp_path: Path) -> None:
    path = UPath(tmp_path / "t" / "part.parquet")
    rows = [step(1), step(2, "why")]
    write_rows(path, rows, FunnelStep, "print")
    assert read_rows(path, FunnelStep) == rows


def test_an_empty_partition_is_a_file_with_the_schema(tmp_path: Path) -> None:
    path = UPath(tmp_path / "part.parquet")
    write_rows(path, [], FunnelStep, "print")
    assert read_rows(path, FunnelStep) == []
    assert "entered" in pq.read_schema(str(path)).names


def test_equal_rows_have_equal_bytes_and_the_digest_follows_the_rows(tmp_path: Path) -> None:
    paths = [UPath(tmp_path / name) for name in ("a", "b", "c")]
    first = write_rows(paths[0], [step(1)], FunnelStep, "x")
    second = write_rows(paths[1], [step(1)], FunnelStep, "x")
    third = write_rows(paths[2], [step(2)], FunnelStep, "x")
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert first.digest == second.digest != third.digest


def test_footer_facts_tell_what_a_partition_was_made_from(tmp_path: Path) -> None:
    path = UPath(tmp_path / "part.parquet")
    assert stored_table(path) is None
    written = write_rows(path, [step(1)], FunnelStep, "fingerprint-1")
    assert stored_table(path) == written
    assert written.fingerprint == "fingerprint-1"


def test_a_missing_file_is_refused_with_the_way_out(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="`scidoc run` makes it"):
        read_rows(UPath(tmp_path / "none.parquet"), FunnelStep)


def test_a_table_of_another_kind_is_refused_by_name(tmp_path: Path) -> None:
    path = UPath(tmp_path / "part.parquet")
    write_rows(path, [step(1)], FunnelStep, "x")
    with pytest.raises(StoreError, match="holds FunnelStep, not ManifestEntry"):
        read_rows(path, ManifestEntry)


def test_a_foreign_parquet_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "part.parquet"
    pq.write_table(pa.table({"a": [1]}), path)
    with pytest.raises(StoreError, match="foreign table"):
        read_rows(UPath(path), FunnelStep)


def test_a_damaged_file_is_refused_as_damaged(tmp_path: Path) -> None:
    path = UPath(tmp_path / "part.parquet")
    write_rows(path, [step(1)], FunnelStep, "x")
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(StoreError, match="damaged"):
        read_rows(path, FunnelStep)


@pytest.mark.parametrize(
    ("code", "words"), [(errno.ENOSPC, "disk full"), (errno.EROFS, "not writable")]
)
def test_a_failed_write_names_its_cause_and_keeps_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, words: str
) -> None:
    path = UPath(tmp_path / "part.parquet")
    write_rows(path, [step(1)], FunnelStep, "x")

    def failing(number: int) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(parquet.os, "fsync", failing)
    with pytest.raises(StoreError, match=words):
        write_rows(path, [step(2)], FunnelStep, "x")
    assert read_rows(path, FunnelStep) == [step(1)]
    assert [p.name for p in tmp_path.iterdir()] == ["part.parquet"]
