"""Folders that `scidoc import` keeps: their names and their list.

An import replaces an earlier one of its name as a whole (`replaced_folder`). Refuses names that
are no plain folder names.
"""

from __future__ import annotations

import re
from pathlib import Path

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
