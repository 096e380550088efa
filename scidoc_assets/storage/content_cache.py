"""What was computed from one content (a PDF, a crop) under one set of options: made once, kept.

`cache/<stage>/<version>/<sha[:2]>/<sha>.parquet`. Deleting the folder costs time, never data.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from upath import UPath

from scidoc_assets.schemas.geometry import Row
from scidoc_assets.storage.parquet import StoreError, read_rows, write_rows

R = TypeVar("R", bound=Row)


def options_hash(*parts: object) -> str:
    """A short hash of JSON-ready options, for the version folder of a cache."""
    text = json.dumps(parts, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class ContentCache:
    """Rows by content hash, for one stage and one version of its options."""

    def __init__(self, root: Path, stage: str, version: str) -> None:
        self._folder = UPath(root / stage / version)
        self._version = version

    def _path(self, sha256: str) -> UPath:
        return self._folder / sha256[:2] / f"{sha256}.parquet"

    def get(self, sha256: str, model: type[R]) -> list[R] | None:
        """Cached rows, or None when nothing usable is cached (a damaged entry is made again)."""
        if not self._path(sha256).exists():
            return None
        try:
            return read_rows(self._path(sha256), model)
        except StoreError:
            return None

    def put(self, sha256: str, rows: Sequence[Row], model: type[Row]) -> None:
        """Keep rows. Raises StoreError when the cache cannot be written."""
        write_rows(self._path(sha256), rows, model, self._version)
