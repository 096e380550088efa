"""Frozen evaluation splits as files: `<folder>/<benchmark>/<name>.v<version>.json`, written once.

Refuses to overwrite one: a file that is there stays as it is, and is read back as it is.
"""

from __future__ import annotations

import hashlib
import os
import uuid
from pathlib import Path

from pydantic import ValidationError

from scidoc_assets.schemas.quality_metrics import SplitManifest
from scidoc_assets.storage.parquet import StoreError, explain_write_error


def read_frozen(folder: Path) -> list[SplitManifest]:
    """All frozen splits by path. Raises StoreError naming a file that is no manifest."""
    return [_read(path) for path in _files(folder)]


def frozen_digest(folder: Path) -> str:
    """One digest over all manifests, for freshness."""
    return ";".join(
        f"{path.parent.name}/{path.name}:{hashlib.sha256(path.read_bytes()).hexdigest()}"
        for path in _files(folder)
    )


def freeze(folder: Path, split: SplitManifest) -> None:
    """Write a manifest under a name that is not taken. Raises StoreError when it is, or on disk
    faults."""
    path = folder / split.benchmark / f"{split.name}.v{split.version}.json"
    part = path.with_name(f".{path.name}.{uuid.uuid4().hex}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(split.model_dump_json(indent=1) + "\n", encoding="utf-8")
        # A link fails where a rename would replace: two runs cannot freeze one name differently.
        os.link(part, path)
    except FileExistsError as error:
        raise StoreError(f"split {path}: already frozen; give the split another version") from error
    except OSError as error:
        raise StoreError(explain_write_error(path, error)) from error
    finally:
        part.unlink(missing_ok=True)


def _files(folder: Path) -> list[Path]:
    return sorted(p for p in folder.glob("*/*.json") if not p.name.startswith("."))


def _read(path: Path) -> SplitManifest:
    try:
        return SplitManifest.model_validate_json(path.read_text(encoding="utf-8"))
    except (ValidationError, UnicodeDecodeError) as error:
        raise StoreError(
            f"split {path}: not a split manifest; restore the file or move it away"
        ) from error
