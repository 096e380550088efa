"""Blocks that cannot be asked about on their own are refused by name."""

from __future__ import annotations

from typing import Any

import pytest

from scidoc_assets.domain.training.drafts import Rejected
from scidoc_assets.domain.training.layout_sources import (
    LayoutView,
    is_running_text,
    page_inputs,
    refuse_unusable,
)
from scidoc_assets_tests.domain.training.conftest import make_layout, make_page


def test_furniture_is_left_out_and_order_is_kept(view: LayoutView) -> None:
    assert "header" not in {b.category for b in view.blocks}
    assert [b.order for b in view.blocks] == sorted(b.order for b in view.blocks)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"bbox_pt": (50.0, 90.0, 290.0, 93.0)}, "box_too_small"),
        ({"plain_text": " "}, "block_without_text"),
        ({"bbox_pt": (50.0, 170.0, 290.0, 240.0)}, "blocks_overlap"),
    ],
)
def test_unusable_blocks_are_refused_with_their_reason(
    changes: dict[str, Any], reason: str
) -> None:
    layout = make_layout()
    blocks = [*layout.blocks]
    blocks[3] = blocks[3].model_copy(update=changes)
    view = LayoutView(layout.model_copy(update={"blocks": blocks}))
    with pytest.raises(Rejected) as caught:
        refuse_unusable(view, blocks[3])
    assert caught.value.reason == reason


def test_a_flagged_page_is_refused() -> None:
    layout = make_layout()
    pages = [make_page(0, status="flagged"), make_page(1)]
    view = LayoutView(layout.model_copy(update={"pages": pages}))
    with pytest.raises(Rejected, match="page_not_ok"):
        refuse_unusable(view, view.blocks[0])


def test_marks_go_to_their_own_page(view: LayoutView) -> None:
    marks = [("A", view.blocks[0]), ("B", view.blocks[-1])]
    inputs = page_inputs(view, marks)
    assert [(i.page_index, [m.label for m in i.marks]) for i in inputs] == [(0, ["A"]), (1, ["B"])]


def test_captions_and_continuations_come_from_the_records(view: LayoutView) -> None:
    assert [(a.category, b.category) for a, b in view.captioned()] == [
        ("caption", "figure"),
        ("caption", "table"),
    ]
    assert len(view.continued()) == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"plain_text": "γ = 1, q = 1, and k = 30."},
        {"plain_text": "Fluid Mech. 805, 636 (2016)."},
        {"plain_text": "薄膜随钙生长。"},
        {"section_title": None},
        {"category": "footnote"},
        {"category": "reference_entry"},
    ],
)
def test_scraps_affiliations_and_notes_are_no_running_text(
    view: LayoutView, changes: dict[str, Any]
) -> None:
    block = next(b for b in view.blocks if b.category == "paragraph")
    assert is_running_text(view, block)
    assert not is_running_text(view, block.model_copy(update=changes))


def test_lines_of_a_page_that_was_only_scanned_are_no_running_text() -> None:
    layout = make_layout()
    pages = [p.model_copy(update={"text_source": "ocr"}) for p in layout.pages]
    scanned = LayoutView(layout.model_copy(update={"pages": pages}))
    assert not any(is_running_text(scanned, b) for b in scanned.blocks)
