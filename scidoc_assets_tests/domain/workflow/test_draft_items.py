"""Drafts come from the paper's own records, answer themselves, and are never accepted as they are."""

from __future__ import annotations

import json

from scidoc_assets.domain.workflow.authoring import decided
from scidoc_assets.domain.workflow.draft_items import draft_items
from scidoc_assets.domain.workflow.evaluation import score_response
from scidoc_assets_tests.domain.workflow.conftest import make_layout

ROWS = [["Method", "Acc", "Note"], ["A", "91.5", "x"], ["B", "88", "y"]]


def _layout(rows: list[list[str]] = ROWS):
    layout = make_layout()
    blocks = [
        b.model_copy(update={"table_rows": rows, "label": "Table 1", "caption_text": "Table 1."})
        if b.category == "table"
        else b
        for b in layout.blocks
    ]
    heads = [
        blocks[2].model_copy(
            update={"block_id": f"h{i}", "plain_text": f"Part {i}", "order": 10 + i}
        )
        for i in range(3)
    ]
    return layout.model_copy(update={"blocks": [*blocks, *heads]})


def test_four_kinds_are_drafted_and_their_references_score_1() -> None:
    items = draft_items(_layout(), "b")
    assert [i.subtask for i in items] == ["A1", "A2", "C1", "E1"]
    for item in items:
        reference = json.loads(item.reference_json)
        assert score_response(item, json.dumps(reference)).score == 1.0
        assert decided(item).decision != "accepted"
    assert json.loads(items[0].reference_json) == ["Results", "Part 0", "Part 1", "Part 2"]
    assert json.loads(items[1].reference_json) == 2


def test_a_ragged_table_and_a_failed_paper_give_no_table_items() -> None:
    ragged = draft_items(_layout([*ROWS, ["C"]]), "b")
    assert [i.subtask for i in ragged] == ["A1", "A2"]
    assert draft_items(_layout().model_copy(update={"status": "failed"}), "b") == []
