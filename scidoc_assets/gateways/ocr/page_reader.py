"""OCR for pages without a text layer, in a form that crosses process borders.

Equal readers are equal keys, so a parse worker opens an engine once however often it is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from scidoc_assets.gateways.ocr.engines import open_ocr
from scidoc_assets.schemas.figures import OcrRegion

# A page at 200 DPI is about 2,300 px high: enough for body text, and what engines were tried on.
PAGE_SIDE_PX = 2400


@dataclass(frozen=True)
class PageReaderFactory:
    """Calls open the named engine; what they return reads one page picture (PNG bytes)."""

    engine: Literal["paddleocr", "rapidocr"]
    cache_folder: Path

    def __call__(self) -> Callable[[bytes], list[OcrRegion]]:
        opened = open_ocr(self.engine, self.cache_folder)
        if opened is None:
            raise ValueError("engine `off` cannot read pages")
        return lambda png: opened.read(png, PAGE_SIDE_PX)
