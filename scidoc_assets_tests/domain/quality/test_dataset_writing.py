"""What is written in the published layout reads back as the same rows."""

from __future__ import annotations

import json

from scidoc_assets.domain.quality.dataset_writing import published_ids, write_dataset
from scidoc_assets.domain.quality.gold import build_gold
from scidoc_assets.domain.quality.interchange import read_dataset
from scidoc_assets.domain.quality.splits import build_split
from scidoc_assets_tests.domain.quality.rows_by_hand import item, rating


def test_a_written_dataset_reads_back_with_the_same_ratings_gold_and_split():
    items = [item("p__fig0001"), item("q__fig0001", snippets=[], context_raw=[])]
    ratings = [rating((6, 5, 5, 6, 4), r, "p__fig0001") for r in ("a", "b", "c")]
    ratings += [rating((9, 9, 5, None, 9), r, "q__fig0001") for r in ("a", "b", "c")]
    gold = build_gold(ratings, items)
    written = write_dataset(
        items, ratings, gold, [build_split("eval", gold, 2)], {"p__fig0001": {"x": 1}}
    )
    again = read_dataset("b", written.files)
    assert [r.model_copy(update={"source_digest": None}) for r in again.ratings] == [
        r.model_copy(update={"stated_overall": r.mean()}) for r in ratings
    ]
    assert [(g.figure_id, g.overall, g.raters) for g in again.gold] == [
        (g.figure_id, g.overall, g.raters) for g in gold
    ]
    assert again.splits[0].figure_ids == ["p__fig0001", "q__fig0001"]
    assert again.extra["p__fig0001"]["x"] == 1
    assert again.notes == []


def test_our_own_ids_are_given_the_published_form_and_kept_beside_it():
    own = [item("p/f-a", paper_id="p"), item("p/t-a", paper_id="p")]
    assert list(published_ids(own).values()) == ["p__fig0001", "p__fig0002"]
    written = write_dataset(own, [], [])
    records = [json.loads(line) for line in written.files["figures.jsonl"].splitlines()]
    assert records[1]["scidoc_figure_id"] == "p/t-a"
    assert records[1]["image"] == "images/p__fig0002.png"
