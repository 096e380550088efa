"""Words as the lexical judge compares them: a light stem, and whether two stems are one word.

Refuses to be a thesaurus: meanings are the lines of `lexicon.SYNONYMS`.
"""

from __future__ import annotations

from functools import lru_cache

from scidoc_assets.domain.labels.lexicon import SYNONYMS

_ENDINGS = ("ation", "ments", "ment", "ingly", "edly", "ings", "ing", "ised", "ized", "ies", "ied")
_ENDINGS_SHORT = ("ed", "es", "ly", "s", "e", "y")


def stem(word: str) -> str:
    """A light stem; four letters stay."""
    for ending in (*_ENDINGS, *_ENDINGS_SHORT):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word


@lru_cache(maxsize=65536)
def are_same_word(a: str, b: str) -> bool:
    """Whether two stems are one word: equal, listed synonyms, or sharing most of their beginning."""
    if a == b or (_MEANINGS.get(a, frozenset()) & _MEANINGS.get(b, frozenset())):
        return True
    short, long = sorted((a, b), key=len)
    if len(short) < 4 or not short.isalpha() or not long.isalpha():
        return False
    if long.startswith(short) and len(long) - len(short) <= 5:
        return True
    shared = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), len(short))
    return shared >= max(5, 0.75 * len(long))


def _meanings() -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for number, line in enumerate(SYNONYMS):
        for word in line.split():
            found.setdefault(stem(word), set()).add(number)
    return {word: frozenset(numbers) for word, numbers in found.items()}


_MEANINGS = _meanings()
