"""Measuring what a PDF draws: tight ink boxes and page sizes.

Holds the convention of the truth files: 3 pixels per point, no annotations, ink is grey < 250.
Refuses to find anything: the caller says where to look. It is no part of the parsers it judges.
"""

from __future__ import annotations

import numpy as np

from scidoc_assets.gateways.pdf.library import pymupdf
from scidoc_assets.gateways.typeset.interface import TypesetError, TypesetFailure

PIXELS_PER_POINT = 3
INK_BELOW_GREY = 250

Box = tuple[float, float, float, float]


class InkRuler:
    """Trims boxes of one PDF to the visible ink inside them."""

    def __init__(self, name: str, pdf: bytes) -> None:
        self.name = name
        self._document = pymupdf.open(stream=pdf, filetype="pdf")
        self._greys: dict[int, np.ndarray] = {}

    def page_sizes_pt(self) -> list[tuple[float, float]]:
        """(width, height) in points of every displayed page, in order."""
        return [(page.rect.width, page.rect.height) for page in self._document]

    def trim(self, page_index: int, bbox_pt: Box) -> Box:
        """The tight ink box (points, top-left origin, thirds of a point) inside `bbox_pt`.

        Raises `TypesetError` with `no_ink` when nothing is drawn there.
        """
        grey = self._grey(page_index)
        left, top, right, bottom = (round(value * PIXELS_PER_POINT) for value in bbox_pt)
        left, top = max(left, 0), max(top, 0)
        ink = grey[top:bottom, left:right] < INK_BELOW_GREY
        rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
        if not len(rows):
            raise TypesetError(
                TypesetFailure.NO_INK, self.name, f"page index {page_index}, box {bbox_pt}"
            )
        edges = (left + columns[0], top + rows[0], left + columns[-1] + 1, top + rows[-1] + 1)
        x0, y0, x1, y1 = (float(edge) / PIXELS_PER_POINT for edge in edges)
        return x0, y0, x1, y1

    def _grey(self, page_index: int) -> np.ndarray:
        if page_index not in self._greys:
            zoom = pymupdf.Matrix(PIXELS_PER_POINT, PIXELS_PER_POINT)
            pixmap = self._document[page_index].get_pixmap(
                matrix=zoom, colorspace=pymupdf.csGRAY, annots=False
            )
            samples = np.frombuffer(pixmap.samples, np.uint8)
            self._greys[page_index] = samples.reshape(pixmap.height, pixmap.stride)[
                :, : pixmap.width
            ]
        return self._greys[page_index]
