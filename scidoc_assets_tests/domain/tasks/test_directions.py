"""A direction word tells one side; both sides together tell nothing."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.tasks.directions import given_directions


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
