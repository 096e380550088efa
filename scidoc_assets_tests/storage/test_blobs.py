"""Content-addressed binaries: stored once, checked when read."""

from __future__ import annotations

from pathlib import Path

import pytest
from upath import UPath

from scidoc_assets.storage.blobs import BlobStore
from scidoc_assets.storage.parquet import StoreError


def test_equal_bytes_are_one_blob(tmp_path: Path) -> None:
    store = BlobStore(UPath(tmp_path))
    assert store.put(b"crop") == store.put(b"crop")
    assert len([p for p in tmp_path.rglob("*") if p.is_file()]) == 1
    assert store.get(store.put(b"crop")) == b"crop"


def test_a_missing_blob_is_named_with_the_way_out(tmp_path: Path) -> None:
    store = BlobStore(UPath(tmp_path))
    assert not store.has("ab" * 32)
    with pytest.raises(StoreError, match="missing; run figure_candidates again"):
        store.get("ab" * 32)


def test_a_blob_whose_bytes_changed_is_refused(tmp_path: Path) -> None:
    store = BlobStore(UPath(tmp_path))
    sha256 = store.put(b"crop")
    Path(str(store.path(sha256))).write_bytes(b"other")
    with pytest.raises(StoreError, match="bytes changed"):
        store.get(sha256)


def test_what_no_row_names_and_what_is_gone_is_none(tmp_path: Path) -> None:
    store = BlobStore(UPath(tmp_path))
    sha256 = store.put(b"1")
    assert store.get_if_stored(sha256) == b"1"
    assert store.get_if_stored(None) is None
    assert store.get_if_stored("0" * 64) is None
