"""What a figure looks like: plot, diagram, table, composite or photo, by rules on pixels and text.

The printed label decides about tables. Everything else is a stratum for later analysis, so that a
picture which fits no rule stays `unknown` rather than guessed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from scidoc_assets.domain.figures.pixels import RgbImage, ink_mask, luminance, shrink
from scidoc_assets.schemas.figures import FigureKind, FigureType, OcrRegion, Panel

WORK_SIDE_PX = 800
# An axis is a straight dark line over at least this share of a side.
AXIS_SHARE = 0.12
# The tick at the origin lengthens its line by a few pixels.
AXIS_TOUCH_PX = 12
MIN_TICKS = 3
MIN_GRID_CELLS = 6
# So many numbers in rows and columns without an axis are a spreadsheet, whatever its letters say.
DENSE_GRID_CELLS = 30
# Numbers at even steps are a scale even where no axis line is drawn.
MIN_SCALE_TICKS = 4
MAX_STEP_SPREAD = 0.15
# Continuous tone: many colours, none of them dominant.
PHOTO_ENTROPY_BITS = 6.0
PHOTO_WHITE_SHARE = 0.35
MIN_INK_SHARE = 0.002
PANEL_LETTER = re.compile(r"^[(\[]?([A-Za-z])[)\].:]?$")
TICK = re.compile(r"^[-\u2212\u2013+]?[\d.,]+(?:[eE][-+]?\d+|[%kKM])?$")


def figure_type(
    kind: FigureKind, rgb: RgbImage, panels: int, regions: Sequence[OcrRegion] | None
) -> FigureType:
    """Type of a figure. `regions`: OCR lines in pixels of `rgb`, or None when OCR did not run.

    In this order: table by label or by a dense grid of numbers; composite from two panels on;
    photo by continuous tone; table by a small grid; plot by tick numbers along an axis or at even
    steps (without OCR: by an axis corner); diagram when there is any other ink; else unknown.
    """
    if kind == "table":
        return "table"
    rows, columns = _tick_lines(regions or [])
    corners = axis_corners(rgb)
    cells = 0 if corners else len(_crossings(rows, columns))
    if cells >= DENSE_GRID_CELLS:
        return "table"
    if panels >= 2:
        return "composite"
    if _is_photo(rgb):
        return "photo"
    if cells >= MIN_GRID_CELLS:
        return "table"
    if _is_plot(rows, columns, corners, regions):
        return "plot"
    if regions is None:
        return "unknown"
    return "diagram" if ink_mask(shrink(rgb, WORK_SIDE_PX)).mean() > MIN_INK_SHARE else "unknown"


def _is_plot(
    rows: Sequence[frozenset[int]],
    columns: Sequence[frozenset[int]],
    corners: Sequence[tuple[int, int]],
    regions: Sequence[OcrRegion] | None,
) -> bool:
    if regions is None:
        return bool(corners)
    if (rows and columns) or (corners and (rows or columns)):
        return True
    across = [[_middle(regions[i], 0) for i in row] for row in rows]
    down = [[_middle(regions[i], 1) for i in column] for column in columns]
    return any(_is_even(places) for places in across + down)


def _middle(region: OcrRegion, axis: int) -> float:
    return (region.bbox_px[axis] + region.bbox_px[axis + 2]) / 2


def _is_even(places: Sequence[float]) -> bool:
    steps = np.diff(sorted(places))
    return len(places) >= MIN_SCALE_TICKS and float(steps.std()) <= MAX_STEP_SPREAD * steps.mean()


def count_panels(
    panels: Sequence[Panel], rgb: RgbImage, regions: Sequence[OcrRegion] | None
) -> int:
    """Panels of a figure, at least 1: those known from extraction, else the run of panel letters
    a, b, c... seen by OCR, else the axis corners that carry ticks."""
    if panels:
        return len({panel.letter.casefold() for panel in panels})
    letters = _letter_run(regions or [])
    if letters >= 2:
        return letters
    rows, columns = _tick_lines(regions or [])
    return max(1, min(len(axis_corners(rgb)), len(rows) * len(columns)))


def axis_corners(rgb: RgbImage) -> list[tuple[int, int]]:
    """Lower-left corners (x, y) of plot axes in the image shrunk to 800 px: where a long vertical
    line meets the left end of a long horizontal one."""
    grey = luminance(shrink(rgb, WORK_SIDE_PX))
    dark = (grey < 160).astype(np.uint8)
    height, width = dark.shape
    across = _long_lines(dark, (max(12, int(width * AXIS_SHARE)), 1))
    down = _long_lines(dark, (1, max(12, int(height * AXIS_SHARE))))
    corners: list[tuple[int, int]] = []
    for x, y, _, h in down:
        foot = (x, y + h)
        for left, top, _, _ in across:
            is_met = abs(left - foot[0]) <= AXIS_TOUCH_PX and abs(top - foot[1]) <= AXIS_TOUCH_PX
            is_new = all(abs(foot[0] - a) + abs(foot[1] - b) > 20 for a, b in corners)
            if is_met and is_new:
                corners.append(foot)
    return corners


def _long_lines(
    dark: NDArray[np.uint8], kernel: tuple[int, int]
) -> list[tuple[int, int, int, int]]:
    opened = cv2.morphologyEx(dark, cv2.MORPH_OPEN, np.ones(kernel[::-1], dtype=np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(opened)
    thin = 8
    return [(int(x), int(y), int(w), int(h)) for x, y, w, h, _ in stats[1:] if min(w, h) <= thin]


def _is_photo(rgb: RgbImage) -> bool:
    small = shrink(rgb, WORK_SIDE_PX)
    codes = small.astype(np.int32) >> 4
    counts = np.bincount((codes[..., 0] << 8 | codes[..., 1] << 4 | codes[..., 2]).ravel())
    shares = counts[counts > 0] / counts.sum()
    entropy = float(-(shares * np.log2(shares)).sum())
    white = float((small.min(axis=2) >= 245).mean())
    return entropy >= PHOTO_ENTROPY_BITS and white <= PHOTO_WHITE_SHARE


def _letter_run(regions: Sequence[OcrRegion]) -> int:
    found = [PANEL_LETTER.match(region.text.strip()) for region in regions]
    letters = {match[1].casefold() for match in found if match}
    run = 0
    while chr(ord("a") + run) in letters:
        run += 1
    return run


def _tick_lines(
    regions: Sequence[OcrRegion],
) -> tuple[list[frozenset[int]], list[frozenset[int]]]:
    """Rows and columns of at least three numbers: members share a height, or an edge."""
    boxes = [(i, r.bbox_px) for i, r in enumerate(regions) if TICK.match(r.text.replace(" ", ""))]
    if len(boxes) < MIN_TICKS:
        return [], []
    line = float(np.median([box[3] - box[1] for _, box in boxes]))
    middles = {i: (box[1] + box[3]) / 2 for i, box in boxes}
    rows = _aligned(middles, 0.5 * line)
    by_edge = [{i: box[edge] for i, box in boxes} for edge in (2, 0)]
    columns = max((_aligned(edge, 0.8 * line) for edge in by_edge), key=len)
    return rows, columns


def _aligned(places: dict[int, float], slack: float) -> list[frozenset[int]]:
    groups: list[list[int]] = []
    for i in sorted(places, key=lambda i: places[i]):
        if groups and places[i] - places[groups[-1][-1]] <= slack:
            groups[-1].append(i)
        else:
            groups.append([i])
    return [frozenset(group) for group in groups if len(group) >= MIN_TICKS]


def _crossings(rows: Sequence[frozenset[int]], columns: Sequence[frozenset[int]]) -> set[int]:
    in_rows = {i for row in rows for i in row}
    return {i for column in columns for i in column if i in in_rows}
