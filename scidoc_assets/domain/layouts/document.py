"""SciDocIR blocks and relations of a whole document out of page text and floats.

Refuses to lose text: every line is in exactly one block (text, caption, inside a float, or
furniture). Blocks come in reading order; `order` counts over the document.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from scidoc_assets.domain.layouts.columns import column_of, notes_column
from scidoc_assets.domain.layouts.headings import heading_levels
from scidoc_assets.domain.layouts.order import mixes_layouts, reading_order
from scidoc_assets.domain.layouts.paragraphs import TextBlock, text_blocks
from scidoc_assets.domain.layouts.relations import relate
from scidoc_assets.domain.layouts.roles import SUPERCATEGORY, block_roles
from scidoc_assets.domain.layouts.tables import table_cells
from scidoc_assets.schemas.geometry import BBox, union
from scidoc_assets.schemas.layouts import Block, Category, Relation
from scidoc_assets.schemas.pages import FloatArea, FurnitureRole, PageText, TextLine, TextStyle

_FURNITURE: dict[FurnitureRole, Category] = {
    "header": "header",
    "footer": "footer",
    "page_number": "page_number",
    "line_number": "other",
    "stamp": "other",
}


@dataclass(slots=True)
class _Draft:
    """A block in the making."""

    page_index: int
    box: BBox
    column: int
    category: Category
    text: str
    boxes: list[BBox]
    block: TextBlock | None = None
    area: FloatArea | None = None
    level: int | None = None
    is_aside: bool = False
    lines: list[TextLine] = field(default_factory=list)


def build_blocks(
    paper_id: str, pages: Sequence[PageText], floats: Sequence[FloatArea], style: TextStyle
) -> tuple[list[Block], list[Relation]]:
    """Return the blocks of a document in reading order and their relations.

    Block ids are `<paper_id>-b<order>`. A float gives a block for its graphic and one for its
    caption; text inside a graphic belongs to the graphic's block.
    """
    drafts: list[_Draft] = []
    for page in pages:
        drafts.extend(
            _page_drafts(page, [f for f in floats if f.page_index == page.page_index], style)
        )
    _set_roles(drafts, [p.height_pt for p in pages], [p.page_index for p in pages], style)
    blocks = _with_sections(paper_id, drafts)
    return relate(blocks, [d.block for d in drafts], [_float_key(d) for d in drafts])


def _float_key(draft: _Draft) -> int | None:
    """Return an identity shared by the blocks of one float."""
    return id(draft.area) if draft.area is not None else None


def _page_drafts(page: PageText, floats: Sequence[FloatArea], style: TextStyle) -> list[_Draft]:
    """Return the drafts of a page in reading order, head first and foot last."""
    inside = _lines_inside(page, floats)
    captions = {i for f in floats for i in f.line_ids}
    free = [i for i in range(len(page.lines)) if i not in inside and i not in captions]
    drafts = [
        _Draft(page.page_index, b.bbox_pt, b.column_index, "paragraph", b.text, [b.bbox_pt], b)
        for b in text_blocks(page, free, style)
    ]
    for area in floats:
        drafts.extend(_float_drafts(page, area, inside))
    boxes, columns = [d.box for d in drafts], [d.column for d in drafts]
    aside = notes_column(page.columns)
    order = reading_order(boxes, columns, aside)
    if aside >= 0 and not mixes_layouts(boxes, columns):
        for draft in drafts:
            draft.is_aside = draft.column == aside and draft.block is not None
    heads, feet = _furniture_drafts(page)
    return heads + [drafts[i] for i in order] + feet


def _lines_inside(page: PageText, floats: Sequence[FloatArea]) -> dict[int, FloatArea]:
    """Return the lines whose centre lies in a float's graphic."""
    found: dict[int, FloatArea] = {}
    for i, line in enumerate(page.lines if floats else ()):
        x = (line.bbox_pt[0] + line.bbox_pt[2]) / 2
        y = (line.bbox_pt[1] + line.bbox_pt[3]) / 2
        for area in floats:
            box = area.bbox_pt
            is_in = box is not None and box[0] <= x <= box[2] and box[1] <= y <= box[3]
            if is_in and i not in area.line_ids:
                found[i] = area
                break
    return found


