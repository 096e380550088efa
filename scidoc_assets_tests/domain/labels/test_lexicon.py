from __future__ import annotations

from scidoc_assets.domain.labels.lexicon import (
    CHANGES,
    DIRECTIONS,
    HARD_NEGATORS,
    NULLS,
    SOFT_NEGATORS,
    STOP_WORDS,
    SYNONYMS,
)


def test_a_word_has_one_role() -> None:
    roles = {"direction": set(DIRECTIONS), "null": set(NULLS), "change": set(CHANGES)}
    for name, words in roles.items():
        for other, others in roles.items():
            assert name == other or not words & others, (name, other, words & others)
    assert not set(HARD_NEGATORS) & set(SOFT_NEGATORS)


def test_words_that_carry_meaning_are_not_stop_words() -> None:
    assert not STOP_WORDS & set(HARD_NEGATORS)
    assert not STOP_WORDS & set(DIRECTIONS)


def test_no_meaning_holds_both_directions() -> None:
    for line in SYNONYMS:
        signs = {DIRECTIONS[word] for word in line.split() if word in DIRECTIONS}
        assert len(signs) <= 1, line
