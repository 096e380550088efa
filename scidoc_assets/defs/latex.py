"""latex_alignments and latex_sources: LaTeX sources aligned to the blocks of their PDFs."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from scidoc_assets.defs.grouping import by_paper
from scidoc_assets.defs.papers import corpus_folder, papers_by_shard
from scidoc_assets.defs.project import Project
from scidoc_assets.defs.stage import Rows, StageRun, TableCheck, stage
from scidoc_assets.domain.latex.rows import align_latex, alignment_shares
from scidoc_assets.domain.latex.source import LatexError, flatten
from scidoc_assets.schemas.latex import LatexAlignment, LatexSource
from scidoc_assets.schemas.layouts import ParsedLayout
from scidoc_assets.schemas.papers import RawPdf
from scidoc_assets.storage.latex_files import LatexSourceError, latex_stamp, read_latex


def _sources_digest(project: Project, shard: str | None) -> str:
    """What the LaTeX files of a shard's papers look like from outside."""
    papers = papers_by_shard(project).get(str(shard), [])
    corpus = corpus_folder(project)
    stamps = [
        (p.sha256, latex_stamp(corpus, p.entry.latex_source))
        for p in papers
        if p.entry.latex_source
    ]
    return hashlib.sha256(repr(stamps).encode()).hexdigest()


def _with_source(
    papers: Sequence[RawPdf], layouts: Sequence[ParsedLayout]
) -> list[tuple[str, ParsedLayout]]:
    """(latex_source, layout) of the parsed papers that name a source."""
    parsed = {layout.paper_id: layout for layout in layouts if layout.status == "ok"}
    return [
        (p.latex_source, parsed[p.paper_id])
        for p in papers
        if p.latex_source and p.paper_id in parsed
    ]


def _unplaced_without_reason(rows: Rows) -> list[str]:
    return [
        r.element_id
        for r in rows
        if isinstance(r, LatexAlignment) and (r.block_id is None) == (r.reason is None)
    ]


@stage(
    "latex_alignments",
    external=_sources_digest,
    checks=(
        TableCheck("elements_have_a_block_or_a_reason", _unplaced_without_reason, is_blocking=True),
    ),
)
def latex_alignments(
    run: StageRun, raw_pdfs: Sequence[RawPdf], parsed_layouts: Sequence[ParsedLayout]
) -> Sequence[LatexAlignment]:
    """Elements of the papers' LaTeX sources, each with the PDF block that prints it."""
    rows: list[LatexAlignment] = []
    for source, layout in _with_source(raw_pdfs, parsed_layouts):
        try:
            files = read_latex(corpus_folder(run.project), source)
            rows += align_latex(layout, files.texts, files.main)
        except (LatexSourceError, LatexError) as error:
            run.log.warning("%s: LaTeX source: %s", layout.paper_id, error)
    return rows


def _failed_without_reason(rows: Rows) -> list[str]:
    return [
        r.paper_id
        for r in rows
        if isinstance(r, LatexSource) and (r.status == "failed") != (r.reason is not None)
    ]


def _share_lines(project: Project, rows: Rows) -> Mapping[str, Any]:
    lines = [
        f"{r.paper_id}: {s.kind} {s.aligned}/{s.total}"
        for r in rows
        if isinstance(r, LatexSource)
        for s in r.shares
    ]
    return {"aligned": "\n".join(lines)} if lines else {}


@stage(
    "latex_sources",
    external=_sources_digest,
    checks=(TableCheck("failed_sources_have_a_reason", _failed_without_reason, is_blocking=True),),
    preview=_share_lines,
)
def latex_sources(
    run: StageRun,
    raw_pdfs: Sequence[RawPdf],
    parsed_layouts: Sequence[ParsedLayout],
    latex_alignments: Sequence[LatexAlignment],
) -> Sequence[LatexSource]:
    """What became of each LaTeX source: aligned shares by kind, inputs left out, or the reason."""
    aligned = by_paper(latex_alignments)
    return [
        _outcome(run.project, source, layout, aligned.get(layout.paper_id, []))
        for source, layout in _with_source(raw_pdfs, parsed_layouts)
    ]


def _outcome(
    project: Project, source: str, layout: ParsedLayout, rows: Sequence[LatexAlignment]
) -> LatexSource:
    try:
        files = read_latex(corpus_folder(project), source)
        skipped = flatten(files.texts, files.main).skipped
        if not rows:
            align_latex(layout, files.texts, files.main)
    except (LatexSourceError, LatexError) as error:
        return LatexSource(
            paper_id=layout.paper_id,
            status="failed",
            reason=error.reason,
            detail=error.detail,
            files=0,
            skipped_inputs=[],
            shares=[],
        )
    return LatexSource(
        paper_id=layout.paper_id,
        status="ok",
        reason=None,
        detail=None,
        files=len(files.texts),
        skipped_inputs=[f"{name}: {reason}" for name, reason in skipped],
        shares=alignment_shares(rows),
    )


STAGES = (latex_alignments, latex_sources)
