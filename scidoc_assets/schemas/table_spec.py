"""What a table is: its row model, key, partitions and group.

Partition kinds and their dimensions live here too; the tables themselves are in `tables.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scidoc_assets.schemas.geometry import Row

PartitionKind = Literal["shard", "model_setting", "workflow_setting", "run", "subtask", "none"]
SHARD: PartitionKind = "shard"
MODEL: PartitionKind = "model_setting"
RUN: PartitionKind = "run"
WORKFLOW: PartitionKind = "workflow_setting"
SUBTASK: PartitionKind = "subtask"
NONE: PartitionKind = "none"

# Dimensions of a partition key, in the (alphabetical) order of its parts.
DIMENSIONS: dict[PartitionKind, tuple[str, ...]] = {
    "none": (),
    "shard": ("shard",),
    "model_setting": ("model", "setting"),
    "workflow_setting": ("model", "setting"),
    "run": ("run",),
    "subtask": ("subtask",),
}
# Kinds whose partitions may be absent: a model without a key must not stop the others.
MAY_BE_ABSENT: frozenset[PartitionKind] = frozenset(
    {"model_setting", "workflow_setting", "run", "subtask"}
)
# Kinds of `model|setting` keys.
BY_MODEL: frozenset[PartitionKind] = frozenset({"model_setting", "workflow_setting"})


@dataclass(frozen=True)
class TableSpec:
    """One stored table. `key` columns together are unique; `about` is the asset's description."""

    name: str
    row: type[Row]
    key: tuple[str, ...]
    partitions: PartitionKind
    group: str
    about: str
