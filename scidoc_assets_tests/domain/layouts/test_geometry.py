"""Sizes, columns and running text of parsed pages."""

from __future__ import annotations

from scidoc_assets.domain.layouts.geometry import page_sizes, running_text_boxes, text_columns
from scidoc_assets.schemas.geometry import BBox
from scidoc_assets.schemas.layouts import Block, Category, Page, ParsedLayout, Provenance


def block(bbox: BBox, category: Category = "paragraph", column: int = 0, page: int = 0) -> Block:
    return Block(
        block_id=f"b{bbox}",
        page_index=page,
        bbox_pt=bbox,
        boxes_pt=[bbox],
        category=category,
        supercategory="text",
        plain_text="words",
        order=0,
        column_index=column,
    )


def layout(*blocks: Block) -> ParsedLayout:
    page = Page(
        page_index=0,
        width_pt=600,
        height_pt=800,
        rotation=0,
        has_text_layer=True,
        text_source="text_layer",
        status="ok",
        reason=None,
        layout_source="rule",
        columns=2,
        replaced_surrogates=0,
    )
    return ParsedLayout(
        paper_id="p",
        sha256="0" * 64,
        status="ok",
        reason=None,
        detail=None,
        title=None,
        language="en",
        num_pages=1,
        provenance=Provenance(parser="t", version="1", options_hash="x", sha256="0" * 64),
        warnings=[],
        pages=[page],
        blocks=list(blocks),
        relations=[],
        parse_s=0.0,
    )


LEFT, RIGHT, WIDE = (50, 100, 290, 200), (310, 100, 550, 200), (50, 300, 550, 400)


def test_columns_are_the_extent_of_their_running_text() -> None:
    made = layout(block(LEFT), block((60, 210, 280, 220)), block(RIGHT, column=1))
    assert text_columns(made) == {0: [(50, 290), (310, 550)]}


def test_a_page_whose_columns_overlap_has_none() -> None:
    assert text_columns(layout(block(WIDE), block(RIGHT, column=1))) == {}


def test_captions_and_figures_do_not_make_columns() -> None:
    assert text_columns(layout(block(LEFT, "caption"), block(RIGHT, "figure", 1))) == {}


def test_running_text_is_in_the_way_and_figures_are_not() -> None:
    made = layout(block(LEFT), block(RIGHT, "figure"), block(WIDE, "caption"))
    assert running_text_boxes(made, 0) == [LEFT, WIDE]
    assert running_text_boxes(made, 1) == []


def test_page_sizes_are_by_page_index() -> None:
    assert page_sizes(layout()) == {0: (600, 800)}
