"""Imported benchmark bundles: read without a fault first, then copied into the project as a whole.

A bundle is a folder of `tasks.jsonl`, `responses.jsonl`, `labels.jsonl` (spec interchange.md); the
benchmark takes the folder's name. Refuses a bundle with any bad line; nothing of it is stored.
"""

from __future__ import annotations

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
from scidoc_assets.storage.imported_folders import (
    BundleError,
    import_name,
    imported_folders,
)
from scidoc_assets.storage.whole_folder import replaced_folder


def add_bundle(imports: Path, bundle: Path) -> ImportedBundle:
    """Import a bundle folder, replacing an earlier import of that name; returns what came in.

    Raises BundleError on bad lines or a name that cannot be used, StoreError when not writable.
    """
    name = import_name(bundle, BENCHMARK)
    files = _bytes_of(bundle)
    try:
        found = parse_bundle(name, files)
    except BundleRefused as refused:
        raise BundleError(str(refused)) from refused
    with replaced_folder(imports / name) as part:
        for file, data in files.items():
            (part / file).write_bytes(data)
    return found


def _bytes_of(bundle: Path) -> dict[str, bytes]:
    return {name: (bundle / name).read_bytes() for name in FILES if (bundle / name).is_file()}


def bundle_names(imports: Path) -> list[str]:
    """Benchmarks that were imported, by name."""
    return [p.name for p in imported_folders(imports)]


def bundles_digest(imports: Path) -> str:
    """One digest over all imported bundles, for freshness."""
    return ";".join(f"{p.name}:{bundle_digest(_bytes_of(p))}" for p in imported_folders(imports))


def read_bundles(imports: Path) -> list[ImportedBundle]:
    """All imported bundles by name. Raises BundleError when one was damaged since its import."""
    try:
        return [_parsed(str(p), bundle_digest(_bytes_of(p))) for p in imported_folders(imports)]
    except BundleRefused as refused:
        raise BundleError(str(refused)) from refused


@lru_cache(maxsize=8)
def _parsed(folder: str, digest: str) -> ImportedBundle:
    path = Path(folder)
    return parse_bundle(path.name, _bytes_of(path))
