"""Frozen splits: written once, read back equal, never replaced."""

from __future__ import annotations

from pathlib import Path

import pytest

from scidoc_assets.domain.quality.splits import build_split
from scidoc_assets.storage.frozen_splits import freeze, frozen_digest, read_frozen
from scidoc_assets.storage.parquet import StoreError
from scidoc_assets_tests.domain.quality.rows_by_hand import gold

SPLIT = build_split("eval", [gold(f"p{i}__fig0001", 6.0) for i in range(6)], 4)


def test_a_frozen_split_is_read_back_equal(tmp_path: Path) -> None:
    freeze(tmp_path, SPLIT)
    assert read_frozen(tmp_path) == [SPLIT]
    assert [p.name for p in (tmp_path / "b").iterdir()] == ["eval.v1.json"]


def test_a_frozen_split_is_never_replaced(tmp_path: Path) -> None:
    freeze(tmp_path, SPLIT)
    with pytest.raises(StoreError, match="already frozen"):
        freeze(tmp_path, SPLIT.model_copy(update={"seed": 9}))
    assert read_frozen(tmp_path) == [SPLIT]


def test_an_edit_changes_the_digest_and_a_foreign_file_is_named(tmp_path: Path) -> None:
    freeze(tmp_path, SPLIT)
    before = frozen_digest(tmp_path)
    path = tmp_path / "b" / "eval.v1.json"
    path.write_text("{}", encoding="utf-8")
    assert frozen_digest(tmp_path) != before
    with pytest.raises(StoreError, match=r"eval\.v1\.json: not a split manifest"):
        read_frozen(tmp_path)


def test_a_folder_that_is_not_there_holds_no_splits(tmp_path: Path) -> None:
    assert read_frozen(tmp_path / "none") == []
