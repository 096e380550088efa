"""Bad lines are named with file, line, field and reason."""

from __future__ import annotations

import csv
from collections import Counter

import pytest

from scidoc_assets.domain.quality.line_reading import read_csv_lines, read_json_lines
from scidoc_assets.domain.quality.published import RatingLine
from scidoc_assets.schemas.refused_lines import BadLine


def test_each_bad_line_spoils_itself_only_and_is_named():
    data = (
        b'{"figure_id": "f1", "rater_id": "a"}\n'
        b"nope\n"
        b'{"figure_id": "f1", "rater_id": "b", "visual_clarity": 11}\n'
        b'{"figure_id": "f1", "rater_id": "c", "visual_clarity": NaN}\n'
        b'{"figure_id": "f1", "figure_id": "f2", "rater_id": "d"}\n'
        b"\x92\n"
        b'{"figure_id": "f1", "rater_id": "e", "summary": "a\xe2\x80\xa8b"}\n'
    )
    bad: list[BadLine] = []
    rows = read_json_lines("ratings.jsonl", data, RatingLine, bad)
    assert [(number, row.rater_id) for number, row in rows] == [(1, "a"), (7, "e")]
    assert [(b.line, b.field) for b in bad] == [
        (2, "(line)"),
        (3, "visual_clarity"),
        (4, "(line)"),
        (5, "(line)"),
        (6, "(line)"),
    ]
    assert str(bad[1]).startswith("ratings.jsonl:3: visual_clarity: ")


def test_empty_csv_cells_are_null_and_words_in_a_number_column_are_refused():
    data = b"figure_id,rater_id,visual_clarity\nf1,a,7\nf1,b,\nf1,c,good\n"
    bad: list[BadLine] = []
    rows = read_csv_lines("r.csv", data, RatingLine, bad, {})
    assert [row.visual_clarity for _, row in rows] == [7.0, None]
    assert [(b.line, b.field) for b in bad] == [(4, "visual_clarity")]


def test_a_csv_row_of_another_width_is_bad_and_the_others_are_read() -> None:
    bad: list[BadLine] = []
    data = b"figure_id,rater_id,summary\np__fig0001,anna,x\np__fig0002,anna\np__fig0003,anna,x,y\n"
    rows = read_csv_lines("r.csv", data, RatingLine, bad, {})
    assert [row.figure_id for _, row in rows] == ["p__fig0001"]
    assert [(b.line, b.field) for b in bad] == [(3, "(line)"), (4, "(line)")]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_a_csv_of_any_line_end_is_read(end: bytes) -> None:
    bad: list[BadLine] = []
    data = b"\xef\xbb\xbf" + end.join(
        [b"figure_id,rater_id,visual_clarity", b"f1,a,7", b"f2,a,8", b""]
    )
    rows = read_csv_lines("r.csv", data, RatingLine, bad, {})
    assert [(n, row.figure_id, row.visual_clarity) for n, row in rows] == [
        (2, "f1", 7),
        (3, "f2", 8),
    ]
    assert bad == []


@pytest.mark.parametrize(
    ("data", "line", "field"),
    [
        (b"figure_id,rater_id,rater_id\nf1,a,b\n", 1, "rater_id"),
        (b"figure_id,rater_id,summary\nf1,a," + b"x" * 200_000 + b"\n", 2, "(line)"),
    ],
)
def test_a_csv_that_cannot_be_told_is_bad_as_a_whole(data: bytes, line: int, field: str) -> None:
    bad: list[BadLine] = []
    before = csv.field_size_limit(10**9)  # as another reader of this process may have set it
    try:
        assert read_csv_lines("r.csv", data, RatingLine, bad, {}) == []
        assert csv.field_size_limit() == 10**9
    finally:
        csv.field_size_limit(before)
    assert [(b.line, b.field) for b in bad] == [(line, field)]


def test_a_json_line_nested_past_reason_is_bad_and_lone_surrogates_are_replaced_and_counted() -> (
    None
):
    bad: list[BadLine] = []
    replaced: Counter[str] = Counter()
    data = b"[" * 100_000 + b'\n{"figure_id": "f1", "rater_id": "a", "summary": "x\\ud83d"}\n'
    rows = read_json_lines("r.jsonl", data, RatingLine, bad, replaced)
    assert [row.summary for _, row in rows] == ["x\ufffd"]
    assert ([b.line for b in bad], replaced) == ([1], {"r.jsonl": 1})
