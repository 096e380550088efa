"""Partitions: shards of papers by sha256 prefix, models x settings, runs, training subtasks.

Static, from configuration.

A key of two dimensions reads `a|b` with the dimensions in alphabetical order (Dagster's own form).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import get_args

import dagster as dg

from scidoc_assets.schemas.settings import Settings
from scidoc_assets.schemas.tables import PartitionKind, TableSpec
from scidoc_assets.schemas.training import TrainingSubtask

Dimensions = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Partitions:
    """Per kind of partitioning, its dimensions (alphabetical) with their values in order."""

    dimensions: Mapping[PartitionKind, Dimensions]

    def keys(self, spec: TableSpec) -> list[str | None]:
        """Every partition key of a table; [None] for an unpartitioned one."""
        if spec.partitions == "none":
            return [None]
        values = self.dimensions[spec.partitions].values()
        return ["|".join(parts) for parts in product(*values)]

    def definition(self, spec: TableSpec) -> dg.PartitionsDefinition | None:
        """Dagster's partitions definition of a table."""
        if spec.partitions == "none":
            return None
        static = {
            name: dg.StaticPartitionsDefinition(list(values))
            for name, values in self.dimensions[spec.partitions].items()
        }
        if len(static) == 1:
            return next(iter(static.values()))
        return dg.MultiPartitionsDefinition(static)  # type: ignore[arg-type]


def partitions_of(settings: Settings) -> Partitions:
    """Keys from configuration: hex prefixes for shards, models and settings in file order."""
    step = 256 // settings.corpus.shards
    return Partitions(
        {
            "shard": {"shard": tuple(f"{i:02x}" for i in range(0, 256, step))},
            "model_setting": {
                "model": tuple(m.model_id for m in settings.models.models),
                "setting": tuple(settings.models.settings),
            },
            "workflow_setting": {
                "model": tuple(m.model_id for m in settings.models.models),
                "setting": tuple(settings.workflow.settings),
            },
            "run": {"run": tuple(r.run_id for r in settings.runs.runs)},
            "subtask": {"subtask": get_args(TrainingSubtask)},
        }
    )


def shard_of(sha256: str, shards: int) -> str:
    """The shard key of a content hash: its first byte rounded down to the shard's first."""
    step = 256 // shards
    return f"{int(sha256[:2], 16) // step * step:02x}"


def upstream_keys(
    upstream: TableSpec, downstream: TableSpec, key: str | None, partitions: Partitions
) -> list[str | None]:
    """Partitions of `upstream` that one partition of `downstream` reads."""
    if upstream.partitions == downstream.partitions:
        return [key]
    return partitions.keys(upstream)


def partition_mapping(upstream: TableSpec, downstream: TableSpec) -> dg.PartitionMapping | None:
    """Dagster's mapping for the same rule; without AllPartitionMapping such a run fails."""
    if upstream.partitions == downstream.partitions or upstream.partitions == "none":
        return None
    return dg.AllPartitionMapping()
