from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from scidoc_assets.domain.interchange.docling import import_docling
from scidoc_assets.domain.interchange.ir_json import InterchangeError, export_ir, import_ir
from scidoc_assets.domain.views.markdown import to_markdown
from scidoc_assets.schemas.layouts import Block, ParsedLayout
from scidoc_assets_tests.domain.interchange.docling_made import docling, prov, refs, text


def imported(value: dict[str, Any] | None = None) -> ParsedLayout:
    return import_docling(json.dumps(value or docling()), "p")


def named(layout: ParsedLayout, words: str) -> Block:
    return next(b for b in layout.blocks if b.plain_text.startswith(words))


def test_items_become_blocks_in_the_order_of_the_body() -> None:
    assert [(b.category, b.plain_text) for b in imported().blocks] == [
        ("title", "A title"),
        ("section_header", "1 Start"),
        ("figure", "axis label"),
        ("caption", "Figure 1: Mass."),
        ("paragraph", "First half."),
        ("paragraph", "Second half."),
        ("list_item", "1. point"),
        ("table", "h\t\n\t7"),
        ("caption", "Table 2: Loss."),
        ("equation", "E = mc^{2}"),
        ("page_number", "2"),
    ]


def test_boxes_are_turned_to_the_top_left() -> None:
    assert named(imported(), "A title").bbox_pt == (50.0, 100.0, 500.0, 110.0)


def test_boxes_that_start_at_the_top_left_stay() -> None:
    value = docling()
    value["texts"][0]["prov"][0]["bbox"] = {
        "l": 1,
        "t": 2,
        "r": 3,
        "b": 4,
        "coord_origin": "TOPLEFT",
    }
    assert named(imported(value), "A title").bbox_pt == (1.0, 2.0, 3.0, 4.0)


def test_captions_know_their_target_and_floats_their_caption() -> None:
    layout = imported()
    figure, caption = named(layout, "axis"), named(layout, "Figure 1")
    assert caption.caption_target_ids == [figure.block_id]
    assert (figure.caption_text, figure.label) == ("Figure 1: Mass.", "Figure 1")
    pairs = {(r.from_id, r.to_id) for r in layout.relations if r.type == "caption_target"}
    assert (caption.block_id, figure.block_id) in pairs
    assert named(layout, "Table 2").caption_target_type == "table"


def test_a_paragraph_over_two_pages_is_two_blocks_that_continue() -> None:
    layout = imported()
    first, second = named(layout, "First half"), named(layout, "Second half")
    assert (first.page_index, second.page_index) == (0, 1)
    joined = [(r.from_id, r.to_id) for r in layout.relations if r.type == "continuation"]
    assert joined == [(first.block_id, second.block_id)]
    assert "First half. Second half." in to_markdown(layout)


def test_tables_keep_their_cells_and_formulas_their_latex() -> None:
    layout = imported()
    assert next(b for b in layout.blocks if b.category == "table").table_rows == [
        ["h", ""],
        ["", "7"],
    ]
    assert named(layout, "E =").latex == "E = mc^{2}"


def test_sections_hold_what_follows_them() -> None:
    layout = imported()
    assert named(layout, "First half").section_title == "1 Start"
    assert named(layout, "First half").parent_id == named(layout, "1 Start").block_id


def test_an_import_survives_our_own_export() -> None:
    assert import_ir(export_ir(imported())) == imported()


def test_items_that_no_tree_holds_are_kept_at_the_end_and_counted() -> None:
    value = docling()
    value["texts"].append(text(9, "text", "Left over."))
    layout = imported(value)
    assert layout.blocks[-1].plain_text == "Left over."
    assert any("1 items are in no tree" in w for w in layout.warnings)


def test_lone_surrogates_in_text_are_replaced() -> None:
    value = docling()
    value["texts"][0]["text"] = "A \ud83d title"
    assert named(imported(value), "A").plain_text == "A \ufffd title"


Change = Callable[[dict[str, Any]], Any]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda v: v.update(schema_name="Other"), "schema_name"),
        (lambda v: v.pop("body"), "body"),
        (lambda v: v.update(pages={}), "pages"),
        (lambda v: v["texts"][0].update(prov=[]), "#/texts/0.prov"),
        (lambda v: v["texts"][0].update(prov=[prov(9, 1, 5, 3, 2)]), "#/texts/0.prov"),
        (lambda v: v["texts"][0].update(prov=[prov(1, 1, 2, 3, 5)]), "texts.0.prov.0.bbox"),
        (lambda v: v["body"].update(children=refs("texts/99")), "#/body.children"),
        (lambda v: v["tables"][0]["data"].update(num_rows=10**9), "tables.0.data"),
        (lambda v: v["tables"][0]["data"].update(num_rows=1), "tables.0.data"),
        (
            lambda v: v["tables"][0]["data"]["table_cells"].append(
                v["tables"][0]["data"]["table_cells"][0] | {"text": "another"}
            ),
            "tables.0.data",
        ),
    ],
)
def test_bad_documents_are_refused_with_the_field(change: Change, field: str) -> None:
    value = docling()
    change(value)
    with pytest.raises(InterchangeError) as caught:
        imported(value)
    assert caught.value.field == field
