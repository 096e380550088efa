"""What one PDF page paints, as plain data: text lines, paths, images.

Made by gateways/pdf, read by domain/layouts and domain/figures; never stored. All boxes are
`bbox_pt` of the displayed page (see geometry.py). Refuses provider objects: nothing in here
keeps a PDF library alive.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scidoc_assets.schemas.geometry import BBox

_TYPEWRITER = re.compile(
    r"mono(?!type)|nimbusmon|courier|cmtt|cmsltt|consol|menlo|typewriter|SFTT|inconsol|txtt|lettergoth",
    re.IGNORECASE,
)

Angle = int  # reading direction, degrees clockwise from left-to-right, 0 to 359
FurnitureRole = Literal["header", "footer", "page_number", "line_number", "stamp"]
FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]


class TextSpan(NamedTuple):
    """A run of one font. `x0`, `x1` in points; `size` is the font size in points."""

    text: str
    x0: float
    x1: float
    size: float
    font: str
    is_bold: bool
    is_italic: bool


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line of text.

    `bbox_pt` of a horizontal line runs from 0.78 size above to 0.22 size below its baseline, so
    that odd font metrics do not make lines overlap. `block` is the extractor's own block number;
    `font` and `is_bold` are those of most characters. Make lines with `make_line`.
    """

    bbox_pt: BBox
    baseline: float
    size: float
    angle: Angle
    block: int
    spans: tuple[TextSpan, ...]
    text: str
    font: str
    is_bold: bool


@lru_cache(maxsize=512)
def is_typewriter(font: str) -> bool:
    """Say whether a font's name is that of a typewriter face."""
    return _TYPEWRITER.search(font) is not None


def make_line(
    bbox_pt: BBox,
    baseline: float,
    size: float,
    angle: Angle,
    block: int,
    spans: tuple[TextSpan, ...],
    text: str,
) -> TextLine:
    """Make a line of at least one span; its font and weight are those of most characters."""
    if len(spans) == 1:
        return TextLine(
            bbox_pt, baseline, size, angle, block, spans, text, spans[0].font, spans[0].is_bold
        )
    weights = [len(s.text.strip()) for s in spans]
    font = spans[weights.index(max(weights))].font
    bold = sum(w for w, s in zip(weights, spans, strict=True) if s.is_bold)
    is_bold = 2 * bold > sum(weights)
    return TextLine(bbox_pt, baseline, size, angle, block, spans, text, font, is_bold)


@dataclass(frozen=True, slots=True)
class PathTable:
    """Painted paths of a page, one row each, clipped to their clip path and to the page.

    `boxes`: (N, 4) points. `is_filled`, `is_stroked`: (N,). `is_pale`: (N,) fill almost white and
    no stroke. `is_box`: (N,) a single rectangle.
    """

    boxes: FloatArray
    is_filled: BoolArray
    is_stroked: BoolArray
    is_pale: BoolArray
    is_box: BoolArray

    def __len__(self) -> int:
        return len(self.boxes)


@dataclass(frozen=True, slots=True)
class PlacedImage:
    """An image as placed on the page; `width_px`, `height_px` as declared in the file."""

    bbox_pt: BBox
    width_px: int
    height_px: int


@dataclass(frozen=True, slots=True)
class PageContent:
    """Everything one page paints. `lines` are in the file's own order.

    `turned_by`: direction in which most text read before the page was turned upright, 0 if not.
    """

    page_index: int
    width_pt: float
    height_pt: float
    rotation: int
    lines: tuple[TextLine, ...]
    paths: PathTable
    images: tuple[PlacedImage, ...]
    replaced_surrogates: int = 0
    is_scan: bool = False
    text_source: str = "text_layer"
    ink_boxes: tuple[BBox, ...] = field(default=())
    turned_by: Angle = 0


@dataclass(frozen=True, slots=True)
class TextStyle:
    """What body text looks like in one document; sizes and `line_pitch` in points."""

    size: float
    font: str
    line_pitch: float


@dataclass(frozen=True, slots=True)
class PageText:
    """The text of one page after furniture (running heads, page and line numbers, stamps) left.

    `columns`: (x0, x1) of each column from left to right, at least one. `lines`: horizontal lines,
    top to bottom. `column_of[i]`: column of line i, -1 across columns. `is_prose[i]`: line i is
    running text that no figure or table may reach over. `slanted`: lines that are not horizontal.
    """

    page_index: int
    width_pt: float
    height_pt: float
    columns: tuple[tuple[float, float], ...]
    lines: tuple[TextLine, ...]
    column_of: tuple[int, ...]
    is_prose: tuple[bool, ...]
    slanted: tuple[TextLine, ...]
    furniture: tuple[tuple[TextLine, FurnitureRole], ...]
    is_scan: bool = False


def no_paths() -> PathTable:
    """Return a table of no paths."""
    flags = np.zeros(0, dtype=np.bool_)
    return PathTable(np.zeros((0, 4)), flags, flags, flags, flags)


@dataclass(frozen=True, slots=True)
class FloatArea:
    """A figure, table or algorithm on a page, as layout needs it to keep its text apart.

    `line_ids`: caption lines, indices into the page's `PageText.lines`; empty without a caption.
    `bbox_pt` is None for a caption without a graphic.
    """

    page_index: int
    kind: Literal["figure", "table", "algorithm"]
    bbox_pt: BBox | None
    line_ids: tuple[int, ...]
    caption_bbox_pt: BBox | None
    caption_text: str | None
    label: str | None
    figure_id: str | None
