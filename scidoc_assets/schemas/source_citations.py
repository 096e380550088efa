"""Citations of sources and the entries of a paper's reference list that they name.

`[3]`, `[3-7]` by the printed number, `Smith et al. (2020)` by first author and year. Refuses to
guess: a number or a name and year that two entries answer to, or none, names nothing; raised
numbers look like exponents in plain text and are left alone.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from scidoc_assets.schemas.layouts import Block
from scidoc_assets.schemas.text import normalise

MAX_RANGE = 40
MIN_NUMBERED_SHARE = 0.6
MIN_RUN, MIN_STEPS = 5, 0.8
NUMBER = r"\(?[A-Z]?\.?\d{1,3}(?:\.\d{1,3})?[a-z]?\)?"
_ENTRY_NUMBER = re.compile(r"^\s*(?:\[(\d{1,3})\]|(\d{1,3})[.)]\s)")
_BRACKETS = re.compile(r"\[(\d{1,3}(?:\s*[,;\u2013\u2014\u2212-]\s*\d{1,3})*)\]")
_ITEM = re.compile(r"([A-Z]?\.?\d{1,3}(?:\.\d{1,3})?[a-z]?)")
_RANGE = re.compile(r"^(\d{1,3})\)?\s*(?:to|[-\u2013\u2014\u2212])\s*\(?(\d{1,3})$")
_WORD = r"[^\W\d_][\w\u2019'-]+"
_AUTHOR_YEAR = re.compile(
    rf"({_WORD})(?:\s+(?:and|&)\s+{_WORD}|\s+et\s+al\.?)?,?\s*[(\[]?\s*((?:19|20)\d\d[a-z]?)\b"
)
_YEAR = re.compile(r"\b((?:19|20)\d\d[a-z]?)\b")
_SPLIT_AUTHORS = re.compile(r",|\band\b|&|\(|\.\s+\S{3}")


@dataclass(frozen=True)
class SourceList:
    """A paper's reference list: the entry's first block by printed number, or by name and year."""

    by_number: Mapping[str, str]
    by_name: Mapping[str, str]

    def cited_in(self, text: str) -> list[str]:
        """Block ids of the entries that a text cites, as often and in the order it does.

        A bracket of numbers of which one has no entry names none: `[0, 1]` is an interval.
        """
        cited: list[str] = []
        plain = normalise(text).text
        for found in _BRACKETS.finditer(plain) if self.by_number else ():
            numbers = numbers_of(found[1])
            if all(number in self.by_number for number in numbers):
                cited += [self.by_number[number] for number in numbers]
        for found in _AUTHOR_YEAR.finditer(plain) if self.by_name else ():
            key = f"{found[1].casefold()} {found[2]}"
            cited += [self.by_name[key]] if key in self.by_name else []
        return cited


def read_source_list(blocks: Sequence[Block]) -> SourceList:
    """The reference list among a paper's blocks, numbered where most entries are or where numbers
    run on (some lists print the authors of each entry as a block of their own)."""
    entries = [b for b in blocks if b.category == "reference_entry"]
    numbers = [(n, b.block_id) for b in entries if (n := entry_number(b)) is not None]
    if len(numbers) >= MIN_NUMBERED_SHARE * len(entries) or _run_on([int(n) for n, _ in numbers]):
        return SourceList(unambiguous(numbers), {})
    return SourceList({}, unambiguous((key, b.block_id) for b in entries for key in _keys(b)))


def _run_on(numbers: Sequence[int]) -> bool:
    steps = sum(after == before + 1 for before, after in pairwise(numbers))
    return len(numbers) >= MIN_RUN and steps >= MIN_STEPS * (len(numbers) - 1)


def entry_number(block: Block) -> str | None:
    """The number that an entry is printed with, None without one."""
    found = _ENTRY_NUMBER.match(block.plain_text)
    return (found[1] or found[2]) if found is not None else None


def unambiguous(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Keys that exactly one block answers to."""
    found: dict[str, set[str]] = defaultdict(set)
    for key, block_id in pairs:
        found[key].add(block_id)
    return {key: next(iter(ids)) for key, ids in found.items() if len(ids) == 1}


def numbers_of(text: str) -> list[str]:
    """The numbers of a list such as `(3)-(5), 7a`; ranges are expanded."""
    numbers: list[str] = []
    for part in re.split(r"\s*(?:[,;]|\band\b|&)\s*", text):
        span = _RANGE.match(part.strip("() "))
        if span is None:
            numbers += _ITEM.findall(part)
        elif 0 <= int(span[2]) - int(span[1]) <= MAX_RANGE:
            numbers += [str(n) for n in range(int(span[1]), int(span[2]) + 1)]
    return numbers


def _keys(block: Block) -> set[str]:
    """First author's possible family names with the years of an entry (given names may come first)."""
    text = normalise(block.plain_text).text
    words = re.findall(_WORD, _SPLIT_AUTHORS.split(text, maxsplit=1)[0])
    names = {words[0].casefold(), words[-1].casefold()} if words else set()
    return {f"{name} {year}" for name in names for year in set(_YEAR.findall(text))}
