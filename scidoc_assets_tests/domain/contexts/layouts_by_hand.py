"""Layouts and figures written by hand for the context tests."""

from __future__ import annotations

from scidoc_assets.schemas.figures import FigureParts
from scidoc_assets.schemas.labelling import parse_label
from scidoc_assets.schemas.layouts import Block, Category, ParsedLayout, Provenance, Relation


def block(
    text: str,
    category: Category = "paragraph",
    *,
    section: str | None = "1 Results",
    page: int = 0,
    column: int = 0,
) -> Block:
    """A block; `layout` numbers it."""
    return Block(
        block_id="",
        page_index=page,
        bbox_pt=(0, 0, 1, 1),
        boxes_pt=[(0, 0, 1, 1)],
        category=category,
        supercategory="text",
        plain_text=text,
        order=0,
        column_index=column,
        section_title=section,
    )


def layout(*blocks: Block, continuations: tuple[tuple[int, int], ...] = ()) -> ParsedLayout:
    """A parsed paper of these blocks in this order, named b0, b1, ..."""
    numbered = [
        b.model_copy(update={"block_id": f"b{i}", "order": i}) for i, b in enumerate(blocks)
    ]
    return ParsedLayout(
        paper_id="p",
        sha256="0" * 64,
        status="ok",
        reason=None,
        detail=None,
        title=None,
        language="en",
        num_pages=1,
        provenance=Provenance(parser="hand", version="1", options_hash="", sha256="0" * 64),
        warnings=[],
        pages=[],
        blocks=numbered,
        relations=[
            Relation(type="continuation", from_id=f"b{a}", to_id=f"b{b}") for a, b in continuations
        ],
        parse_s=0.0,
    )


def figure(label: str | None, caption: str | None = "A caption.") -> FigureParts:
    """A figure with this printed label and caption, nothing else known."""
    parsed = parse_label(label)
    return FigureParts(
        figure_id=f"p/{label or 'none'}",
        paper_id="p",
        label=parsed.printed if parsed else None,
        series=parsed.series if parsed else None,
        number=parsed.number if parsed else None,
        kind="table" if parsed and parsed.kind == "table" else "figure",
        page_index=0,
        bbox_pt=None,
        parts_pt=[],
        crop_sha256=None,
        crop_width_px=None,
        crop_height_px=None,
        crop_dpi=300,
        caption=caption,
        caption_page_index=None,
        caption_boxes_pt=[],
        caption_position=None,
        caption_distance_pt=None,
        caption_score=None,
        panels=[],
        source="none",
        is_shared_caption=False,
        continues_on=[],
    )
