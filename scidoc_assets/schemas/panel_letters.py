"""Panel letters after a figure number: `6a,c`, `3(a-c)`, `3(a) and (b)`, `2A and D`, `1 A-C`.

Reads letters only, in normalised text. Refuses to take an English word for a panel: a letter after
a space needs a neighbour that shows that a list goes on or ends.
"""

from __future__ import annotations

import re
from itertools import pairwise

_DASH = r"[-\u2013\u2014\u2212]"
_ROMAN = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"]
_ROMAN_ITEM = r"(?:i{1,3}|iv|vi{0,3}|ix|x)"
_JOIN = rf"(?:\s*{_DASH}\s*|\s*,\s*(?:and\s+|&\s*)?|\s+and\s+|\s*&\s*)"

_IN_BRACKETS = re.compile(rf"\s?\(\s*(?P<list>[A-Za-z](?:{_JOIN}[A-Za-z])*)\s*\)")
_ROMAN_IN_BRACKETS = re.compile(rf"\s?\(\s*(?P<list>{_ROMAN_ITEM}(?:{_JOIN}{_ROMAN_ITEM})*)\s*\)")
_NEXT_BRACKET = re.compile(rf"(?P<join>{_JOIN})\(\s*(?P<letter>[A-Za-z])\s*\)")
_ATTACHED = re.compile(r"(?P<letter>[A-Za-z])(?![A-Za-z])")
_ATTACHED_RUN = re.compile(r"(?P<run>[a-h]{2,4}|[A-H]{2,4})(?![A-Za-z])")
_APART = re.compile(rf"\s(?P<letter>[A-Z])(?=\s?(?:{_DASH}\s?[A-Z](?![A-Za-z])|[,;)]))")
_TIGHT_NEXT = re.compile(rf"(?P<join>{_DASH}|,|/|&)(?P<letter>[A-Za-z])(?![A-Za-z\d])")
# After a space a lone "a" or "I" is a word unless punctuation follows it.
_LOOSE_NEXT = re.compile(
    rf"(?P<join>{_JOIN})(?:(?P<letter>[A-Za-z])(?=[,;:.)\]]|$)|(?P<plain>[B-HJ-Zb-z])(?=\s))"
)
_SPLIT = re.compile(_JOIN)
_DASH_ONLY = re.compile(rf"\s*{_DASH}\s*")


def read_panels(text: str, start: int) -> tuple[tuple[str, ...], int]:
    """Read the panel letters at `start` (just after a number); return them and where they end.

    Ranges are expanded, letters keep their case. Without panels: an empty tuple and `start`.
    """
    brackets = _ROMAN_IN_BRACKETS.match(text, start) or _IN_BRACKETS.match(text, start)
    if brackets:
        return _read_bracket_groups(text, brackets)
    run = _ATTACHED_RUN.match(text, start)
    if run and _is_consecutive(run.group("run")):
        return tuple(run.group("run")), run.end()
    first = _ATTACHED.match(text, start) or _APART.match(text, start)
    if first is None:
        return (), start
    return _read_letters(text, first.group("letter"), first.end())


def _read_letters(text: str, first: str, end: int) -> tuple[tuple[str, ...], int]:
    panels = [first]
    while True:
        found = _TIGHT_NEXT.match(text, end) or _LOOSE_NEXT.match(text, end)
        if found is None:
            return tuple(panels), end
        letter = found.group("letter") or found.groupdict().get("plain")
        if letter is None or letter.islower() != first.islower() or letter <= panels[-1]:
            return tuple(panels), end
        panels.extend(_joined(panels[-1], found.group("join"), letter))
        end = found.end()


def _read_bracket_groups(text: str, match: re.Match[str]) -> tuple[tuple[str, ...], int]:
    panels, end = list(_expand(match.group("list"))), match.end()
    while found := _NEXT_BRACKET.match(text, end):
        letter = found.group("letter")
        if not (letter.isalpha() and panels[-1] < letter):
            break
        panels.extend(_joined(panels[-1], found.group("join"), letter))
        end = found.end()
    return tuple(panels), end


def _expand(listing: str) -> tuple[str, ...]:
    joins = _SPLIT.findall(listing)
    letters = _SPLIT.split(listing)
    panels = [letters[0]]
    for join, letter in zip(joins, letters[1:], strict=True):
        panels.extend(_joined(panels[-1], join, letter))
    return tuple(panels)


def _joined(last: str, join: str, letter: str) -> list[str]:
    """Members that `join` and `letter` add after `last`: a dash adds everything between."""
    if not _DASH_ONLY.fullmatch(join):
        return [letter]
    if last in _ROMAN and letter in _ROMAN and (len(last) > 1 or len(letter) > 1 or last == "i"):
        return _ROMAN[_ROMAN.index(last) + 1 : _ROMAN.index(letter) + 1]
    return [chr(code) for code in range(ord(last) + 1, ord(letter) + 1)]


def _is_consecutive(letters: str) -> bool:
    return all(ord(b) == ord(a) + 1 for a, b in pairwise(letters))
