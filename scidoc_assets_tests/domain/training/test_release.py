"""What stands beside exported samples: the card, the description, the locators."""

from __future__ import annotations

import yaml

from scidoc_assets.domain.training.drafts import finish
from scidoc_assets.domain.training.layout_sources import LayoutView
from scidoc_assets.domain.training.layout_tasks import block_role_drafts
from scidoc_assets.domain.training.release import (
    ExportedFile,
    closed_pages,
    croissant,
    dataset_card,
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


def test_the_card_names_only_splits_that_hold_samples() -> None:
    train = TEXT_ONLY.model_copy(update={"split": "train"})
    card = dataset_card("mine", "sft", [train], 4, 7)
    head = yaml.safe_load(card.split("---")[1])
    assert [d["split"] for d in head["configs"][0]["data_files"]] == ["train"]
    assert head["language"] == [TEXT_ONLY.language]
    assert "| table_logic | 1 | 0 | 0 |" in card
    assert "4 samples show pages" in card
    assert "seed 7" in card


def test_the_description_points_at_every_parquet_file_with_its_digest() -> None:
    files = [ExportedFile("data/train-00000.parquet", "abc", 5), ExportedFile("x.txt", "d", 1)]
    described = croissant("mine", "rl", files, 9)
    [only] = described["distribution"]
    assert (only["contentUrl"], only["sha256"]) == ("data/train-00000.parquet", "abc")
    sources = {f["source"]["fileObject"]["@id"] for f in described["recordSet"][0]["field"]}
    assert sources == {"data/train-00000.parquet"}
