"""Page geometry read back from a parsed layout: sizes, columns, running text.

Boxes in points of the displayed page. Refuses to name columns where their text overlaps sideways:
a page that mixes widths has no columns to overflow.
"""

from __future__ import annotations

import itertools
from collections import defaultdict

from scidoc_assets.schemas.geometry import BBox
from scidoc_assets.schemas.layouts import ParsedLayout

RUNNING = frozenset({"paragraph", "list_item", "abstract", "reference_entry"})
IN_THE_WAY = RUNNING | {
    "section_header",
    "caption",
    "header",
    "footer",
    "footnote",
    "title",
    "author",
}
OVERLAP_TOLERANCE_PT = 2.0


def page_sizes(layout: ParsedLayout) -> dict[int, tuple[float, float]]:
    """page_index -> (width_pt, height_pt)."""
    return {page.page_index: (page.width_pt, page.height_pt) for page in layout.pages}


def text_columns(layout: ParsedLayout) -> dict[int, list[tuple[float, float]]]:
    """page_index -> its text columns as (x0, x1), left to right; pages without are left out."""
    spans: dict[int, dict[int, list[float]]] = defaultdict(dict)
    for block in layout.blocks:
        if block.category in RUNNING and block.column_index >= 0:
            x0, _, x1, _ = block.bbox_pt
            span = spans[block.page_index].setdefault(block.column_index, [x0, x1])
            span[0], span[1] = min(span[0], x0), max(span[1], x1)
    found = {}
    for page_index, by_column in spans.items():
        columns = sorted((x0, x1) for x0, x1 in by_column.values())
        pairs = itertools.pairwise(columns)
        if all(left[1] <= right[0] + OVERLAP_TOLERANCE_PT for left, right in pairs):
            found[page_index] = columns
    return found


def running_text_boxes(layout: ParsedLayout, page_index: int) -> list[BBox]:
    """Boxes of everything on a page that a figure's region must not run into."""
    return [
        box
        for block in layout.blocks
        if block.page_index == page_index and block.category in IN_THE_WAY
        for box in (block.boxes_pt or [block.bbox_pt])
    ]
