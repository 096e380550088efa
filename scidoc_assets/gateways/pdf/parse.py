"""One paper in, SciDocIR and figure crops out.

Reads every page once, lets the pure rules of domain/layouts and domain/figures decide (see
understand.py), then cuts crops. Refuses partial results of a paper that cannot be used: that raises
PdfError with a reason from the closed list. Runs inside a worker (see workers.py) when the file is
not trusted.
"""

from __future__ import annotations

import gc
import hashlib
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from scidoc_assets.domain.layouts.language import guess_language
from scidoc_assets.gateways.layout.cdla import CdlaModel
from scidoc_assets.gateways.layout.interface import LayoutModel
from scidoc_assets.gateways.pdf.library import pymupdf
from scidoc_assets.gateways.pdf.opening import PdfError, open_pdf
from scidoc_assets.gateways.pdf.outcomes import CutFigure, OcrReader, PaperParse, ParseOptions
from scidoc_assets.gateways.pdf.page_clock import PageClock
from scidoc_assets.gateways.pdf.read_pages import ReadPage, read_pages
from scidoc_assets.gateways.pdf.render import RenderError, crop
from scidoc_assets.gateways.pdf.understand import Adviser, Understanding, is_row, understand
from scidoc_assets.schemas.figures import FigureCandidate
from scidoc_assets.schemas.layouts import Page, ParsedLayout, Provenance
from scidoc_assets.schemas.pages import PageText
from scidoc_assets.schemas.text import normalise

PARSER = "scidoc-rules"
VERSION = "3"
CROP_SLACK_PT = 1.5


def parse_paper(
    path: str | Path,
    paper_id: str,
    options: ParseOptions,
    ocr: OcrReader | None = None,
    layout_model: LayoutModel | None = None,
    clock: PageClock | None = None,
    lost_pages: Collection[int] = (),
) -> PaperParse:
    """Parse one PDF.

    Returns the layout row and the figure candidates with crops (PNG at `crop_dpi`, trimmed to
    ink; `bbox_pt` is the trimmed box). `layout_model` (CDLA unless given) is asked only about
    captions that the rules leave without graphic, and only with `use_layout_model`. `clock` limits
    what a page may take, in reading and in each of its crops; `lost_pages` went over it in an
    earlier try and stay empty. Raises PdfError with reason and detail when the paper cannot be
    used; MemoryError becomes `memory_limit`.
    """
    job = _Job(Path(path), paper_id, options, clock, lost_pages)
    try:
        with _without_cycle_search():
            return _parse(job, ocr, layout_model or CdlaModel())
    except MemoryError as error:
        raise PdfError("memory_limit", f"{paper_id}: out of memory while parsing") from error
    finally:
        if clock is not None:
            clock.stop()


@dataclass(frozen=True, slots=True)
class _Job:
    """What to parse and within which limits."""

    path: Path
    paper_id: str
    options: ParseOptions
    clock: PageClock | None
    lost_pages: Collection[int]


@contextmanager
def _without_cycle_search() -> Iterator[None]:
    """Keep the search for reference cycles off: a parse makes 10^5 objects and hardly a cycle.

    The search costs up to a seventh of the time; what cycles there are go at the next one.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _parse(job: _Job, ocr: OcrReader | None, model: LayoutModel) -> PaperParse:
    """Parse one PDF, step by step, each step timed."""
    options = job.options
    started = time.perf_counter()
    document = open_pdf(job.path, options.limits)
    try:
        reads = read_pages(document, options, ocr, job.clock, job.lost_pages)
        _refuse_nothing_read(job, reads)
        read = time.perf_counter()
        adviser = Adviser(document, model, options) if options.use_layout_model else None
        known = understand(job.paper_id, reads, options, adviser)
        ruled = time.perf_counter()
        rows = [o.candidate for o in known.objects if is_row(o)]
        figures = [_cut(document, row, options, job.clock) for row in rows]
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
    layout = _layout_row(job.path, job.paper_id, options, reads, known, is_repaired)
    layout = layout.model_copy(update={"parse_s": round(time.perf_counter() - started, 4)})
    return PaperParse(job.paper_id, layout, figures, known.log, times)


def _refuse_nothing_read(job: _Job, reads: Sequence[ReadPage]) -> None:
    """Raise PdfError when no page could be read: `time_limit` if one took too long."""
    if not all(r.is_failed for r in reads):
        return
    if job.lost_pages:
        seconds = job.options.limits.page_seconds
        detail = f"{job.path.name}: no page within {seconds:g} s; raise limits.page_seconds"
        raise PdfError("time_limit", detail)
    raise PdfError("damaged", f"{job.paper_id}: none of {len(reads)} pages can be read")


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
        title=normalise(" ".join(b.plain_text for b in blocks if b.category == "title")).text
        or None,
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


def _cut(
    document: pymupdf.Document,
    row: FigureCandidate,
    options: ParseOptions,
    clock: PageClock | None,
) -> CutFigure:
    """Cut the crop of a candidate; without one the row says why."""
    if row.bbox_pt is None or not options.has_crops:
        return CutFigure(row, None)
    if clock is not None:
        clock.start(row.page_index)
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
