"""Notes: what was left out is counted, per benchmark and kind."""

from __future__ import annotations

from scidoc_assets.domain.quality.interchange import PublishedDataset
from scidoc_assets.domain.quality.notes import count_remarks, remarks_of_imports
from scidoc_assets.schemas.refused_lines import BadLine
from scidoc_assets_tests.domain.quality.rows_by_hand import item


def test_what_cannot_be_used_is_counted_by_kind():
    items = [
        item(),
        item("a__fig0001", caption=None, snippets=[]),
        item("b__fig0001", image_sha256=None),
        item("c__fig0001", image_sha256=None),
        item("d__fig0001", features=None),
    ]
    bad = [BadLine("mine/ratings.jsonl", 3, "visual_clarity", "11 is over 10")]
    notes = count_remarks(remarks_of_imports(items, [], bad))
    assert [(n.kind, n.number, n.subject) for n in notes] == [
        ("excluded_item", 1, "a__fig0001"),
        ("image_missing", 1, "b__fig0001"),
        ("image_missing", 2, "c__fig0001"),
        ("image_unreadable", 1, "d__fig0001"),
        ("rating_refused", 1, "mine/ratings.jsonl:3"),
    ]
    assert notes[0].detail == "no_caption_and_no_context"


def test_masked_scores_and_means_that_disagree_are_told_per_import():
    note = "a__fig0001: the stated mean of overall is 7.1, its ratings give 6.8"
    rated = PublishedDataset("rated", "d", [], [], [], [], {}, {}, 3, [note], replaced_characters=2)
    plain = PublishedDataset("plain", "e", [], [], [], [], {}, {}, masked_scores=0)
    rows = count_remarks(remarks_of_imports([], [rated, plain], []))
    assert [(n.benchmark, n.kind, n.subject) for n in rows] == [
        ("rated", "scores_masked", "rated"),
        ("rated", "characters_replaced", "figures.jsonl"),
        ("rated", "means_disagree", "a__fig0001"),
    ]
    assert rows[0].detail.startswith("3 scores")
