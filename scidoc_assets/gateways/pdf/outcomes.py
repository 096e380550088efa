"""What parsing one paper takes and gives: options, result, failure.

Plain data that crosses process borders. Refuses provider objects.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field

from scidoc_assets.schemas.figures import FigureCandidate, OcrRegion
from scidoc_assets.schemas.geometry import Row
from scidoc_assets.schemas.layouts import ParsedLayout
from scidoc_assets.schemas.papers import PaperReason
from scidoc_assets.schemas.settings import ParseLimits

# Reads the text of a page picture (PNG bytes); boxes in pixels of that picture.
OcrReader = Callable[[bytes], list[OcrRegion]]


class ParseOptions(Row):
    """How papers are parsed; part of the cache key through `options_hash`."""

    crop_dpi: int = 300
    has_crops: bool = True
    use_layout_model: bool = True
    ocr_max_pages: int = 4
    ocr_dpi: int = 200
    limits: ParseLimits = ParseLimits()

    @property
    def options_hash(self) -> str:
        """SHA-256 (16 hex digits) of the options."""
        return hashlib.sha256(self.model_dump_json().encode("utf-8")).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class CutFigure:
    """A candidate and its crop as PNG bytes; no bytes when the row says why."""

    row: FigureCandidate
    crop_png: bytes | None


@dataclass(frozen=True, slots=True)
class PaperParse:
    """A parsed paper. `merged`: log of merged duplicates; times in seconds by step."""

    paper_id: str
    layout: ParsedLayout
    figures: list[CutFigure]
    merged: list[str] = field(default_factory=list)
    times_s: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PaperFailure:
    """A paper that was lost, with the reason from the closed list."""

    paper_id: str
    reason: PaperReason
    detail: str
