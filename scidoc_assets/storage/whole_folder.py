"""A folder written as a whole: readers see the old one or the new one, never parts.

What a killed writer left is cleared by the next one, and the old folder put back where the writer
was killed between the two renames. Refuses nothing; failures of the disk are StoreErrors.
"""

from __future__ import annotations

import os
import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from scidoc_assets.storage.parquet import StoreError, explain_write_error


@contextmanager
def replaced_folder(target: Path) -> Iterator[Path]:
    """An empty folder to fill, which takes the place of `target` when the block ends well.

    Raises StoreError when something cannot be written; then `target` is as it was.
    """
    _clear_left_overs(target)
    mark = f".{target.name}.{os.getpid()}-{uuid.uuid4().hex}"
    part, old = target.with_name(f"{mark}.part"), target.with_name(f"{mark}.old")
    try:
        part.mkdir(parents=True)
        yield part
        if target.exists():
            os.replace(target, old)
        os.replace(part, target)
    except OSError as error:
        _put_back(old, target)
        raise StoreError(explain_write_error(target, error)) from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)


def _clear_left_overs(target: Path) -> None:
    for left in target.parent.glob(f".{target.name}.*-*"):
        writer, _, rest = left.name.removeprefix(f".{target.name}.").partition("-")
        if not writer.isdecimal() or psutil.pid_exists(int(writer)):
            continue
        if rest.endswith(".old"):
            _put_back(left, target)
        if rest.endswith((".old", ".part")):
            shutil.rmtree(left, ignore_errors=True)


def _put_back(old: Path, target: Path) -> None:
    if old.exists() and not target.exists():
        os.replace(old, target)
