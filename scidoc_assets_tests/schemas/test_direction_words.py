"""A direction word tells one side; both sides together tell nothing."""

from __future__ import annotations

import pytest

from scidoc_assets.schemas.direction_words import given_directions, polarity


@pytest.mark.parametrize(
    ("stem", "words"),
    [
        ("Why is the yield higher in Figure 1?", ["higher"]),
        ("Does the yield rise or fall with load?", []),
        ("Which factor leaves the rate unchanged?", ["unchanged"]),
        ("为什么图1中的产率下降？", ["下降"]),
        ("What relationship links load and yield?", []),
    ],
)
def test_given_directions(stem: str, words: list[str]) -> None:
    assert given_directions(stem) == words


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("Calcium increases the thickness.", 1),
        ("Calcium does not increase the thickness.", -1),
        ("The yield falls with load.", -1),
        ("It rises first and falls later.", 0),
        ("Calcium is a metal.", 0),
        ("涂层没有提高容量", -1),
    ],
)
def test_polarity_is_the_side_of_a_statement(text: str, sign: int) -> None:
    assert polarity(text) == sign
