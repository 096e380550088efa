"""`scidoc add`: PDFs and their manifests into the corpus folder, by copy or link."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from upath import UPath

from scidoc_assets.storage.config import load_settings
from scidoc_assets.storage.corpus import MANIFESTS, ManifestError, read_manifest
from scidoc_assets.storage.latex_files import latex_files
from scidoc_assets.storage.parquet import StoreError, explain_write_error, write_bytes


def add_to_corpus(root: Path, paths: Sequence[Path], manifest: Path | None, link: bool) -> int:
    """Put files (or the PDFs below folders) under `<corpus>/<folder name>/`; returns their count.

    A folder's own `manifest.csv`/`.jsonl` comes along; `manifest` replaces it. LaTeX sources that it
    names below its own folder come along too. A folder added again brings its files up to date; a
    single file never takes the place of another paper of its name. Raises ManifestError before
    anything is copied (also for two folders of one name), StoreError when the corpus folder cannot
    be written.
    """
    corpus = root / load_settings(root / "data" / "config").corpus.folder
    manifests = (
        [manifest] if manifest else [p / m for p in paths for m in MANIFESTS if (p / m).is_file()]
    )
    for path in manifests:
        read_manifest(path)
    _refuse_same_names([p for p in paths if p.is_dir()])
    count = 0
    for path in paths:
        target = corpus / (path.resolve().name if path.is_dir() else "added")
        files = _pdfs_below(path)
        for file in files:
            place = target / file.relative_to(path) if path.is_dir() else _free_place(file, target)
            _place(file, place, link)
        count += len(files)
        for source in [manifest] if manifest else [path / m for m in MANIFESTS]:
            if source.is_file() and files:
                write_bytes(UPath(target / f"manifest{source.suffix}"), source.read_bytes())
                for file, relative in latex_files(source):
                    _place(file, target / relative, link)
    return count


def named_but_absent(paths: Sequence[Path], manifest: Path | None) -> list[str]:
    """PDFs that the folders' manifests (or `manifest` in their place) name and that are not there."""
    absent = []
    for folder in (p for p in paths if p.is_dir()):
        sources = [manifest] if manifest else [folder / m for m in MANIFESTS]
        named = [e.file for source in sources if source.is_file() for e in read_manifest(source)]
        absent += [name for name in named if not (folder / name).is_file()]
    return absent


def _pdfs_below(path: Path) -> list[Path]:
    if path.is_file():
        return [path] if path.suffix.lower() == ".pdf" else []
    return sorted(p for p in path.rglob("*") if p.suffix.lower() == ".pdf" and p.is_file())


def _refuse_same_names(folders: Sequence[Path]) -> None:
    names = [folder.resolve().name for folder in folders]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ManifestError(
            f"two folders named {', '.join(twice)}: one would take the other's place; rename one"
        )


def _free_place(file: Path, folder: Path) -> Path:
    """Where a single file goes: its name, with a hash behind it beside another file of that name."""
    place = folder / file.name
    if not place.is_file() or _digest(place) == _digest(file):
        return place
    return place.with_stem(f"{place.stem}-{_digest(file)[:8]}")


def _digest(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


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
