from __future__ import annotations

import json

import pytest

from scidoc_assets.domain.contexts.binding import bind_contexts
from scidoc_assets.domain.contexts.hosts import locate_mentions
from scidoc_assets.domain.views.object_records import crop_name, object_records
from scidoc_assets.schemas.figures import FigureCandidate, Panel
from scidoc_assets_tests.domain.figures.examples import candidate
from scidoc_assets_tests.domain.latex.made import block
from scidoc_assets_tests.domain.views.test_markdown import layout


def records(*figures: FigureCandidate, text: str = "") -> list[dict[str, object]]:
    paper = layout(block(0, "paragraph", text), block(1, "caption", "Figure 2: as Figure 1 but."))
    return object_records(figures, bind_contexts(paper, figures), locate_mentions(paper, figures))


def test_a_record_holds_what_the_scorer_reads_and_is_plain_json() -> None:
    row = candidate(1, panels=[Panel(letter="a", bbox_pt=(1, 2, 3, 4.00049))])
    text = "The mass falls steadily, as Figure 1 and again Fig. 1a show for all the samples."
    record = json.loads(json.dumps(records(row, text=text)[0]))
    assert record["label"] == "Figure 1"
    assert record["bbox_pt"] == [100.0, 100.0, 400.0, 300.0]
    assert record["panels"] == [{"letter": "a", "bbox_pt": [1, 2, 3, 4.0]}]
    assert record["mention_count"] == 1


def test_mentions_name_block_page_words_and_place() -> None:
    text = "The mass falls steadily, as Figure 1 shows for all of the samples."
    record = records(candidate(1), text=text)[0]
    assert record["mentions"] == [
        {"block_id": "p-b00000", "page_index": 0, "surface": "Figure 1", "panels": [], "place": "body"},
        {"block_id": "p-b00001", "page_index": 0, "surface": "Figure 1", "panels": [], "place": "caption"},
    ]  # fmt: skip


def test_a_graphic_without_caption_stays_with_nulls_and_a_reason() -> None:
    row = candidate(None, caption=None, caption_boxes_pt=[], reason="no_caption")
    record = records(row)[0]
    assert (record["label"], record["caption"], record["reason"]) == (None, None, "no_caption")
    assert (record["mention_count"], record["mentions"]) == (0, [])


def test_a_figure_without_binding_is_an_error() -> None:
    with pytest.raises(KeyError):
        object_records([candidate(1)], [], [])


def test_only_a_figure_with_crop_has_a_crop_path() -> None:
    assert crop_name(candidate(1, crop_sha256=None)) is None
    named = candidate(1, crop_sha256="a" * 64)
    assert crop_name(named) == f"crops/{named.figure_id}.png"
