"""Rows of a table as they are stored, for what runs outside a Dagster run."""

from __future__ import annotations

from typing import TypeVar

from scidoc_assets.defs.partitions import partitions_of
from scidoc_assets.defs.project import Project, known_table
from scidoc_assets.schemas.geometry import Row
from scidoc_assets.storage.parquet import read_rows

R = TypeVar("R", bound=Row)


def rows_in_store(project: Project, table: str, model: type[R]) -> list[R]:
    """Rows of every stored partition in key order; partitions that were never made hold none.

    Raises StoreError for a damaged or foreign file.
    """
    spec = known_table(table)
    paths = [project.table_path(spec, k) for k in partitions_of(project.settings).keys(spec)]
    return [row for path in paths if path.exists() for row in read_rows(path, model)]
