"""How far two sentences run alike: shared stems in order, and which side of a comparison is which.

Refuses grammar: order of words and the place of `than` are all it knows.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher

from scidoc_assets.domain.labels.statements import Statement
from scidoc_assets.domain.labels.stems import are_same_word

ALIGNED = 0.6  # share of equal stems in order from which one sentence is the other with a change


def is_aligned(statement: Statement, window: Statement, at_least: float = ALIGNED) -> bool:
    ours, theirs = aligned_stems(statement, window)
    return SequenceMatcher(None, ours, theirs, autojunk=False).ratio() >= at_least


def aligned_stems(statement: Statement, window: Statement) -> tuple[list[str], list[str]]:
    """Stems of both sides, the window's words written as the statement's where they match.

    Of the window only the part from its first to its last match counts, with as many words before
    and after as the statement has unmatched there: what else the sentence says changes nothing.
    """
    ours = [t.stem for t in statement.tokens]
    theirs = [
        next((word for word in ours if are_same_word(word, t.stem)), t.stem) for t in window.tokens
    ]
    places = [i for i, word in enumerate(theirs) if word in ours]
    if not places:
        return ours, theirs
    found = set(theirs)
    before = next(i for i, word in enumerate(ours) if word in found)
    after = next(i for i, word in enumerate(reversed(ours)) if word in found)
    end = _before_bracket(window, places[-1] + 1, places[-1] + 1 + after)
    return ours, theirs[max(0, places[0] - before) : end]


def _before_bracket(window: Statement, start: int, end: int) -> int:
    """The end of the part that is compared: what stands in brackets after it is said besides."""
    opened = [i for i, word in enumerate(window.words) if word == "("]
    last = window.tokens[start - 1].place
    bracket = next((place for place in opened if place > last), None)
    if bracket is None:
        return end
    return next((i for i, t in enumerate(window.tokens[:end]) if t.place > bracket), end)


def sides_are_crossed(statement: Statement, window: Statement) -> bool | None:
    """Whether a comparison names its sides the other way round; None when it cannot be told."""
    if statement.side_mark is None or window.side_mark is None:
        return None
    left, right = _sides(statement)
    other_left, other_right = _sides(window)
    common = {t for t in left if has_stem(right, t)}
    left, right = left - common, right - common
    if _changed_places(left, right, other_left, other_right):
        return True
    # The subject stands on the left in both; what is compared with tells the order.
    straight = count_shared(right, other_right)
    crossed = min(count_shared(left, other_right), count_shared(right, other_left))
    if straight == crossed:
        # Words that changed places both ways, not numbers alone: those have a rule of their own.
        swapped = min(
            count_shared(_words(left), other_right), count_shared(_words(right), other_left)
        )
        return True if swapped else None
    return crossed > straight


def _sides(statement: Statement) -> tuple[set[str], set[str]]:
    mark = statement.side_mark or 0
    left = {t.stem for t in statement.tokens if t.place < mark}
    right = {t.stem for t in statement.tokens if t.place > mark}
    left |= {f"{n.value:g}" for n in statement.numbers if n.place < mark}
    right |= {f"{n.value:g}" for n in statement.numbers if n.place > mark}
    return left, right


def _changed_places(
    left: set[str], right: set[str], other_left: set[str], other_right: set[str]
) -> bool:
    """Whether each left side is wholly found on the right of the other sentence."""
    mine, theirs = _words(left), _words(other_left)
    return (
        bool(mine and theirs)
        and not count_shared(mine, theirs)
        and count_shared(mine, other_right) == len(mine)
        and count_shared(theirs, right) == len(theirs)
    )


def _words(side: set[str]) -> set[str]:
    return {stem for stem in side if not stem[0].isdigit()}


def has_stem(stems: Iterable[str], stem: str) -> bool:
    return any(are_same_word(stem, other) for other in stems)


def count_shared(a: set[str], b: set[str]) -> int:
    return sum(has_stem(b, stem) for stem in a)
