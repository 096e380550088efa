"""What the layout subtasks may ask about: blocks that stand alone on a readable page.

Holds the view of one layout and the rules of usable blocks. Refuses (by `Rejected`) small,
overlapping and empty blocks and pages that were not read cleanly.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TypeVar

from scidoc_assets.domain.training.drafts import Rejected
from scidoc_assets.schemas.geometry import area, intersection
from scidoc_assets.schemas.layouts import Block, Page, ParsedLayout
from scidoc_assets.schemas.training import MarkedBox, TrainingInput

MIN_AREA_PT2 = 150.0
MIN_SIDE_PT = 5.0
MAX_OVERLAP = 0.15
FURNITURE = frozenset({"header", "footer", "page_number", "other"})
MIN_WORDS, MIN_CJK = 8, 15
_WORD = re.compile(r"[^\W\d_]{2,}")
_CJK = re.compile(r"[\u3400-\u9fff]")
_GRAPHIC = frozenset({"figure", "table", "equation", "algorithm"})
ItemT = TypeVar("ItemT")


class LayoutView:
    """A layout with its indices; blocks in reading order, furniture left out."""

    def __init__(self, layout: ParsedLayout) -> None:
        self.layout = layout
        self.paper_id = layout.paper_id
        self.blocks = [
            b for b in sorted(layout.blocks, key=lambda b: b.order) if b.category not in FURNITURE
        ]

    @cached_property
    def pages(self) -> dict[int, Page]:
        return {page.page_index: page for page in self.layout.pages}

    @cached_property
    def by_id(self) -> dict[str, Block]:
        return {block.block_id: block for block in self.layout.blocks}

    @cached_property
    def on_page(self) -> dict[int, list[Block]]:
        pages: dict[int, list[Block]] = defaultdict(list)
        for block in self.blocks:
            pages[block.page_index].append(block)
        return dict(pages)

    def continued(self) -> list[tuple[Block, Block]]:
        """Pairs of blocks of which the second goes on with the first."""
        pairs = [(r.from_id, r.to_id) for r in self.layout.relations if r.type == "continuation"]
        return [
            (self.by_id[a], self.by_id[b]) for a, b in pairs if a in self.by_id and b in self.by_id
        ]

    def captioned(self) -> list[tuple[Block, Block]]:
        """Pairs of a caption and the one block it describes."""
        pairs = [(b, b.caption_target_ids) for b in self.blocks if b.category == "caption"]
        return [
            (b, self.by_id[ids[0]]) for b, ids in pairs if len(ids) == 1 and ids[0] in self.by_id
        ]


def is_running_text(view: LayoutView, block: Block) -> bool:
    """Whether a block is prose that a reader reads on: a paragraph or list item of some length below
    a heading, from the page's own text. Scraps of formulas, affiliations and scanned lines are not.
    """
    page = view.pages.get(block.page_index)
    if block.category not in ("paragraph", "list_item") or block.section_title is None:
        return False
    has_own_text = page is not None and page.text_source == "text_layer"
    text = block.plain_text
    is_long = len(_CJK.findall(text)) >= MIN_CJK or len(_WORD.findall(text)) >= MIN_WORDS
    return has_own_text and is_long


def refuse_unusable(view: LayoutView, block: Block) -> None:
    """Raise `Rejected` when a block cannot be asked about on its own."""
    page = view.pages.get(block.page_index)
    if page is None or page.status != "ok" or page.text_source == "none":
        raise Rejected("page_not_ok", f"page index {block.page_index}")
    x0, y0, x1, y1 = block.bbox_pt
    if area(block.bbox_pt) < MIN_AREA_PT2 or min(x1 - x0, y1 - y0) < MIN_SIDE_PT:
        raise Rejected("box_too_small", f"{block.block_id}: {x1 - x0:.0f} x {y1 - y0:.0f} pt")
    if block.category not in _GRAPHIC and not block.plain_text.strip():
        raise Rejected("block_without_text", block.block_id)
    for other in view.on_page[block.page_index]:
        if other.block_id == block.block_id:
            continue
        smaller = max(min(area(block.bbox_pt), area(other.bbox_pt)), 1.0)
        if intersection(block.bbox_pt, other.bbox_pt) / smaller > MAX_OVERLAP:
            raise Rejected("blocks_overlap", f"{block.block_id} and {other.block_id}")


def page_input(
    view: LayoutView, page_index: int, marks: Iterable[tuple[str, Block]] = ()
) -> TrainingInput:
    """A page with the boxes of those blocks that lie on it."""
    page = view.pages[page_index]
    return TrainingInput(
        kind="page",
        paper_id=view.paper_id,
        page_index=page_index,
        width_pt=page.width_pt,
        height_pt=page.height_pt,
        marks=[
            MarkedBox(label=label, bbox_pt=block.bbox_pt)
            for label, block in marks
            if block.page_index == page_index
        ],
    )


def page_inputs(view: LayoutView, marks: Sequence[tuple[str, Block]]) -> list[TrainingInput]:
    """Every page that holds a marked block, in page order."""
    indices = sorted({block.page_index for _, block in marks})
    return [page_input(view, index, marks) for index in indices]


def picked(items: Sequence[ItemT], count: int, rng: random.Random) -> list[ItemT]:
    """Up to `count` items in random order."""
    return rng.sample(list(items), min(count, len(items)))
