"""A DoclingDocument JSON as SciDocIR, so that another parser's output can be brought along.

Boxes are turned to points from the top left, text that runs over pages is cut at its char spans
and joined by continuation relations, captions are tied to their floats. Refuses documents without
page geometry and items without a place, with field and reason; nothing is made up.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import pairwise

from pydantic import ValidationError

from scidoc_assets.domain.interchange.docling_items import Draft, item_drafts
from scidoc_assets.domain.interchange.docling_schema import DoclingDocument, TableItem
from scidoc_assets.domain.interchange.docling_tree import FLOAT_LABELS, read_tree
from scidoc_assets.domain.interchange.ir_json import InterchangeError, read_object
from scidoc_assets.schemas.geometry import union
from scidoc_assets.schemas.labelling import parse_label
from scidoc_assets.schemas.layouts import (
    Block,
    Category,
    Page,
    ParsedLayout,
    Provenance,
    Relation,
    Supercategory,
)

SUPERCATEGORIES: dict[Category, Supercategory] = {
    "title": "heading",
    "section_header": "heading",
    "figure": "float",
    "table": "float",
    "algorithm": "float",
    "caption": "caption",
    "equation": "math",
    "reference_entry": "reference",
    "header": "furniture",
    "footer": "furniture",
    "page_number": "furniture",
    "other": "other",
}


def import_docling(text: str, paper_id: str) -> ParsedLayout:
    """The layout of a DoclingDocument JSON. Raises InterchangeError with field and reason."""
    return docling_layout(read_object(text), paper_id, hashlib.sha256(text.encode()).hexdigest())


def docling_layout(value: dict[str, object], paper_id: str, sha256: str) -> ParsedLayout:
    """The layout of a parsed DoclingDocument; `sha256` is that of the imported file."""
    try:
        document = DoclingDocument.model_validate(value)
    except ValidationError as error:
        first = error.errors()[0]
        raise InterchangeError(".".join(map(str, first["loc"])), first["msg"]) from error
    heights = _page_heights(document)
    items = read_tree(document)
    drafts = item_drafts(items, heights)
    blocks, relations = _related(drafts, _blocks(paper_id, drafts))
    warnings = ["sha256 is that of the imported JSON file, not of the paper"]
    lost = [p.ref for p in items if not p.is_in_tree]
    if lost:
        warnings.append(f"{len(lost)} items are in no tree and stand at the end: {lost[0]} ...")
    return ParsedLayout(
        paper_id=paper_id,
        sha256=sha256,
        status="ok",
        reason=None,
        detail=None,
        title=next((" ".join(b.plain_text.split()) for b in blocks if b.category == "title"), None),
        language=None,
        num_pages=len(document.pages),
        provenance=Provenance(
            parser="docling", version=document.version, options_hash="", sha256=sha256
        ),
        warnings=warnings,
        pages=_pages(document, blocks),
        blocks=blocks,
        relations=relations,
        parse_s=0.0,
    )


def _page_heights(document: DoclingDocument) -> dict[int, float]:
    """Page number (from 1) -> height in points. Raises InterchangeError when they have gaps."""
    heights = {page.page_no: page.size.height for page in document.pages.values()}
    if not heights:
        raise InterchangeError("pages", "no pages: SciDocIR needs a document with page geometry")
    if len(heights) != len(document.pages):
        raise InterchangeError("pages", "a page number is used twice")
    return heights


def _blocks(paper_id: str, drafts: Sequence[Draft]) -> list[Block]:
    """Rows in reading order with neighbours, sections and captions."""
    ids = [f"{paper_id}-b{k:05d}" for k in range(len(drafts))]
    captions = {d.placed.float_ref: d for d in drafts if d.placed.is_caption and d.part == 0}
    stack: list[tuple[int, str, str]] = []
    blocks: list[Block] = []
    for k, draft in enumerate(drafts):
        level = _level(draft)
        if level is not None:
            stack = [entry for entry in stack if entry[0] < level]
        block = _block(draft, ids[k], k, level, captions)
        blocks.append(
            block.model_copy(
                update={
                    "previous_id": ids[k - 1] if k else None,
                    "next_id": ids[k + 1] if k + 1 < len(ids) else None,
                    "parent_id": stack[-1][1] if stack else None,
                    "section_title": stack[-1][2] if stack else None,
                }
            )
        )
        if level is not None:
            stack.append((level, ids[k], " ".join(draft.text.split())))
    return blocks


def _level(draft: Draft) -> int | None:
    if draft.category != "section_header":
        return None
    return max(1, draft.placed.item.level or 1)


def _block(
    draft: Draft, block_id: str, order: int, level: int | None, captions: dict[str | None, Draft]
) -> Block:
    item, category = draft.placed.item, draft.category
    is_float = item.label in FLOAT_LABELS and category != "caption"
    caption = captions.get(draft.placed.ref) if is_float else None
    named = parse_label((caption or draft).text) if is_float or category == "caption" else None
    text = "\n".join(filter(None, [draft.text, *draft.inner]))
    return Block(
        block_id=block_id,
        page_index=draft.page_index,
        bbox_pt=union(draft.boxes),
        boxes_pt=draft.boxes,
        category=category,
        supercategory=SUPERCATEGORIES.get(category, "text"),
        plain_text=text,
        latex=draft.text if category == "equation" and draft.text else None,
        source_code=draft.text if item.label == "code" else None,
        format="latex" if category == "equation" and draft.text else "plain",
        order=order,
        column_index=0,
        title_level=level,
        label=named.printed if named else None,
        caption_text=caption.text if caption else None,
        table_rows=item.data.rows() if isinstance(item, TableItem) and draft.part == 0 else None,
        source="docling",
    )


def _related(
    drafts: Sequence[Draft], blocks: Sequence[Block]
) -> tuple[list[Block], list[Relation]]:
    """Blocks with caption targets, and all relations: sections, neighbours, captions, pieces."""
    relations = [
        Relation(type="sub", from_id=b.parent_id, to_id=b.block_id) for b in blocks if b.parent_id
    ]
    flow = [b for b in blocks if b.supercategory != "furniture"]
    relations += [
        Relation(type="adj", from_id=a.block_id, to_id=b.block_id) for a, b in pairwise(flow)
    ]
    relations += [
        Relation(type="continuation", from_id=blocks[i].block_id, to_id=blocks[j].block_id)
        for i, j in pairwise(range(len(drafts)))
        if drafts[j].part and drafts[i].placed.ref == drafts[j].placed.ref
    ]
    at = {d.placed.ref: k for k, d in enumerate(drafts) if d.part == 0}
    result = list(blocks)
    for k, draft in enumerate(drafts):
        target = at.get(draft.placed.float_ref or "")
        if not draft.placed.is_caption or target is None:
            continue
        aim = blocks[target]
        kind = aim.category if aim.category in ("figure", "table", "algorithm") else None
        update = {"caption_target_ids": [aim.block_id], "caption_target_type": kind}
        result[k] = blocks[k].model_copy(update=update)
        relations.append(
            Relation(type="caption_target", from_id=blocks[k].block_id, to_id=aim.block_id)
        )
    return result, relations


def _pages(document: DoclingDocument, blocks: Sequence[Block]) -> list[Page]:
    """One row per page; pages without any block have no text source."""
    with_text = {b.page_index for b in blocks if b.plain_text.strip()}
    pages = []
    for item in sorted(document.pages.values(), key=lambda p: p.page_no):
        index = item.page_no - 1
        pages.append(
            Page(
                page_index=index,
                width_pt=item.size.width,
                height_pt=item.size.height,
                rotation=0,
                has_text_layer=index in with_text,
                text_source="text_layer" if index in with_text else "none",
                status="ok",
                reason=None,
                layout_source="docling",
                columns=1,
                replaced_surrogates=0,
            )
        )
    return pages