def _float_drafts(page: PageText, area: FloatArea, inside: dict[int, FloatArea]) -> list[_Draft]:
    """Return the drafts of a float: graphic and caption, as far as they exist."""
    drafts: list[_Draft] = []
    if area.bbox_pt is not None:
        own = [page.lines[i] for i, a in inside.items() if a is area]
        text = "\n".join(ln.text.strip() for ln in own)
        column = column_of(area.bbox_pt, page.columns)
        box = area.bbox_pt
        draft = _Draft(page.page_index, box, column, area.kind, text, [box], area=area, lines=own)
        drafts.append(draft)
    if area.caption_bbox_pt is not None:
        box = area.caption_bbox_pt
        text = area.caption_text or ""
        column = column_of(box, page.columns)
        drafts.append(_Draft(page.page_index, box, column, "caption", text, [box], area=area))
    return drafts


def _furniture_drafts(page: PageText) -> tuple[list[_Draft], list[_Draft]]:
    """Return drafts of running heads (first) and of all other furniture (last)."""
    heads: list[_Draft] = []
    feet: list[_Draft] = []
    numbers = [ln for ln, role in page.furniture if role == "line_number"]
    for line, role in page.furniture:
        if role == "line_number":
            continue
        box = line.bbox_pt
        draft = _Draft(page.page_index, box, -1, _FURNITURE[role], line.text.strip(), [box])
        (heads if role == "header" else feet).append(draft)
    feet += [_bundle(page, lines) for lines in (numbers, page.slanted) if lines]
    return heads, feet


def _bundle(page: PageText, lines: Sequence[TextLine]) -> _Draft:
    """Return one draft for many small lines that are no text of their own."""
    boxes = [ln.bbox_pt for ln in lines]
    text = "\n".join(ln.text.strip() for ln in lines)
    return _Draft(page.page_index, union(boxes), -1, "other", text, boxes)


def _set_roles(
    drafts: Sequence[_Draft], heights: Sequence[float], indices: Sequence[int], style: TextStyle
) -> None:
    """Fill in the category of text blocks and the level of headings."""
    own = [d for d in drafts if d.block is not None and not d.is_aside]
    for draft in (d for d in drafts if d.is_aside):
        draft.category = "footnote"
    by_page = [0.0] * (max(indices, default=0) + 1)
    for index, height in zip(indices, heights, strict=True):
        by_page[index] = height
    texts = [d.block for d in own if d.block is not None]
    for draft, role in zip(own, block_roles(texts, by_page, style), strict=True):
        draft.category = role
    heads = [d for d in own if d.category == "section_header" and d.block is not None]
    levels = heading_levels([d.block for d in heads if d.block is not None])
    for draft, level in zip(heads, levels, strict=True):
        draft.level = level


def _with_sections(paper_id: str, drafts: Sequence[_Draft]) -> list[Block]:
    """Turn drafts into rows with ids, neighbours, parents and section titles."""
    ids = [f"{paper_id}-b{k:05d}" for k in range(len(drafts))]
    blocks: list[Block] = []
    stack: list[tuple[int, str, str]] = []
    for k, draft in enumerate(drafts):
        if draft.level is not None:
            stack = [entry for entry in stack if entry[0] < draft.level]
        parent = stack[-1] if stack else None
        area = draft.area
        is_float = area is not None and draft.category != "caption"
        blocks.append(
            Block(
                block_id=ids[k],
                page_index=draft.page_index,
                bbox_pt=draft.box,
                boxes_pt=draft.boxes,
                category=draft.category,
                supercategory=SUPERCATEGORY[draft.category],
                plain_text=draft.text,
                order=k,
                column_index=draft.column,
                section_title=parent[2] if parent else None,
                title_level=draft.level if draft.category == "section_header" else None,
                previous_id=ids[k - 1] if k else None,
                next_id=ids[k + 1] if k + 1 < len(ids) else None,
                parent_id=parent[1] if parent else None,
                label=area.label if area else None,
                caption_text=area.caption_text if is_float and area else None,
                figure_id=area.figure_id if is_float and area else None,
                table_rows=table_cells(draft.lines) if draft.category == "table" else None,
            )
        )
        if draft.level is not None:
            stack.append((draft.level, ids[k], " ".join(draft.text.split())))
    return blocks
