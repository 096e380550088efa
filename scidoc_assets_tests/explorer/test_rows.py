"""The tables that the site reads."""

from __future__ import annotations

from scidoc_assets.explorer.rows import TABLES_READ, answer_key, grouped
from scidoc_assets.schemas.tables import TABLES
from scidoc_assets_tests.explorer.small_rows import correctness, response


def test_every_field_is_a_table() -> None:
    assert set(TABLES_READ) <= set(TABLES)


def test_groups_keep_their_order() -> None:
    assert grouped(["b2", "a1", "b1"], lambda word: word[0]) == {"b": ["b2", "b1"], "a": ["a1"]}


def test_an_answer_and_its_label_share_a_key() -> None:
    assert answer_key(response(repeat=2)) == answer_key(correctness(repeat=2))
    assert answer_key(response(repeat=1)) != answer_key(correctness(repeat=2))
