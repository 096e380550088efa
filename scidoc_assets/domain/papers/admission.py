"""From an identity and a probe to a `raw_pdfs` row: status, reason, filters. Nothing is dropped."""

from __future__ import annotations

from scidoc_assets.domain.papers.identity import PaperIdentity, normal_doi
from scidoc_assets.schemas.papers import PaperReason, PaperStatus, RawPdf
from scidoc_assets.schemas.settings import CorpusSettings


def admit(
    identity: PaperIdentity,
    shard: str,
    reason: PaperReason | None,
    pages: int | None,
    settings: CorpusSettings,
) -> RawPdf:
    """The row of a paper. `reason` is the probe's failure, `pages` its count (None when failed)."""
    status: PaperStatus = "failed" if reason else "ok"
    if reason is None:
        reason = _filter_reason(identity, settings)
        status = "filtered" if reason else "ok"
    entry = identity.entry
    return RawPdf(
        paper_id=identity.paper_id,
        sha256=identity.sha256,
        shard=shard,
        status=status,
        reason=reason,
        pages=pages,
        size_bytes=identity.size_bytes,
        sources=list(identity.sources),
        title=entry.title,
        venue=entry.venue,
        year=entry.year,
        discipline=entry.discipline,
        domain=entry.domain,
        licence=entry.licence,
        doi=normal_doi(entry.doi),
        latex_source=entry.latex_source,
        other_versions=list(identity.other_versions),
    )


def _filter_reason(identity: PaperIdentity, settings: CorpusSettings) -> PaperReason | None:
    entry = identity.entry
    if any(getattr(entry, name) is None for name in settings.required_metadata):
        return "missing_metadata"
    bounded = settings.year_from is not None or settings.year_to is not None
    if bounded and entry.year is None:
        return "missing_metadata"
    if entry.year is None:
        return None
    too_early = settings.year_from is not None and entry.year < settings.year_from
    too_late = settings.year_to is not None and entry.year > settings.year_to
    return "year_filtered" if too_early or too_late else None
