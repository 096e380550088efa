"""Manifest lines of fetched papers: how they are written, merged and compared with the folder.

Whatever the user wrote into a line (a discipline, a better title) stays. Refuses to call a paper
present unless line and file agree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scidoc_assets.domain.acquisition.naming import paper_id_of
from scidoc_assets.schemas.acquisition import RemotePaper

ManifestRow = dict[str, Any]

# What a new download replaces; everything else of a line may be the user's correction.
_PROVENANCE = frozenset(
    {"file", "service", "remote_id", "ids", "address", "pdf_address", "fetched_at"}
    | {"sha256", "size_bytes"}
)


def manifest_row(
    paper: RemotePaper, file: str, sha256: str, size_bytes: int, fetched_at: str
) -> ManifestRow:
    """The line of a downloaded paper; `file` is relative to the manifest's folder, time is UTC."""
    return {
        "file": file,
        "paper_id": paper_id_of(paper),
        "title": paper.title,
        "venue": paper.venue,
        "year": paper.year,
        "discipline": None,
        "domain": None,
        "licence": paper.licence,
        "doi": paper.doi,
        "latex_source": None,
        "service": paper.service,
        "remote_id": paper.remote_id,
        "ids": dict(sorted(paper.ids.items())),
        "address": paper.page_address,
        "pdf_address": paper.pdf_address,
        "fetched_at": fetched_at,
        "sha256": sha256,
        "size_bytes": size_bytes,
    }


def merged_row(old: Mapping[str, Any] | None, new: ManifestRow) -> ManifestRow:
    """`new`, but what the old line says about the paper (and columns of the user's own) stays."""
    if old is None:
        return new
    kept = {k: v for k, v in old.items() if v is not None and k not in _PROVENANCE}
    return {**new, **kept}


def is_present(row: Mapping[str, Any] | None, size_bytes: int | None) -> bool:
    """Whether the file of a line is there, in the size that was downloaded (None: no file)."""
    return row is not None and size_bytes is not None and row.get("size_bytes") == size_bytes


def absent_ids(
    ids: Sequence[str], rows: Sequence[Mapping[str, Any]], sizes: Mapping[str, int]
) -> list[str]:
    """Of the asked `ids`, those without a present paper. `sizes` maps file -> bytes on disk."""
    there = {
        str(row["remote_id"])
        for row in rows
        if "remote_id" in row and is_present(row, sizes.get(str(row["file"])))
    }
    return [wanted for wanted in ids if wanted not in there]
