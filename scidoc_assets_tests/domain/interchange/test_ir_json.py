from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from scidoc_assets.domain.interchange.ir_json import InterchangeError, export_ir, import_ir
from scidoc_assets.schemas.layouts import ParsedLayout, Relation
from scidoc_assets_tests.domain.latex.made import block
from scidoc_assets_tests.domain.views.test_markdown import layout
from scidoc_assets_tests.domain.views.test_page_pictures import page


def full_layout() -> ParsedLayout:
    blocks = [
        block(0, "section_header", "Ergebnisse \u2013 \u7ed3\u679c", title_level=2),
        block(1, "table", "a\n1", table_rows=[["a", ""], ["1", "2"]], confidence=0.25),
        block(
            2, "caption", "Table 1", caption_target_ids=["p-b00001"], caption_target_type="table"
        ),
        block(3, "equation", "x", latex="x^{2}", format="latex"),
    ]
    relations = [Relation(type="caption_target", from_id="p-b00002", to_id="p-b00001")]
    paper = layout(*blocks, relations=relations)
    return paper.model_copy(update={"pages": [page(0)], "warnings": ["repaired"], "parse_s": 0.1})


def test_export_and_import_lose_nothing() -> None:
    assert import_ir(export_ir(full_layout())) == full_layout()


def test_equal_layouts_give_equal_text() -> None:
    assert export_ir(full_layout()) == export_ir(full_layout())


Change = Callable[[dict[str, Any]], None]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda v: v.update(format="other"), "format"),
        (lambda v: v.update(version=2), "version"),
        (lambda v: v.pop("layout"), "layout"),
        (lambda v: v["layout"].pop("sha256"), "layout.sha256"),
        (lambda v: v["layout"].update(extra=1), "layout.extra"),
        (lambda v: v["layout"]["blocks"][0].update(category="poem"), "layout.blocks.0.category"),
        (lambda v: v["layout"]["blocks"][0].update(bbox_pt=[5, 0, 1, 2]), "layout.blocks.0.bbox_pt"),
        (lambda v: v["layout"]["blocks"][0].update(page_index=7), "layout.blocks.0.page_index"),
        (lambda v: v["layout"]["blocks"][1].update(block_id="p-b00000"), "layout.blocks.1.block_id"),
        (lambda v: v["layout"]["relations"][0].update(to_id="gone"), "layout.relations.0.to_id"),
    ],
)  # fmt: skip
def test_bad_ir_is_refused_with_the_field(change: Change, field: str) -> None:
    value = json.loads(export_ir(full_layout()))
    change(value)
    with pytest.raises(InterchangeError) as caught:
        import_ir(json.dumps(value))
    assert caught.value.field == field


@pytest.mark.parametrize("text", ["", "{", "[1]", "null", "[" * 100_000])
def test_what_is_no_json_object_is_refused(text: str) -> None:
    with pytest.raises(InterchangeError):
        import_ir(text)
