"""A small DoclingDocument that the tests make up, in the shape of docling-core 1.x."""

from __future__ import annotations

from typing import Any


def prov(page: int, l: float, t: float, r: float, b: float, **more: Any) -> dict[str, Any]:  # noqa: E741
    """A place with the origin at the bottom left."""
    box = {"l": l, "t": t, "r": r, "b": b, "coord_origin": "BOTTOMLEFT"}
    return {"page_no": page, "bbox": box, **more}


def text(
    number: int, label: str, words: str, *places: dict[str, Any], **more: Any
) -> dict[str, Any]:
    """A text item."""
    return {
        "self_ref": f"#/texts/{number}",
        "parent": {"$ref": "#/body"},
        "children": [],
        "content_layer": "body",
        "label": label,
        "prov": list(places or [prov(1, 50, 700, 500, 690)]),
        "orig": words,
        "text": words,
        **more,
    }


def refs(*names: str) -> list[dict[str, str]]:
    return [{"$ref": f"#/{name}"} for name in names]


def cell(row: int, column: int, words: str) -> dict[str, Any]:
    return {
        "text": words,
        "start_row_offset_idx": row,
        "end_row_offset_idx": row + 1,
        "start_col_offset_idx": column,
        "end_col_offset_idx": column + 1,
    }


def docling() -> dict[str, Any]:
    """Two pages: title, section, split paragraph, list, picture and table with captions, formula."""
    split = text(
        2, "text", "First half. Second half.",
        prov(1, 50, 100, 500, 80, charspan=[0, 11]), prov(2, 50, 750, 500, 730, charspan=[12, 24]),
    )  # fmt: skip
    picture = {
        **text(0, "picture", "", prov(1, 60, 600, 400, 400)),
        "self_ref": "#/pictures/0",
        "children": refs("texts/4"),
        "captions": refs("texts/3"),
    }
    table = {
        **text(0, "table", "", prov(2, 50, 600, 300, 500)),
        "self_ref": "#/tables/0",
        "captions": refs("texts/6"),
        "data": {"num_rows": 2, "num_cols": 2, "table_cells": [cell(0, 0, "h"), cell(1, 1, "7")]},
    }
    group = {
        "self_ref": "#/groups/0",
        "children": refs("texts/5"),
        "label": "list",
        "name": "list",
        "content_layer": "body",
    }
    texts = [
        text(0, "title", "A title"),
        text(1, "section_header", "1 Start", level=1),
        split,
        text(3, "caption", "Figure 1: Mass."),
        text(4, "text", "axis label"),
        text(5, "list_item", "point", enumerated=True, marker="1."),
        text(6, "caption", "Table 2: Loss.", prov(2, 50, 650, 300, 640)),
        text(7, "formula", "E = mc^{2}", prov(2, 50, 450, 300, 430)),
        text(8, "page_footer", "2", prov(2, 300, 30, 310, 20), content_layer="furniture"),
    ]
    body = refs(
        "texts/0", "texts/1", "pictures/0", "texts/2", "groups/0", "tables/0", "texts/7", "texts/8"
    )
    return {
        "schema_name": "DoclingDocument",
        "version": "1.8.0",
        "name": "made",
        "body": {"self_ref": "#/body", "children": body, "label": "unspecified"},
        "groups": [group],
        "texts": texts,
        "pictures": [picture],
        "tables": [table],
        "pages": {
            "1": {"page_no": 1, "size": {"width": 600.0, "height": 800.0}},
            "2": {"page_no": 2, "size": {"width": 600.0, "height": 800.0}},
        },
        "a_later_field": True,
    }
