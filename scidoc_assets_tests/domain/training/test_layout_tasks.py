"""Block roles and links carry the recorded category and relation as their answer."""

from __future__ import annotations

from typing import get_args

from scidoc_assets.domain.training.layout_sources import FURNITURE, LayoutView
from scidoc_assets.domain.training.layout_tasks import (
    LINK_LABELS,
    ROLE_LABELS,
    block_role_drafts,
    link_drafts,
)
from scidoc_assets.schemas.layouts import Category, Relation
from scidoc_assets_tests.domain.training.conftest import make_layout


def test_the_answer_is_the_stored_role_and_rare_roles_come_early(view: LayoutView) -> None:
    drafts = list(block_role_drafts(view, 9, 0))
    for draft in drafts:
        block = view.by_id[draft.construction["block_id"]]
        assert draft.answer == ROLE_LABELS[block.category]
        assert draft.inputs[0].marks[0].bbox_pt == block.bbox_pt
    assert len({d.answer for d in drafts}) == 8  # every role of the paper takes a turn


def test_all_three_links_occur_and_match_the_records(view: LayoutView) -> None:
    drafts = list(link_drafts(view, 9, 0))
    assert {d.answer for d in drafts} == set(LINK_LABELS)
    for draft in drafts:
        first = view.by_id[draft.construction["from"]]
        is_target = draft.construction["to"] in first.caption_target_ids
        assert is_target == (draft.answer == "caption_target")


def test_a_pair_with_a_second_relation_is_ambiguous() -> None:
    layout = make_layout()
    figure = next(b for b in layout.blocks if b.category == "figure")
    caption = next(b for b in layout.blocks if figure.block_id in b.caption_target_ids)
    extra = Relation(type="continuation", from_id=caption.block_id, to_id=figure.block_id)
    view = LayoutView(layout.model_copy(update={"relations": [*layout.relations, extra]}))
    drafts = [d for d in link_drafts(view, 9, 0) if d.construction["to"] == figure.block_id]
    assert {d.rejection.reason for d in drafts if d.rejection} == {"relation_ambiguous"}


def test_everything_that_a_view_holds_has_a_role() -> None:
    assert set(get_args(Category)) == set(ROLE_LABELS) | FURNITURE
