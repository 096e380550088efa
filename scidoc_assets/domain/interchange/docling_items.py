"""Items of a DoclingDocument as drafts of blocks: category, text, boxes, one per page.

Refuses items without a place on a page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise

from scidoc_assets.domain.interchange.docling_schema import Item, Prov, TableItem
from scidoc_assets.domain.interchange.docling_tree import Placed
from scidoc_assets.domain.interchange.ir_json import InterchangeError
from scidoc_assets.schemas.geometry import BBox
from scidoc_assets.schemas.layouts import Category
from scidoc_assets.schemas.text import replace_surrogates

CATEGORIES: dict[str, Category] = {
    "title": "title",
    "section_header": "section_header",
    "text": "paragraph",
    "paragraph": "paragraph",
    "handwritten_text": "paragraph",
    "checkbox_selected": "list_item",
    "checkbox_unselected": "list_item",
    "list_item": "list_item",
    "caption": "caption",
    "formula": "equation",
    "footnote": "footnote",
    "reference": "reference_entry",
    "page_header": "header",
    "page_footer": "footer",
    "code": "algorithm",
    "picture": "figure",
    "chart": "figure",
    "table": "table",
    "document_index": "table",
}


@dataclass(slots=True)
class Draft:
    """A block in the making; `part` counts the pieces of one item."""

    placed: Placed
    page_index: int
    boxes: list[BBox]
    text: str
    category: Category
    part: int
    inner: list[str] = field(default_factory=list)


def item_drafts(items: Sequence[Placed], heights: dict[int, float]) -> list[Draft]:
    """Drafts of all items in order; `heights`: page number from 1 -> height in points.

    Text drawn inside a float goes to the float's draft. Raises InterchangeError.
    """
    drafts: list[Draft] = []
    first_of: dict[str, Draft] = {}
    for placed in items:
        if placed.float_ref is not None and not placed.is_caption:
            # Text drawn inside a graphic belongs to the graphic's block.
            first_of[placed.float_ref].inner.append(placed.item.text)
            first_of[placed.ref] = first_of[placed.float_ref]
            continue
        parts = _parts(placed, heights)
        first_of[placed.ref] = parts[0]
        drafts.extend(parts)
    return drafts


def _parts(placed: Placed, heights: dict[int, float]) -> list[Draft]:
    """Pieces of an item, one per run of places on one page."""
    item = placed.item
    if not item.prov:
        raise InterchangeError(f"{placed.ref}.prov", "empty: SciDocIR needs page and box")
    category = _category(placed)
    runs = [list(run) for _, run in groupby(item.prov, key=lambda p: p.page_no)]
    texts = _texts(item, runs)
    drafts = []
    for number, (run, text) in enumerate(zip(runs, texts, strict=True)):
        boxes = [_box(placed.ref, prov, heights) for prov in run]
        drafts.append(Draft(placed, run[0].page_no - 1, boxes, text, category, number))
    return drafts


def _texts(item: Item, runs: Sequence[Sequence[Prov]]) -> list[str]:
    """Text of each piece by its char spans; all of it in the first when they do not cut it."""
    text, _ = replace_surrogates(_printed(item))
    if len(runs) == 1:
        return [text]
    spans = [(run[0].charspan or (0, 0), run[-1].charspan or (0, 0)) for run in runs]
    cuts = [(first[0], last[1]) for first, last in spans]
    is_cut = all(a < b <= len(text) for a, b in cuts) and all(
        left[1] <= right[0] for left, right in pairwise(cuts)
    )
    return [text[a:b].strip() for a, b in cuts] if is_cut else [text, *[""] * (len(runs) - 1)]


def _printed(item: Item) -> str:
    """Text of an item; numbered list items with their number."""
    if item.label == "list_item" and item.enumerated and item.marker:
        is_there = item.text.startswith(item.marker)
        return item.text if is_there else f"{item.marker} {item.text}"
    if isinstance(item, TableItem):
        return "\n".join("\t".join(row) for row in item.data.rows())
    return item.text


def _category(placed: Placed) -> Category:
    if placed.is_caption:
        return "caption"
    category = CATEGORIES.get(placed.item.label, "other")
    if category in ("header", "footer") and placed.item.text.strip().isdigit():
        return "page_number"
    if placed.item.content_layer == "furniture" and category not in ("header", "footer"):
        return "other"
    return category


def _box(ref: str, prov: Prov, heights: dict[int, float]) -> BBox:
    """A box in points of the page, origin top left."""
    height = heights.get(prov.page_no)
    if height is None:
        raise InterchangeError(f"{ref}.prov", f"page {prov.page_no} is not in `pages`")
    box = prov.bbox
    if box.coord_origin == "BOTTOMLEFT":
        return box.l, height - box.t, box.r, height - box.b
    return box.l, box.t, box.r, box.b
