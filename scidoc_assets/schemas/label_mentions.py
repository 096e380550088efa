"""Mentions of figures, tables, schemes and algorithms in a text.

Holds `find_mentions` and `find_groups`, the top of the mention grammar (spec documents.md; bug-log B06, B09, B10):
    mention := [prefix] word list        (words: schemas/labelling.py, list: label_lists.py)
Refuses a mention of another paper's object (`Fig. 2 of [12]`, `their Figure 3`), by the rules of
`_FOREIGN_AFTER` and `_FOREIGN_BEFORE`, and never merges series.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from scidoc_assets.schemas.label_lists import ListItem, read_list
from scidoc_assets.schemas.labelling import LABEL_WORD, LabelWord, ObjectLabel, read_word
from scidoc_assets.schemas.text import normalise

_WORK = r"(?:paper|article|work|study|publication|manuscript|report|thesis|book|authors?)\b"
_YEAR = r"(?:1[89]|20)\d\d[a-z]?"
_NAME = r"[A-Z][\w'\u2019-]+"
_CITATION = rf"(?:\[[1-9]\d{{0,2}}[\],\s\u2013-]|[\[(]\s*{_YEAR})"
_FOREIGN_AFTER = re.compile(
    rf"[\s,]*\(?(?:of|in|from|by)\s+(?:the\s+)?(?:"
    rf"(?:[Rr]efs?|[Rr]eferences?)\b\.?\s*[\[(]?\d"  # of ref. 12
    rf"|\[[1-9]\d{{0,2}}[\],\s\u2013-]"  # of [12]
    rf"|{_NAME}\s+et\s+al\b"  # in Smith et al.
    rf"|{_NAME}(?:\s+(?:and|&)\s+{_NAME})?,?\s*{_CITATION}"  # of Smith and Jones (2010)
    rf"|{_NAME}(?:\s+(?:and|&)\s+{_NAME})?,\s*{_YEAR}\b"  # in Smith and Jones, 2010
    rf"|\({_NAME}[^()]{{0,60}}{_YEAR}\)"  # in (Smith, 2010)
    rf"|(?:original|previous|earlier|cited|other|first|replicated|target)\s+(?:\w+\s+)?{_WORK}"
    rf"|original\s*[.,;)]"
    rf"|(?:their|his|her)\s+(?:\w+\s+)?{_WORK})"
)
_FOREIGN_BEFORE = re.compile(
    rf"(?:\b(?:[Tt]heir|[Oo]riginal|[Oo]riginal\s+{_WORK}(?:['\u2019]s)?,?)"  # their Fig. 3
    rf"|\bet\s+al\.?['\u2019]s"
    rf"|\[[1-9]\d{{0,2}},(?:\s*see)?"  # [12, Fig. 3]
    rf"|\b[Rr]efs?\.?\s*\[?\d{{1,3}}\]?,"
    rf"|{_NAME}(?:\s+et\s+al\.?)?,?\s*[\[(]?{_YEAR}[\])]?,(?:\s*see)?)\s*$"  # (Smith et al., 2010, Fig. 3)
)
# `Figure 2-figure supplement 1` is an object of its own, not Figure 2.
_CHILD_OBJECT = re.compile(r"\s*[-\u2013\u2014]\s*(?:figure|table|source|video)\b", re.IGNORECASE)
# In lower case these are words of the text ("in plate 2"), not labels.
_COMMON_WORDS = frozenset({"chart", "plate", "listing"})
_BEFORE_CHARS = 80


@dataclass(frozen=True, slots=True)
class LabelGroup:
    """One place where a text names labels; `[start, end)` is its raw span, `is_han` its script.

    `members` are the labels in order, each with the panels that are named of it.
    """

    members: tuple[tuple[ObjectLabel, tuple[str, ...]], ...]
    start: int
    end: int
    is_han: bool


@dataclass(frozen=True, slots=True)
class LabelMention:
    """One label named by a text; `[start, end)` is the raw span of the whole mention."""

    label: ObjectLabel
    panels: tuple[str, ...]
    start: int
    end: int
    surface: str


def find_mentions(text: str, known_keys: frozenset[str] = frozenset()) -> list[LabelMention]:
    """Return every label that raw `text` names, in order, with offsets into `text`.

    Lists and ranges expand to one mention per label; the panels of one label within one mention
    are joined. `known_keys` (e.g. {"F:1", "F:3.2"}) are the labels of the paper's captions; they
    only settle what print leaves open (see label_lists.read_list). Raises nothing.
    """
    return [
        LabelMention(label, panels, group.start, group.end, text[group.start : group.end])
        for group in find_groups(text, known_keys)
        for label, panels in group.members
    ]


def find_groups(
    text: str, known_keys: frozenset[str] = frozenset(), *, is_foreign_kept: bool = False
) -> list[LabelGroup]:
    """Return every place at which raw `text` names labels, in order (see `find_mentions`);
    `is_foreign_kept` takes those of other papers too."""
    flat = normalise(text)
    return [
        LabelGroup(tuple(_members(word, items)), *flat.raw_span(start, end), word.is_han)
        for start, end, word, items in _scan(flat.text, known_keys)
        if is_foreign_kept or not _is_foreign(flat.text, start, end)
    ]


def _scan(
    text: str, known_keys: frozenset[str]
) -> Iterator[tuple[int, int, LabelWord, list[ListItem]]]:
    """Yield span, word and items of each mention of an object, in this paper or another."""
    position = 0
    while match := LABEL_WORD.search(text, position):
        word = read_word(match)
        items = read_list(text, word, known_keys)
        position = items[-1].end if items else max(match.end(), position + 1)
        if not items or _is_plain_word(text, word) or _CHILD_OBJECT.match(text, position):
            continue
        yield word.start, position, word, items


def _is_plain_word(text: str, word: LabelWord) -> bool:
    """Whether a lower-case word is no label: "in plate 2", "algorithm36" with a citation, or a
    variable such as "tab1"."""
    if word.is_capitalised:
        return False
    is_glued = text[word.end - 1].isalpha()
    return word.kind in _COMMON_WORDS or is_glued


def _is_foreign(text: str, start: int, end: int) -> bool:
    """Whether the mention at `[start, end)` is of an object in another paper."""
    before = text[max(0, start - _BEFORE_CHARS) : start]
    if before.rfind("\u201c") > before.rfind("\u201d"):  # quoted words are someone else's
        return True
    return bool(_FOREIGN_AFTER.match(text, end) or _FOREIGN_BEFORE.search(before))


def _members(
    word: LabelWord, items: list[ListItem]
) -> Iterator[tuple[ObjectLabel, tuple[str, ...]]]:
    panels_of: dict[ObjectLabel, list[str]] = {}
    for item in items:
        for number, panels in item.members():
            seen = panels_of.setdefault(ObjectLabel(word.kind, item.series, number), [])
            seen.extend(panel for panel in panels if panel not in seen)
    for label, panels in panels_of.items():
        yield label, tuple(panels)
