"""What looks wrong with a figure inside its paper: the single tests behind S2 (seed 001 A.3).

Boxes in points of the displayed page (top-left origin). These tests only say what they see; what
follows from it is decided in recovery.py.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from scidoc_assets.schemas.figures import FigureParts, S2Flag
from scidoc_assets.schemas.geometry import area, intersection, union

POINTS_PER_INCH = 72.0
# A box may leave the page or its columns by this much before it counts (line widths, rounding).
OVERFLOW_TOLERANCE_PT = 4.0
# Column edges are read from ragged text: this share of the text width is noise.
COLUMN_TOLERANCE_SHARE = 0.03
# A graphic that covers one column whole and cuts into another by this share of it overflows;
# less is a bleeding rule, more is a figure over both columns.
CUT_SHARE = (0.08, 0.45)
CROP_SIZE_TOLERANCE = 0.10
# Share of a caption's area inside the graphic's box from which the crop has swallowed it.
SWALLOWED_SHARE = 0.5

PageSizes = Mapping[int, tuple[float, float]]
Columns = Mapping[int, Sequence[tuple[float, float]]]


def index_flags(rows: Sequence[FigureParts]) -> dict[str, list[S2Flag]]:
    """Gap, repeat and order of the numbers of each label series, by figure id."""
    series: dict[str, list[FigureParts]] = defaultdict(list)
    for row in rows:
        if row.label is not None and row.number is not None:
            series[re.sub(r"\d+$", "", row.label)].append(row)
    flags: dict[str, list[S2Flag]] = defaultdict(list)
    for members in series.values():
        numbers = {row.number for row in members}
        seen: set[int] = set()
        for row in members:
            number = row.number or 0
            if number in seen:
                flags[row.figure_id].append("index_repeat")
            elif number > 1 and number - 1 not in numbers:
                flags[row.figure_id].append("index_gap")
            if number < max(seen, default=number):
                flags[row.figure_id].append("index_out_of_order")
            seen.add(number)
    return flags


def overflow_flags(row: FigureParts, pages: PageSizes, columns: Columns) -> list[S2Flag]:
    """Page and column overflow of one figure. Raises KeyError for a page missing in `pages`."""
    if row.bbox_pt is None:
        return []
    # The box was clipped to the page and trimmed to its ink; the parts tell what was cut off.
    x0, y0, x1, y1 = union([row.bbox_pt, *row.parts_pt])
    width, height = pages[row.page_index]
    slack = OVERFLOW_TOLERANCE_PT
    flags: list[S2Flag] = []
    if min(x0, y0) < -slack or x1 > width + slack or y1 > height + slack:
        flags.append("page_overflow")
    if _leaves_columns(row.bbox_pt[0], row.bbox_pt[2], columns.get(row.page_index, ())):
        flags.append("column_overflow")
    return flags


def _leaves_columns(x0: float, x1: float, columns: Sequence[tuple[float, float]]) -> bool:
    if not columns:
        return False
    left, right = columns[0][0], columns[-1][1]
    slack = max(OVERFLOW_TOLERANCE_PT, COLUMN_TOLERANCE_SHARE * (right - left))
    if x0 < left - slack or x1 > right + slack:
        return True
    shares = [max(0.0, min(x1, b) - max(x0, a)) / (b - a) for a, b in columns if b > a]
    is_cut = any(CUT_SHARE[0] < share < CUT_SHARE[1] for share in shares)
    return is_cut and any(share > 0.9 for share in shares)


def is_extraction_broken(row: FigureParts) -> bool:
    """True without a box, when the crop does not fit its box, or holds its own caption."""
    if row.bbox_pt is None or _has_wrong_size(row):
        return True
    own = [] if row.caption_page_index != row.page_index else row.caption_boxes_pt
    return any(
        intersection(box, row.bbox_pt) > SWALLOWED_SHARE * area(box) for box in own if area(box) > 0
    )


def _has_wrong_size(row: FigureParts) -> bool:
    """True when the crop's pixels do not fit its box at its DPI: a cut or foreign picture."""
    if row.bbox_pt is None or row.crop_width_px is None or row.crop_height_px is None:
        return True
    x0, y0, x1, y1 = row.bbox_pt
    scale = row.crop_dpi / POINTS_PER_INCH
    sides = ((row.crop_width_px, (x1 - x0) * scale), (row.crop_height_px, (y1 - y0) * scale))
    # Crops carry a small margin around the ink: 16 px either way are never a fault.
    return any(abs(px - want) > max(16.0, CROP_SIZE_TOLERANCE * want) for px, want in sides)
