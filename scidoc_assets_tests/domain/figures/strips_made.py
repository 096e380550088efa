"""Strips that the tests of regions share."""

from __future__ import annotations

from scidoc_assets.domain.figures.graphics import Graphic
from scidoc_assets.domain.figures.strips import Strip
from scidoc_assets.schemas.pages import TextStyle
from scidoc_assets_tests.painted import line

STYLE = TextStyle(10.0, "Body", 12.0)


def drawing_strip(top: float, bottom: float, x0: float = 100, x1: float = 300) -> Strip:
    """A strip with one drawing, 200 pt wide unless said."""
    box = (x0, top, x1, bottom)
    return Strip(box, (Graphic(box, "vector"),), (), ())


def row_strip(y: float, *cells: str) -> Strip:
    """A strip with a row of cells on baseline `y`, 80 pt apart."""
    lines = tuple(line(text, 100 + 80 * k, y) for k, text in enumerate(cells))
    return Strip((100, y - 8, 100 + 80 * len(cells), y + 2), (), lines, ())


def rule_strip(y: float) -> Strip:
    """A strip with one horizontal rule."""
    return Strip((100, y, 400, y), (), (), ((100, y, 400, y),))
