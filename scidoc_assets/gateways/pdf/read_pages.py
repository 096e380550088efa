"""All pages of a document as plain data, with what was decided for each page.

One page's failure is that page's: it becomes an empty page with a reason, the others go on.
Refuses to OCR more pages than the options allow.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from scidoc_assets.domain.layouts.reliability import is_garbled
from scidoc_assets.gateways.pdf.extract import page_content
from scidoc_assets.gateways.pdf.library import pymupdf
from scidoc_assets.gateways.pdf.opening import PDF_ERRORS
from scidoc_assets.gateways.pdf.outcomes import OcrReader, ParseOptions
from scidoc_assets.gateways.pdf.page_clock import PageClock
from scidoc_assets.gateways.pdf.render import RenderError, encode_png, render
from scidoc_assets.gateways.pdf.scans import is_scan, with_ink
from scidoc_assets.gateways.pdf.text_lines import ASCENT
from scidoc_assets.schemas.figures import OcrRegion
from scidoc_assets.schemas.layouts import PageReason, TextSource
from scidoc_assets.schemas.pages import PageContent, TextLine, TextSpan, make_line, no_paths

MIN_CONFIDENCE = 0.5
OCR_HEIGHT_SHARE = 0.8


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page's content and the decisions behind it.

    `is_failed` pages are empty. `source`: `rule`, `rule+scan_ink` or with `+ocr`.
    """

    content: PageContent
    has_text_layer: bool
    text_source: TextSource
    reason: PageReason | None
    is_failed: bool
    source: str


def read_pages(
    document: pymupdf.Document,
    options: ParseOptions,
    ocr: OcrReader | None,
    clock: PageClock | None = None,
    lost_pages: Collection[int] = (),
) -> list[ReadPage]:
    """Return every page of a document, in order.

    `clock` limits what a page may take; `lost_pages` went over it before and are not read again.
    """
    pages: list[ReadPage] = []
    budget = options.ocr_max_pages if ocr else 0
    for index in range(document.page_count):
        if index in lost_pages:
            pages.append(_failed(document, index, "page_time_limit"))
            continue
        if clock is not None:
            clock.start(index)
        page = _read_page(document, index, options)
        if budget and ocr is not None and _wants_ocr(page):
            page = _with_ocr(document[index], page, options, ocr)
            budget -= 1
        pages.append(page)
    if clock is not None:
        clock.stop()
    return pages


def _read_page(document: pymupdf.Document, index: int, options: ParseOptions) -> ReadPage:
    """Read one page; a broken page gives an empty, failed one."""
    try:
        page = document[index]
        content = page_content(page)
    except PDF_ERRORS:
        return _failed(document, index, "page_unreadable")
    has_text = bool(content.lines)
    source, reason = "rule", None
    if is_scan(content):
        try:
            content = with_ink(page, content, options.limits.page_pixels)
            source = "rule+scan_ink"
        except RenderError as error:
            reason = "pixel_limit" if error.reason == "pixel_limit" else None
    if not has_text:
        reason = reason or ("no_text_layer" if _shows_anything(content) else None)
    elif is_garbled(content.lines):
        reason = "text_layer_unreliable"
    text_source: TextSource = "text_layer" if has_text else "none"
    return ReadPage(content, has_text, text_source, reason, False, source)


def _shows_anything(content: PageContent) -> bool:
    """Say whether a page without text shows pictures or drawings at all."""
    return bool(content.images or content.ink_boxes or content.is_scan or len(content.paths))


def _failed(document: pymupdf.Document, index: int, reason: PageReason) -> ReadPage:
    """Return an empty page in place of one that cannot be read; size from the file if it has one."""
    width, height, rotation = 0.0, 0.0, 0
    try:
        page = document[index]
        width, height, rotation = page.rect.width, page.rect.height, page.rotation
    except PDF_ERRORS:
        pass
    content = PageContent(index, width, height, rotation, (), no_paths(), ())
    return ReadPage(content, False, "none", reason, True, "none")


def _wants_ocr(page: ReadPage) -> bool:
    """Say whether a page's text must or should be read from its pixels."""
    if page.is_failed or page.reason == "pixel_limit":
        return False
    return page.content.is_scan or page.reason in ("no_text_layer", "text_layer_unreliable")


def _with_ocr(
    page: pymupdf.Page, read: ReadPage, options: ParseOptions, ocr: OcrReader
) -> ReadPage:
    """Return a page with its text replaced by what OCR reads; unchanged when it reads nothing."""
    try:
        pixels = render(page, None, options.ocr_dpi, options.limits.page_pixels)
    except RenderError:
        return replace(read, reason="pixel_limit")
    regions = [r for r in ocr(encode_png(pixels)) if r.confidence >= MIN_CONFIDENCE]
    lines = ocr_lines(regions, 72.0 / options.ocr_dpi)
    if not lines:
        return read
    content = replace(read.content, lines=tuple(lines), text_source="ocr")
    if content.is_scan:
        try:
            content = with_ink(page, content, options.limits.page_pixels)
        except RenderError:
            return read
    reason = None if read.has_text_layer and read.reason is None else read.reason
    return replace(
        read, content=content, text_source="ocr", reason=reason, source=f"{read.source}+ocr"
    )


def ocr_lines(regions: Sequence[OcrRegion], scale: float) -> list[TextLine]:
    """Turn OCR regions (pixels) into text lines; `scale` is points per pixel.

    The type size is taken as 0.8 of the box's height. Boxes much taller than wide are read as
    sideways text.
    """
    lines: list[TextLine] = []
    for number, region in enumerate(regions):
        x0, y0, x1, y1 = (v * scale for v in region.bbox_px)
        is_sideways = (y1 - y0) > 1.5 * (x1 - x0) and len(region.text) > 2
        size = OCR_HEIGHT_SHARE * ((x1 - x0) if is_sideways else (y1 - y0))
        span = TextSpan(region.text, x0, x1, size, "ocr", False, False)
        baseline = y0 + (y1 - y0) * ASCENT
        angle = 270 if is_sideways else 0
        lines.append(
            make_line((x0, y0, x1, y1), baseline, size, angle, number, (span,), region.text)
        )
    return lines
