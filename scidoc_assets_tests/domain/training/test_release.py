"""What is special to released samples: their part of the card, and locators of their pages."""

from __future__ import annotations

import json

from scidoc_assets.domain.training.drafts import finish
from scidoc_assets.domain.training.layout_sources import LayoutView
from scidoc_assets.domain.training.layout_tasks import block_role_drafts
from scidoc_assets.domain.training.release import (
    card_sections,
    first_of_each,
    is_closed,
    locators,
    without_passages,
)
from scidoc_assets.domain.training.table_tasks import synthetic_table_logic
from scidoc_assets.schemas.training import Insertion, TrainingInput, TrainingSample

TEXT_ONLY = finish(synthetic_table_logic(1, 0), 0)


def test_a_page_of_a_closed_paper_is_seen_and_located(view: LayoutView) -> None:
    sample = finish(next(block_role_drafts(view, 3, 0)), 0)
    assert is_closed(sample, set())
    assert not is_closed(sample, {view.paper_id})
    assert not is_closed(TEXT_ONLY, set())
    [found] = locators(sample, {view.paper_id: "digest"}, 110)
    assert found["sha256"] == "digest"
    assert found["page_index"] == sample.inputs[0].page_index
    assert found["marks"][0]["bbox_pt"] == list(sample.inputs[0].marks[0].bbox_pt)


def quoting() -> TrainingSample:
    """A sample of a real paper's table, as text alone."""
    log = json.dumps({"block_ids": ["b7"]})
    changes = {"is_synthetic": False, "paper_ids": ["shut"], "construction_json": log}
    return TEXT_ONLY.model_copy(update=changes)


def test_quoted_text_of_a_closed_paper_is_seen_located_and_replaced() -> None:
    sample = quoting()
    assert is_closed(sample, {"other"})
    assert not is_closed(sample, {"shut"})
    [found] = locators(sample, {"shut": "digest"}, 110)
    assert found == {
        "papers": [{"paper_id": "shut", "sha256": "digest"}],
        "construction": {"block_ids": ["b7"]},
    }
    kept = without_passages(sample)
    texts = [i.text for i in sample.inputs if i.text]
    assert texts
    assert not any(text in kept.model_dump_json() for text in texts)
    assert kept.answer_json == sample.answer_json
    assert [i.kind for i in kept.inputs] == [i.kind for i in sample.inputs]


def test_a_caption_that_a_made_up_chart_replaced_is_located_as_a_mark() -> None:
    insertion = Insertion(
        block_id="b1", bbox_pt=(0, 0, 9, 9), chart_json="{}", text_before="Old.", text_after="New."
    )
    page = TrainingInput(kind="page", paper_id="shut", page_index=0, insertion=insertion)
    [found] = locators(quoting().model_copy(update={"inputs": [page]}), {}, 110)
    assert found["insertion"]["text_after"] == "New."
    assert found["insertion"]["text_before"].startswith("[4 characters of the paper")


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
