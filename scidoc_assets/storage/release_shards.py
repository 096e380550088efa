"""Parquet shards of a release: small row groups, since images are inside, and loader features.

Refuses rows of a table that was not declared. Limits hold for rows and for bytes of pictures, as
readers refuse row groups of some hundred megabytes (bug log B36).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from scidoc_assets.domain.releases.card import DATA

ROW_GROUP, SHARD_ROWS = 100, 1000
GROUP_BYTES, SHARD_BYTES = 64_000_000, 480_000_000

TEXT, TEXTS = pa.string(), pa.list_(pa.string())
IMAGE = pa.struct({"bytes": pa.binary(), "path": pa.string()})
IMAGES = pa.list_(IMAGE)


def shard_schema(columns: Mapping[str, pa.DataType]) -> pa.Schema:
    """Arrow schema of a table; without its features the Hugging Face loader takes images as bytes."""
    features = {name: _feature(kind) for name, kind in columns.items()}
    about = json.dumps({"info": {"features": features}})
    fields = [pa.field(name, kind) for name, kind in columns.items()]
    return pa.schema(fields, metadata={"huggingface": about})


def text_columns(*names: str) -> dict[str, pa.DataType]:
    """Text columns of these names, in this order."""
    return dict.fromkeys(names, TEXT)


def image_cell(name: str, data: bytes) -> dict[str, Any]:
    """A picture as a cell of an image column."""
    return {"path": name, "bytes": data}


def _feature(kind: pa.DataType) -> Any:
    if pa.types.is_list(kind):
        return [_feature(kind.value_type)]
    if kind == IMAGE:
        return {"_type": "Image"}
    if pa.types.is_struct(kind):
        return {field.name: _feature(field.type) for field in kind.fields}
    # Arrow says `double`, the loader `float64`.
    return {"dtype": {"double": "float64"}.get(str(kind), str(kind)), "_type": "Value"}


@dataclass
class _Series:
    """The shards of one split of one table, as far as they are written."""

    waiting: list[dict[str, Any]] = field(default_factory=list)
    waiting_bytes: int = 0
    writer: pq.ParquetWriter | None = None
    shard: int = 0
    shard_rows: int = 0
    shard_bytes: int = 0


class Shards:
    """Writes `data/<table>/<split>-00000.parquet` and on, below a folder."""

    def __init__(self, root: Path, schemas: Mapping[str, pa.Schema], stack: ExitStack) -> None:
        self._root, self._schemas = root, schemas
        self._series: dict[tuple[str, str], _Series] = {}
        stack.callback(self.close)

    def put(self, table: str, split: str, row: Mapping[str, Any], picture_bytes: int) -> Path:
        """Add a row and return its shard's path; a full row group is written.

        Raises KeyError for a table without a schema.
        """
        schema = self._schemas[table]
        series = self._series.setdefault((table, split), _Series())
        if series.shard_rows >= SHARD_ROWS or series.shard_bytes >= SHARD_BYTES:
            self._end(series, schema)
        path = self._root / DATA / table / f"{split}-{series.shard:05d}.parquet"
        if series.writer is None:
            path.parent.mkdir(parents=True, exist_ok=True)
            series.writer = pq.ParquetWriter(path, schema, compression="zstd")
        series.waiting.append(dict(row))
        series.waiting_bytes += picture_bytes
        series.shard_rows += 1
        series.shard_bytes += picture_bytes
        if len(series.waiting) >= ROW_GROUP or series.waiting_bytes >= GROUP_BYTES:
            _flush(series, schema)
        return path

    def close(self) -> None:
        """Write what waits and close every shard."""
        for (table, _), series in self._series.items():
            self._end(series, self._schemas[table])

    def _end(self, series: _Series, schema: pa.Schema) -> None:
        if series.writer is None:
            return
        _flush(series, schema)
        series.writer.close()
        series.writer = None
        series.shard += 1
        series.shard_rows = series.shard_bytes = 0


def _flush(series: _Series, schema: pa.Schema) -> None:
    if series.writer is not None and series.waiting:
        series.writer.write_table(pa.Table.from_pylist(series.waiting, schema=schema))
    series.waiting = []
    series.waiting_bytes = 0
