"""One paper in, SciDocIR and figure crops out.

Reads every page once, lets the pure rules of domain/layouts and domain/figures decide, then cuts
crops. Refuses partial results of a paper that cannot be used: that raises PdfError with a reason
from the closed list. Runs inside a worker (see workers.py) when the file is not trusted.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pymupdf

from scidoc_assets.domain.figures.captions import find_captions
from scidoc_assets.domain.figures.damaged import parse_damaged, with_numbers
from scidoc_assets.domain.figures.graphics import page_graphics
from scidoc_assets.domain.figures.matching import match_captions
from scidoc_assets.domain.figures.objects import FoundObject, build_objects
from scidoc_assets.domain.layouts.document import build_blocks
from scidoc_assets.domain.layouts.language import guess_language
from scidoc_assets.domain.layouts.pagetext import read_text
from scidoc_assets.domain.layouts.sideways import Turn, upright
from scidoc_assets.gateways.pdf.opening import PdfError, open_pdf
from scidoc_assets.gateways.pdf.outcomes import CutFigure, OcrReader, PaperParse, ParseOptions
from scidoc_assets.gateways.pdf.read_pages import ReadPage, read_pages
from scidoc_assets.gateways.pdf.render import RenderError, crop
from scidoc_assets.schemas.figures import FigureCandidate
from scidoc_assets.schemas.layouts import Block, Page, ParsedLayout, Provenance, Relation
from scidoc_assets.schemas.pages import FloatArea, PageText

PARSER = "scidoc-rules"
VERSION = "1"
CROP_SLACK_PT = 1.5


def parse_paper(
    path: str | Path,
    paper_id: str,
    options: ParseOptions,
    ocr: OcrReader | None = None,
) -> PaperParse:
    """Parse one PDF.

    Returns the layout row and the figure candidates with crops (PNG at `crop_dpi`, trimmed to
    ink; `bbox_pt` is the trimmed box). Raises PdfError with reason and detail when the paper
    cannot be used; MemoryError becomes `memory_limit`.
    """
    try:
        return _parse(Path(path), paper_id, options, ocr)
    except MemoryError as error:
        raise PdfError("memory_limit", f"{paper_id}: out of memory while parsing") from error


def _parse(path: Path, paper_id: str, options: ParseOptions, ocr: OcrReader | None) -> PaperParse:
    """Parse one PDF, step by step, each step timed."""
    started = time.perf_counter()
    times: dict[str, float] = {}
    document = open_pdf(path, options.limits)
    try:
        reads = read_pages(document, options, ocr)
        if all(r.is_failed for r in reads):
            raise PdfError("damaged", f"{paper_id}: none of {len(reads)} pages can be read")
        times["extract"] = time.perf_counter() - started
        pages, objects, merged, blocks, relations = _understand(paper_id, reads, options)
        times["rules"] = time.perf_counter() - started - times["extract"]
        figures = [_cut(document, item.candidate, options) for item in objects if _is_row(item)]
        times["crops"] = time.perf_counter() - started - times["extract"] - times["rules"]
        is_repaired = bool(document.is_repaired)
    finally:
        document.close()
    warnings = ["repaired: the file's cross-reference table was damaged"] if is_repaired else []
    layout = ParsedLayout(
        paper_id=paper_id,
        sha256=hashlib.sha256(path.read_bytes()).hexdigest(),
        status="ok",
        reason=None,
        detail=None,
        title=_flat(" ".join(b.plain_text for b in blocks if b.category == "title")) or None,
        language=guess_language(
            " ".join(b.plain_text for b in blocks[:120] if b.supercategory == "text")
        ),
        num_pages=len(reads),
        provenance=_provenance(path, options),
        warnings=warnings + _page_warnings(reads) + merged,
        pages=[_page_row(r, p) for r, p in zip(reads, pages, strict=True)],
        blocks=blocks,
        relations=relations,
        parse_s=round(time.perf_counter() - started, 4),
    )
    return PaperParse(paper_id, layout, figures, merged, times)


def _understand(
    paper_id: str, reads: Sequence[ReadPage], options: ParseOptions
) -> tuple[list[PageText], list[FoundObject], list[str], list[Block], list[Relation]]:
    """Run the pure rules over all pages, sideways ones turned upright; boxes come turned back."""
    turned = [upright(r.content) for r in reads]
    contents = [content for content, _ in turned]
    turns = {c.page_index: turn for c, turn in turned if turn is not None}
    pages, style = read_text(contents)
    graphics = [page_graphics(c) for c in contents]
    rules = [g.rules for g in graphics]
    captions = with_numbers(find_captions(pages, rules, style, parse_damaged))
    matches = match_captions(pages, graphics, captions, style)
    objects, merged = build_objects(paper_id, pages, graphics, matches, style, options.crop_dpi)
    areas = [area for item in objects for area in _float_areas(item)]
    blocks, relations = build_blocks(paper_id, pages, areas, style)
    if turns:
        blocks = [_turn_block(b, turns) for b in blocks]
        objects = [replace(o, candidate=_turn_figure(o.candidate, turns)) for o in objects]
    return pages, objects, merged, blocks, relations


def _turn_block(block: Block, turns: dict[int, Turn]) -> Block:
    """Return a block with its boxes turned back to the displayed page."""
    turn = turns.get(block.page_index)
    if turn is None:
        return block
    boxes = [turn.back(b) for b in block.boxes_pt]
    return block.model_copy(update={"bbox_pt": turn.back(block.bbox_pt), "boxes_pt": boxes})


def _turn_figure(row: FigureCandidate, turns: dict[int, Turn]) -> FigureCandidate:
    """Return a candidate with its boxes turned back to the displayed pages."""
    own = turns.get(row.page_index)
    pages = [row.page_index, *row.continues_on]
    parts = [
        turns[k].back(b) if k in turns else b for k, b in zip(pages, row.parts_pt, strict=False)
    ]
    update: dict[str, object] = {"parts_pt": parts}
    if own is not None:
        update["bbox_pt"] = own.back(row.bbox_pt) if row.bbox_pt else None
        update["caption_boxes_pt"] = [own.back(b) for b in row.caption_boxes_pt[:1]] + (
            row.caption_boxes_pt[1:]
        )
        update["panels"] = [
            p.model_copy(update={"bbox_pt": own.back(p.bbox_pt) if p.bbox_pt else None})
            for p in row.panels
        ]
    return row.model_copy(update=update)


def _is_row(item: FoundObject) -> bool:
    """Say whether an object is a figure or table row (algorithms are layout blocks only)."""
    return item.kind not in ("algorithm", "legend")


def _float_areas(item: FoundObject) -> list[FloatArea]:
    """Return what layout needs of an object: graphic and caption, then its parts elsewhere."""
    row, caption = item.candidate, item.caption
    kind = "algorithm" if item.kind == "algorithm" else row.kind
    areas = [
        FloatArea(
            page_index=row.page_index,
            kind=kind,
            bbox_pt=row.bbox_pt,
            line_ids=caption.line_ids if caption else (),
            caption_bbox_pt=caption.bbox_pt if caption else None,
            caption_text=caption.text if caption else None,
            label=row.label,
            figure_id=row.figure_id if _is_row(item) else None,
        )
    ]
    for index, box in item.parts:
        areas.append(FloatArea(index, kind, box, (), None, None, row.label, row.figure_id))
    if item.tail is not None:
        index, ids, box, text = item.tail
        areas.append(FloatArea(index, kind, None, ids, box, text, row.label, row.figure_id))
    return areas


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


def _page_row(read: ReadPage, text: PageText) -> Page:
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
        layout_source=read.source,
        columns=len(text.columns),
        replaced_surrogates=content.replaced_surrogates,
    )
