"""The list after a label word: `2-4, 6a,c and 7B` as items with expanded ranges.

Part of the mention grammar (spec documents.md; bug-log B10), on normalised text:
    list  := item (join item)*        item := number [panels] [dash number [panels]]
Refuses numbers that belong to the sentence: decimals, percentages, ordinals, and, after a word in
the singular, numbers that do not go on from the item before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from scidoc_assets.schemas.labelling import (
    LABEL_WORD,
    LabelNumber,
    LabelWord,
    ObjectLabel,
    joined_series,
    read_chapter_number,
    read_number,
    read_word,
)
from scidoc_assets.schemas.panel_letters import read_panels

MAX_RANGE = 60
_MAX_STEP = 20
_TIGHT_DASH = re.compile(r"[-\u2012\u2013\u2014\u2212~]|至|到")
_LOOSE_DASH = re.compile(
    r"\s*(?:[-\u2012\u2013\u2014\u2212~]|至|到)\s*|\s+(?:to|through|thru|bis|until|à|al|до)\s+"
)
_COMMA = re.compile(r"\s*[,;、]\s*")
_CONJUNCTION = re.compile(
    r"\s*[,;]?\s*(?:\b(?:and|or|und|oder|et|ou|y|e|en|og|och|и|as well as|plus)\b|&|和|与|及|以及|或|と)\s*"
)
_NOT_A_LABEL = re.compile(r"[.,]\d|\s?[%\u00d7\u00b0]|(?:st|nd|rd|th)\b|\s?[=<>]")
_LIST_GOES_ON_OR_ENDS = re.compile(r"\s*(?:[);\].]|,|and\b|&|$)")


@dataclass(frozen=True, slots=True)
class ListItem:
    """`first`..`last` of one series; panels belong to the first and to the last member."""

    series: str
    first: int
    last: int
    first_panels: tuple[str, ...]
    last_panels: tuple[str, ...]
    end: int

    def members(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Number and panels of every member, in order."""
        for number in range(self.first, self.last + 1):
            if number == self.first:
                yield number, self.first_panels
            else:
                yield number, self.last_panels if number == self.last else ()


def read_list(text: str, word: LabelWord, known_keys: frozenset[str]) -> list[ListItem]:
    """Read the items after `word`; an empty list when no label number follows.

    `known_keys` (labels that the paper's captions carry) settles what print leaves open: `3.2` and
    `1-3` may be numbers by chapter, `Figs. S1, 2` may go on in the series S or in the main one.
    """
    first = _read_item(text, word.end, word, "", known_keys)
    if first is None:
        return []
    items, is_closed = [first], False
    while True:
        found = _next_item(text, word, items[-1], is_closed, known_keys)
        if found is None:
            return items
        item, is_closed = found
        items.append(item)


def _next_item(
    text: str, word: LabelWord, previous: ListItem, is_closed: bool, known_keys: frozenset[str]
) -> tuple[ListItem, bool] | None:
    """The item after `previous` and whether a conjunction led to it, or None: the list ends."""
    conjunction = _CONJUNCTION.match(text, previous.end)
    join = conjunction or _COMMA.match(text, previous.end)
    if join is None:
        return None
    item = _read_item(text, join.end(), word, previous.series, known_keys)
    if item is None or _NOT_A_LABEL.match(text, item.end):
        return None
    is_marked = bool(item.first_panels) or (bool(item.series) and text[join.end()].isalpha())
    if not is_marked and not _goes_on(text, word, previous, item, bool(conjunction), is_closed):
        return None
    return item, bool(conjunction)


def _goes_on(
    text: str, word: LabelWord, previous: ListItem, item: ListItem, is_and: bool, is_closed: bool
) -> bool:
    """Whether a bare number is the next member of the list rather than a number of the sentence."""
    if word.is_plural:
        return is_and or not is_closed
    if not previous.last < item.first <= previous.last + _MAX_STEP:
        return False
    return is_and or word.is_han or bool(_LIST_GOES_ON_OR_ENDS.match(text, item.end))


