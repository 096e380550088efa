"""Tables of releases: the files that left, one row each (see `tables.py`)."""

from __future__ import annotations

from scidoc_assets.schemas import releases
from scidoc_assets.schemas.table_spec import NONE, TableSpec

_KEY = ("release_id", "path")

RELEASE_SPECS = (
    TableSpec(
        "benchmark_release",
        releases.ReleasedFile,
        _KEY,
        NONE,
        "releases",
        "Files of the released benchmarks: shards, lines, pictures, card, Croissant description.",
    ),
    TableSpec(
        "training_release",
        releases.ReleasedFile,
        _KEY,
        NONE,
        "releases",
        "Files of the released training samples, in their SFT and RL forms.",
    ),
)
