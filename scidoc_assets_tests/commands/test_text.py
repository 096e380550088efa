"""Rows as text."""

from __future__ import annotations

import json

from rich.cells import cell_len

from scidoc_assets.commands.text import rendered, text_table
from scidoc_assets.storage.catalog import QueryResult


def test_columns_stand_under_each_other_also_with_wide_characters() -> None:
    lines = text_table(("name", "n"), [("正极材料", 1), ("drop", 20)]).splitlines()
    assert [cell_len(line) for line in lines] == [12, 12, 12, 12]
    assert lines[2].endswith(" 1")
    assert lines[3].endswith("20")


def test_numbers_stand_to_the_right_also_negative_and_very_large_ones() -> None:
    lines = text_table(("a", "b"), [(-1.5, "x"), (123456.0, "y"), (None, "z")]).splitlines()
    assert [line.index(letter) for line, letter in zip(lines[2:], "xyz", strict=True)] == [11] * 3
    assert lines[2].startswith("     -1.5")


def test_json_has_null_where_there_is_no_number() -> None:
    found = rendered(QueryResult(["a"], [(float("nan"),), (1.0,)]), "json")
    assert json.loads(found) == [{"a": None}, {"a": 1.0}]
