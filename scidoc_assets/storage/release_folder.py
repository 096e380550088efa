"""A release written as a folder: lines, shards, pictures, card and Croissant, each file noted.

The folder is written beside and put in place whole. Refuses to replace a folder that is not an
earlier release, and to change a version that was published.
"""

from __future__ import annotations

import filecmp
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import pyarrow as pa

from scidoc_assets.domain.releases.card import SOURCES, CardFacts, dataset_card
from scidoc_assets.domain.releases.croissant import CroissantColumn, croissant, dumped
from scidoc_assets.schemas.releases import (
    FileKind,
    LicenceClass,
    ReleasedFile,
    ReleasedPart,
    ReleasedSource,
    ReleaseSettings,
)
from scidoc_assets.storage.parquet import StoreError
from scidoc_assets.storage.release_shards import Shards
from scidoc_assets.storage.whole_folder import replaced_folder

CARD, CROISSANT = "README.md", "croissant.json"
# What a file with several kinds of content is under: pixels outweigh places, places outweigh text.
_WEIGHT: dict[LicenceClass, int] = {
    "text": 0,
    "locators": 1,
    "synthetic": 2,
    "open": 3,
    "own_use": 4,
}


@dataclass
class _Note:
    """What is known of a file while it is written."""

    kind: FileKind
    table: str | None = None
    split: str | None = None
    rows: int | None = None
    licence_class: LicenceClass = "text"

    def add(self, licence_class: LicenceClass) -> None:
        self.rows = (self.rows or 0) + 1
        self.licence_class = heaviest((self.licence_class, licence_class))


def heaviest(classes: Iterable[LicenceClass]) -> LicenceClass:
    """The class of something that holds contents of these; `text` for nothing."""
    found = list(classes)
    return max(found, key=_WEIGHT.__getitem__) if found else "text"


class ReleaseWriter:
    """Writes the files of one data set below `root` and notes each; see `release_folder`.

    A path that leads out of `root` raises ValueError.
    """

    def __init__(self, root: Path, schemas: Mapping[str, pa.Schema], stack: ExitStack) -> None:
        self._root, self._stack = root, stack
        self._shards = Shards(root, schemas, stack)
        self._open: dict[str, IO[str]] = {}
        self._notes: dict[str, _Note] = {}

    def line(
        self,
        path: str,
        record: Mapping[str, Any],
        table: str,
        split: str,
        licence_class: LicenceClass = "text",
    ) -> None:
        """Append one object to a JSON Lines file, opened at its first line."""
        self.empty(path, table, split)
        text = json.dumps(record, ensure_ascii=False, allow_nan=False)
        self._open[path].write(f"{text}\n")
        self._notes[path].add(licence_class)

    def empty(self, path: str, table: str, split: str) -> None:
        """Open a JSON Lines file, so that it is there even if no line follows."""
        if path not in self._open:
            file = self._made(path).open("w", encoding="utf-8", newline="\n")
            self._open[path] = self._stack.enter_context(file)
            self._notes[path] = _Note("lines", table, split, rows=0)

    def row(
        self,
        table: str,
        split: str,
        record: Mapping[str, Any],
        licence_class: LicenceClass = "text",
        picture_bytes: int = 0,
    ) -> None:
        """Add one row to the shards of a table's split."""
        path = self._shards.put(table, split, record, picture_bytes)
        name = path.relative_to(self._root).as_posix()
        self._notes.setdefault(name, _Note("parquet", table, split)).add(licence_class)

    def picture(self, path: str, data: bytes, licence_class: LicenceClass) -> None:
        """Write one picture."""
        self._made(path).write_bytes(data)
        self._notes[path] = _Note("image", licence_class=licence_class)

    def file(self, path: str, data: bytes, kind: FileKind, rows: int | None = None) -> None:
        """Write a file whose bytes are made elsewhere."""
        self._made(path).write_bytes(data)
        self._notes[path] = _Note(kind, rows=rows)

    def rows_by_split(self, table: str) -> dict[str, int]:
        """Rows in the shards of a table so far, by split."""
        counts: dict[str, int] = {}
        for note in self._notes.values():
            if note.kind == "parquet" and note.table == table:
                counts[str(note.split)] = counts.get(str(note.split), 0) + (note.rows or 0)
        return counts

    def close(self) -> None:
        """Finish every file that grew line by line or row by row."""
        self._stack.close()

    def describe(
        self,
        facts: CardFacts,
        columns: Mapping[str, Sequence[CroissantColumn]],
        settings: ReleaseSettings,
        release_id: str,
        part: ReleasedPart,
    ) -> list[ReleasedFile]:
        """Close the data, write sources, card and description; every file, by path."""
        self.close()
        self._write_sources(facts.sources)
        self.file(CARD, dataset_card(facts).encode(), "card")
        shards = self._noted(release_id, part, only="parquet")
        described = croissant(facts.name, facts.about, settings, shards, columns)
        self.file(CROISSANT, dumped(described).encode(), "croissant")
        return self._noted(release_id, part)

    def _write_sources(self, sources: Sequence[ReleasedSource]) -> None:
        if sources:
            text = "".join(f"{source.model_dump_json()}\n" for source in sources)
            self.file(SOURCES, text.encode(), "lines", len(sources))

    def _noted(
        self, release_id: str, part: ReleasedPart, only: FileKind | None = None
    ) -> list[ReleasedFile]:
        return [
            ReleasedFile(
                release_id=release_id,
                part=part,
                path=name,
                size_bytes=(self._root / name).stat().st_size,
                sha256=_digest(self._root / name),
                **vars(note),
            )
            for name, note in sorted(self._notes.items())
            if only is None or note.kind == only
        ]

    def _made(self, path: str) -> Path:
        found = self._root / path
        if not found.resolve().is_relative_to(self._root.resolve()):
            raise ValueError(f"{path}: leaves the folder of the release")
        found.parent.mkdir(parents=True, exist_ok=True)
        return found


@contextmanager
def release_folder(out: Path, is_frozen: bool = False) -> Iterator[Path]:
    """An empty folder to write into, put in place as `out` when the block ends without an error.

    Raises StoreError when `out` is something else already, cannot be written, or `is_frozen` and
    holds other bytes.
    """
    if out.exists() and not is_release(out) and (not out.is_dir() or any(out.iterdir())):
        raise StoreError(f"{out}: exists and is no export; name another folder or remove it")
    with replaced_folder(out) as part:
        yield part
        if is_frozen and out.exists():
            _refuse_changes(part, out)


@contextmanager
def release_writer(part: Path, schemas: Mapping[str, pa.Schema]) -> Iterator[ReleaseWriter]:
    """A writer of one data set into a folder; what is open is closed however the block ends."""
    part.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        yield ReleaseWriter(part, schemas, stack)


def is_release(folder: Path) -> bool:
    """Whether a folder is one that this module wrote: a data set, or a folder of data sets."""
    return (folder / CROISSANT).is_file() or any(folder.glob(f"*/{CROISSANT}"))


def _refuse_changes(part: Path, out: Path) -> None:
    names = sorted({p.relative_to(f).as_posix() for f in (part, out) for p in _files(f)})
    _, differing, lost = filecmp.cmpfiles(part, out, names, shallow=False)
    changed = sorted([*differing, *lost])
    if changed:
        raise StoreError(
            f"{out}: this version was written with other content ({len(changed)} files differ, "
            f"first {changed[0]}); published versions do not change: set another `version` in "
            "releases.yaml"
        )


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file())


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
