"""Parquet through Dagster: one file per partition, read back as rows of the table's model.

A file that is recorded as made but missing or foreign is a permanent failure that names it
(retries would not bring it back). Model partitions that were never run read as no rows: a model
without a key must not stop the others, and what is missing is counted by the metrics.
"""

from __future__ import annotations

from typing import Any

import dagster as dg
from upath import UPath

from scidoc_assets.defs.project import Project, known_table
from scidoc_assets.schemas.geometry import Row
from scidoc_assets.schemas.tables import MAY_BE_ABSENT, TableSpec
from scidoc_assets.storage.parquet import StoreError, read_rows, stored_table, write_rows


class TableIOManager(dg.IOManager):
    """Stores what a stage returned; see the module's docstring."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._kept: dict[str, tuple[str, list[Row]]] = {}

    def handle_output(self, context: dg.OutputContext, obj: Any) -> None:
        """Write a StageOutput whole or not at all."""
        spec = known_table(context.asset_key.path[-1])
        key = context.asset_partition_key if context.has_asset_partitions else None
        path = self._project.table_path(spec, key)
        try:
            stored = write_rows(path, obj.rows, spec.row, obj.fingerprint)
        except StoreError as error:
            raise dg.Failure(str(error), allow_retries=False) from error
        context.add_output_metadata(
            {"dagster/row_count": stored.rows, "digest": stored.digest, "path": str(path)}
        )

    def load_input(self, context: dg.InputContext) -> list[Row]:
        """Rows of every upstream partition that the downstream partition reads, in key order."""
        spec = known_table(context.asset_key.path[-1])
        keys = list(context.asset_partition_keys) if context.has_asset_partitions else [None]
        # Every partition of the run reads all of these: a worker reads them once (half of its time).
        is_shared = context.has_partition_key and len(keys) > 1
        rows: list[Row] = []
        for key in keys:
            path = self._project.table_path(spec, key)
            if spec.partitions in MAY_BE_ABSENT and not path.exists():
                continue
            try:
                rows.extend(self._rows(path, spec, is_shared))
            except StoreError as error:
                raise dg.Failure(str(error), allow_retries=False) from error
        return rows

    def _rows(self, path: UPath, spec: TableSpec, is_shared: bool) -> list[Row]:
        stored = stored_table(path) if is_shared else None
        if stored is None:
            return read_rows(path, spec.row)
        digest, rows = self._kept.get(str(path), ("", []))
        if digest != stored.digest:
            rows = read_rows(path, spec.row)
            self._kept[str(path)] = (stored.digest, rows)
        return rows
