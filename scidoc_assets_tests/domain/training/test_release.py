"""What is special to released samples: their part of the card, and locators of their pages."""

from __future__ import annotations

from scidoc_assets.domain.training.drafts import finish
from scidoc_assets.domain.training.layout_sources import LayoutView
from scidoc_assets.domain.training.layout_tasks import block_role_drafts
from scidoc_assets.domain.training.release import (
    card_sections,
    closed_pages,
    first_of_each,
    locators,
)
from scidoc_assets.domain.training.table_tasks import synthetic_table_logic

TEXT_ONLY = finish(synthetic_table_logic(1, 0), 0)


def test_a_page_of_a_closed_paper_is_seen_and_located(view: LayoutView) -> None:
    sample = finish(next(block_role_drafts(view, 3, 0)), 0)
    assert closed_pages(sample, set())
    assert not closed_pages(sample, {view.paper_id})
    assert not closed_pages(TEXT_ONLY, set())
    [found] = locators(sample, {view.paper_id: "digest"}, 110)
    assert found["sha256"] == "digest"
    assert found["page_index"] == sample.inputs[0].page_index
    assert found["marks"][0]["bbox_pt"] == list(sample.inputs[0].marks[0].bbox_pt)


def test_the_card_counts_samples_by_subtask_and_split() -> None:
    samples = [TEXT_ONLY.model_copy(update={"split": split}) for split in ("train", "test", "test")]
    text = "\n\n".join(card_sections(samples, 7))
    assert "| table_logic | 1 | 0 | 2 |" in text
    assert "3 verified samples, 3 of them from made-up sources, seed 7" in text


def test_a_draft_holds_the_first_accepted_samples_of_each_subtask() -> None:
    samples = [
        TEXT_ONLY.model_copy(update={"sample_id": i, "subtask": subtask})
        for i, subtask in [("c", "table_logic"), ("a", "table_logic"), ("b", "next_hop")]
    ]
    rejected = TEXT_ONLY.model_copy(update={"sample_id": "0", "accepted": False})
    assert [s.sample_id for s in first_of_each([*samples, rejected], 1)] == ["a", "b"]
    assert [s.sample_id for s in first_of_each([*samples, rejected], None)] == ["a", "b", "c"]
