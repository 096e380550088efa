"""Names of resources are found as whole words and resolve to one canonical name."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.training.dataset_lexicon import LEXICON, alias_map, mentions


def test_about_fifty_resources_without_shared_aliases() -> None:
    assert 45 <= len(LEXICON) <= 60
    assert len(alias_map()) == sum(1 + len(others) for others in LEXICON.values())


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("We use CIFAR10 and CIFAR-100.", {"CIFAR-10", "CIFAR-100"}),
        ("Fashion-MNIST only.", {"Fashion-MNIST"}),
        ("on EMNIST and MNISTs", set()),
        ("SQuAD 1.1, not SQuAD 1.10", {"SQuAD 1.1"}),
        ("the 1000 Genomes Project", {"1000 Genomes"}),
        ("COCO-Stuff", set()),
        ("nothing", set()),
    ],
)
def test_mentions_are_whole_names(text: str, found: set[str]) -> None:
    assert mentions(text) == found
