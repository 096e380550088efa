"""A small authored item and a small layout, shared by the workflow tests."""

from __future__ import annotations

from typing import Any

import pytest

from scidoc_assets.domain.workflow.authoring import screened_digest
from scidoc_assets.schemas.layouts import Block, Page, ParsedLayout, Provenance
from scidoc_assets.schemas.workflow import (
    AuthoringRecord,
    ExtraContext,
    ScreeningResponse,
    SourcePaper,
    WorkflowItem,
)


def make_item(**changes: Any) -> WorkflowItem:
    values: dict[str, Any] = {
        "benchmark": "b",
        "item_id": "q1",
        "group": "C",
        "subtask": "C1",
        "domain": "physics",
        "source_papers": [SourcePaper(paper_id="p1", sha256="s1")],
        "question_en": "Which value is larger?",
        "question_zh": "哪个数值更大？",
        "output_format_en": "One letter",
        "output_format_zh": "一个字母",
        "reference_json": '"SECRET-REFERENCE"',
        "evidence_locator": "Table 2",
        "evaluator": "label",
        "evaluator_params_json": "{}",
        "context": [ExtraContext(kind="code", name="main.py", text="print(1)")],
        "authoring": None,
        "decision": "pending",
    }
    return WorkflowItem(**{**values, **changes})


def with_record(item: WorkflowItem, labels: str = "ciii", **changes: Any) -> WorkflowItem:
    """The item screened by four models with labels c(orrect) or i(ncorrect)."""
    names = {"c": "correct", "i": "incorrect"}
    screening = [
        ScreeningResponse(
            model=f"m{i}", response="r", author_label=names[label], reviewer_label=names[label]
        )
        for i, label in enumerate(labels)
    ]
    record: dict[str, Any] = {
        "author": "ann",
        "reviewer": "bob",
        "created_at": "2026-01-01T00:00:00Z",
        "reviewed_at": "2026-01-02T00:00:00Z",
        "screened_digest": screened_digest(item),
        "screening": screening,
        "is_answerable": True,
        "is_unambiguous": True,
        "is_reference_correct": True,
    }
    return item.model_copy(update={"authoring": AuthoringRecord(**{**record, **changes})})


def make_layout(paper_id: str = "p1", sha256: str = "s1") -> ParsedLayout:
    def block(order: int, category: str, text: str, **more: Any) -> Block:
        return Block(
            block_id=f"{paper_id}-b{order}",
            page_index=0 if order < 4 else 1,
            bbox_pt=(50, 50 + 60 * order, 300, 100 + 60 * order),
            boxes_pt=[],
            category=category,  # pyright: ignore
            supercategory="text",
            plain_text=text,
            order=order,
            column_index=0,
            **more,
        )

    pages = [
        Page(
            page_index=i,
            width_pt=600,
            height_pt=800,
            rotation=0,
            has_text_layer=True,
            text_source="text_layer",
            status="ok",
            reason=None,
            layout_source="rule",
            columns=1,
            replaced_surrogates=0,
        )
        for i in range(2)
    ]
    blocks = [
        block(0, "header", "Journal of Tests"),
        block(1, "title", "A Title"),
        block(2, "section_header", "Results", title_level=1),
        block(3, "paragraph", "The first\nparagraph."),
        block(4, "figure", ""),
        block(5, "caption", "Figure 1: A curve."),
        block(6, "table", "", table_rows=[["m", "a|b"], ["x", "1"]]),
        block(7, "equation", "E = mc2", latex="E = mc^2"),
    ]
    return ParsedLayout(
        paper_id=paper_id,
        sha256=sha256,
        status="ok",
        reason=None,
        detail=None,
        title="A Title",
        language="en",
        num_pages=2,
        provenance=Provenance(parser="t", version="1", options_hash="o", sha256=sha256),
        warnings=[],
        pages=pages,
        blocks=blocks,
        relations=[],
        parse_s=0.0,
    )


@pytest.fixture
def item() -> WorkflowItem:
    return make_item()


@pytest.fixture
def layout() -> ParsedLayout:
    return make_layout()
