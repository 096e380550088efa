"""The corpus folder: which PDFs are there, with their hashes, and the manifests beside them.

Hashes are kept in an index by path, size and time, so unchanged files are not read again. A
manifest (`manifest.csv` or `manifest.jsonl`) names the files of its own folder. Refuses manifest
lines it cannot read, with file, line number and field; unknown columns are left alone.
"""

from __future__ import annotations

import csv
import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError
from upath import UPath

from scidoc_assets.domain.papers.identity import CorpusFile, PaperIdentity, identify
from scidoc_assets.schemas.papers import ManifestEntry
from scidoc_assets.storage.parquet import write_bytes

MANIFESTS = ("manifest.csv", "manifest.jsonl")


class ManifestError(Exception):
    """A manifest line cannot be used; names file, line, field and reason."""


def scan_corpus(folder: Path, index: Path) -> list[PaperIdentity]:
    """Identities of every `*.pdf` below `folder` (any case), empty when there is no folder."""
    files = _hashed(folder, index)
    return identify(files, read_manifests(folder))


def _hashed(folder: Path, index: Path) -> list[CorpusFile]:
    known = json.loads(index.read_text(encoding="utf-8")) if index.exists() else {}
    fresh: dict[str, list[object]] = {}
    files = []
    for path in _pdf_paths(folder):
        facts = path.stat()
        name = os.fsencode(path.relative_to(folder).as_posix()).decode("utf-8", "replace")
        stamp = [facts.st_size, facts.st_mtime_ns]
        old = known.get(name)
        sha256 = old[2] if old and old[:2] == stamp else _sha256(path)
        fresh[name] = [*stamp, sha256]
        files.append(CorpusFile(name, sha256, facts.st_size))
    if fresh != known:
        write_bytes(UPath(index), json.dumps(fresh, ensure_ascii=False).encode("utf-8"))
    return files


def _pdf_paths(folder: Path) -> Iterator[Path]:
    if not folder.is_dir():
        return
    for base, folders, names in os.walk(folder, followlinks=True):
        folders.sort()
        for name in sorted(names):
            if name.lower().endswith(".pdf"):
                yield Path(base) / name


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def read_manifests(folder: Path) -> dict[str, ManifestEntry]:
    """Corpus-relative file path -> entry, over all manifests below `folder`. Raises ManifestError."""
    entries: dict[str, ManifestEntry] = {}
    if not folder.is_dir():
        return entries
    for name in MANIFESTS:
        for path in sorted(folder.rglob(name)):
            base = path.parent.relative_to(folder).as_posix()
            for entry in read_manifest(path):
                key = _below(base, entry.file)
                source = _below(base, entry.latex_source) if entry.latex_source else None
                entries[key] = entry.model_copy(update={"file": key, "latex_source": source})
    return entries


def _below(base: str, name: str) -> str:
    """A manifest's path seen from the corpus folder; absolute paths stay."""
    return name if base == "." or os.path.isabs(name) else f"{base}/{name}"


def read_manifest(path: Path) -> list[ManifestEntry]:
    """Entries of one manifest file (CSV or JSON Lines, UTF-8). Raises ManifestError."""
    rows = _jsonl(path) if path.suffix == ".jsonl" else _csv(path)
    return [_entry(path, line, raw) for line, raw in rows]


def _csv(path: Path) -> Iterator[tuple[int, dict[str, object]]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        reader = csv.DictReader(file)
        if "file" not in (reader.fieldnames or []):
            raise ManifestError(
                f"{path}: line 1: no column `file`; it names each PDF of the folder"
            )
        for line, raw in enumerate(reader, start=2):
            yield line, {k: v for k, v in raw.items() if k and v}


def _jsonl(path: Path) -> Iterator[tuple[int, dict[str, object]]]:
    for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not text.strip():
            continue
        try:
            raw = json.loads(text)
        except json.JSONDecodeError as error:
            raise ManifestError(f"{path}: line {line}: not JSON ({error.msg})") from error
        if not isinstance(raw, dict):
            raise ManifestError(f"{path}: line {line}: want an object")
        yield line, raw


def _entry(path: Path, line: int, raw: dict[str, object]) -> ManifestEntry:
    known = {k: v for k, v in raw.items() if k in ManifestEntry.model_fields}
    try:
        return ManifestEntry.model_validate(known)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        raise ManifestError(f"{path}: line {line}: {field}: {first['msg']}") from error
