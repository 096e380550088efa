"""Imported benchmark bundles: read without a fault first, then copied into the project as a whole.

A bundle is a folder of `tasks.jsonl`, `responses.jsonl`, `labels.jsonl` (spec interchange.md); the
benchmark takes the folder's name. Refuses a bundle with any bad line; nothing of it is stored.
"""

from __future__ import annotations

import os
import re
import shutil
import uuid
from functools import lru_cache
from pathlib import Path

from scidoc_assets.domain.imports.bundle import (
    FILES,
    BundleRefused,
    ImportedBundle,
    bundle_digest,
    parse_bundle,
)
from scidoc_assets.domain.tasks.building import BENCHMARK
from scidoc_assets.storage.parquet import StoreError, explain_write_error


class BundleError(Exception):
    """A bundle cannot be imported; names file, line, field and reason. Nothing was stored."""


def add_bundle(imports: Path, bundle: Path) -> str:
    """Import a bundle folder, replacing an earlier import of that name; returns the benchmark.

    Raises BundleError on bad lines or a name that cannot be used, StoreError when not writable.
    """
    name = bundle.resolve().name
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_.-]*", name) or name == BENCHMARK:
        raise BundleError(
            f"{name!r} cannot name a benchmark: letters, digits, . _ - (not {BENCHMARK!r})"
        )
    files = _bytes_of(bundle)
    try:
        parse_bundle(name, files)
    except BundleRefused as refused:
        raise BundleError(str(refused)) from refused
    target, part = imports / name, imports / f".{name}.{uuid.uuid4().hex}.part"
    try:
        part.mkdir(parents=True)
        for file, data in files.items():
            (part / file).write_bytes(data)
        shutil.rmtree(target, ignore_errors=True)
        os.replace(part, target)
    except OSError as error:
        shutil.rmtree(part, ignore_errors=True)
        raise StoreError(explain_write_error(target, error)) from error
    return name


def _bytes_of(bundle: Path) -> dict[str, bytes]:
    return {name: (bundle / name).read_bytes() for name in FILES if (bundle / name).is_file()}


def bundle_names(imports: Path) -> list[str]:
    """Benchmarks that were imported, by name."""
    return [p.name for p in _folders(imports)]


def bundles_digest(imports: Path) -> str:
    """One digest over all imported bundles, for freshness."""
    return ";".join(f"{p.name}:{bundle_digest(_bytes_of(p))}" for p in _folders(imports))


def read_bundles(imports: Path) -> list[ImportedBundle]:
    """All imported bundles by name. Raises BundleError when one was damaged since its import."""
    try:
        return [_parsed(str(p), bundle_digest(_bytes_of(p))) for p in _folders(imports)]
    except BundleRefused as refused:
        raise BundleError(str(refused)) from refused


@lru_cache(maxsize=8)
def _parsed(folder: str, digest: str) -> ImportedBundle:
    path = Path(folder)
    return parse_bundle(path.name, _bytes_of(path))


def _folders(imports: Path) -> list[Path]:
    if not imports.is_dir():
        return []
    return sorted(p for p in imports.iterdir() if p.is_dir() and not p.name.startswith("."))
