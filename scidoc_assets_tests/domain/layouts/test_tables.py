"""Tests of the cells of tables."""

from __future__ import annotations

from scidoc_assets.domain.layouts.tables import table_cells
from scidoc_assets.schemas.pages import TextLine, TextSpan, make_line


def _line(text: str, x0: float, baseline: float, x1: float | None = None) -> TextLine:
    end = x1 if x1 is not None else x0 + 5.0 * len(text)
    span = TextSpan(text, x0, end, 10.0, "F", False, False)
    box = (x0, baseline - 7.8, end, baseline + 2.2)
    return make_line(box, baseline, 10.0, 0, 0, (span,), text)


def test_a_missing_value_shifts_no_other() -> None:
    lines = [
        *(_line("Model", 50, 100), _line("A", 120, 100), _line("B", 160, 100)),
        *(_line("one", 50, 112), _line("1", 120, 112), _line("2", 160, 112)),
        *(_line("two", 50, 124), _line("4", 160, 124)),
        *(_line("three", 50, 136), _line("5", 120, 136)),
    ]
    assert table_cells(lines) == [
        ["Model", "A", "B"],
        ["one", "1", "2"],
        ["two", "", "4"],
        ["three", "5", ""],
    ]


def test_numbers_set_flush_right_or_centred_stay_in_their_column() -> None:
    lines = [
        *(_line("name", 50, 100), _line("count", 120, 100, 150), _line("x", 200, 100, 206)),
        *(_line("a", 50, 112), _line("7", 144, 112, 150), _line("12.5", 190, 112, 216)),
        *(_line("b", 50, 124), _line("1,200", 122, 124, 150), _line("3", 200, 124, 206)),
    ]
    assert [len(row) for row in table_cells(lines)] == [3, 3, 3]
    assert table_cells(lines)[1] == ["a", "7", "12.5"]


def test_a_head_over_two_columns_stands_in_the_first_and_opens_no_gap() -> None:
    body = [
        line
        for k in range(8)
        for line in (
            _line(f"r{k}", 50, 124 + 12 * k),
            _line("1", 130, 124 + 12 * k),
            _line("2", 180, 124 + 12 * k),
        )
    ]
    lines = [_line("Both columns", 125, 100, 190), *body]
    rows = table_cells(lines)
    assert rows[0] == ["", "Both columns", ""]
    assert rows[1] == ["r0", "1", "2"]


def test_words_of_one_column_do_not_open_a_second() -> None:
    lines = [_line(text, 50, 100 + 12 * k) for k, text in enumerate(("alpha", "be", "gamma"))]
    assert table_cells(lines) == [["alpha"], ["be"], ["gamma"]]


def test_no_lines_give_no_rows() -> None:
    assert table_cells([]) == []
