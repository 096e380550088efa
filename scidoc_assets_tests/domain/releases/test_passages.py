"""Marks in place of passages: the same for the same words, and nothing else changes."""

from __future__ import annotations

from scidoc_assets.domain.releases.passages import task_without_passages
from scidoc_assets.schemas.passages import passage_mark


def test_a_mark_tells_length_and_digest_and_not_the_words() -> None:
    assert passage_mark("Films grow.") == passage_mark("Films grow.")
    assert passage_mark("Films grow.") != passage_mark("Films glow.")
    assert passage_mark("Films grow.").startswith("[11 characters")
    assert "Films" not in passage_mark("Films grow.")


def test_statements_stay_and_what_has_no_passage_stays_as_it_is() -> None:
    line = {
        "question": "What grows?",
        "evidence": [{"node_id": "e", "label": "It grows.", "source_attributions": []}],
        "intermediate_claims": [],
        "graph": {"root_id": "c", "nodes": [{"node_id": "c", "type": "claim", "label": "So."}]},
        "images": [{"name": "Figure 1", "caption": None}],
    }
    assert task_without_passages(line) == line
