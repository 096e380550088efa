"""The folder of one service in the corpus: papers, their LaTeX sources, and the manifest.

The manifest is the state of a fetch: a paper counts as there when its line and its file agree, so
a fetch that was stopped anywhere goes on where it was. File first, line second, both whole or not
at all. Refuses two fetches into the same folder at once.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from upath import UPath

from scidoc_assets.domain.acquisition.manifest_rows import ManifestRow, is_present, merged_row
from scidoc_assets.domain.acquisition.unpacking import LatexSource
from scidoc_assets.schemas.refused_lines import numbered_lines
from scidoc_assets.storage.corpus import ManifestError
from scidoc_assets.storage.locks import HeldError, holding
from scidoc_assets.storage.parquet import write_bytes

MANIFEST, LATEX = "manifest.jsonl", "latex"


class FetchedFolder:
    """Rows by file name, kept in step with the disk."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.rows: dict[str, ManifestRow] = _read(folder / MANIFEST)

    def sizes(self) -> dict[str, int]:
        """Bytes on disk of every file that a line names."""
        paths = {name: self.folder / name for name in self.rows}
        return {name: path.stat().st_size for name, path in paths.items() if path.is_file()}

    def has_paper(self, file: str) -> bool:
        """Whether the paper is there and its line agrees."""
        path = self.folder / file
        return is_present(self.rows.get(file), path.stat().st_size if path.is_file() else None)

    def has_latex(self, file: str) -> bool:
        """Whether the paper's line names a LaTeX source that is there."""
        source = self.rows.get(file, {}).get("latex_source")
        return bool(source) and (self.folder / str(source)).exists()

    def put_paper(self, row: ManifestRow, data: bytes) -> None:
        """Store a PDF, then its line. Raises StoreError."""
        file = str(row["file"])
        write_bytes(UPath(self.folder / file), data)
        self._put_row(file, merged_row(self.rows.get(file), row))

    def put_latex(self, file: str, source: LatexSource) -> None:
        """Store a paper's unpacked source below `latex/<stem>/`, then its line. Raises StoreError.

        The line names the main file, or the folder when no file begins a document.
        """
        base = f"{LATEX}/{Path(file).stem}"
        for name, body in sorted(source.files.items()):
            write_bytes(UPath(self.folder / base / name), body)
        named = f"{base}/{source.main}" if source.main else base
        self._put_row(file, {**self.rows[file], "latex_source": named})

    def _put_row(self, file: str, row: ManifestRow) -> None:
        self.rows[file] = row
        lines = [json.dumps(self.rows[name], ensure_ascii=False) for name in sorted(self.rows)]
        write_bytes(UPath(self.folder / MANIFEST), ("\n".join(lines) + "\n").encode("utf-8"))


@contextmanager
def fetching(folder: Path) -> Iterator[FetchedFolder]:
    """The folder, held for one fetch; raises ManifestError when another one has it."""
    try:
        with holding(folder / ".fetch.lock", "scidoc fetch"):
            yield FetchedFolder(folder)
    except HeldError as error:
        raise ManifestError(str(error)) from error


def sha256_of(data: bytes) -> str:
    """Content hash as the corpus knows it."""
    return hashlib.sha256(data).hexdigest()


def _read(path: Path) -> dict[str, ManifestRow]:
    if not path.exists():
        return {}
    rows: dict[str, ManifestRow] = {}
    for line, text in numbered_lines(path.read_text(encoding="utf-8")):
        row = _row(path, line, text)
        rows[str(row["file"])] = dict(row)
    return rows


def _row(path: Path, line: int, text: str) -> Mapping[str, Any]:
    try:
        row = json.loads(text)
    except json.JSONDecodeError as error:
        raise ManifestError(f"{path}: line {line}: not JSON ({error.msg})") from error
    if not isinstance(row, dict) or not row.get("file"):
        raise ManifestError(f"{path}: line {line}: want an object with `file`")
    return row
