"""Who a paper is: one identity per distinct content, however many files carry it.

Refuses nothing: files that are no PDFs get an identity too, and fail later with their reason.
Source: spec documents.md, Papers.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scidoc_assets.schemas.papers import ManifestEntry

_DOI_PREFIX = re.compile(r"^(https?://(dx\.)?doi\.org/|doi:\s*)", re.IGNORECASE)
MAX_SLUG = 64


@dataclass(frozen=True)
class CorpusFile:
    """A file of the corpus: path relative to the corpus folder (POSIX), content hash, bytes."""

    path: str
    sha256: str
    size_bytes: int


@dataclass(frozen=True)
class PaperIdentity:
    """A distinct content with its name, its files and its manifest line."""

    paper_id: str
    sha256: str
    size_bytes: int
    sources: tuple[str, ...]
    entry: ManifestEntry
    other_versions: tuple[str, ...]


def slug(name: str) -> str:
    """Safe id of a file name: ASCII letters, digits, `-`, `_`; may be empty for other scripts."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[^A-Za-z0-9_]+", "-", plain).strip("-_").lower()[:MAX_SLUG]


def normal_doi(doi: str | None) -> str | None:
    """A DOI without resolver prefix, case-folded; None stays None."""
    if doi is None or not doi.strip():
        return None
    return _DOI_PREFIX.sub("", doi.strip()).casefold()


def identify(
    files: Sequence[CorpusFile], manifest: Mapping[str, ManifestEntry]
) -> list[PaperIdentity]:
    """One identity per content hash, ordered by paper_id. `manifest` maps file path -> entry.

    Contents that would share a name all get a short hash behind it, so the order of files is
    irrelevant. The same DOI with other bytes is listed in `other_versions` of each.
    """
    by_content: dict[str, list[CorpusFile]] = defaultdict(list)
    for file in sorted(files, key=lambda f: f.path):
        by_content[file.sha256].append(file)
    entries = {sha: _entry(group, manifest) for sha, group in by_content.items()}
    names = {sha: _name(group, entries[sha]) for sha, group in by_content.items()}
    ids = _without_collisions(names)
    versions = _versions(entries, ids)
    identities = [
        PaperIdentity(
            paper_id=ids[sha],
            sha256=sha,
            size_bytes=group[0].size_bytes,
            sources=tuple(f.path for f in group),
            entry=entries[sha],
            other_versions=versions[sha],
        )
        for sha, group in by_content.items()
    ]
    return sorted(identities, key=lambda p: p.paper_id)


def _entry(group: Sequence[CorpusFile], manifest: Mapping[str, ManifestEntry]) -> ManifestEntry:
    for file in group:
        if file.path in manifest:
            return manifest[file.path]
    return ManifestEntry(file=group[0].path)


def _name(group: Sequence[CorpusFile], entry: ManifestEntry) -> str:
    if entry.paper_id:
        return slug(entry.paper_id) or f"paper-{group[0].sha256[:8]}"
    stem = group[0].path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    name = slug(stem)
    return name or f"paper-{group[0].sha256[:8]}"


def _without_collisions(names: Mapping[str, str]) -> dict[str, str]:
    counts: dict[str, int] = defaultdict(int)
    for name in names.values():
        counts[name] += 1
    return {sha: name if counts[name] == 1 else f"{name}-{sha[:8]}" for sha, name in names.items()}


def _versions(
    entries: Mapping[str, ManifestEntry], ids: Mapping[str, str]
) -> dict[str, tuple[str, ...]]:
    by_doi: dict[str, list[str]] = defaultdict(list)
    for sha, entry in entries.items():
        doi = normal_doi(entry.doi)
        if doi:
            by_doi[doi].append(sha)
    found: dict[str, tuple[str, ...]] = {}
    for sha, entry in entries.items():
        same = by_doi.get(normal_doi(entry.doi) or "", [])
        found[sha] = tuple(sorted(ids[other] for other in same if other != sha))
    return found
