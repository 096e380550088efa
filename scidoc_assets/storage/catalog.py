"""The query side: a versioned DuckDB file of views over the store, published whole.

Writers never share a DuckDB file: each build makes a new one and swaps a pointer file; readers
open read-only. Only DuckDB calls that 1.5 and 2.0 share are used.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
from upath import UPath

from scidoc_assets.storage.parquet import write_bytes

POINTER = "current.json"
STORAGE_VERSION = "v1.2.0"
KEPT_VERSIONS = 3


class CatalogError(Exception):
    """There is no catalogue, or a query failed; the message is for the user."""


class NothingStoredError(CatalogError):
    """There is no catalogue yet, or no such table in it."""


@dataclass(frozen=True)
class QueryResult:
    """Column names and rows of a query."""

    columns: list[str]
    rows: list[tuple[Any, ...]]

    def records(self) -> list[dict[str, Any]]:
        """Rows as JSON-ready objects: dates as ISO text, not-a-number as null."""
        return [dict(zip(self.columns, map(_plain, row), strict=True)) for row in self.rows]


@dataclass(frozen=True)
class BuiltCatalog:
    """A published catalogue; `left_out` names views that their tables do not fit, with the cause."""

    path: Path
    left_out: tuple[str, ...] = ()


def build_catalog(
    folder: Path, tables: Mapping[str, UPath], extra: Mapping[str, str]
) -> BuiltCatalog:
    """Make a new catalogue file with one view per table and swap it in.

    `tables` maps a view name to the table's folder. A view reads whatever partitions lie there, so
    a partition made later shows without a rebuild; folders without files are left out, because
    DuckDB cannot read nothing. `extra` maps a view name to SQL over those views; one whose tables
    are not there yet is left out too, and one that asks for a column which a table made by an
    earlier version does not have.
    """
    folder.mkdir(parents=True, exist_ok=True)
    number = _next_number(folder)
    path = folder / f"catalog-{number:06d}.duckdb"
    left_out: list[str] = []
    with duckdb.connect(
        str(path), config={"storage_compatibility_version": STORAGE_VERSION}
    ) as con:
        made = {name for name, table in tables.items() if has_files(table)}
        for name in sorted(made):
            source = f"read_parquet({_literal(tables[name])})"
            con.execute(f'CREATE VIEW "{name}" AS SELECT * FROM {source}')
        for name, sql in extra.items():
            if made.issuperset(_tables_in(sql, tables)):
                left_out += _unfit_view(con, name, sql)
    write_bytes(UPath(folder / POINTER), json.dumps({"file": path.name}).encode())
    _forget_old(folder, number)
    return BuiltCatalog(path, tuple(left_out))


def _unfit_view(con: duckdb.DuckDBPyConnection, name: str, sql: str) -> list[str]:
    """Make a view; why it does not fit its tables, if so."""
    try:
        con.execute(f'CREATE VIEW "{name}" AS {sql}')
    except duckdb.BinderException as error:
        cause = str(error).splitlines()[0]
        return [f"{name}: {cause} (a table of an earlier version: `scidoc run` makes it again)"]
    return []


def has_files(table: UPath) -> bool:
    """Whether a table's folder holds at least one stored partition."""
    return table.exists() and next(iter(table.rglob("part.parquet")), None) is not None


def _literal(table: UPath) -> str:
    pattern = str(table / "**" / "part.parquet").replace("'", "''")
    return f"'{pattern}', union_by_name=true, hive_partitioning=false"


def _tables_in(sql: str, tables: Mapping[str, UPath]) -> set[str]:
    return set(re.findall(r"[a-z0-9_]+", sql)) & set(tables)


def _next_number(folder: Path) -> int:
    numbers = [int(p.stem.split("-")[1]) for p in folder.glob("catalog-*.duckdb")]
    return max(numbers, default=0) + 1


def _forget_old(folder: Path, number: int) -> None:
    for path in folder.glob("catalog-*.duckdb"):
        if int(path.stem.split("-")[1]) <= number - KEPT_VERSIONS:
            path.unlink(missing_ok=True)


def broken_views(connection: duckdb.DuckDBPyConnection) -> list[str]:
    """Views of an open catalogue that cannot be read, each with DuckDB's reason."""
    broken = []
    for (name,) in connection.execute("SHOW TABLES").fetchall():
        try:
            connection.execute(f'SELECT * FROM "{name}" LIMIT 1').fetchall()
        except duckdb.Error as error:
            broken.append(f"{name}: {str(error).splitlines()[0]}")
    return broken


def current_catalog(folder: Path) -> Path:
    """Path of the published catalogue. Raises CatalogError with the way out."""
    pointer = folder / POINTER
    if not pointer.exists():
        raise NothingStoredError("no catalogue yet: `scidoc run` builds it")
    try:
        path = folder / str(json.loads(pointer.read_bytes())["file"])
    except (ValueError, KeyError, TypeError) as error:
        raise CatalogError(f"{pointer}: damaged; delete it and `scidoc run` builds it") from error
    if not path.exists():
        raise CatalogError(
            f"catalogue {path.name} is gone: `scidoc run --select catalog` builds it again"
        )
    return path


def query(folder: Path, sql: str) -> QueryResult:
    """Run SQL read-only over the published catalogue.

    Raises NothingStoredError without a catalogue or for a table that is not in it, CatalogError with
    DuckDB's message for any other fault.
    """
    path = current_catalog(folder)
    try:
        with duckdb.connect(str(path), read_only=True) as con:
            relation = con.sql(sql)
            if relation is None:
                return QueryResult([], [])
            return QueryResult(list(relation.columns), relation.fetchall())
    except duckdb.CatalogException as error:
        raise NothingStoredError(f"{error}\n`SHOW TABLES` lists what is there") from error
    except duckdb.IOException as error:
        raise CatalogError(
            f"{error}\nif the project was moved or files were deleted, `scidoc run --select "
            "catalog` builds the catalogue again"
        ) from error
    except duckdb.Error as error:
        raise CatalogError(str(error)) from error


def _plain(value: Any) -> Any:
    if isinstance(value, float) and value != value:
        return None
    if isinstance(value, (datetime, date)):
        return value.isoformat()
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    return value
