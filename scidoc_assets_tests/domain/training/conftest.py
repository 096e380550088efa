"""A made-up two-column paper of two pages with everything the subtasks ask about."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from scidoc_assets.domain.training.layout_sources import LayoutView
from scidoc_assets.schemas.layouts import Block, Page, ParsedLayout, Provenance, Relation

LEFT, RIGHT = (50.0, 290.0), (310.0, 550.0)
TABLE = [
    ["Method", "Accuracy (%)", "Latency (ms)"],
    ["Alpha", "91.2", "12.0"],
    ["Beta", "88.4", "9.5"],
    ["Gamma", "90.1", "30.0"],
    ["Delta", "79.9", "4.25"],
]


def make_layout(paper_id: str = "paper-a", table: list[list[str]] | None = None) -> ParsedLayout:
    blocks: list[Block] = []

    def add(
        category: str, page: int, column: int, y0: float, y1: float, text: str, **more: Any
    ) -> str:
        x0, x1 = (LEFT, RIGHT)[column]
        order = len(blocks)
        blocks.append(
            Block(
                block_id=f"{paper_id}-b{order}",
                page_index=page,
                bbox_pt=(x0, y0, x1, y1),
                boxes_pt=[],
                category=category,  # pyright: ignore
                supercategory="text",
                plain_text=text,
                order=order,
                column_index=column,
                section_title=more.pop("section", "Introduction"),
                **more,
            )
        )
        return blocks[-1].block_id

    add("header", 0, 0, 10, 20, "Journal of Tests")
    add("title", 0, 0, 40, 60, "A Study of Things")
    add("section_header", 0, 0, 70, 85, "Introduction", title_level=1)
    add("paragraph", 0, 0, 90, 160, "Things are studied. Their rise is shown in Figure 1.")
    add("paragraph", 0, 0, 170, 240, "Models train on CIFAR10 and LibriSpeech. The rest is text.")
    open_id = add("paragraph", 0, 0, 250, 320, "This paragraph is open and goes on in")
    next_id = add("paragraph", 0, 1, 40, 110, "the next column, where it ends.")
    add(
        "paragraph",
        0,
        1,
        120,
        190,
        "Our scores exceed the baseline of this size [7] in all the columns.",
    )
    figure_id = add("figure", 0, 1, 200, 340, "", label="Figure 1", figure_id="f1")
    add(
        "caption", 0, 1, 345, 370, "Figure 1: The rise of things over many years.",
        label="Figure 1", caption_target_ids=[figure_id],
    )  # fmt: skip
    add("paragraph", 1, 0, 40, 110, "The second page opens with a paragraph.")
    table_id = add(
        "table", 1, 0, 120, 220, "", table_rows=TABLE if table is None else table, label="Table 1",
        caption_text="Table 1: Scores.",
    )  # fmt: skip
    add(
        "caption", 1, 0, 225, 240, "Table 1: Scores.",
        label="Table 1", caption_target_ids=[table_id],
    )  # fmt: skip
    add("equation", 1, 0, 250, 280, "E = mc2")
    add(
        "paragraph",
        1,
        1,
        40,
        110,
        "Slopes are in good agreement with the survey of [12] at low field.",
        section="Results",
    )
    add("paragraph", 1, 1, 120, 190, "A last paragraph closes it.")
    add("footnote", 1, 1, 700, 720, "1 A footnote of this page.")
    return ParsedLayout(
        paper_id=paper_id,
        sha256=f"sha-{paper_id}",
        status="ok",
        reason=None,
        detail=None,
        title="A Study of Things",
        language="en",
        num_pages=2,
        provenance=Provenance(parser="t", version="1", options_hash="o", sha256=f"sha-{paper_id}"),
        warnings=[],
        pages=[make_page(0), make_page(1)],
        blocks=blocks,
        relations=[Relation(type="continuation", from_id=open_id, to_id=next_id)],
        parse_s=0.0,
    )


def make_page(page_index: int, **changes: Any) -> Page:
    values: dict[str, Any] = {
        "page_index": page_index,
        "width_pt": 600.0,
        "height_pt": 800.0,
        "rotation": 0,
        "has_text_layer": True,
        "text_source": "text_layer",
        "status": "ok",
        "reason": None,
        "layout_source": "rule",
        "columns": 2,
        "replaced_surrogates": 0,
    }
    return Page(**{**values, **changes})


def make_page_image(paper_id: str = "paper-a", page_index: int = 0) -> np.ndarray:
    """A page of 900 x 1200 px (1.5 px a point) with noise, so that any change shows."""
    rng = np.random.default_rng(page_index)
    return rng.integers(0, 256, (1200, 900, 3), dtype=np.uint8)


@pytest.fixture
def layout() -> ParsedLayout:
    return make_layout()


@pytest.fixture
def view(layout: ParsedLayout) -> LayoutView:
    return LayoutView(layout)
