"""Numbers of the lexical judge: equal ones, missing ones, and two that changed places.

Refuses to call a left-out number a contradiction: another one must stand in its place.
"""

from __future__ import annotations

from scidoc_assets.domain.labels.alignment import is_aligned, sides_are_crossed
from scidoc_assets.domain.labels.statements import Number, Statement
from scidoc_assets.domain.labels.stems import are_same_word

_ROUGH = 0.02


def numbers_conflict(statement: Statement, window: Statement) -> bool:
    """A stated number is missing while another one stands there; or two numbers are swapped."""
    missing, extra = match_numbers(statement.numbers, window.numbers)
    return bool(missing and extra) or _numbers_are_swapped(statement, window)


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


def _numbers_are_swapped(statement: Statement, window: Statement) -> bool:
    """Words that belong to one number in the statement and to another one in the window."""
    told = _order_is_told(statement, window)
    if told is not None:
        return not told
    kinds = {(n.is_percent, n.unit) for n in statement.numbers}
    if len({n.value for n in statement.numbers}) < 2 or len(window.numbers) < 2 or len(kinds) > 1:
        return False
    if sides_are_crossed(statement, window):
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


def _order_is_told(statement: Statement, window: Statement) -> bool | None:
    """Whether both say by themselves what each number is, and the same: `3 of 41`, `from 12`."""
    for word in ("of", "from"):
        ours = [n for n in statement.numbers if n.before == word]
        theirs = [n for n in window.numbers if n.before == word]
        both = min(len(statement.numbers), len(window.numbers)) > 1
        if both and len(ours) == len(theirs) == 1:
            return equal_numbers(ours[0], theirs[0])
    return None


def _order_is_turned(statement: Statement, window: Statement) -> bool:
    """`from 71 to 77` against `from 77 to 71`: same frame, the two numbers in turned order."""
    if len(statement.numbers) != 2 or len(window.numbers) != 2 or not is_aligned(statement, window):
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
