from __future__ import annotations

import pytest

from scidoc_assets.domain.labels.alignment import is_aligned, sides_are_crossed
from scidoc_assets.domain.labels.statements import read_statement


@pytest.mark.parametrize(
    ("statement", "window", "crossed"),
    [
        ("Oxide is harder than glass.", "Glass is harder than oxide.", True),
        ("Oxide is harder than glass.", "Oxide is harder than glass.", False),
        ("Oxide is harder than glass.", "Oxide is hard.", None),
        ("Wild fish swim faster than mutant siblings.", "Mutant fish swim faster than wild siblings.", True),
        ("Graphs outperform chains on both tests.", "Chains outperform graphs on both tests.", True),
    ],
)  # fmt: skip
def test_sides_of_a_comparison_are_told_by_their_words(statement, window, crossed) -> None:
    assert sides_are_crossed(read_statement(statement), read_statement(window)) is crossed


def test_words_before_and_after_the_match_do_not_hinder_an_alignment() -> None:
    statement = read_statement("Income predicted the quality of the diet.")
    longer = read_statement(
        "As others found too, income predicted the quality of the diet in towns."
    )
    assert is_aligned(statement, longer)
    assert not is_aligned(statement, read_statement("Diet was scored by hand."))
