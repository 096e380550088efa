"""Vetoes of the lexical judge: how a sentence can be about a statement and still contradict it.

Numbers, direction, null effects and negation, and replaced entities. Each rule answers True only
when both sides speak of the same thing; it refuses to veto on what one side leaves out.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Literal

from scidoc_assets.domain.labels.alignment import (
    ALIGNED,
    aligned_stems,
    has_stem,
    is_aligned,
    sides_are_crossed,
)
from scidoc_assets.domain.labels.lexicon import EXTINCTIONS
from scidoc_assets.domain.labels.opposites import (
    opposites_conflict,
    quantifiers_conflict,
    rejected_is_claimed,
    roles_are_swapped,
    times_are_swapped,
)
from scidoc_assets.domain.labels.quantities import numbers_conflict
from scidoc_assets.domain.labels.statements import Statement, Token
from scidoc_assets.domain.labels.stems import are_same_word

Veto = Literal["number", "direction", "negation", "entity"]
_SAME_FRAME = 0.75
_NEGATION_REACH = 5
_MAX_REPLACED = 2


def find_veto(statement: Statement, window: Statement) -> Veto | None:
    """The first veto of a window against a statement, or None."""
    if numbers_conflict(statement, window):
        return "number"
    if (
        _directions_conflict(statement, window)
        or _keeping_is_losing(statement, window)
        or opposites_conflict(statement, window)
    ):
        return "direction"
    if _negations_conflict(statement, window) or quantifiers_conflict(statement, window):
        return "negation"
    is_other = (
        _entity_is_replaced(statement, window)
        or rejected_is_claimed(statement, window)
        or roles_are_swapped(statement, window)
        or times_are_swapped(statement, window)
    )
    return "entity" if is_other else None


def _directions_conflict(statement: Statement, window: Statement) -> bool:
    ours = {sign for sign, *_ in statement.directions}
    theirs = {sign for sign, *_ in window.directions}
    if not ours or not theirs:
        return False
    crossed = sides_are_crossed(statement, window)
    if ours.isdisjoint(theirs):
        return crossed is not True
    if len(ours) == len(theirs) == 1:
        return crossed is True
    votes = _bound_signs(statement, window)
    if any(sum(same) * 2 < len(same) for same in votes):
        return True
    is_told = bool(votes) and all(all(same) for same in votes)
    return not is_told and _sign_order_differs(statement, window)


def _keeping_is_losing(statement: Statement, window: Statement) -> bool:
    """One side keeps what the other loses. Numbers decide for themselves (keeps 90 %, loses 10 %)."""
    if statement.numbers or window.numbers or _is_denied(statement) != _is_denied(window):
        return False
    ours = (statement.has_hold, statement.has_loss)
    theirs = (window.has_hold, window.has_loss)
    return {ours, theirs} == {(True, False), (False, True)}


def _is_denied(statement: Statement) -> bool:
    return bool(statement.hard_negators or statement.has_without)


def _sign_order_differs(statement: Statement, window: Statement) -> bool:
    """`larger ... fewer` against `smaller ... fewer` in the same frame of words."""
    ours = [sign for sign, *_ in statement.directions]
    theirs = [sign for sign, *_ in window.directions]
    is_framed = is_aligned(statement, window, _SAME_FRAME)
    return len(ours) == len(theirs) and ours != theirs and is_framed


def _bound_signs(statement: Statement, window: Statement) -> list[list[bool]]:
    """Per clause of the statement, whether each word that both share has the same sign there.

    A word has the sign of the nearest direction word of its clause.
    """
    votes: dict[int, list[bool]] = {}
    for token in statement.tokens:
        mine = _nearest_sign(token, statement)
        twins = [t for t in window.tokens if are_same_word(t.stem, token.stem)]
        signs = {sign for t in twins if (sign := _nearest_sign(t, window)) is not None}
        if mine is not None and signs:
            votes.setdefault(token.clause, []).append(mine in signs)
    return list(votes.values())


def _nearest_sign(token: Token, statement: Statement) -> int | None:
    near = [
        (abs(place - token.place), sign)
        for sign, place, clause in statement.directions
        if clause == token.clause
    ]
    return min(near)[1] if near else None


def _negations_conflict(statement: Statement, window: Statement) -> bool:
    """Effect against no effect; or a plain `not` on one side and no negation at all on the other."""
    if statement.nulls and not window.nulls:
        moved = bool(window.directions or window.changes)
        return moved and not _negates(window, statement)
    if window.nulls and not statement.nulls:
        return bool(statement.directions or statement.changes) and not (
            {s for s, *_ in statement.directions} & {s for s, *_ in window.directions}
        )
    if (statement.hard_negators or statement.has_without) and not _is_negated(window):
        return True
    if window.has_without and not _is_negated(statement):
        return True
    if _negates(window, statement) and not statement.hard_negators:
        says_gone = _is_gone(statement) and not _is_gone(window)
        is_open = says_gone or (statement.has_soft_negator and not is_aligned(statement, window))
        return not (is_open or statement.nulls)
    without = window.has_without and not statement.has_without
    is_denied = window.hard_negators or window.has_soft_negator or window.nulls or without
    dropped = statement.has_soft_negator and not is_denied
    return dropped and not window.directions and is_aligned(statement, window)


def _is_gone(statement: Statement) -> bool:
    """Whether a verb says that something is not there any more."""
    return any(word in EXTINCTIONS for word in statement.words)


def _is_negated(statement: Statement) -> bool:
    return bool(
        statement.hard_negators
        or statement.has_without
        or statement.has_soft_negator
        or statement.nulls
    )


def _negates(window: Statement, statement: Statement) -> bool:
    """Whether a hard negator of the window stands near a word of the statement."""
    shared = [
        t.place for t in window.tokens if has_stem((u.stem for u in statement.tokens), t.stem)
    ]
    return any(
        abs(place - negator) <= _NEGATION_REACH
        for negator in window.hard_negators
        for place in shared
    )


def _entity_is_replaced(statement: Statement, window: Statement) -> bool:
    """Nearly the same words in the same order, with one thing put in the place of another."""
    ours, theirs = aligned_stems(statement, window)
    matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
    if matcher.ratio() < ALIGNED:
        return False
    changes = [change for change in matcher.get_opcodes() if change[0] != "equal"]
    if len(changes) != 1:
        return False
    kind, a0, a1, b0, b1 = changes[0]
    if kind != "replace" or a1 - a0 > _MAX_REPLACED or b1 - b0 > _MAX_REPLACED:
        return False
    gone = [word for word in ours[a0:a1] if word not in theirs]
    new = [word for word in theirs[b0:b1] if word not in ours]
    return bool(gone and new)
