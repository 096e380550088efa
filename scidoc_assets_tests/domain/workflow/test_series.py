"""Data outputs by value: series by name, points by x, tolerance as declared."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.workflow.series import DataParams, grade_data, read_data

GOLD = {"A": {"x": [1, 2, 3], "y": [10, 20, 30]}, "B": [1, 2]}


def test_series_agree_by_name_x_and_value() -> None:
    same = {"b": [1, 2], "a": {"3": 30, "2": 20.0, "1.0": 10}}
    assert grade_data(same, GOLD, DataParams()).score == 1.0  # pyright: ignore
    off = {"a": {"1": 10, "2": 21, "3": 30}, "b": [1, 2]}
    assert grade_data(off, GOLD, DataParams()).score == pytest.approx(0.8)  # pyright: ignore
    assert grade_data(off, GOLD, DataParams(relative=0.1)).score == 1.0  # pyright: ignore


def test_extra_points_and_missing_series_cost() -> None:
    padded = {**GOLD, "C": [1, 2, 3, 4, 5]}
    assert grade_data(padded, GOLD, DataParams()).score == 0.5  # pyright: ignore
    assert grade_data({"B": [1, 2]}, GOLD, DataParams()).score == pytest.approx(0.4)  # pyright: ignore


def test_one_series_needs_no_name() -> None:
    assert grade_data([1, 2], {"loss": [1, 2]}, DataParams()).score == 1.0


def test_csv_is_read_by_column_with_x_from_the_first() -> None:
    table = read_data("out.csv", b"x,A\n1,10\n2,20\n3,30\n", DataParams())
    assert grade_data(table, {"A": GOLD["A"]}, DataParams()).score == 1.0  # pyright: ignore


@pytest.mark.parametrize(
    ("name", "data"), [("a.txt", b"1"), ("a.json", b"{"), ("a.json", b"[" * 99999)]
)
def test_unreadable_outputs_are_named(name: str, data: bytes) -> None:
    with pytest.raises(ValueError):
        read_data(name, data, DataParams())


def test_no_numbers_are_unparseable_and_a_reference_without_any_is_an_error() -> None:
    assert grade_data("hello", GOLD, DataParams()).cause == "unparseable"  # pyright: ignore
    with pytest.raises(ValueError, match="reference"):
        grade_data([1], "nothing", DataParams())
