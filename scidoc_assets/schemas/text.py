"""Text normalisation with offsets back to the raw text.

Holds the one definition of "normalised text" that every matching rule uses (mentions, captions,
alignment). Refuses to guess: it never corrects spelling, never lower-cases and never drops a
visible character except the hyphen of a word that is broken over two lines.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from dataclasses import dataclass

from scidoc_assets.schemas.accents import COMBINING, accents_of, joined

REPLACEMENT = "\ufffd"
_SOFT = frozenset("\u00ad\u200b\u200c\u200d\u2060\ufeff")
_HYPHENS = frozenset("-\u2010\u2011\u00ad")
_LOST = re.compile("[\ud800-\udfff\x00]")
_GAP = re.compile(r"\s+")
# Ideographs, kana and their punctuation, full-width forms included; Korean words are spaced.
_EAST_ASIAN = re.compile(r"[\u3001-\u303f\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff60]")
_FLAT_HYPHENS = frozenset("\u2010\u2011")


@dataclass(frozen=True, slots=True)
class NormalisedText:
    """Normalised text and, for each of its characters, the raw index that it comes from.

    `offsets` has one entry more than `text`: the last one is the length of the raw text.
    """

    text: str
    offsets: tuple[int, ...]

    def raw_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the half-open raw span behind the normalised span `[start, end)`."""
        if not 0 <= start <= end <= len(self.text):
            raise ValueError(
                f"span {start}:{end} lies outside a text of {len(self.text)} characters"
            )
        if start == end:
            return self.offsets[start], self.offsets[start]
        last = self.offsets[end - 1]
        following = end
        while following < len(self.text) and self.offsets[following] == last:
            following += 1
        return self.offsets[start], max(self.offsets[following], last + 1)

    def normal_index(self, raw_index: int) -> int:
        """Return the first normalised index whose raw index is at least `raw_index`."""
        return bisect_left(self.offsets, raw_index)


def replace_surrogates(text: str) -> tuple[str, int]:
    """Replace lone surrogates and NUL by U+FFFD; return the clean text and how many there were.

    Bug-log row B15: a lone surrogate cannot be stored as UTF-8.
    """
    if "\x00" not in text:
        try:
            text.encode("utf-8")  # faster than any look at each character
        except UnicodeEncodeError:
            pass
        else:
            return text, 0
    return _LOST.subn(REPLACEMENT, text)


def normalise(text: str) -> NormalisedText:
    """Normalise for matching (spec documents.md, bug-log rows B06 and B10).

    NFKC (so ligatures expand and no-break spaces become spaces), soft hyphens and zero-width
    characters removed, U+2010 and U+2011 written as "-", line-end hyphens joined, line ends between
    Chinese or Japanese characters dropped, accents joined to their letters, every other run of white
    space one space. En dash and minus sign stay. Offsets point into the text given.
    """
    accents = accents_of(text)
    out: list[str] = []
    offsets: list[int] = []
    index, length = 0, len(text)
    while index < length:
        after = _line_end_after_hyphen(text, index)
        if after:
            if not _is_broken_word(text, index, after):
                out.append("-")
                offsets.append(index)
            index = after
            continue
        index = _after_east_asian_line_end(text, index) or index
        letter = joined(text, index, accents) if accents.are_apart else None
        end = index + 2 if letter else _cluster_end(text, index)
        for char in letter or _fold(text[index:end]):
            if char == " " and (not out or out[-1] == " "):
                continue
            out.append(char)
            offsets.append(index)
        index = end
    while out and out[-1] == " ":
        out.pop()
        offsets.pop()
    return NormalisedText("".join(out), (*offsets, length))


def _cluster_end(text: str, index: int) -> int:
    """Return the end of the base character at `index` and its combining marks."""
    end = index + 1
    while end < len(text) and unicodedata.combining(text[end]):
        end += 1
    return end


def _fold(cluster: str) -> str:
    """Return what one cluster becomes: NFKC, flat hyphen, plain space or nothing."""
    if cluster[0] in _SOFT:
        return cluster[1:]
    if cluster.isascii():
        return " " if cluster.isspace() else cluster
    if cluster in COMBINING:
        return cluster
    if cluster[0] in _FLAT_HYPHENS:
        return "-" + cluster[1:]
    folded = unicodedata.normalize("NFKC", cluster)
    return "".join(" " if char.isspace() else char for char in folded if char not in _SOFT)


def _line_end_after_hyphen(text: str, index: int) -> int:
    """Return where the text goes on after a letter, a hyphen (here) and a line end, else 0."""
    if text[index] not in _HYPHENS or index == 0 or not text[index - 1].isalpha():
        return 0
    after = index + 1
    while after < len(text) and text[after] in " \t\u00a0":
        after += 1
    if after >= len(text) or text[after] not in "\n\r":
        return 0
    while after < len(text) and text[after].isspace():
        after += 1
    return after if after < len(text) else 0


def _after_east_asian_line_end(text: str, index: int) -> int:
    """Return where the text goes on after a line end (its white space begins here) between two
    Chinese or Japanese characters, which no space parts; else 0."""
    if not text[index].isspace() or index == 0 or not _EAST_ASIAN.match(text[index - 1]):
        return 0
    gap = _GAP.match(text, index)
    after = gap.end() if gap else index
    has_break = "\n" in text[index:after] or "\r" in text[index:after]
    return after if has_break and after < len(text) and _EAST_ASIAN.match(text[after]) else 0


def _is_broken_word(text: str, index: int, after: int) -> bool:
    """Say whether the hyphen at `index` only breaks a word: a lower-case letter follows and the
    word holds no other hyphen (so "state-of-/the-art" keeps it)."""
    if text[index] == "\u00ad":
        return True
    if not text[after].islower():
        return False
    start = index
    while start > 0 and (text[start - 1].isalpha() or text[start - 1] in _HYPHENS):
        start -= 1
    return not any(char in _HYPHENS and char != "\u00ad" for char in text[start:index])
