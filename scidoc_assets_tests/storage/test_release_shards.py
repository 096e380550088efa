"""Shards stay small in rows and in bytes, and say what their image columns are."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from scidoc_assets.storage import release_shards
from scidoc_assets.storage.release_shards import (
    IMAGES,
    ROW_GROUP,
    SHARD_ROWS,
    Shards,
    image_cell,
    shard_schema,
    text_columns,
)

SCHEMA = shard_schema({**text_columns("id"), "score": pa.float64(), "images": IMAGES})


def write(root: Path, rows: int, picture_bytes: int = 0) -> list[pq.ParquetFile]:
    with ExitStack() as stack:
        shards = Shards(root, {"rows": SCHEMA}, stack)
        for number in range(rows):
            cell = image_cell(f"{number}.png", b"x" * picture_bytes)
            row = {"id": str(number), "score": 0.5, "images": [cell]}
            shards.put("rows", "test", row, picture_bytes)
    return [pq.ParquetFile(p) for p in sorted(root.rglob("*.parquet"))]


def test_row_groups_and_shards_end_at_their_number_of_rows(tmp_path: Path) -> None:
    first, second = write(tmp_path, SHARD_ROWS + 1)
    sizes = [first.metadata.row_group(i).num_rows for i in range(first.num_row_groups)]
    assert sizes == [ROW_GROUP] * (SHARD_ROWS // ROW_GROUP)
    assert second.metadata.num_rows == 1
    ids = [r["id"] for file in (first, second) for r in file.read().to_pylist()]
    assert ids == [str(i) for i in range(SHARD_ROWS + 1)]


def test_large_pictures_end_a_row_group_and_a_shard_before_their_rows_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(release_shards, "GROUP_BYTES", 1000)
    monkeypatch.setattr(release_shards, "SHARD_BYTES", 3000)
    files = write(tmp_path, 8, picture_bytes=500)
    assert [f.metadata.num_rows for f in files] == [6, 2]
    assert [files[0].metadata.row_group(i).num_rows for i in range(3)] == [2, 2, 2]


def test_image_columns_are_declared_for_the_loader(tmp_path: Path) -> None:
    (file,) = write(tmp_path, 1)
    about = json.loads((file.schema_arrow.metadata or {})[b"huggingface"])
    assert about["info"]["features"] == {
        "id": {"dtype": "string", "_type": "Value"},
        "score": {"dtype": "float64", "_type": "Value"},
        "images": [{"_type": "Image"}],
    }


def test_a_table_that_was_not_declared_is_refused(tmp_path: Path) -> None:
    with ExitStack() as stack, pytest.raises(KeyError):
        Shards(tmp_path, {}, stack).put("other", "test", {}, 0)
