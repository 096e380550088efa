"""LaTeX sources beside the papers: which files a manifest's `latex_source` means, and their texts.

`latex_source` names a folder or a main file. Refuses what lies outside the corpus folder (links
included), more than 2,000 files or 50 MB of text, each with its reason.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from scidoc_assets.schemas.latex import LatexReason
from scidoc_assets.storage.corpus import read_manifest

TEXT_SUFFIXES = (".tex", ".bbl", ".ltx")
MAX_FILES = 2_000
MAX_BYTES = 50_000_000


class LatexSourceError(Exception):
    """A LaTeX source that cannot be read, with a reason from the closed list."""

    def __init__(self, reason: LatexReason, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason: LatexReason = reason
        self.detail = detail


@dataclass(frozen=True)
class LatexFiles:
    """Texts by POSIX path below the source folder; `main` when the manifest names a file."""

    texts: dict[str, str]
    main: str | None


def read_latex(corpus: Path, latex_source: str) -> LatexFiles:
    """The texts of a source, `latex_source` relative to the corpus folder.

    Not UTF-8 is read as Latin-1 (old TeX). Raises LatexSourceError.
    """
    folder, main, paths = _listed(corpus, latex_source)
    texts: dict[str, str] = {}
    size = 0
    for path in paths:
        try:
            data = path.read_bytes()
        except OSError as error:
            detail = f"{latex_source}: {path.name}: {error.strerror or error}"
            raise LatexSourceError("unreadable_file", detail) from error
        size += len(data)
        if size > MAX_BYTES:
            raise LatexSourceError("too_large", f"{latex_source}: over {MAX_BYTES} bytes of LaTeX")
        texts[path.relative_to(folder).as_posix()] = _decoded(data)
    return LatexFiles(texts, main)


def latex_stamp(corpus: Path, latex_source: str) -> str:
    """Names, sizes and times of a source's files, for freshness; its fault when it has one."""
    try:
        folder, main, paths = _listed(corpus, latex_source)
        facts = [(p.relative_to(folder).as_posix(), p.stat()) for p in paths]
    except LatexSourceError as error:
        return str(error)
    except OSError as error:
        return f"unreadable: {error}"
    return repr((main, [(name, s.st_size, s.st_mtime_ns) for name, s in facts]))


def latex_files(manifest: Path) -> Iterator[tuple[Path, Path]]:
    """(file, path below the manifest's folder) of the sources that a manifest names.

    A source that is missing or outside is left for `latex_sources` to report. Raises ManifestError.
    """
    for entry in read_manifest(manifest):
        if not entry.latex_source:
            continue
        try:
            folder, _, paths = _listed(manifest.parent, entry.latex_source)
        except LatexSourceError:
            continue
        base = Path(os.path.relpath(folder, manifest.parent.resolve()))
        yield from ((path, base / path.relative_to(folder)) for path in paths)


def _listed(root: Path, latex_source: str) -> tuple[Path, str | None, list[Path]]:
    """Source folder, name of the main file if one is named, and the text files."""
    base = root.resolve()
    named = (base / latex_source).resolve()
    if not named.is_relative_to(base) or named == base:
        raise LatexSourceError("outside_corpus", f"{latex_source} is not below the papers' folder")
    if not named.exists():
        raise LatexSourceError("missing", f"{latex_source} does not exist")
    folder = named if named.is_dir() else named.parent
    paths = []
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() not in TEXT_SUFFIXES or not path.is_file():
            continue
        if path.resolve().is_relative_to(base):
            paths.append(path)
        if len(paths) > MAX_FILES:
            raise LatexSourceError("too_many_files", f"{latex_source}: over {MAX_FILES} files")
    return folder, None if named.is_dir() else named.name, paths


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
