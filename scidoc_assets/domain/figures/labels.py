"""The grammar of figure and table labels at the start of a caption.

Holds what words open a label, how its number is written and how a label is printed in standard
words. Refuses to merge series: `1`, `S1`, `ED1` and `A1` are four labels (spec documents.md,
bug-log row B09).
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

LabelKind = Literal["figure", "table", "algorithm"]

_PREFIX = (
    r"(?P<prefix>extended\s+data|supplementa(?:ry|l)|supporting(?:\s+information)?|suppl?\.?|SI|"
    r"appendix|online(?:\s+supplement(?:ary)?)?|web)\s+"
)
_WORD = (
    r"(?P<word>figures?|figs?|tables?|tab|schemes?|charts?|plates?|algorithms?|listings?|"
    r"\u9644?\u56fe|\u9644?\u8868|\u5716|abbildung|abb|tabelle|tableau|figura|tabla)"
)
_NUMBER = (
    r"(?P<number>[A-Z]{1,2}[.\-\u2010\u2013]?\d{1,3}(?:[.\-]\d{1,2})?|\d{1,3}(?:[.\-\u2010]\d{1,3})?|"
    r"[IVXL]{1,7})(?P<panel>[a-z](?![a-z]))?(?![A-Za-z0-9])"
)
_LABEL = re.compile(
    rf"^[\W_]{{0,2}}(?:{_PREFIX})?{_WORD}(?P<gap>[\s.~:\u00b7]*){_NUMBER}",
    re.IGNORECASE,
)
# Cheap test: a label word begins within the first few characters.
_OPENING = re.compile(r"^[\W_]{0,2}[A-Z\u5716\u56fe\u8868\u9644\uff21-\uff3a]")
_DELIMITER = re.compile(r"^\s*(?P<mark>[:.|\uff1a\u2013\u2014\uff0e\u3000\u2022\u25a0)\]\-]+|$)")
_CONTINUED = re.compile(r"^\W*(?:\(?\s*(?:cont(?:inued|d|\.)?|\u7eed)\b\.?\s*\)?)", re.IGNORECASE)
# "Table 1 continued on next page" stands under a part of a table; it opens nothing.
_GOES_ON = re.compile(
    r"^\W*(?:is\s+)?cont(?:inued|inues|d|\.)?\s+(?:on|to)\s+(?:the\s+)?(?:next|following)\b",
    re.IGNORECASE,
)
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50}
_SERIES_OF_PREFIX = {"e": "ED", "s": "S", "a": "A", "o": "S", "w": "S"}
_KINDS: dict[str, LabelKind] = {
    "table": "table",
    "tab": "table",
    "tabelle": "table",
    "tableau": "table",
    "tabla": "table",
    "\u8868": "table",
    "\u9644\u8868": "table",
    "algorithm": "algorithm",
    "listing": "algorithm",
}
_STANDARD = {"scheme": "Scheme", "chart": "Chart", "plate": "Plate", "listing": "Listing"}


@dataclass(frozen=True, slots=True)
class Label:
    """A label as read from a caption start.

    `series` is "" for the main series; `printed` keeps the written number ("II", "S1"); `end` is
    the index behind the label in the text; `delimiter` is "" when nothing parts label and text.
    """

    word: str
    kind: LabelKind
    series: str
    number: int
    printed: str
    end: int
    delimiter: str
    is_continued: bool

    @property
    def key(self) -> tuple[str, str, str]:
        """Identity of the label inside one paper: kind word, series, printed number."""
        word = _STANDARD.get(self.word, self.kind)
        sub = self.printed.upper() if "." in self.printed or "-" in self.printed else ""
        return word, self.series, sub or str(self.number)

    @property
    def text(self) -> str:
        """Standard words: `Figure 3`, `Table S1`, `Extended Data Figure 1`, `Scheme S1`."""
        word = _STANDARD.get(self.word) or self.kind.capitalize()
        _, series, number = self.key
        if series == "ED":
            return f"Extended Data {word} {number}"
        return f"{word} {series if not number.startswith(series) else ''}{number}"


def parse_label(text: str) -> Label | None:
    """Read the label at the start of a text; None when there is none, or only a pointer onwards.

    The text may be raw: it is NFKC-folded here, character by character, so `end` stays valid.
    """
    if not _OPENING.match(text):
        return None
    folded = text if text.isascii() else "".join(_fold(char) for char in text)
    found = _LABEL.match(folded)
    if found is None or not _is_plausible(found, folded):
        return None
    series, number = _series_and_number(found["prefix"], found["number"])
    if number is None:
        return None
    rest = folded[found.end() :]
    if _GOES_ON.match(rest):
        return None
    continued = _CONTINUED.match(rest)
    mark = _DELIMITER.match(rest)
    word = _word(found["word"])
    return Label(
        word=word,
        kind=_KINDS.get(word, "figure"),
        series=series,
        number=number,
        printed=found["number"],
        end=found.end(),
        delimiter=mark["mark"] if mark else "",
        is_continued=continued is not None,
    )


def _fold(char: str) -> str:
    """Return one character for one: its NFKC form when that is a single character."""
    folded = unicodedata.normalize("NFKC", char)
    return folded if len(folded) == 1 else char


def _word(raw: str) -> str:
    """Return the singular, lower-case form of a label word."""
    low = raw.lower()
    return low[:-1] if low.endswith("s") and low[:-1] in _SINGULAR else low


_SINGULAR = {"figure", "fig", "table", "scheme", "chart", "plate", "algorithm", "listing"}


def _is_plausible(found: re.Match[str], text: str) -> bool:
    """Refuse lower-case words ("figure 3 shows"), plural lists and Roman words such as "table I"
    written in running lower case."""
    word = found["word"]
    if word[0].isascii() and word[0].islower():
        return False
    if not found["gap"] and word[-1].isascii() and len(word) < 3:
        return False
    if not found["gap"] and word[-1].isascii() and found["number"][0].isalpha():
        return found["number"][0].isupper() and word.lower() in ("fig", "table", "figure")
    is_plural = word.lower().endswith("s") and word.lower()[:-1] in _SINGULAR
    is_roman = found["number"].isalpha()
    if is_roman and found["number"] != found["number"].upper():
        return False
    return not (is_plural and re.match(r"\s*(?:,|and|&|-|\u2013)", text[found.end() :]))


def _series_and_number(prefix: str | None, raw: str) -> tuple[str, int | None]:
    """Split a written number into series and integer; None when it is no number."""
    series = _SERIES_OF_PREFIX[prefix.strip()[0].lower()] if prefix else ""
    if raw.isalpha():
        return series, _roman_value(raw.upper())
    match = re.match(r"([A-Za-z]*)[.\-\u2010\u2013]?(\d+)(?:[.\-\u2010](\d+))?", raw)
    if match is None:
        return series, None
    letters = match[1].upper()
    return (letters or series), int(match[3] or match[2])


def _roman_value(text: str) -> int | None:
    """Return the value of a Roman numeral up to 89, None when it is not well formed."""
    total = 0
    values = [_ROMAN[c] for c in text]
    for value, following in zip(values, [*values[1:], 0], strict=True):
        total += -value if value < following else value
    is_formed = re.fullmatch(r"(?:XL|L?X{0,3})(?:IX|IV|V?I{0,3})", text) is not None
    return total if is_formed and total > 0 else None
