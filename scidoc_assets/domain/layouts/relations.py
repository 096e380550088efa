"""Relations between blocks: section membership, captions and targets, continued paragraphs.

Refuses to continue a paragraph that ends with a full stop, or over a heading.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from scidoc_assets.domain.layouts.paragraphs import TextBlock
from scidoc_assets.schemas.layouts import Block, Relation

_TERMINAL = re.compile(r"[.!?:;\u3002\uff01\uff1f\uff1a][\"'\u201d\u2019)\]\d,]*\s*$")
_RUNNING = ("paragraph", "abstract", "list_item", "reference_entry")
_STEPPED_OVER = (
    "figure",
    "table",
    "caption",
    "header",
    "footer",
    "page_number",
    "footnote",
    "algorithm",
    "other",
)


def relate(
    blocks: list[Block], texts: Sequence[TextBlock | None], floats: Sequence[int | None]
) -> tuple[list[Block], list[Relation]]:
    """Return the blocks with caption targets filled in, and all relations.

    `texts[i]` is the text block behind `blocks[i]`, None for floats and furniture; `floats[i]`
    is equal for the graphic and the caption of one float.
    """
    relations = _section_relations(blocks)
    relations += _continuations(blocks, texts)
    relations += _identical(blocks)
    by_float: dict[int, list[int]] = defaultdict(list)
    for k, key in enumerate(floats):
        if key is not None:
            by_float[key].append(k)
    result = list(blocks)
    for members in by_float.values():
        targets = [k for k in members if blocks[k].category != "caption"]
        for k in (k for k in members if blocks[k].category == "caption"):
            ids = [blocks[t].block_id for t in targets]
            kind = blocks[targets[0]].category if targets else None
            result[k] = blocks[k].model_copy(
                update={"caption_target_ids": ids, "caption_target_type": kind}
            )
            relations += [
                Relation(type="caption_target", from_id=blocks[k].block_id, to_id=t) for t in ids
            ]
    return result, relations


def _section_relations(blocks: Sequence[Block]) -> list[Relation]:
    """Return `sub` (section to member), `peer` (sister sections) and `adj` (reading neighbours)."""
    relations: list[Relation] = []
    sisters: dict[tuple[str | None, int], str] = {}
    previous: Block | None = None
    for block in blocks:
        if block.parent_id is not None:
            relations.append(Relation(type="sub", from_id=block.parent_id, to_id=block.block_id))
        if block.title_level is not None:
            key = (block.parent_id, block.title_level)
            if key in sisters:
                relations.append(Relation(type="peer", from_id=sisters[key], to_id=block.block_id))
            sisters[key] = block.block_id
        if block.supercategory != "furniture":
            if previous is not None:
                relations.append(
                    Relation(type="adj", from_id=previous.block_id, to_id=block.block_id)
                )
            previous = block
    return relations


def _identical(blocks: Sequence[Block]) -> list[Relation]:
    """Link every repeat of a running head or foot to its first appearance."""
    first: dict[tuple[str, str], str] = {}
    relations: list[Relation] = []
    for block in blocks:
        if block.category not in ("header", "footer"):
            continue
        key = (block.category, block.plain_text)
        if key in first:
            relations.append(Relation(type="identical", from_id=first[key], to_id=block.block_id))
        else:
            first[key] = block.block_id
    return relations


def _continuations(blocks: Sequence[Block], texts: Sequence[TextBlock | None]) -> list[Relation]:
    """Link a running block to the one that goes on with its sentence in another column or page."""
    relations: list[Relation] = []
    open_index: int | None = None
    for k, block in enumerate(blocks):
        if block.category in _STEPPED_OVER or block.category == "equation":
            continue
        if block.category not in _RUNNING:
            open_index = None
            continue
        if open_index is not None and _goes_on(blocks, texts, open_index, k):
            relations.append(
                Relation(
                    type="continuation", from_id=blocks[open_index].block_id, to_id=block.block_id
                )
            )
        open_index = k
    return relations


def _goes_on(blocks: Sequence[Block], texts: Sequence[TextBlock | None], a: int, b: int) -> bool:
    """Say whether block b continues block a: other place, open sentence, one type size."""
    first, second = blocks[a], blocks[b]
    head, tail = texts[a], texts[b]
    if head is None or tail is None or abs(head.size - tail.size) > 0.6:
        return False
    if first.category != second.category and "list_item" not in (first.category, second.category):
        return False
    is_open = not _TERMINAL.search(first.plain_text)
    starts_low = second.plain_text.lstrip()[:1].islower()
    moved = (first.page_index, first.column_index) != (second.page_index, second.column_index)
    interrupted = any(blocks[k].category in ("figure", "table", "caption") for k in range(a + 1, b))
    displays = [blocks[k] for k in range(a + 1, b) if blocks[k].category == "equation"]
    if displays:
        is_closed = any(ln.rstrip().endswith(".") for ln in displays[-1].plain_text.splitlines())
        return starts_low or (is_open and not is_closed)
    return (moved or interrupted) and is_open
