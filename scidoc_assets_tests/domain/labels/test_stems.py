from __future__ import annotations

import pytest

from scidoc_assets.domain.labels.stems import are_same_word, stem


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("treated", "treatment", True),
        ("weight", "weighed", True),
        ("generality", "generalise", True),
        ("mice", "animals", True),
        ("protein", "protective", False),
        ("attention", "embedding", False),
        ("red", "reduced", False),
    ],
)
def test_words_are_one_when_they_share_a_stem_or_a_listed_meaning(
    a: str, b: str, same: bool
) -> None:
    assert are_same_word(stem(a), stem(b)) is same
