"""Vetoes of the lexical judge: how a sentence can be about a statement and still contradict it.

Numbers, direction, null effects and negation, and replaced entities. Each rule answers True only
when both sides speak of the same thing; it refuses to veto on what one side leaves out.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import Literal

from scidoc_assets.domain.labels.statements import Number, Statement, Token, are_same_word

Veto = Literal["number", "direction", "negation", "entity"]
_ROUGH = 0.02
_ALIGNED, _SAME_FRAME = 0.6, 0.75
_NEGATION_REACH = 5
_MAX_REPLACED = 2


def find_veto(statement: Statement, window: Statement) -> Veto | None:
    """The first veto of a window against a statement, or None."""
    if _numbers_conflict(statement, window):
        return "number"
    if _directions_conflict(statement, window) or _keeping_is_losing(statement, window):
        return "direction"
    if _negations_conflict(statement, window):
        return "negation"
    return "entity" if _entity_is_replaced(statement, window) else None


def equal_numbers(a: Number, b: Number) -> bool:
    """Same quantity: exact, as a rounding to two digits or more, or within 2 % when said roughly.

    Percent and fraction are one (`90 %` is `0.9`); different kinds of unit are not.
    """
    if a.unit and b.unit and a.unit != b.unit:
        return False
    x, y = a.value, b.value
    if a.is_percent != b.is_percent:
        x, y = (x / 100 if a.is_percent else x), (y / 100 if b.is_percent else y)
        if x != y and a.value == b.value:  # `50` in a column of percent
            return True
    if x == y or _is_rounding(x, y) or _is_rounding(y, x):
        return True
    return (a.is_rough or b.is_rough) and abs(x - y) <= _ROUGH * max(abs(x), abs(y))


def _is_rounding(exact: float, rounded: float) -> bool:
    """`84` for `84.1`, but not `8` for `8.4`: two significant digits at least."""
    digits = len(f"{rounded:g}".split(".")[1]) if "." in f"{rounded:g}" else 0
    significant = len(f"{rounded:g}".replace(".", "").strip("0-"))
    return significant >= 2 and round(exact, digits) == rounded


def match_numbers(
    ours: tuple[Number, ...], theirs: tuple[Number, ...]
) -> tuple[list[Number], list[Number]]:
    """Pair equal numbers one to one; return (ours without a partner, theirs without a partner)."""
    left = list(theirs)
    missing = []
    for number in ours:
        partners = [o for o in left if equal_numbers(number, o)]
        if not partners:
            missing.append(number)
            continue
        left.remove(min(partners, key=lambda o: abs(o.value - number.value)))
    return missing, left


def _numbers_conflict(statement: Statement, window: Statement) -> bool:
    """A stated number is missing while another one stands there; or two numbers are swapped."""
    missing, extra = match_numbers(statement.numbers, window.numbers)
    return bool(missing and extra) or _numbers_are_swapped(statement, window)


def _numbers_are_swapped(statement: Statement, window: Statement) -> bool:
    """Words that belong to one number in the statement and to another one in the window."""
    kinds = {(n.is_percent, n.unit) for n in statement.numbers}
    if len({n.value for n in statement.numbers}) < 2 or len(window.numbers) < 2 or len(kinds) > 1:
        return False
    if _sides_are_crossed(statement, window):
        return False  # `5 below 7` and `7 above 5`: the directions decide
    ours, theirs = _words_by_number(statement), _words_by_number(window)
    same = other = 0
    for word, number in ours.items():
        found = [n for w, n in theirs.items() if are_same_word(word, w)]
        same += any(equal_numbers(number, n) for n in found)
        other += bool(found) and not any(equal_numbers(number, n) for n in found)
    if same or other:
        return other > same
    return _order_is_turned(statement, window)


def _order_is_turned(statement: Statement, window: Statement) -> bool:
    """`from 71 to 77` against `from 77 to 71`: same frame, the two numbers in turned order."""
    if (
        len(statement.numbers) != 2
        or len(window.numbers) != 2
        or not _is_aligned(statement, window)
    ):
        return False
    (a, b), (x, y) = statement.numbers, window.numbers
    return equal_numbers(a, y) and equal_numbers(b, x) and not equal_numbers(a, x)


def _words_by_number(statement: Statement) -> dict[str, Number]:
    """Words of segments with one number, if the word is in one segment only.

    A segment ends half way between two numbers' words: at a side mark, else at the next number.
    """
    bounds = [n.place for n in statement.numbers[1:]]
    if statement.side_mark is not None and len(bounds) == 1:
        bounds = [statement.side_mark]
    found: dict[str, Number] = {}
    repeated: set[str] = set()
    for token in statement.tokens:
        segment = sum(token.place >= bound for bound in bounds)
        if segment >= len(statement.numbers) or token.stem in repeated:
            continue
        number = statement.numbers[segment]
        if token.stem in found and found[token.stem] != number:
            repeated.add(token.stem)
            del found[token.stem]
        elif token.place > statement.numbers[0].place or len(bounds) == 1:
            found[token.stem] = number
    return found


def _directions_conflict(statement: Statement, window: Statement) -> bool:
    ours = {sign for sign, *_ in statement.directions}
    theirs = {sign for sign, *_ in window.directions}
    if not ours or not theirs:
        return False
    crossed = _sides_are_crossed(statement, window)
    if ours.isdisjoint(theirs):
        return crossed is not True
    if len(ours) == len(theirs) == 1:
        return crossed is True
    return _sign_order_differs(statement, window) or _bound_signs_differ(statement, window)


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
    is_framed = _is_aligned(statement, window, _SAME_FRAME)
    return len(ours) == len(theirs) and ours != theirs and is_framed


def _sides_are_crossed(statement: Statement, window: Statement) -> bool | None:
    """Whether a comparison names its sides the other way round; None when it cannot be told."""
    if statement.side_mark is None or window.side_mark is None:
        return None
    left, right = _sides(statement)
    other_left, other_right = _sides(window)
    common = {t for t in left if _has(right, t)}
    left, right = left - common, right - common
    # The subject stands on the left in both; what is compared with tells the order.
    straight = _shared(right, other_right)
    crossed = min(_shared(left, other_right), _shared(right, other_left))
    return None if straight == crossed else crossed > straight


def _sides(statement: Statement) -> tuple[set[str], set[str]]:
    mark = statement.side_mark or 0
    left = {t.stem for t in statement.tokens if t.place < mark}
    right = {t.stem for t in statement.tokens if t.place > mark}
    left |= {f"{n.value:g}" for n in statement.numbers if n.place < mark}
    right |= {f"{n.value:g}" for n in statement.numbers if n.place > mark}
    return left, right


def _bound_signs_differ(statement: Statement, window: Statement) -> bool:
    """Whether, in some clause of the statement, most shared words have the other sign.

    A word has the sign of the nearest direction word of its clause.
    """
    votes: dict[int, list[bool]] = {}
    for token in statement.tokens:
        mine = _nearest_sign(token, statement)
        twins = [t for t in window.tokens if are_same_word(t.stem, token.stem)]
        signs = {sign for t in twins if (sign := _nearest_sign(t, window)) is not None}
        if mine is not None and signs:
            votes.setdefault(token.clause, []).append(mine in signs)
    return any(sum(same) * 2 < len(same) for same in votes.values())


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
        is_open = statement.has_soft_negator and not _is_aligned(statement, window)
        return not (is_open or statement.nulls)
    dropped = statement.has_soft_negator and not _is_negated(window)
    return dropped and not window.directions and _is_aligned(statement, window)


def _is_negated(statement: Statement) -> bool:
    return bool(
        statement.hard_negators
        or statement.has_without
        or statement.has_soft_negator
        or statement.nulls
    )


def _negates(window: Statement, statement: Statement) -> bool:
    """Whether a hard negator of the window stands near a word of the statement."""
    shared = [t.place for t in window.tokens if _has((u.stem for u in statement.tokens), t.stem)]
    return any(
        abs(place - negator) <= _NEGATION_REACH
        for negator in window.hard_negators
        for place in shared
    )


def _entity_is_replaced(statement: Statement, window: Statement) -> bool:
    """Nearly the same words in the same order, with one thing put in the place of another."""
    ours, theirs = _aligned_stems(statement, window)
    matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
    if matcher.ratio() < _ALIGNED:
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


def _aligned_stems(statement: Statement, window: Statement) -> tuple[list[str], list[str]]:
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
    return ours, theirs[max(0, places[0] - before) : places[-1] + 1 + after]


def _is_aligned(statement: Statement, window: Statement, at_least: float = _ALIGNED) -> bool:
    ours, theirs = _aligned_stems(statement, window)
    return SequenceMatcher(None, ours, theirs, autojunk=False).ratio() >= at_least


def _has(stems: Iterable[str], stem: str) -> bool:
    return any(are_same_word(stem, other) for other in stems)


def _shared(a: set[str], b: set[str]) -> int:
    return sum(_has(b, stem) for stem in a)
