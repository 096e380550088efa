"""The words that open a label: each names one kind, and those of several labels are known."""

from __future__ import annotations

import pytest

from scidoc_assets.schemas.label_words import LABEL_WORDS, PLURALS


@pytest.mark.parametrize(
    ("word", "kind", "is_plural"),
    [
        ("tabelle", "table", False),
        ("tabellen", "table", True),
        ("tableaux", "table", True),
        ("tabelas", "table", True),
        ("gráfico", "chart", False),
        ("рис", "figure", False),
        ("figs", "figure", True),
        ("plates", "plate", True),
    ],
)
def test_a_word_has_its_kind_and_number(word: str, kind: str, is_plural: bool) -> None:
    assert (LABEL_WORDS[word], word in PLURALS) == (kind, is_plural)


def test_words_that_name_two_kinds_are_left_out() -> None:
    assert not {"quadro", "quadros", "tavola"} & set(LABEL_WORDS)
