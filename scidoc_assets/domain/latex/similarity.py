"""How alike a LaTeX text and the text of a PDF block are, in [0, 1].

Both are compared without spaces, punctuation and case, ligatures expanded, so that line ends,
sub- and superscripts and fonts do not count. Refuses to compare what has no letters or digits.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from rapidfuzz import fuzz

from scidoc_assets.schemas.text import normalise

OPENING = 60
SHORT = 12
FEW_LETTERS = 0.7


@lru_cache(maxsize=8192)
def squeeze(text: str) -> str:
    """Letters and digits of a text, normalised and case-folded."""
    return "".join(c for c in normalise(text).text.casefold() if c.isalnum())


def whole_similarity(a: str, b: str) -> float:
    """Likeness of two squeezed texts as wholes."""
    return fuzz.ratio(a, b) / 100 if a and b else 0.0


def opening_similarity(element: str, block: str) -> float:
    """How well the opening of an element's text is found in a block (both squeezed).

    Best at the block's start; a block that is a piece of the element's opening counts as such.
    """
    if not element or not block:
        return 0.0
    opening = element[: min(OPENING, len(element))]
    if len(block) < len(opening):
        opening = opening[: len(block)]
    if len(opening) < SHORT and opening != element:
        return 0.0
    at_start = fuzz.ratio(opening, block[: len(opening)]) / 100
    if len(opening) < SHORT:
        # A word or two ("where") opens many blocks.
        return at_start if element == block else min(at_start, FEW_LETTERS)
    if at_start > 0.9:
        return at_start
    # Under 75 the pair is refused anyway, and a cut-off makes the search cheap.
    return max(at_start, 0.9 * fuzz.partial_ratio(opening, block, score_cutoff=75) / 100)


def part_similarity(a: str, b: str) -> float:
    """Likeness of the shorter of two squeezed texts with the best place in the longer one."""
    if min(len(a), len(b)) < SHORT:
        return whole_similarity(a, b)
    return fuzz.partial_ratio(a, b) / 100


def symbol_share(element: str, block: str) -> float:
    """Share of an element's symbols that a block holds, whatever their order.

    Text extraction scrambles displayed formulas; their symbols survive.
    """
    wanted, there = Counter(element), Counter(block)
    total = sum(wanted.values())
    return sum((wanted & there).values()) / total if total else 0.0
