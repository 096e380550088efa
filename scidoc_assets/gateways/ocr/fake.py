"""An OCR engine for tests: returns what it was told, and remembers what it was asked."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from scidoc_assets.schemas.figures import OcrRegion


class FakeOcrEngine:
    """Answers by the sha256 of the picture; unknown pictures hold no text."""

    name = "fake"
    version = "fake 1"

    def __init__(self, lines_by_sha256: Mapping[str, Sequence[OcrRegion]] | None = None) -> None:
        self._lines = dict(lines_by_sha256 or {})
        self.asked: list[tuple[str, int]] = []

    def read(self, png: bytes, max_side_px: int) -> list[OcrRegion]:
        """The lines entered for these bytes; the question is kept in `asked`."""
        sha256 = hashlib.sha256(png).hexdigest()
        self.asked.append((sha256, max_side_px))
        return list(self._lines.get(sha256, []))
