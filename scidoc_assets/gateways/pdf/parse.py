"""One paper in, SciDocIR and figure crops out.

Reads every page once, lets the pure rules of domain/layouts and domain/figures decide (see
understand.py), then cuts crops. Refuses partial results of a paper that cannot be used: that raises
PdfError with a reason from the closed list. Runs inside a worker (see workers.py) when the file is
not trusted.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from pathlib import Path

import pymupdf

from scidoc_assets.domain.layouts.language import guess_language
from scidoc_assets.gateways.layout.cdla import CdlaModel
from scidoc_assets.gateways.layout.interface import LayoutModel
from scidoc_assets.gateways.pdf.opening import PdfError, open_pdf
from scidoc_assets.gateways.pdf.outcomes import CutFigure, OcrReader, PaperParse, ParseOptions
from scidoc_assets.gateways.pdf.read_pages import ReadPage, read_pages
from scidoc_assets.gateways.pdf.render import RenderError, crop
from scidoc_assets.gateways.pdf.understand import Adviser, Understanding, is_row, understand
from scidoc_assets.schemas.figures import FigureCandidate
from scidoc_assets.schemas.layouts import Page, ParsedLayout, Provenance
from scidoc_assets.schemas.pages import PageText

PARSER = "scidoc-rules"
VERSION = "3"
CROP_SLACK_PT = 1.5


def parse_paper(
    path: str | Path,
    paper_id: str,
    options: ParseOptions,
    ocr: OcrReader | None = None,
    layout_model: LayoutModel | None = None,
) -> PaperParse:
    """Parse one PDF.

    Returns the layout row and the figure candidates with crops (PNG at `crop_dpi`, trimmed to
    ink; `bbox_pt` is the trimmed box). `layout_model` (CDLA unless given) is asked only about
    captions that the rules leave without graphic, and only with `use_layout_model`. Raises PdfError with reason and detail when the paper
    cannot be used; MemoryError becomes `memory_limit`.
    """
    try:
        return _parse(Path(path), paper_id, options, ocr, layout_model or CdlaModel())
    except MemoryError as error:
        raise PdfError("memory_limit", f"{paper_id}: out of memory while parsing") from error


def _parse(
    path: Path,
    paper_id: str,
    options: ParseOptions,
    ocr: OcrReader | None,
    model: LayoutModel,
) -> PaperParse:
    """Parse one PDF, step by step, each step timed."""
    started = time.perf_counter()
    document = open_pdf(path, options.limits)
    try:
        reads = read_pages(document, options, ocr)
        if all(r.is_failed for r in reads):
            raise PdfError("damaged", f"{paper_id}: none of {len(reads)} pages can be read")
        read = time.perf_counter()
        adviser = Adviser(document, model, options) if options.use_layout_model else None
        known = understand(paper_id, reads, options, adviser)
        ruled = time.perf_counter()
        figures = [_cut(document, o.candidate, options) for o in known.objects if is_row(o)]
        advised_s = adviser.seconds if adviser else 0.0
        times = {
            "extract": read - started,
            "rules": ruled - read - advised_s,
            "layout_model": advised_s,
            "crops": time.perf_counter() - ruled,
        }
        is_repaired = bool(document.is_repaired)
    finally:
        document.close()
    layout = _layout_row(path, paper_id, options, reads, known, is_repaired)
    layout = layout.model_copy(update={"parse_s": round(time.perf_counter() - started, 4)})
    return PaperParse(paper_id, layout, figures, known.log, times)


def _layout_row(
    path: Path,
    paper_id: str,
    options: ParseOptions,
    reads: Sequence[ReadPage],
    known: Understanding,
    is_repaired: bool,
) -> ParsedLayout:
    """Return the layout row of a parsed paper."""
    blocks = known.blocks
    warnings = ["repaired: the file's cross-reference table was damaged"] if is_repaired else []
    provenance = _provenance(path, options)
    running = " ".join(b.plain_text for b in blocks[:120] if b.supercategory == "text")
    return ParsedLayout(
        paper_id=paper_id,
        sha256=provenance.sha256,
        status="ok",
        reason=None,
        detail=None,
        title=_flat(" ".join(b.plain_text for b in blocks if b.category == "title")) or None,
        language=guess_language(running),
        num_pages=len(reads),
        provenance=provenance,
        warnings=warnings + _page_warnings(reads) + known.log,
        pages=[
            _page_row(r, p, p.page_index in known.advised)
            for r, p in zip(reads, known.pages, strict=True)
        ],
        blocks=blocks,
        relations=known.relations,
        parse_s=0.0,
    )


def _cut(document: pymupdf.Document, row: FigureCandidate, options: ParseOptions) -> CutFigure:
    """Cut the crop of a candidate; without one the row says why."""
    if row.bbox_pt is None or not options.has_crops:
        return CutFigure(row, None)
    try:
        found = crop(
            document[row.page_index],
            row.bbox_pt,
            row.crop_dpi,
            options.limits.page_pixels,
            CROP_SLACK_PT,
        )
    except RenderError as error:
        reason = "pixel_limit" if error.reason == "pixel_limit" else "crop_failed"
        return CutFigure(row.model_copy(update={"reason": reason}), None)
    update = {
        "bbox_pt": found.bbox_pt,
        "parts_pt": [found.bbox_pt, *row.parts_pt[1:]],
        "crop_sha256": hashlib.sha256(found.png).hexdigest(),
        "crop_width_px": found.width_px,
        "crop_height_px": found.height_px,
    }
    return CutFigure(row.model_copy(update=update), found.png)


def _flat(text: str) -> str:
    """Return text on one line."""
    return " ".join(text.split())


def _provenance(path: Path, options: ParseOptions) -> Provenance:
    """Return what made the layout."""
    return Provenance(
        parser=PARSER,
        version=f"{VERSION}+pymupdf-{pymupdf.__version__}",
        options_hash=options.options_hash,
        sha256=hashlib.sha256(path.read_bytes()).hexdigest(),
    )


def _page_warnings(reads: Sequence[ReadPage]) -> list[str]:
    """Return one line for each page that is not plainly fine."""
    return [f"page {r.content.page_index}: {r.reason}" for r in reads if r.reason is not None]


def _page_row(read: ReadPage, text: PageText, is_advised: bool) -> Page:
    """Return the row of a page."""
    content = read.content
    return Page(
        page_index=content.page_index,
        width_pt=content.width_pt,
        height_pt=content.height_pt,
        rotation=content.rotation,
        has_text_layer=read.has_text_layer,
        text_source=read.text_source,
        status="failed" if read.is_failed else ("flagged" if read.reason else "ok"),
        reason=read.reason,
        layout_source=f"{read.source}+layout_model" if is_advised else read.source,
        columns=len(text.columns),
        replaced_surrogates=content.replaced_surrogates,
    )
