"""A paper is on one side of the split, wherever and whenever it is asked."""

from __future__ import annotations

from collections import Counter

from scidoc_assets.domain.training.splits import common_split, split_of_paper


def test_most_papers_train_and_some_test() -> None:
    counts = Counter(split_of_paper(f"paper-{i}") for i in range(2000))
    assert counts["train"] > 1700
    assert counts["validation"] > 50
    assert counts["test"] > 50


def test_papers_of_two_sides_have_no_common_split() -> None:
    by_split = {split_of_paper(f"paper-{i}"): f"paper-{i}" for i in range(200)}
    assert common_split([by_split["train"], by_split["test"]]) is None
    assert common_split([by_split["test"], by_split["test"]]) == "test"
    assert common_split([]) is None
