"""The row of a paper that was lost in parsing: a reason, and nothing partial."""

from __future__ import annotations

from scidoc_assets.schemas.layouts import ParsedLayout, Provenance
from scidoc_assets.schemas.papers import PaperReason


def failed_layout(
    paper_id: str, sha256: str, reason: PaperReason, detail: str, version: str, options_hash: str
) -> ParsedLayout:
    """A failed layout: no pages, blocks or relations; `detail` says what happened to which file."""
    provenance = Provenance(
        parser="scidoc_assets", version=version, options_hash=options_hash, sha256=sha256
    )
    return ParsedLayout(
        paper_id=paper_id,
        sha256=sha256,
        status="failed",
        reason=reason,
        detail=detail,
        title=None,
        language=None,
        num_pages=0,
        provenance=provenance,
        warnings=[],
        pages=[],
        blocks=[],
        relations=[],
        parse_s=0.0,
    )
