"""S2 to S5: flags, re-extraction, soft marks, the paper filter, and the funnel over all stages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scidoc_assets.defs.crop_sheets import crop_sheet
from scidoc_assets.defs.grouping import by_paper
from scidoc_assets.defs.papers import corpus_folder
from scidoc_assets.defs.project import Project
from scidoc_assets.defs.stage import Rows, StageRun, TableCheck, stage
from scidoc_assets.domain.figures.curation import s5_decide
from scidoc_assets.domain.figures.features import s4_mark
from scidoc_assets.domain.figures.funnel import StageTables, figure_funnel
from scidoc_assets.domain.figures.recovery import (
    RecropResult,
    needs_recrop,
    recrop_request,
    s2_flag,
    s3_recover,
)
from scidoc_assets.domain.layouts.geometry import page_sizes, running_text_boxes, text_columns
from scidoc_assets.gateways.ocr.interface import OcrEngine, OcrError
from scidoc_assets.gateways.pdf.render import crop_region
from scidoc_assets.schemas.figures import (
    CuratedFigure,
    FigureCandidate,
    FunnelStep,
    OcrRegion,
    PaperCuration,
    S1FilteredFigure,
    S2FlaggedFigure,
    S3RecoveredFigure,
    S4MarkedFigure,
)
from scidoc_assets.schemas.layouts import ParsedLayout
from scidoc_assets.schemas.papers import RawPdf
from scidoc_assets.storage.content_cache import ContentCache, options_hash

Layouts = Sequence[ParsedLayout]


def _flagged_sheet(project: Project, rows: Rows) -> Mapping[str, Any]:
    flagged = [r for r in rows if isinstance(r, S2FlaggedFigure) and r.flags]
    return crop_sheet(project, flagged, [", ".join(r.flags) for r in flagged], "flagged")


@stage("s2_flagged_figures", uses=("curation",), preview=_flagged_sheet)
def s2_flagged_figures(
    run: StageRun, s1_filtered_figures: Sequence[S1FilteredFigure], parsed_layouts: Layouts
) -> Sequence[S2FlaggedFigure]:
    """Anomaly flags within each paper."""
    layouts = {layout.paper_id: layout for layout in parsed_layouts}
    kept = by_paper([r for r in s1_filtered_figures if r.is_kept])
    found: list[S2FlaggedFigure] = []
    for paper_id, rows in kept.items():
        layout = layouts[paper_id]
        settings = run.project.settings.curation
        found += s2_flag(rows, page_sizes(layout), settings, text_columns(layout))
    return found


def _recovered_sheet(project: Project, rows: Rows) -> Mapping[str, Any]:
    touched = [r for r in rows if isinstance(r, S3RecoveredFigure) and r.outcome != "not_needed"]
    return crop_sheet(project, touched, [r.outcome for r in touched], "re-extracted")


@stage("s3_recovered_figures", uses=("corpus", "curation"), preview=_recovered_sheet)
def s3_recovered_figures(
    run: StageRun,
    s2_flagged_figures: Sequence[S2FlaggedFigure],
    parsed_layouts: Layouts,
    raw_pdfs: Sequence[RawPdf],
) -> Sequence[S3RecoveredFigure]:
    """Flagged failures cropped again from the region their caption anchors."""
    layouts = {layout.paper_id: layout for layout in parsed_layouts}
    sources = {paper.paper_id: paper.sources[0] for paper in raw_pdfs}
    rows = []
    for row in s2_flagged_figures:
        recrop = None
        if needs_recrop(row):
            recrop = _recrop(run.project, row, layouts[row.paper_id], sources[row.paper_id])
        recovered = s3_recover(row, recrop, run.project.settings.curation)
        if recrop is not None and recovered.outcome == "recovered":
            run.project.blobs.put(recrop.png)
        rows.append(recovered)
    return rows


def _recrop(
    project: Project, row: S2FlaggedFigure, layout: ParsedLayout, source: str
) -> RecropResult | None:
    page = row.page_index if row.caption_page_index is None else row.caption_page_index
    request = recrop_request(
        row,
        page_sizes(layout)[page],
        running_text_boxes(layout, page),
        text_columns(layout).get(page, ()),
    )
    if request is None:
        return None
    corpus = project.settings.corpus
    found = crop_region(
        corpus_folder(project) / source,
        request.page_index,
        request.anchor_bbox_pt,
        corpus.crop_dpi,
        corpus.limits.page_pixels,
    )
    return RecropResult(row.figure_id, found.bbox_pt, found.png) if found else None


def _marked_sheet(project: Project, rows: Rows) -> Mapping[str, Any]:
    marked = [r for r in rows if isinstance(r, S4MarkedFigure)]
    notes = [f"{r.figure_type}, {len(r.ocr_regions)} lines of text" for r in marked]
    return crop_sheet(project, marked, notes, "marked")


@stage("s4_marked_figures", uses=("curation",), preview=_marked_sheet)
def s4_marked_figures(
    run: StageRun, s3_recovered_figures: Sequence[S3RecoveredFigure]
) -> Sequence[S4MarkedFigure]:
    """OCR and picture features of every figure that is still there."""
    engine = run.project.gateways.ocr()
    name = engine.version if engine is not None else None
    rows = []
    for row in s3_recovered_figures:
        if row.is_kept and row.crop_sha256 is not None:
            png = run.project.blobs.get(row.crop_sha256)
            regions = _read_text(run, engine, row, png) if engine is not None else None
            rows.append(s4_mark(row, png, regions, name))
    return rows


def _read_text(
    run: StageRun, engine: OcrEngine, row: S3RecoveredFigure, png: bytes
) -> list[OcrRegion] | None:
    """Lines of a crop, once per crop and engine; None (and a warning) when reading failed."""
    side = run.project.settings.curation.ocr_max_side_px
    version = options_hash(engine.name, engine.version, side)
    cache = ContentCache(run.project.paths.cache, "ocr", version)
    is_forced = row.paper_id in run.forced_papers
    regions = None if is_forced else cache.get(str(row.crop_sha256), OcrRegion)
    if regions is not None:
        return regions
    try:
        regions = engine.read(png, side)
    except OcrError as error:
        run.log.warning("figure %s: OCR failed: %s", row.figure_id, error)
        return None
    cache.put(str(row.crop_sha256), regions, OcrRegion)
    return regions


@stage("paper_curations", uses=("curation",))
def paper_curations(
    run: StageRun,
    parsed_layouts: Layouts,
    s1_filtered_figures: Sequence[S1FilteredFigure],
    s3_recovered_figures: Sequence[S3RecoveredFigure],
) -> Sequence[PaperCuration]:
    """S5 decision on every paper that was parsed."""
    entered, recovered = by_paper(s1_filtered_figures), by_paper(s3_recovered_figures)
    settings = run.project.settings.curation
    return [
        s5_decide(p.paper_id, entered.get(p.paper_id, []), recovered.get(p.paper_id, []), settings)
        for p in parsed_layouts
        if p.status == "ok"
    ]


def _without_crop(rows: Rows) -> list[str]:
    return [r.figure_id for r in rows if isinstance(r, CuratedFigure) and r.crop_sha256 is None]


def _curated_sheet(project: Project, rows: Rows) -> Mapping[str, Any]:
    curated = [r for r in rows if isinstance(r, CuratedFigure)]
    return crop_sheet(project, curated, [r.label or "no label" for r in curated], "curated")


@stage(
    "curated_figures",
    checks=(TableCheck("curated_figures_have_a_crop", _without_crop, is_blocking=True),),
    preview=_curated_sheet,
)
def curated_figures(
    run: StageRun,
    s4_marked_figures: Sequence[S4MarkedFigure],
    paper_curations: Sequence[PaperCuration],
) -> Sequence[CuratedFigure]:
    """Figures of the papers that S5 keeps; the run shows those of the others."""
    why = {p.paper_id: str(p.reason) for p in paper_curations if not p.is_kept}
    dropped = [r for r in s4_marked_figures if r.paper_id in why]
    notes = [why[r.paper_id] for r in dropped]
    run.shown.update(crop_sheet(run.project, dropped, notes, "dropped_with_their_paper"))
    kept = {p.paper_id for p in paper_curations if p.is_kept}
    return [CuratedFigure(**dict(r)) for r in s4_marked_figures if r.paper_id in kept]


def _does_not_add_up(rows: Rows) -> list[str]:
    return [r.step for r in rows if isinstance(r, FunnelStep) and r.entered != r.kept + r.removed]


@stage(
    "figure_funnel",
    checks=(TableCheck("funnel_adds_up", _does_not_add_up, is_blocking=True),),
)
def figure_funnel_table(
    run: StageRun,
    parsed_layouts: Layouts,
    figure_candidates: Sequence[FigureCandidate],
    s1_filtered_figures: Sequence[S1FilteredFigure],
    s2_flagged_figures: Sequence[S2FlaggedFigure],
    s3_recovered_figures: Sequence[S3RecoveredFigure],
    s4_marked_figures: Sequence[S4MarkedFigure],
    paper_curations: Sequence[PaperCuration],
    raw_pdfs: Sequence[RawPdf],
) -> Sequence[FunnelStep]:
    """Counts in and out of every stage."""
    tables = StageTables(
        figure_candidates,
        s1_filtered_figures,
        s2_flagged_figures,
        s3_recovered_figures,
        s4_marked_figures,
        paper_curations,
    )
    refused = [str(p.reason) for p in raw_pdfs if p.status != "ok"]
    unparsed = [str(p.reason) for p in parsed_layouts if p.status != "ok"]
    return figure_funnel(tables, [*refused, *unparsed])


STAGES = (
    s2_flagged_figures,
    s3_recovered_figures,
    s4_marked_figures,
    paper_curations,
    curated_figures,
    figure_funnel_table,
)
