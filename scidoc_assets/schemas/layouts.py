"""SciDocIR: documents, pages, blocks, relations (spec documents.md; seed 002 SciDocIR).

One `ParsedLayout` row per paper. Boxes are `bbox_pt` (see geometry.py). Text is stored with lone
surrogates replaced (and counted); `plain_text` of a block is raw, normalised text is derived.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from scidoc_assets.schemas.geometry import BBoxPt, Row
from scidoc_assets.schemas.papers import PaperReason

Category = Literal[
    "title",
    "author",
    "abstract",
    "section_header",
    "paragraph",
    "list_item",
    "figure",
    "table",
    "caption",
    "equation",
    "footnote",
    "reference_entry",
    "header",
    "footer",
    "page_number",
    "algorithm",
    "other",
]
Supercategory = Literal[
    "text", "heading", "float", "caption", "math", "reference", "furniture", "other"
]
RelationType = Literal["adj", "sub", "peer", "identical", "continuation", "caption_target"]
BlockFormat = Literal["plain", "latex", "html", "markdown", "image"]
TextSource = Literal["text_layer", "ocr", "none"]
PageReason = Literal[
    "page_unreadable", "page_time_limit", "pixel_limit", "no_text_layer", "text_layer_unreliable"
]


class Provenance(Row):
    """What made a layout: enough to make it again."""

    parser: str
    version: str
    options_hash: str
    sha256: str


class Page(Row):
    """One page. `status` failed pages carry no blocks; `image_ref` names how to render it."""

    page_index: int
    width_pt: float
    height_pt: float
    rotation: int
    has_text_layer: bool
    text_source: TextSource
    status: Literal["ok", "flagged", "failed"]
    reason: PageReason | None
    layout_source: str
    columns: int
    replaced_surrogates: int


class Block(Row):
    """One block of a page in reading order (`order` counts over the whole document).

    `outgoing_refs`, `incoming_refs`: blocks that its text names, and that name it. `table_rows`: rows
    of one width, a cell per column, empty where nothing is printed.
    """

    block_id: str
    page_index: int
    bbox_pt: BBoxPt
    boxes_pt: list[BBoxPt]
    category: Category
    supercategory: Supercategory
    plain_text: str
    latex: str | None = None
    source_code: str | None = None
    format: BlockFormat = "plain"
    order: int
    column_index: int
    section_title: str | None = None
    title_level: int | None = None
    previous_id: str | None = None
    next_id: str | None = None
    parent_id: str | None = None
    label: str | None = None
    caption_text: str | None = None
    caption_target_ids: list[str] = Field(default_factory=list)
    caption_target_type: Literal["figure", "table", "algorithm"] | None = None
    outgoing_refs: list[str] = Field(default_factory=list)
    incoming_refs: list[str] = Field(default_factory=list)
    figure_id: str | None = None
    table_rows: list[list[str]] | None = None
    source: str = "rule"
    confidence: float | None = None


class Relation(Row):
    """A typed edge between two blocks."""

    type: RelationType
    from_id: str
    to_id: str


class ParsedLayout(Row):
    """SciDocIR of one paper. A failed paper has a reason and no pages, blocks or relations."""

    paper_id: str
    sha256: str
    status: Literal["ok", "failed"]
    reason: PaperReason | None
    detail: str | None
    title: str | None
    language: str | None
    num_pages: int
    provenance: Provenance
    warnings: list[str]
    pages: list[Page]
    blocks: list[Block]
    relations: list[Relation]
    parse_s: float
