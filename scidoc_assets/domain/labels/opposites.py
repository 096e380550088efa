"""Contradictions that no direction word tells: opposite words, all against some, a rejected thing
claimed, and two things that changed roles.

Each needs nearly the same sentence on both sides. Refuses to judge where one side says both.
"""

from __future__ import annotations

from scidoc_assets.domain.labels.alignment import is_aligned
from scidoc_assets.domain.labels.lexicon import (
    OPPOSITES,
    PARTIAL,
    PREPOSITIONS,
    SYMMETRIC,
    TIME_ORDER,
    UNIVERSAL,
)
from scidoc_assets.domain.labels.statements import Statement
from scidoc_assets.domain.labels.stems import are_same_word, stem

_NEAR = 0.5
_REJECTED_REACH = 5
_STOPS = frozenset(",;:()")
_REJECTORS = ("rather", "instead", "not")


def opposites_conflict(statement: Statement, window: Statement) -> bool:
    """One side says `sensitive` and the other `resistant`, and neither denies it."""
    if bool(statement.hard_negators) != bool(window.hard_negators):
        return False
    ours, theirs = set(statement.words), set(window.words)
    for one, other in OPPOSITES:
        mine = (bool(ours & one), bool(ours & other))
        found = (bool(theirs & one), bool(theirs & other))
        if {mine, found} == {(True, False), (False, True)}:
            return is_aligned(statement, window, _NEAR)
    return False


def quantifiers_conflict(statement: Statement, window: Statement) -> bool:
    """`every` against `some` or `only two` in nearly the same words, either way round."""
    ours, theirs = _quantifier(statement), _quantifier(window)
    return {ours, theirs} == {"all", "part"} and is_aligned(statement, window, _NEAR)


def _quantifier(statement: Statement) -> str | None:
    words = set(statement.words)
    has_all, has_part = bool(words & UNIVERSAL), bool(words & PARTIAL)
    has_part = has_part or ("only" in words and bool(statement.numbers))
    return None if has_all == has_part else ("all" if has_all else "part")


def rejected_is_claimed(statement: Statement, window: Statement) -> bool:
    """`A rather than B` against `not A but B`: what one rejects is what the other claims."""
    ours, theirs = _rejected(statement), _rejected(window)
    if not ours or not theirs:
        return False
    claimed = {t.stem for t in statement.tokens} - ours
    asserted = {t.stem for t in window.tokens} - theirs
    return _meet(claimed, theirs - ours) and _meet(ours - theirs, asserted)


def _rejected(statement: Statement) -> set[str]:
    """Stems of the few words that follow `rather than`, `instead of` or `not`."""
    found: set[str] = set()
    for place, word in enumerate(statement.words):
        if word not in _REJECTORS:
            continue
        reach = range(place + 1, place + 1 + _REJECTED_REACH)
        end = next((p for p in reach if _ends(statement.words, p)), reach.stop)
        found |= {t.stem for t in statement.tokens if place < t.place < end}
    return found


def _ends(words: tuple[str, ...], place: int) -> bool:
    return place >= len(words) or words[place] in _STOPS or words[place] == "but"


def roles_are_swapped(statement: Statement, window: Statement) -> bool:
    """`A activates B` against `B activates A`: the words around a shared one changed sides."""
    if ("by" in statement.words) != ("by" in window.words):
        return False  # active and passive voice
    if statement.side_mark is not None and window.side_mark is not None:
        return False  # a comparison may be turned round: its direction decides
    if _opens_with_place(statement) != _opens_with_place(window):
        return False  # `at high power, ...` says where, whatever stands first
    ours, theirs = ([t.stem for t in s.tokens] for s in (statement, window))
    if len(ours) != len(theirs) or len(ours) < 3 or {stem(w) for w in SYMMETRIC} & set(ours):
        return False
    return any(
        _changed_sides(ours[:i], ours[i + 1 :], theirs[:k], theirs[k + 1 :])
        for i, pivot in enumerate(ours)
        for k, other in enumerate(theirs)
        if are_same_word(pivot, other)
    )


def _opens_with_place(statement: Statement) -> bool:
    return bool(set(statement.words[:1]) & PREPOSITIONS)


def times_are_swapped(statement: Statement, window: Statement) -> bool:
    """`A rose before B` against `B rose before A`: what stood on each side of one word of time."""
    marks = [w for w in statement.words if w in TIME_ORDER]
    if len(marks) != 1 or [w for w in window.words if w in TIME_ORDER] != marks:
        return False
    left, right = _around(statement, marks[0])
    before, after = _around(window, marks[0])
    return _meet(left - before, after) and _meet(right, before - left) and not _meet(right, after)


def _around(statement: Statement, mark: str) -> tuple[set[str], set[str]]:
    place = statement.words.index(mark)
    left = {t.stem for t in statement.tokens if t.place < place}
    return left, {t.stem for t in statement.tokens if t.place > place}


def _changed_sides(left: list[str], right: list[str], before: list[str], after: list[str]) -> bool:
    return bool(left) and bool(right) and _are_same(left, after) and _are_same(right, before)


def _are_same(first: list[str], second: list[str]) -> bool:
    return len(first) == len(second) and all(
        are_same_word(a, b) for a, b in zip(first, second, strict=True)
    )


def _meet(first: set[str], second: set[str]) -> bool:
    return any(are_same_word(a, b) for a in first for b in second)
