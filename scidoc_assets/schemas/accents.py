"""Accents that a page sets as glyphs of their own, joined to the letter that they stand over.

TeX sets an accent before its letter, others behind it. Refuses what makes no single character: the
hat of an f stays where it is.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

COMBINING = {
    "\u00a8": "\u0308",
    "\u00af": "\u0304",
    "\u00b4": "\u0301",
    "\u00b8": "\u0327",
    "\u02c6": "\u0302",
    "\u02c7": "\u030c",
    "\u02d8": "\u0306",
    "\u02d9": "\u0307",
    "\u02da": "\u030a",
    "\u02db": "\u0328",
    "\u02dc": "\u0303",
    "\u02dd": "\u030b",
}
_DOTLESS = {"\u0131": "i", "\u0237": "j"}
_APART = re.compile(f"[{''.join(COMBINING)}]|[{''.join(_DOTLESS)}][\u0300-\u036f]")
_ACCENT = re.compile(f"[{''.join(COMBINING)}]")
# Letters from here on are rare in names: an accent that fits both sides does not make one.
_RARE = 0x180


@dataclass(frozen=True, slots=True)
class Accents:
    """How a text sets its accents: at all apart from their letters, and before or behind them."""

    are_apart: bool
    are_behind: bool


def accents_of(text: str) -> Accents:
    """Return how a text sets its accents; where few show it, before the letter as TeX does."""
    if _APART.search(text) is None:
        return Accents(False, False)
    fits = [_sides(text, found.start()) for found in _ACCENT.finditer(text)]
    behind = sum(bool(own) and not other for own, other in fits)
    before = sum(bool(other) and not own for own, other in fits)
    return Accents(True, behind > before)


def joined(text: str, index: int, accents: Accents) -> str | None:
    """Return the one character that the two characters at `index` make, None when they make none.

    An accent that fits the letters on both its sides goes to the side where the text sets them.
    """
    first, second = text[index], text[index + 1 : index + 2]
    if first in COMBINING:
        return _composed(second, COMBINING[first])
    if second in COMBINING:
        own, other = _sides(text, index + 1)
        return None if other and not accents.are_behind else own
    if first in _DOTLESS and second and unicodedata.combining(second):
        return _composed(first, second)
    return None


def _sides(text: str, index: int) -> tuple[str | None, str | None]:
    """Return what the accent at `index` makes with the letter before and with the one behind it.

    A rare letter counts where the other side makes none.
    """
    mark = COMBINING[text[index]]
    own = _composed(text[max(0, index - 1) : index], mark)
    other = _composed(text[index + 1 : index + 2], mark)
    if own and other and ord(own) < _RARE <= ord(other):
        return own, None
    if own and other and ord(other) < _RARE <= ord(own):
        return None, other
    return own, other


def _composed(letter: str, mark: str) -> str | None:
    """Return a letter with its mark as one character, if there is one."""
    if not letter.isalpha():
        return None
    made = unicodedata.normalize("NFC", _DOTLESS.get(letter, letter) + mark)
    return made if len(made) == 1 else None
