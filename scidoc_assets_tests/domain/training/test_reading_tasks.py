"""Reading order and next hop: the stored order, checked against the page's geometry."""

from __future__ import annotations

from itertools import pairwise

import pytest

from scidoc_assets.domain.training.layout_sources import LayoutView
from scidoc_assets.domain.training.reading_tasks import next_hop_drafts, reading_order_drafts
from scidoc_assets_tests.domain.training.conftest import make_layout


def test_the_order_is_the_stored_one_in_shuffled_labels(view: LayoutView) -> None:
    for draft in reading_order_drafts(view, 6, 0):
        labels = draft.construction["labels"]
        assert draft.answer == ">".join(labels[b] for b in draft.construction["order"])
        places = [view.by_id[b].order for b in draft.construction["order"]]
        assert places == sorted(places)
        marked = {m.label: m.bbox_pt for i in draft.inputs for m in i.marks}
        assert marked == {label: view.by_id[b].bbox_pt for b, label in labels.items()}


def test_runs_over_a_column_break_come_first(view: LayoutView) -> None:
    first = next(reading_order_drafts(view, 6, 0))
    columns = {view.by_id[b].column_index for b in first.construction["order"]}
    assert len(columns) > 1


def test_an_order_against_the_geometry_is_rejected() -> None:
    layout = make_layout()
    blocks = [*layout.blocks]
    third, fourth = blocks[3], blocks[4]
    blocks[3] = third.model_copy(update={"bbox_pt": fourth.bbox_pt})
    blocks[4] = fourth.model_copy(update={"bbox_pt": third.bbox_pt})
    view = LayoutView(layout.model_copy(update={"blocks": blocks}))
    reasons = {d.rejection.reason for d in reading_order_drafts(view, 9, 0) if d.rejection}
    assert reasons == {"geometry_disagrees"}


def test_the_next_hop_is_the_successor_or_the_one_referenced_figure(view: LayoutView) -> None:
    texts = [b for b in view.blocks if b.category in ("paragraph", "list_item")]
    following = {a.block_id: b.block_id for a, b in pairwise(texts)}
    drafts = list(next_hop_drafts(view, 10, 0))
    modes = {d.construction["mode"] for d in drafts}
    assert modes == {"continue", "reference"}
    for draft in drafts:
        target = draft.construction["target"]
        if draft.construction["mode"] == "continue":
            assert target == following[draft.construction["current"]]
        else:
            assert view.by_id[target].label == "Figure 1"
        marks = {m.label: m.bbox_pt for i in draft.inputs for m in i.marks}
        assert marks[str(draft.answer)] == view.by_id[target].bbox_pt


def test_the_caption_of_a_referenced_figure_is_no_distractor(view: LayoutView) -> None:
    caption = next(b for b in view.blocks if b.category == "caption" and b.label == "Figure 1")
    for draft in next_hop_drafts(view, 10, 0):
        if draft.construction["mode"] == "reference":
            assert caption.bbox_pt not in [m.bbox_pt for i in draft.inputs for m in i.marks]


@pytest.mark.parametrize(
    "text",
    [
        "See Figures 1 and 2.",
        "See Figure 1 and Table 1.",
        "See Figs. 1-3.",
        "See Fig. 1, Fig. S1.",
        "Others (Fig. 1 of [12]) saw the same.",
    ],
)
def test_a_paragraph_with_several_references_has_no_single_hop(text: str) -> None:
    layout = make_layout()
    blocks = [*layout.blocks]
    blocks[3] = blocks[3].model_copy(update={"plain_text": text})
    view = LayoutView(layout.model_copy(update={"blocks": blocks}))
    assert all(d.construction["mode"] == "continue" for d in next_hop_drafts(view, 10, 0))


def test_a_hop_with_no_other_block_to_confuse_it_with_has_too_few_candidates() -> None:
    layout = make_layout()
    paragraphs = [b for b in layout.blocks if b.category == "paragraph"][:2]
    view = LayoutView(layout.model_copy(update={"blocks": paragraphs}))
    (draft,) = next_hop_drafts(view, 10, 0)
    assert draft.rejection is not None
    assert draft.rejection.reason == "too_few_candidates"


def test_a_scrap_between_two_paragraphs_is_neither_asked_about_nor_an_answer() -> None:
    layout = make_layout()
    scrap = next(b for b in layout.blocks if b.category == "paragraph")
    blocks = [
        b.model_copy(update={"plain_text": "q = 1 and k = 30."}) if b == scrap else b
        for b in layout.blocks
    ]
    view = LayoutView(layout.model_copy(update={"blocks": blocks}))
    orders = [d.construction["order"] for d in reading_order_drafts(view, 20, 0)]
    hops = [
        d.construction for d in next_hop_drafts(view, 20, 0) if d.construction["mode"] == "continue"
    ]
    assert orders
    assert hops
    assert not any(scrap.block_id in order for order in orders)
    assert not any(scrap.block_id in (hop["current"], hop["target"]) for hop in hops)
