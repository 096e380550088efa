"""Papers: one row per distinct PDF content (spec documents.md, Papers)."""

from __future__ import annotations

from typing import Literal

from scidoc_assets.schemas.geometry import Row

PaperStatus = Literal["ok", "failed", "filtered"]

# The closed list of causes for which a paper is not parsed.
PaperReason = Literal[
    "empty_file",
    "not_a_pdf",
    "encrypted",
    "damaged",
    "no_pages",
    "too_many_pages",
    "too_large",
    "parser_crash",
    "time_limit",
    "memory_limit",
    "unreadable_file",
    "year_filtered",
    "missing_metadata",
]


DisciplineReason = Literal[
    "not_in_manifest",
    "unknown_name",
    "no_text",
    "model_undecided",
    "model_refused",
    "model_unparseable",
    "model_failed",
    "model_not_ready",
]


class ManifestEntry(Row):
    """One line of the user's manifest; everything but `file` may be missing."""

    file: str
    paper_id: str | None = None
    title: str | None = None
    venue: str | None = None
    year: int | None = None
    discipline: str | None = None
    domain: str | None = None
    licence: str | None = None
    doi: str | None = None
    latex_source: str | None = None


class RawPdf(Row):
    """A distinct PDF content of the corpus. `sources` are corpus-relative paths of equal bytes."""

    paper_id: str
    sha256: str
    shard: str
    status: PaperStatus
    reason: PaperReason | None
    pages: int | None
    size_bytes: int
    sources: list[str]
    title: str | None
    venue: str | None
    year: int | None
    discipline: str | None
    domain: str | None
    licence: str | None
    doi: str | None
    latex_source: str | None
    other_versions: list[str]


class PaperDiscipline(Row):
    """Discipline and primary domain of a paper, from the manifest or a model's classification.

    Null with `reason` where neither tells; never guessed. A manifest's domain outside the ontology
    is kept, with `unknown_name`. `detail` quotes the name or the failure.
    """

    paper_id: str
    discipline: str | None
    domain: str | None
    source: Literal["manifest", "classified"] | None
    reason: DisciplineReason | None
    detail: str | None
    model: str | None = None
    prompt_name: str | None = None
    prompt_version: str | None = None
    prompt_hash: str | None = None
    request_hash: str | None = None
