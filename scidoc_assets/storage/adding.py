"""`scidoc add`: PDFs and their manifests into the corpus folder, by copy or link."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from upath import UPath

from scidoc_assets.storage.config import load_settings
from scidoc_assets.storage.corpus import MANIFESTS, read_manifest
from scidoc_assets.storage.latex_files import latex_files
from scidoc_assets.storage.parquet import StoreError, explain_write_error, write_bytes


def add_to_corpus(root: Path, paths: Sequence[Path], manifest: Path | None, link: bool) -> int:
    """Put files (or the PDFs below folders) under `<corpus>/<folder name>/`; returns their count.

    A folder's own `manifest.csv`/`.jsonl` comes along; `manifest` replaces it. LaTeX sources that it
    names below its own folder come along too. Raises ManifestError before anything is copied, StoreError when the corpus folder cannot be written.
    """
    corpus = root / load_settings(root / "data" / "config").corpus.folder
    manifests = (
        [manifest] if manifest else [p / m for p in paths for m in MANIFESTS if (p / m).is_file()]
    )
    for path in manifests:
        read_manifest(path)
    count = 0
    for path in paths:
        target = corpus / (path.resolve().name if path.is_dir() else "added")
        files = _pdfs_below(path)
        for file in files:
            relative = file.relative_to(path) if path.is_dir() else Path(file.name)
            _place(file, target / relative, link)
        count += len(files)
        for source in [manifest] if manifest else [path / m for m in MANIFESTS]:
            if source.is_file() and files:
                write_bytes(UPath(target / f"manifest{source.suffix}"), source.read_bytes())
                for file, relative in latex_files(source):
                    _place(file, target / relative, link)
    return count


def _pdfs_below(path: Path) -> list[Path]:
    if path.is_file():
        return [path] if path.suffix.lower() == ".pdf" else []
    return sorted(p for p in path.rglob("*") if p.suffix.lower() == ".pdf" and p.is_file())


def _place(source: Path, target: Path, link: bool) -> None:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if link:
            target.unlink(missing_ok=True)
            target.symlink_to(source.resolve())
            return
        part = target.with_name(f".{target.name}.part")
        shutil.copyfile(source, part)
        # Read-only sources (a mounted data set) must not make read-only copies.
        os.replace(part, target)
    except OSError as error:
        raise StoreError(explain_write_error(target, error)) from error
