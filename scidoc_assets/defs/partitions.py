"""Partitions: shards of papers by sha256 prefix, and model x setting. Static, from configuration."""

from __future__ import annotations

from dataclasses import dataclass

import dagster as dg

from scidoc_assets.schemas.settings import Settings
from scidoc_assets.schemas.tables import TableSpec


@dataclass(frozen=True)
class Partitions:
    """Partition keys of the project. A model key reads `model|setting` (Dagster's multi-key form)."""

    shards: tuple[str, ...]
    models: tuple[str, ...]
    settings: tuple[str, ...]

    def keys(self, spec: TableSpec) -> list[str | None]:
        """Every partition key of a table; [None] for an unpartitioned one."""
        if spec.partitions == "shard":
            return list(self.shards)
        if spec.partitions == "model_setting":
            return [f"{model}|{setting}" for model in self.models for setting in self.settings]
        return [None]

    def definition(self, spec: TableSpec) -> dg.PartitionsDefinition | None:
        """Dagster's partitions definition of a table."""
        if spec.partitions == "shard":
            return dg.StaticPartitionsDefinition(list(self.shards))
        if spec.partitions == "model_setting":
            return dg.MultiPartitionsDefinition(
                {
                    "model": dg.StaticPartitionsDefinition(list(self.models)),
                    "setting": dg.StaticPartitionsDefinition(list(self.settings)),
                }
            )
        return None


def partitions_of(settings: Settings) -> Partitions:
    """Keys from configuration: `shards` hex prefixes, models and settings in file order."""
    count = settings.corpus.shards
    width = 2
    step = 256 // count
    return Partitions(
        shards=tuple(f"{i * step:0{width}x}" for i in range(count)),
        models=tuple(m.model_id for m in settings.models.models),
        settings=tuple(settings.models.settings),
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
