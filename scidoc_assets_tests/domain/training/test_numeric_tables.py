"""Tables become checkable only with named rows, named columns and one number a cell."""

from __future__ import annotations

from decimal import Decimal

import pytest

from scidoc_assets.domain.training.drafts import rng_for
from scidoc_assets.domain.training.numeric_tables import (
    NumericTable,
    as_number,
    latex_table,
    read_table,
    shown_cells,
    synthetic_table,
    tables_of,
)
from scidoc_assets_tests.domain.training.conftest import TABLE, make_layout


def _read(rows: list[list[str]]) -> NumericTable | None:
    block = next(b for b in make_layout(table=rows).blocks if b.category == "table")
    return read_table("p", block)


def test_a_clean_table_is_read_with_its_place() -> None:
    (table,) = tables_of(make_layout())
    assert table.columns == ("Accuracy (%)", "Latency (ms)")
    assert table.rows == ("Alpha", "Beta", "Gamma", "Delta")
    assert table.cell("Delta", "Latency (ms)") == "4.25"
    assert (table.page_index, table.caption) == (1, "Table 1: Scores.")


def test_a_title_row_an_empty_corner_and_text_columns_are_passed_over() -> None:
    rows = [["Main scores"], ["Acc", "Kind", "Size"]]
    rows += [
        ["Alpha", "1.5", "big", "1,200"],
        ["Beta", "2.5", "small", "900"],
        ["Gamma", "3", "x", "7"],
    ]
    table = _read(rows)
    assert table is not None
    assert (table.row_header, table.columns) == ("Row", ("Acc", "Size"))
    assert table.number("Alpha", "Size") == Decimal(1200)


@pytest.mark.parametrize(
    "rows",
    [
        [],
        [["a"], ["b"]],
        [TABLE[0], TABLE[1], TABLE[2]],  # two rows are too few
        [["Method", "A", "A"], *TABLE[1:]],  # a repeated column
        [TABLE[0], TABLE[1], *[["Alpha", "1", "2"]] * 3],  # repeated rows
        [["Method", "A", "B"], ["1", "2", "3"], ["2", "2", "3"], ["3", "2", "3"]],  # nameless rows
        [["Method", "A", "B"], *[[n, "fast", "slow"] for n in "xyz"]],
    ],
)
def test_a_table_that_rules_cannot_check_is_none(rows: list[list[str]]) -> None:
    assert _read(rows) is None


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("1,234.5", "1234.5"),
        ("−3", "-3"),
        ("90.4 ± 0.1", "90.4"),
        ("35%", "35"),
        ("47.2(0.3)", "47.2"),
    ],
)
def test_printed_numbers_are_read(cell: str, value: str) -> None:
    assert as_number(cell) == Decimal(value)


def test_a_text_is_no_number() -> None:
    with pytest.raises(ValueError, match="n/a"):
        as_number("n/a")


def test_reordering_keeps_cells_and_latex_shows_them_escaped() -> None:
    table = synthetic_table("synthetic-1", rng_for(0))
    turned = table.reordered(table.rows[::-1], table.columns[::-1])
    for row in table.rows:
        for column in table.columns:
            assert turned.cell(row, column) == table.cell(row, column)
    source = latex_table(table)
    assert all(cell in source for cell in shown_cells(table))
    assert "%)" not in source.replace("\\%", "")


HEAD = ["Method", "F1", "Recall"]
ROWS = [["Ann", "5", "1"], ["Ben", "7", "2"], ["Cid", "9", "3"]]


def test_a_table_that_would_lose_a_row_of_numbers_is_refused() -> None:
    assert _read([HEAD, *ROWS]) is not None
    assert _read([HEAD, ["Group one", "", ""], *ROWS]) is not None
    assert _read([HEAD, *ROWS, ["Dan", "11"]]) is None
    assert _read([HEAD, *ROWS, ["12", "11", "4"]]) is None
    many = [[f"M{chr(65 + i)}", str(i), str(i)] for i in range(26)]
    assert _read([HEAD, *many]) is None
