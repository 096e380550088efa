"""Folders that `scidoc import` keeps: their names, their list, and how one is put in place.

An import replaces an earlier one of its name as a whole: readers see the old folder or the new one,
never parts, and a failed write leaves the old one. Refuses names that are no plain folder names.
"""

from __future__ import annotations

import os
import re
import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scidoc_assets.storage.parquet import StoreError, explain_write_error

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")


class BundleError(Exception):
    """A folder cannot be imported; names file, line, field and reason. Nothing was stored."""


def import_name(folder: Path, reserved: str | None = None) -> str:
    """The name that a folder's import gets: its own. Raises BundleError for an unusable one."""
    name = folder.resolve().name
    if not _NAME.fullmatch(name) or name == reserved:
        taken = f" (not {reserved!r}, our own benchmark)" if reserved else ""
        raise BundleError(
            f"{name!r} cannot name an import: letters, digits, . _ -{taken}; rename the folder"
        )
    return name


def imported_folders(root: Path) -> list[Path]:
    """Folders of all imports below `root`, by name; none where nothing was imported."""
    if not root.is_dir():
        return []
    return sorted(p for p in root.iterdir() if p.is_dir() and not p.name.startswith("."))


@contextmanager
def replaced_folder(target: Path) -> Iterator[Path]:
    """An empty folder to fill, which takes the place of `target` when the block ends well.

    Raises StoreError when something cannot be written; then `target` is as it was.
    """
    stem = target.with_name(f".{target.name}.{uuid.uuid4().hex}")
    part, old = stem.with_suffix(".part"), stem.with_suffix(".old")
    try:
        part.mkdir(parents=True)
        yield part
        if target.exists():
            os.replace(target, old)
        os.replace(part, target)
    except OSError as error:
        if old.exists() and not target.exists():
            os.replace(old, target)
        raise StoreError(explain_write_error(target, error)) from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)
