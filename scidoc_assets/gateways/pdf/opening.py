"""Opening a PDF, or saying from a closed list why it cannot be opened.

Refuses files over the size limit before reading them, and never prompts for or guesses passwords
(an empty user password is tried by the library and is not a secret).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from scidoc_assets.gateways.pdf.library import FzErrorBase, pymupdf
from scidoc_assets.schemas.papers import PaperReason
from scidoc_assets.schemas.settings import ParseLimits

HEADER_BYTES = 1024
TAIL_BYTES = 2048
CHECKED_PAGES = 2000
# What PyMuPDF raises on bad input: its own errors, and Python's for values it cannot take.
PDF_ERRORS = (RuntimeError, ValueError, IndexError, TypeError, FzErrorBase)


class PdfError(Exception):
    """A PDF that cannot be used: `reason` from the closed list, `detail` with file and way out."""

    def __init__(self, reason: PaperReason, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason: PaperReason = reason
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Probe:
    """What a cheap look at a file says; `pages` is None when it cannot be opened."""

    status: Literal["ok", "failed"]
    reason: PaperReason | None
    pages: int | None
    detail: str | None = None


@dataclass(frozen=True, slots=True)
class _Marks:
    """Marks of a PDF file: header near the start, end mark near the end."""

    has_header: bool
    has_end: bool


def quiet() -> None:
    """Keep the PDF library's own messages off the console."""
    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)


def open_pdf(path: str | Path, limits: ParseLimits) -> pymupdf.Document:
    """Open a PDF and count its pages.

    Raises PdfError with reason `unreadable_file`, `empty_file`, `too_large`, `not_a_pdf`,
    `encrypted`, `damaged`, `no_pages` or `too_many_pages`.
    """
    quiet()
    file = Path(path)
    marks = _check_bytes(file, limits)
    try:
        document = pymupdf.open(file, filetype="pdf")
    except PDF_ERRORS as error:
        if not marks.has_header:
            raise PdfError("not_a_pdf", f"{file.name} has no PDF header and no objects") from error
        raise PdfError(
            "damaged", f"{file.name}: no page tree can be read ({_short(error)})"
        ) from error
    if not document.is_pdf:
        document.close()
        raise PdfError("not_a_pdf", f"{file.name} is another kind of file (a web page, an image?)")
    if document.needs_pass:
        document.close()
        raise PdfError("encrypted", f"{file.name} needs a password; supply an unlocked copy")
    pages = _count_pages(document, file, marks)
    if pages > limits.pages:
        document.close()
        raise PdfError("too_many_pages", f"{file.name} has {pages} pages, limit {limits.pages}")
    return document


def _count_pages(document: pymupdf.Document, file: Path, marks: _Marks) -> int:
    """Return the number of pages of a sound page tree; closes the document and raises otherwise."""
    try:
        pages = document.page_count
        for index in range(min(pages, CHECKED_PAGES)):
            _load(document, index)
    except PDF_ERRORS as error:
        document.close()
        raise PdfError("damaged", f"{file.name}: broken page tree ({_short(error)})") from error
    if pages == 0:
        document.close()
        if marks.has_end or not marks.has_header:
            raise PdfError("no_pages", f"{file.name} holds no page")
        raise PdfError("damaged", f"{file.name} is cut off (no end mark); download it again")
    return pages


def _load(document: pymupdf.Document, index: int) -> None:
    """Load a page; let only faults of the page tree itself through (a bad page fails later)."""
    try:
        document.load_page(index)
    except PDF_ERRORS as error:
        if index == 0 or "page tree" in str(error):
            raise


def _check_bytes(file: Path, limits: ParseLimits) -> _Marks:
    """Check that a file can be read and its size; return what marks of a PDF it has."""
    try:
        size = file.stat().st_size
        with file.open("rb") as handle:
            head = handle.read(HEADER_BYTES)
            handle.seek(max(0, size - TAIL_BYTES))
            tail = handle.read()
    except OSError as error:
        raise PdfError("unreadable_file", f"{file.name}: {error.strerror or error}") from error
    if size == 0:
        raise PdfError("empty_file", f"{file.name} has zero bytes; download it again")
    if size > limits.file_mb * 1_000_000:
        raise PdfError("too_large", f"{file.name} has {size} bytes, limit {limits.file_mb} MB")
    return _Marks(b"%PDF-" in head, b"%%EOF" in tail)


def _short(error: BaseException) -> str:
    """Return an error's class and the start of its text, without paths."""
    text = str(error).split(" '", maxsplit=1)[0]
    return f"{type(error).__name__}: {text[:120]}"


def probe(path: str | Path, limits: ParseLimits | None = None) -> Probe:
    """Say whether a file opens, why not, and how many pages it has. Safe to call in a worker."""
    try:
        document = open_pdf(path, limits or ParseLimits())
    except PdfError as error:
        return Probe("failed", error.reason, None, error.detail)
    pages = document.page_count
    document.close()
    return Probe("ok", None, pages)
