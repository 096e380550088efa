"""The published layout: read, refused as a whole, and the six published records."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scidoc_assets.domain.contexts.snippets import choose_snippets
from scidoc_assets.domain.quality.interchange import is_published_layout, read_dataset
from scidoc_assets.domain.quality.line_reading import DatasetRefused

SAMPLE = Path(__file__).parents[4] / "shared/corpus/records/scifigqual_eval1200_sample.jsonl"
RECORD = {
    "figure_id": "p__fig0001",
    "paper_id": "p",
    "caption": "Figure 1: Loss.",
    "annotator_count": 3,
}


def _lines(*records):
    return "".join(json.dumps(r) + "\n" for r in records).encode()


def test_a_folder_is_recognised_by_its_figures_file():
    assert is_published_layout(["figures.jsonl", "images/x.png"])
    assert not is_published_layout(["tasks.jsonl"])


def test_means_of_the_csv_and_splits_are_read():
    files = {
        "figures.jsonl": _lines(RECORD),
        "human_means.csv": b"figure_id,human_visual_clarity,human_overall_score\np__fig0001,8.5,8.5\n",
        "splits/eval.jsonl": _lines({"figure_id": "p__fig0001"}),
    }
    dataset = read_dataset("b", files)
    assert dataset.gold[0].visual_clarity == 8.5
    assert [(s.name, s.figure_ids) for s in dataset.splits] == [("eval", ["p__fig0001"])]


@pytest.mark.parametrize(
    ("files", "where"),
    [
        ({}, "figures.jsonl:1: (line)"),
        ({"figures.jsonl": _lines(RECORD, RECORD)}, "figures.jsonl:2: figure_id"),
        (
            {
                "figures.jsonl": _lines(RECORD),
                "splits/e.jsonl": _lines({"figure_id": "q__fig0001"}),
            },
            "splits/e.jsonl:1: figure_id",
        ),
        (
            {"figures.jsonl": _lines(RECORD), "human_means.csv": b"figure_id\nq__fig0001\n"},
            "human_means.csv:2: figure_id",
        ),
        (
            {
                "figures.jsonl": _lines(RECORD),
                "human_means.csv": b"figure_id\np__fig0001\np__fig0001\n",
            },
            "human_means.csv:3: figure_id",
        ),
        (
            {
                "figures.jsonl": _lines(RECORD),
                "splits/e.jsonl": _lines({"figure_id": "p__fig0001"}, {"figure_id": "p__fig0001"}),
            },
            "splits/e.jsonl:2: figure_id",
        ),
        (
            {
                "figures.jsonl": _lines(
                    RECORD | {"annotations": [{"source_name": "a", "misleading_risk": 12}]}
                )
            },
            "figures.jsonl:1: annotations.0.misleading_risk",
        ),
    ],
)
def test_a_bad_line_refuses_the_whole_import_by_name(files, where):
    with pytest.raises(DatasetRefused) as refused:
        read_dataset("b", files)
    assert where in str(refused.value)


def test_characters_that_the_store_cannot_hold_are_replaced_and_counted():
    dataset = read_dataset("b", {"figures.jsonl": _lines(RECORD | {"title": "x\ud83d\x00"})})
    assert dataset.items[0].title == "x\ufffd\ufffd"
    assert dataset.replaced_characters == 2


@pytest.mark.skipif(not SAMPLE.exists(), reason="shared published records are not here")
def test_the_published_records_give_the_published_gold_back():
    dataset = read_dataset(
        "scifigqual", {"figures.jsonl": SAMPLE.read_bytes()}, None, choose_snippets
    )
    stated = [json.loads(line)["human_overall_score"] for line in SAMPLE.read_text().splitlines()]
    assert [round(g.overall or 0, 2) for g in dataset.gold] == [round(s, 2) for s in stated]
    assert dataset.masked_scores == 0
    first, third = dataset.items[0], dataset.items[2]
    assert first.gated_dimensions == ["VC", "SL", "C", "MR"]
    assert "*" not in (third.caption or "")
    assert "*" in (third.caption_raw or "")
    assert all(len(s) <= 500 for i in dataset.items for s in i.snippets)
    assert not any("\ufb01" in s or "repre- sen" in s for i in dataset.items for s in i.snippets)
    assert dataset.extra[first.figure_id]["domain_l1"] == "computer_science"