def _read_item(
    text: str, start: int, word: LabelWord, inherited: str, known_keys: frozenset[str]
) -> ListItem | None:
    number = _pick_number(text, start, word, known_keys)
    if number is None:
        return None
    series = _pick_series(word, number, inherited, known_keys)
    panels, end = read_panels(text, number.end)
    last = _read_range_end(text, end, word, number, series)
    if last is None:
        panels, end = _read_panel_range(text, end, number, panels)
        return ListItem(series, number.number, number.number, panels, panels, end)
    last_panels, end = read_panels(text, last.end)
    return ListItem(series, number.number, last.number, panels, last_panels, end)


def _pick_number(
    text: str, start: int, word: LabelWord, known_keys: frozenset[str]
) -> LabelNumber | None:
    """`3.2` and `3-2` by chapter when such a label exists, or when nothing is known (dot only)."""
    plain = read_number(text, start, allow_roman=word.is_capitalised and not word.is_han)
    chapter = read_chapter_number(text, start)
    if chapter is None:
        return plain
    is_known = ObjectLabel(word.kind, chapter.series, chapter.number).key in known_keys
    is_dotted = "." in text[start : chapter.end]
    is_falling = plain is not None and chapter.number <= plain.number
    if is_known or (not known_keys and (is_dotted or is_falling)):
        return chapter
    return plain


def _pick_series(
    word: LabelWord, number: LabelNumber, inherited: str, known_keys: frozenset[str]
) -> str:
    """Series of a number: its own letters, the word's prefix, or that of the item before.

    `Appendix Table 2` names a place, not a series, in a paper whose captions have no such series.
    """
    own = joined_series(word.prefix_series, number.series)
    if own == "A" and known_keys and not number.series:
        return "A" if ObjectLabel(word.kind, "A", number.number).key in known_keys else ""
    if own or not inherited or inherited.endswith("."):
        return own
    plain = ObjectLabel(word.kind, "", number.number).key
    carried = ObjectLabel(word.kind, inherited, number.number).key
    return "" if plain in known_keys and carried not in known_keys else inherited


def _read_range_end(
    text: str, start: int, word: LabelWord, first: LabelNumber, series: str
) -> LabelNumber | None:
    """The number that closes a range begun by `first`, or None when no range follows."""
    dash = (_LOOSE_DASH if word.is_plural or word.is_han else _TIGHT_DASH).match(text, start)
    if dash is None:
        return None
    position = _after_repeated_word(text, dash.end(), word)
    last = read_number(text, position, allow_roman=first.is_roman)
    if last is None or (last.series and last.series != series):
        return None
    if not first.number < last.number <= first.number + MAX_RANGE:
        return None
    return None if _NOT_A_LABEL.match(text, last.end) else last


def _read_panel_range(
    text: str, end: int, number: LabelNumber, panels: tuple[str, ...]
) -> tuple[tuple[str, ...], int]:
    """Close a panel range that prints the number again, as `2a-2d`; else what was given."""
    dash = _LOOSE_DASH.match(text, end) if len(panels) == 1 else None
    again = read_number(text, dash.end()) if dash else None
    if again is None or again.number != number.number:
        return panels, end
    closing, closing_end = read_panels(text, again.end)
    if len(closing) != 1 or len(closing[0]) != 1 or closing[0] <= panels[0]:
        return panels, end
    letters = range(ord(panels[0]), ord(closing[0]) + 1)
    return tuple(chr(code) for code in letters), closing_end


def _after_repeated_word(text: str, position: int, word: LabelWord) -> int:
    """Skip the word when it is printed again, as in `图1至图3` or `Fig. 2-Fig. 4`."""
    again = LABEL_WORD.match(text, position)
    return again.end() if again and read_word(again).kind == word.kind else position
