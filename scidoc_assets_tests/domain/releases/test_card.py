"""The card names what is inside, and only that."""

from __future__ import annotations

from typing import Any

import yaml

from scidoc_assets.domain.releases.card import CardFacts, CardTable, dataset_card, shard_glob
from scidoc_assets.schemas.releases import ReleasedSource


def facts(**changes: Any) -> CardFacts:
    fields: dict[str, Any] = {
        "name": "mine",
        "version": "1.0",
        "licence": "cc-by-4.0",
        "about": "Things.",
        "languages": ["en"],
        "tasks": ["other"],
        "tables": [
            CardTable("first", "no row", {"test": 0}),
            CardTable("second", "rows", {"train": 3, "test": 0}, ["second.jsonl"]),
        ],
    }
    return CardFacts(**fields | changes)


def head_of(card: str) -> dict[str, Any]:
    return yaml.safe_load(card.split("---\n")[1])


def source(paper_id: str, licence: str | None, is_open: bool) -> ReleasedSource:
    return ReleasedSource(
        paper_id=paper_id,
        sha256="a" * 64,
        title=None,
        venue=None,
        year=None,
        doi=None,
        licence=licence,
        has_open_pixels=is_open,
    )


def test_only_tables_and_splits_with_rows_can_be_loaded() -> None:
    head = head_of(dataset_card(facts()))
    [config] = head["configs"]
    assert (config["config_name"], config["default"]) == ("second", True)
    assert config["data_files"] == [{"split": "train", "path": shard_glob("second", "train")}]
    assert (head["license"], head["size_categories"]) == ("cc-by-4.0", ["n<1K"])


def test_licences_are_counted_with_what_they_allow() -> None:
    sources = [source("a", "CC BY 4.0", True), source("b", None, False), source("c", None, False)]
    card = dataset_card(facts(sources=sources, located=7))
    assert "| CC BY 4.0 | 1 | pixels |" in card
    assert "| not stated | 2 | locators |" in card
    assert "7 pictures or samples" in card
    assert "own use only" not in card


def test_pixels_that_may_not_be_passed_on_are_said_so() -> None:
    assert "For your own use only" in dataset_card(facts(has_closed_pixels=True))
