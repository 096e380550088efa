"""Rater files: good lines become rows, every bad one is named, nothing is clipped."""

from __future__ import annotations

import json

import pytest

from scidoc_assets.domain.quality.line_reading import DatasetRefused
from scidoc_assets.domain.quality.rater_files import (
    check_rater_files,
    is_rater_file,
    read_rater_files,
)
from scidoc_assets_tests.domain.quality.rows_by_hand import item, rating


def lines(*records):
    return "".join(json.dumps(r) + "\n" for r in records).encode()


GOOD = {"figure_id": "p__fig0001", "rater_id": "a", "visual_clarity": 8}


def test_json_lines_and_csv_give_the_same_rows():
    record = GOOD | {"visual_clarity": 4, "visual_clarity_reason": "blurred", "note": "kept out"}
    table = b"figure_id,rater_id,visual_clarity,visual_clarity_reason\np__fig0001,a,4,blurred\n"
    first = read_rater_files({"ratings.jsonl": lines(record)}, [item()]).rows
    second = read_rater_files({"ratings.csv": table}, [item()]).rows
    for rows in (first, second):
        assert [(r.visual_clarity, r.visual_clarity_reason) for r in rows] == [(4, "blurred")]
        assert (rows[0].benchmark, rows[0].paper_id) == ("b", "p")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"figure_id": "q__fig0001"}, "figure_id"),
        ({"visual_clarity": 7.5}, "visual_clarity"),
        ({"visual_clarity": 11}, "visual_clarity"),
        ({"visual_clarity": "8"}, "visual_clarity"),
        ({"context_consistency": 8}, "context_consistency"),
        ({"visual_clarity": 3}, "visual_clarity_reason"),
        ({"rater_id": ""}, "rater_id"),
        ({"visual_clarity": None}, "(line)"),
        ({"Structure_layot": 8}, "Structure_layot"),
        ({"misleading risk": 8}, "misleading risk"),
    ],
)
def test_a_bad_line_is_named_and_the_good_ones_stay(change, field):
    files = {"ratings.jsonl": lines(GOOD | {"rater_id": "z"}, GOOD | change)}
    found = read_rater_files(files, [item(snippets=[])])
    assert [row.rater_id for row in found.rows] == ["z"]
    assert [(bad.file, bad.line, bad.field) for bad in found.bad_lines] == [
        ("ratings.jsonl", 2, field)
    ]


def test_a_second_rating_by_one_rater_is_refused_within_and_across_files():
    files = {"a/ratings.jsonl": lines(GOOD, GOOD), "b/ratings.jsonl": lines(GOOD)}
    found = read_rater_files(files, [item()])
    assert [(bad.file, bad.line) for bad in found.bad_lines] == [
        ("a/ratings.jsonl", 2),
        ("b/ratings.jsonl", 1),
    ]
    earlier = [rating((8, 8, 8, 8, 8), "a")]
    assert read_rater_files({"ratings.jsonl": lines(GOOD)}, [item()], earlier).rows == []


def test_a_figure_of_two_benchmarks_cannot_be_rated_by_its_id():
    items = [item(), item(benchmark="other")]
    found = read_rater_files({"ratings.jsonl": lines(GOOD)}, items)
    assert "more than one benchmark" in found.bad_lines[0].reason


def test_an_import_takes_all_lines_or_none():
    with pytest.raises(DatasetRefused, match="ratings mine: 1 bad line"):
        check_rater_files("mine", {"ratings.jsonl": lines(GOOD, GOOD)}, [item()])


def test_rater_files_are_known_by_name():
    names = ["ratings.jsonl", "ratings_2.csv", "figures.jsonl", "ratings.txt"]
    assert [is_rater_file(name) for name in names] == [True, True, False, False]


@pytest.mark.parametrize("data", [b"", b"\n \n", b"figure_id,rater_id\n"])
def test_files_without_a_rating_are_refused_as_an_import(data):
    name = "ratings.csv" if b"," in data else "ratings.jsonl"
    with pytest.raises(DatasetRefused, match=f"{name}:1: .*: holds no rating"):
        check_rater_files("mine", {name: data}, [item()])
