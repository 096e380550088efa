"""Notes: what was left out is counted, per benchmark and kind."""

from __future__ import annotations

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
