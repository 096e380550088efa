"""parsed_layouts and figure_candidates: papers parsed in guarded workers, once per content.

Both come out of one parse, which is kept by content hash, options and the code that parsed (see
`storage/code_digest.py`): the second asset finds it, and new rules parse again without being told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scidoc_assets.defs.crop_sheets import crop_sheet
from scidoc_assets.defs.papers import corpus_folder, parse_options
from scidoc_assets.defs.project import Project
from scidoc_assets.defs.stage import Rows, StageRun, TableCheck, stage
from scidoc_assets.domain.layouts.failure import failed_layout
from scidoc_assets.gateways.pdf.outcomes import PaperFailure, PaperParse
from scidoc_assets.gateways.pdf.parse import VERSION as PARSER_VERSION
from scidoc_assets.gateways.pdf.workers import ParseJob, parse_many
from scidoc_assets.schemas.figures import FigureCandidate
from scidoc_assets.schemas.layouts import ParsedLayout
from scidoc_assets.schemas.papers import RawPdf
from scidoc_assets.storage.content_cache import ContentCache, options_hash

Papers = Sequence[RawPdf]
PARSER_MODULES = (
    "scidoc_assets.gateways.pdf.workers",
    "scidoc_assets.gateways.ocr.page_reader",
)
PARSER_ENGINES = ("pymupdf", "rapid-layout", "rapidocr", "onnxruntime")


@dataclass(frozen=True)
class Parsed:
    """A paper's layout and candidates."""

    layout: ParsedLayout
    figures: list[FigureCandidate]


def parser_digest(project: Project) -> str:
    """What the parse of a paper depends on besides its bytes and the options: our code, and the
    engines' versions."""
    return project.code.of(PARSER_MODULES, PARSER_ENGINES)


def _parse_digest(project: Project, shard: str | None) -> str:
    return f"{parser_digest(project)} {parse_options(project).options_hash}"


def _parsed(run: StageRun, papers: Papers) -> Iterator[Parsed]:
    """Layout and figures of every readable paper, in order; only contents not parsed yet cost."""
    project = run.project
    options = parse_options(project)
    version = options_hash(parser_digest(project), options.options_hash)
    layouts = ContentCache(project.paths.cache, "layouts", version)
    figures = ContentCache(project.paths.cache, "candidates", version)
    found: dict[str, Parsed] = {}
    for paper in papers:
        layout = (
            None if paper.paper_id in run.forced_papers else layouts.get(paper.sha256, ParsedLayout)
        )
        cut = figures.get(paper.sha256, FigureCandidate)
        # The cache is by content; a paper renamed in the manifest must be parsed under its name.
        if layout and cut is not None and layout[0].paper_id == paper.paper_id:
            found[paper.paper_id] = Parsed(layout[0], cut)
    missing = [p for p in papers if p.paper_id not in found]
    jobs = [ParseJob(corpus_folder(project) / p.sources[0], p.paper_id) for p in missing]
    results = parse_many(
        jobs, options, 1, project.gateways.page_ocr, project.gateways.pool(options)
    )
    for paper, result in zip(missing, results, strict=True):
        parsed = _kept(project, paper, result)
        figures.put(paper.sha256, parsed.figures, FigureCandidate)
        layouts.put(paper.sha256, [parsed.layout], ParsedLayout)
        found[paper.paper_id] = parsed
    yield from (found[paper.paper_id] for paper in papers)


def _kept(project: Project, paper: RawPdf, result: PaperParse | PaperFailure) -> Parsed:
    if isinstance(result, PaperFailure):
        options = parse_options(project).options_hash
        layout = failed_layout(
            paper.paper_id, paper.sha256, result.reason, result.detail, PARSER_VERSION, options
        )
        return Parsed(layout, [])
    for cut in result.figures:
        if cut.crop_png is not None:
            project.blobs.put(cut.crop_png)
    return Parsed(result.layout, [cut.row for cut in result.figures])


def _readable(papers: Papers) -> Papers:
    return [p for p in papers if p.status == "ok"]


def _failed_with_content(rows: Rows) -> list[str]:
    return [
        r.paper_id
        for r in rows
        if isinstance(r, ParsedLayout)
        and r.status == "failed"
        and (r.pages or r.blocks or r.reason is None)
    ]


def _dangling_relations(rows: Rows) -> list[str]:
    broken = []
    for r in rows:
        if isinstance(r, ParsedLayout):
            ids = {b.block_id for b in r.blocks}
            if any(x.from_id not in ids or x.to_id not in ids for x in r.relations):
                broken.append(r.paper_id)
    return broken


@stage(
    "parsed_layouts",
    external=_parse_digest,
    checks=(
        TableCheck("failed_papers_hold_nothing_partial", _failed_with_content, is_blocking=True),
        TableCheck("relations_join_existing_blocks", _dangling_relations, is_blocking=True),
    ),
)
def parsed_layouts(run: StageRun, raw_pdfs: Papers) -> Sequence[ParsedLayout]:
    """SciDocIR of every paper that opened; one lost in parsing has its reason."""
    return [parsed.layout for parsed in _parsed(run, _readable(raw_pdfs))]


def _without_box(rows: Rows) -> list[str]:
    return [
        r.figure_id
        for r in rows
        if isinstance(r, FigureCandidate) and r.bbox_pt is None and r.reason is None
    ]


def _candidate_sheet(project: Project, rows: Rows) -> Mapping[str, Any]:
    found = [r for r in rows if isinstance(r, FigureCandidate)]
    notes = [f"{r.label or 'no label'}, page {r.page_index + 1}" for r in found]
    return crop_sheet(project, found, notes, "candidates")


@stage(
    "figure_candidates",
    external=_parse_digest,
    checks=(TableCheck("figures_have_a_box_or_a_reason", _without_box, is_blocking=True),),
    preview=_candidate_sheet,
)
def figure_candidates(
    run: StageRun, raw_pdfs: Papers, parsed_layouts: Sequence[ParsedLayout]
) -> Sequence[FigureCandidate]:
    """Figures and tables of the parsed papers, out of the same parse."""
    parsed = {layout.paper_id for layout in parsed_layouts if layout.status == "ok"}
    papers = [p for p in _readable(raw_pdfs) if p.paper_id in parsed]
    # Forced papers were just parsed again by parsed_layouts; once is enough.
    again = StageRun(run.project, run.partition, run.log)
    return [figure for paper in _parsed(again, papers) for figure in paper.figures]


STAGES = (parsed_layouts, figure_candidates)
