"""Tables on disk: one Parquet file per partition, written whole or not at all.

Each file carries what it was made from (`fingerprint`) and what it holds (`digest`), so that a
planner can tell, from footers alone, what must be made again. Refuses missing and foreign files.
"""

from __future__ import annotations

import errno
import hashlib
import os
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import pyarrow as pa
import pyarrow.parquet as pq
from upath import UPath

from scidoc_assets.schemas.geometry import Row
from scidoc_assets.storage.arrow_schema import arrow_schema

R = TypeVar("R", bound=Row)
_TABLE, _FINGERPRINT, _DIGEST = b"scidoc.table", b"scidoc.fingerprint", b"scidoc.digest"


class StoreError(Exception):
    """A stored table cannot be read or written; the message names the file and the way out."""


@dataclass(frozen=True)
class StoredTable:
    """Footer facts of a stored partition."""

    rows: int
    fingerprint: str
    digest: str


def to_arrow(rows: Sequence[Row], model: type[Row]) -> pa.Table:
    """Rows as an Arrow table of the model's schema. Raises StoreError naming row and field."""
    schema = arrow_schema(model)
    try:
        table = pa.Table.from_pylist([row.model_dump(mode="python") for row in rows], schema=schema)
    except (pa.ArrowInvalid, pa.ArrowTypeError) as error:
        raise StoreError(f"{model.__name__}: a row does not fit its schema: {error}") from error
    for field in schema:
        if not field.nullable and table.column(field.name).null_count:
            raise StoreError(f"{model.__name__}.{field.name}: null in a required column")
    return table


def rows_digest(table: pa.Table) -> str:
    """SHA-256 over the table's Arrow IPC bytes without metadata: equal rows, equal digest."""
    sink = pa.BufferOutputStream()
    plain = table.replace_schema_metadata(None).combine_chunks()
    with pa.ipc.new_stream(sink, plain.schema) as writer:
        writer.write_table(plain)
    return hashlib.sha256(sink.getvalue()).hexdigest()


def write_rows(path: UPath, rows: Sequence[Row], model: type[Row], fingerprint: str) -> StoredTable:
    """Store one partition: zstd, temporary file, fsync, replace. Raises StoreError."""
    table = to_arrow(rows, model)
    digest = rows_digest(table)
    metadata = {
        _TABLE: model.__name__.encode(),
        _FINGERPRINT: fingerprint.encode(),
        _DIGEST: digest.encode(),
    }
    sink = pa.BufferOutputStream()
    pq.write_table(table.replace_schema_metadata(metadata), sink, compression="zstd")
    write_bytes(path, sink.getvalue().to_pybytes())
    return StoredTable(len(rows), fingerprint, digest)


def write_bytes(path: UPath, data: bytes) -> None:
    """Put bytes at `path` whole or not at all (local: temporary file, fsync, replace).

    Raises StoreError with the cause (disk full, read-only, no permission) and the way out.
    """
    try:
        if path.protocol not in ("", "file", "local"):
            path.write_bytes(data)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f".{path.name}.{uuid.uuid4().hex}.part")
        try:
            with open(str(part), "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(str(part), str(path))
        finally:
            if part.exists():
                part.unlink()
    except OSError as error:
        raise StoreError(explain_write_error(path, error)) from error


def explain_write_error(path: UPath | Path, error: OSError) -> str:
    """The cause of a failed write (disk full, not writable, other) and the way out, for the user."""
    if error.errno == errno.ENOSPC:
        return f"{path}: disk full; nothing was lost, free space and run again"
    if error.errno in (errno.EACCES, errno.EROFS, errno.EPERM):
        return f"{path}: store is not writable; nothing was lost, give write access and run again"
    return f"{path}: cannot be written: {error.strerror or error}"


def read_rows(path: UPath, model: type[R]) -> list[R]:
    """All rows of a stored partition. Raises StoreError when missing, damaged or of another table."""
    table = read_table(path, model)
    return [model.model_validate(item) for item in table.to_pylist(maps_as_pydicts="strict")]


def read_table(path: UPath, model: type[Row]) -> pa.Table:
    """A stored partition as Arrow. Raises StoreError as `read_rows` does."""
    stored = _footer(path)
    if stored is None:
        raise StoreError(
            f"{path}: not there: not made yet, or lost since; `scidoc run` makes it (in Dagster's "
            "UI, run that partition)"
        )
    name = (stored.metadata or {}).get(_TABLE, b"").decode()
    if name != model.__name__:
        raise StoreError(
            f"{path}: holds {name or 'a foreign table'}, not {model.__name__}; move it away"
        )
    with path.open("rb") as file:
        return pq.read_table(file)


def stored_table(path: UPath) -> StoredTable | None:
    """Footer facts, or None where nothing is stored. Raises StoreError on a damaged file."""
    footer = _footer(path)
    if footer is None:
        return None
    metadata = footer.metadata or {}
    return StoredTable(
        footer.num_rows,
        metadata.get(_FINGERPRINT, b"").decode(),
        metadata.get(_DIGEST, b"").decode(),
    )


def _footer(path: UPath) -> pq.FileMetaData | None:
    try:
        with path.open("rb") as file:
            return pq.read_metadata(file)
    except FileNotFoundError:
        return None
    except pa.ArrowInvalid as error:
        raise StoreError(
            f"{path}: damaged ({error}); delete it and run that partition again"
        ) from error
