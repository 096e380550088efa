"""Rows out of published records: masking, and gold from whole ratings only."""

from __future__ import annotations

from scidoc_assets.domain.quality.published import PublishedFigure
from scidoc_assets.domain.quality.published_rows import (
    first_snippets,
    gold_of,
    items_of,
    ratings_of,
)

ANNOTATION = {
    "source_name": "Rater_01",
    "visual_clarity": 9.0,
    "structure_layout": 9.0,
    "caption_consistency": 5.0,
    "context_consistency": 4.0,
    "misleading_risk": 9.0,
}
RECORD = {
    "figure_id": "p__fig0001",
    "paper_id": "p",
    "caption": "Figure 1: *Loss*.",
    "context_texts": [],
    "annotator_count": 3,
    "human_visual_clarity": 8.0,
    "human_structure_layout": 8.0,
    "human_caption_consistency": 6.0,
    "human_misleading_risk": 8.0,
    "annotations": [ANNOTATION],
}


def _rows(record):
    lines = [PublishedFigure.model_validate(record)]
    items = items_of("b", lines, "digest", {}, first_snippets)
    ratings, masked = ratings_of(lines, items, "digest")
    gold, notes = gold_of(lines, items, ratings, {r.figure_id: r.published_means() for r in lines})
    return items[0], ratings, masked, gold, notes


def test_a_score_on_a_gated_off_dimension_is_masked_and_counted():
    item, ratings, masked, _, _ = _rows(RECORD)
    assert item.gated_dimensions == ["VC", "SL", "C", "MR"]
    assert (ratings[0].context_consistency, masked) == (None, 1)


def test_gold_comes_from_the_means_when_a_record_holds_fewer_ratings_than_it_counts():
    *_, gold, _ = _rows(RECORD)
    assert (gold[0].source, gold[0].raters, gold[0].overall) == ("published_means", 3, 7.5)


def test_gold_comes_from_the_ratings_when_they_are_whole_and_disagreement_is_noted():
    *_, gold, notes = _rows(RECORD | {"annotator_count": 1})
    assert (gold[0].source, gold[0].raters, gold[0].overall) == ("ratings", 1, 8.0)
    assert "p__fig0001: visual_clarity is 9.0000 by the ratings, stated 8" in notes


def test_the_clean_caption_stands_beside_the_raw_one():
    item, *_ = _rows(RECORD)
    assert (item.caption, item.caption_raw) == ("Figure 1: Loss.", "Figure 1: *Loss*.")
