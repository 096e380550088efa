"""The one list of tables: asset name -> row model, key, partitions, group.

The asset, its Parquet file, its catalogue view, its key check and its docs all derive from here.
Specs lie in one file per stage group; their order is that of the stages in `defs/stages.py`.
"""

from __future__ import annotations

from scidoc_assets.schemas.audit_tables import AUDIT_SPECS
from scidoc_assets.schemas.paper_tables import ARGUMENT_SPECS, PAPER_SPECS
from scidoc_assets.schemas.quality_tables import QUALITY_SPECS
from scidoc_assets.schemas.reasoning_tables import REASONING_SPECS
from scidoc_assets.schemas.release_tables import RELEASE_SPECS
from scidoc_assets.schemas.review_tables import REVIEW_SPECS
from scidoc_assets.schemas.table_spec import (
    BY_MODEL,
    DIMENSIONS,
    MAY_BE_ABSENT,
    MODEL,
    NONE,
    RUN,
    SHARD,
    PartitionKind,
    TableSpec,
)
from scidoc_assets.schemas.training_tables import TRAINING_SPECS, WORKFLOW_SPECS

__all__ = [
    "BY_MODEL",
    "DIMENSIONS",
    "MAY_BE_ABSENT",
    "MODEL",
    "NONE",
    "RUN",
    "SHARD",
    "TABLES",
    "PartitionKind",
    "TableSpec",
]

_SPECS = (
    *PAPER_SPECS,
    *QUALITY_SPECS,
    *ARGUMENT_SPECS,
    *REASONING_SPECS,
    *AUDIT_SPECS,
    *REVIEW_SPECS,
    *WORKFLOW_SPECS,
    *TRAINING_SPECS,
    *RELEASE_SPECS,
)

TABLES: dict[str, TableSpec] = {spec.name: spec for spec in _SPECS}
