"""Which recorded block roles are too doubtful to be an answer.

A layout's role is locked as the answer of a sample, so it must show on the page by itself: authors
stand below the title and above all text, an abstract is one run of one width, a footnote opens with
its mark. Refuses (by `Rejected`) what only the parser's guess supports.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from scidoc_assets.domain.training.drafts import Rejected
from scidoc_assets.domain.training.layout_sources import LayoutView
from scidoc_assets.schemas.layouts import Block, Category

SAME_WIDTH = 0.1  # of the wider of two blocks
_OPENS_TEXT = frozenset({"abstract", "section_header", "paragraph", "figure", "table"})
_NOTE_MARK = re.compile(r"^\s*(?:\d|[*\u2217\u2020\u2021\u00a7\u00b6#]|[a-z]\s|\([a-z\d]\))")


def refuse_doubtful_role(view: LayoutView, block: Block) -> None:
    """Raise `Rejected` when nothing but the record says that the block has its role."""
    doubt = _DOUBTS.get(block.category)
    reason = doubt(view, block) if doubt else None
    if reason is not None:
        raise Rejected("role_doubtful", f"{block.block_id}: {reason}")


def _about_authors(view: LayoutView, block: Block) -> str | None:
    page = view.on_page[block.page_index]
    titles = [b for b in page if b.category == "title"]
    if not titles:
        return "authors on a page without a title"
    x0, y0, x1, _ = block.bbox_pt
    if y0 < max(t.bbox_pt[3] for t in titles):
        return "authors beside or above the title"
    if all(x1 <= t.bbox_pt[0] or x0 >= t.bbox_pt[2] for t in titles):
        return "authors in another column than the title"
    tops = [
        b.bbox_pt[1]
        for b in page
        if b.category in _OPENS_TEXT and b.bbox_pt[0] < x1 and b.bbox_pt[2] > x0
    ]
    return "authors below the text" if tops and y0 > min(tops) else None


def _about_abstract(view: LayoutView, block: Block) -> str | None:
    first = next(b for b in view.blocks if b.category == "abstract")
    mine, its = (b.bbox_pt[2] - b.bbox_pt[0] for b in (block, first))
    is_alike = abs(mine - its) <= SAME_WIDTH * max(mine, its)
    return None if is_alike else "another measure than where the abstract begins"


def _about_list_item(view: LayoutView, block: Block) -> str | None:
    return "a list item above every heading" if block.section_title is None else None


def _about_footnote(view: LayoutView, block: Block) -> str | None:
    return None if _NOTE_MARK.match(block.plain_text) else "a footnote without a mark"


_DOUBTS: dict[Category, Callable[[LayoutView, Block], str | None]] = {
    "author": _about_authors,
    "abstract": _about_abstract,
    "list_item": _about_list_item,
    "footnote": _about_footnote,
}
