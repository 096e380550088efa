"""Pages as PNG pictures, rendered in a guarded worker: a page that fails loses its picture only.

Refuses nothing itself; what the renderer refuses comes back as a reason per page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass
from pathlib import Path

from pebble import ProcessExpired, ProcessPool

from scidoc_assets.gateways.pdf.opening import PDF_ERRORS, PdfError, open_pdf
from scidoc_assets.gateways.pdf.outcomes import ParseOptions
from scidoc_assets.gateways.pdf.render import RenderError, encode_png, render

PAGES_PER_JOB = 8
VIEW_DPI = 150


@dataclass(frozen=True, slots=True)
class PageShot:
    """A page and its PNG bytes, or the reason why there are none."""

    page_index: int
    png: bytes | None
    reason: str | None


def shoot_pages(
    path: Path,
    page_indices: Sequence[int],
    options: ParseOptions,
    pool: ProcessPool,
    dpi: int = VIEW_DPI,
) -> Iterator[PageShot]:
    """Render pages at `dpi` in the workers of `pool` (see workers.open_pool), in order.

    The limits of `options` hold for each group of eight pages; a lost worker loses that group.
    """
    for start in range(0, len(page_indices), PAGES_PER_JOB):
        group = list(page_indices[start : start + PAGES_PER_JOB])
        job = pool.schedule(
            _shoot, args=(str(path), group, options, dpi), timeout=options.limits.seconds
        )
        try:
            yield from job.result()
        except FutureTimeout:
            yield from _lost(group, "time_limit")
        except MemoryError:
            yield from _lost(group, "memory_limit")
        except ProcessExpired:
            yield from _lost(group, "parser_crash")


def _lost(group: Sequence[int], reason: str) -> list[PageShot]:
    return [PageShot(index, None, reason) for index in group]


def _shoot(path: str, group: Sequence[int], options: ParseOptions, dpi: int) -> list[PageShot]:
    """Render a group of pages inside a worker."""
    try:
        document = open_pdf(path, options.limits)
    except PdfError as error:
        return _lost(group, error.reason)
    shots: list[PageShot] = []
    try:
        for index in group:
            try:
                pixels = render(document[index], None, dpi, options.limits.page_pixels)
                shots.append(PageShot(index, encode_png(pixels), None))
            except RenderError as error:
                shots.append(PageShot(index, None, error.reason))
            except PDF_ERRORS:
                shots.append(PageShot(index, None, "page_unreadable"))
    finally:
        document.close()
    return shots
