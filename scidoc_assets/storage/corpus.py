"""The corpus folder: which PDFs are there, with their hashes, and the manifests beside them.

Hashes are kept in an index by path, size and time, so unchanged files are not read again. A file
that cannot be read (no permission, a link to nowhere) is a paper like any other, which fails with
its reason and stops nobody else's. A manifest (`manifest.csv` or `manifest.jsonl`) names the files
of its own folder. Refuses manifest lines it cannot read, with file, line number and field; unknown
columns are left alone.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError
from upath import UPath

from scidoc_assets.domain.papers.identity import CorpusFile, PaperIdentity, identify
from scidoc_assets.schemas.papers import ManifestEntry
from scidoc_assets.schemas.refused_lines import numbered_lines
from scidoc_assets.storage.parquet import write_bytes

MANIFESTS = ("manifest.csv", "manifest.jsonl")


class ManifestError(Exception):
    """A manifest line cannot be used; names file, line, field and reason."""


def scan_corpus(folder: Path, index: Path) -> list[PaperIdentity]:
    """Identities of every `*.pdf` below `folder` (any case), empty when there is no folder."""
    files = _hashed(folder, index)
    return identify(files, read_manifests(folder))


def has_pdfs(folder: Path) -> bool:
    """Whether any `*.pdf` lies below `folder`."""
    return next(_pdf_paths(folder), None) is not None


def _hashed(folder: Path, index: Path) -> list[CorpusFile]:
    known = _known_hashes(index)
    fresh: dict[str, list[object]] = {}
    files = []
    for path in _pdf_paths(folder):
        name = os.fsencode(path.relative_to(folder).as_posix()).decode("utf-8", "replace")
        try:
            facts = path.stat()
            stamp = [facts.st_size, facts.st_mtime_ns]
            old = known.get(name)
            sha256 = old[2] if old and old[:2] == stamp else _sha256(path)
        except OSError:
            files.append(CorpusFile(name, _unreadable_sha256(name), 0))
            continue
        fresh[name] = [*stamp, sha256]
        files.append(CorpusFile(name, str(sha256), facts.st_size))
    if fresh != known:
        write_bytes(UPath(index), json.dumps(fresh, ensure_ascii=False).encode("utf-8"))
    return files


def _known_hashes(index: Path) -> dict[str, list[object]]:
    """The index; none when it is missing or damaged, as it costs only time to make again."""
    try:
        found = json.loads(index.read_bytes())
    except (FileNotFoundError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _unreadable_sha256(name: str) -> str:
    """In place of a content hash: of the name, so that two such files stay two papers."""
    return hashlib.sha256(f"unreadable file {name}".encode()).hexdigest()


def _pdf_paths(folder: Path) -> Iterator[Path]:
    seen: set[str] = set()
    for base, folders, names in os.walk(folder, followlinks=True):
        real = os.path.realpath(base)
        if real in seen:  # a link back up: walked without end otherwise
            folders.clear()
            continue
        seen.add(real)
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
    text = _text(path)
    rows = _jsonl(path, text) if path.suffix == ".jsonl" else _csv(path, text)
    return [_entry(path, line, raw) for line, raw in rows]


def _text(path: Path) -> str:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ManifestError(f"{path}: cannot be read: {error.strerror or error}") from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        byte = data[error.start]
        raise ManifestError(
            f"{path}: line {line}: not UTF-8 (byte {byte:#04x}); save the manifest as UTF-8"
        ) from error


def _csv(path: Path, text: str) -> Iterator[tuple[int, dict[str, object]]]:
    reader = csv.DictReader(io.StringIO(text, newline=""))
    try:
        if "file" not in (reader.fieldnames or []):
            raise ManifestError(
                f"{path}: line 1: no column `file`; it names each PDF of the folder"
            )
        for raw in reader:
            yield reader.line_num, {k: v for k, v in raw.items() if k and v}
    except csv.Error as error:
        raise ManifestError(f"{path}: line {reader.line_num}: not CSV ({error})") from error


def _jsonl(path: Path, text: str) -> Iterator[tuple[int, dict[str, object]]]:
    for line, body in numbered_lines(text):
        try:
            raw = json.loads(body)
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
