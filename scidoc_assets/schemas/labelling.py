"""Printed labels of figures, tables, schemes and algorithms: reading, keys and standard form.

Holds the one vocabulary of label words and series that captions and mentions share. Refuses to
merge series: `1`, `S1`, `ED1` and `A1` are four labels (spec documents.md; bug-log B09).
Works on normalised text (schemas/text.py), so full-width digits and no-break spaces are gone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from scidoc_assets.schemas.label_words import LABEL_WORDS, PLURALS, LabelKind

MAX_NUMBER = 400
_KEY_PREFIX: dict[LabelKind, str] = {
    "figure": "F",
    "table": "T",
    "scheme": "SCH",
    "chart": "CH",
    "plate": "PL",
    "algorithm": "ALG",
    "listing": "LST",
}
_HAN_WORDS: dict[str, LabelKind] = {
    "图": "figure",
    "圖": "figure",
    "図": "figure",
    "表": "table",
    "算法": "algorithm",
}

_PREFIX = (
    r"(?P<prefix>extended\s*data|(?:online\s+|web\s+)?(?:supplementary|supplemental|suppl?\.?)|"
    r"supporting(?:\s+information)?|online(?:\s+supplement)?|web|appendix|app\.|"
    r"\bED|\bSI)\s*"
)
# "FigS1" is Fig + S1, so the plural "Figs" keeps one case; longer words are tried first.
_LATIN_WORD = (
    rf"(?<![^\W\d_])(?:{_PREFIX})?(?<![^\W\d_])(?P<word>(?-i:[Ff]igs|FIGS)|"
    + "|".join(sorted((w for w in LABEL_WORDS if w != "figs"), key=len, reverse=True))
    + r")(?=(?-i:[A-Z]{1,2}[.\-]?\d)|[^A-Za-z])"
)
_HAN_WORD = r"(?P<han_prefix>附|续)?(?P<han>图|圖|図|表|算法)"
# What may stand between the word and its number: a full stop, spaces, a LaTeX tie.
_GAP = r"\.?[\s~]*"
LABEL_WORD = re.compile(rf"(?:{_LATIN_WORD}|{_HAN_WORD}){_GAP}(?=[\dA-Za-z(])", re.IGNORECASE)

_NUMBER = re.compile(
    r"(?P<series>(?:[A-Z]{1,2}|s)(?![a-z]))?(?P<glue>[.\-](?=\d)|(?:(?<=S)|(?<=SI)|(?<=ED)) )?"
    r"(?P<number>\d{1,3})(?!\d)"
)
# `3.2`, `3-2`, `3.0.2`; after letters (`C.1.2`, `S1.2`) with full stops only: `S1-2` is a range.
_CHAPTER = re.compile(
    r"(?P<chapter>\d{1,2}(?:\.\d{1,2})?(?=[.\-])|[A-Z]{1,2}\.?\d{1,2}(?=\.))[.\-]"
    r"(?P<number>\d{1,3})(?!\d)"
)
_ROMAN = re.compile(r"(?=[IVX])(?P<roman>X{0,3}(?:IX|IV|V?I{0,3}))(?![A-Za-z\d])")
_ROMAN_DIGITS = {"I": 1, "V": 5, "X": 10}


@dataclass(frozen=True, slots=True)
class ObjectLabel:
    """A label taken apart. `series` is "" for the main text, else `S`, `ED`, `A`, `3.`."""

    kind: LabelKind
    series: str
    number: int

    @property
    def key(self) -> str:
        """Canonical key, equal for every spelling of one label: `F:1`, `F:S1`, `T:A1`."""
        return f"{_KEY_PREFIX[self.kind]}:{self.series}{self.number}"

    @property
    def printed(self) -> str:
        """Standard words: `Figure 3`, `Figure S2`, `Extended Data Figure 1`, `Table A1`."""
        word = self.kind.capitalize()
        if self.series == "ED":
            return f"Extended Data {word} {self.number}"
        return f"{word} {self.series}{self.number}"


@dataclass(frozen=True, slots=True)
class LabelWord:
    """A label word found in a text; `end` is where its number must begin."""

    kind: LabelKind
    prefix_series: str
    is_plural: bool
    is_capitalised: bool
    is_han: bool
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class LabelNumber:
    """A number token: its own series ("" when none is written), the number, where it ends."""

    series: str
    number: int
    end: int
    is_roman: bool = False


@dataclass(frozen=True, slots=True)
class LabelMatch:
    """A label read from a text, with its half-open span there and where its number begins."""

    label: ObjectLabel
    word: LabelWord
    end: int

    @property
    def start(self) -> int:
        """Index of the label's first character."""
        return self.word.start

    @property
    def number_start(self) -> int:
        """Index of the number's first character."""
        return self.word.end


def read_word(match: re.Match[str]) -> LabelWord:
    """Describe one `LABEL_WORD` match."""
    han = match.group("han")
    word = (match.group("word") or "").lower()
    return LabelWord(
        kind=_HAN_WORDS[han] if han else LABEL_WORDS[word],
        prefix_series=_series_of_prefix(match.group("prefix") or match.group("han_prefix")),
        is_plural=word in PLURALS,
        is_capitalised=bool(han) or match.group("word")[0].isupper(),
        is_han=bool(han),
        start=match.start(),
        end=match.end(),
    )


def read_number(text: str, start: int, *, allow_roman: bool = False) -> LabelNumber | None:
    """Read `3`, `S1`, `A.1`, `A-1`, `ED2` or (if allowed) a Roman numeral at `start`.

    Numbers over 400 are refused: they are years or counts, not labels.
    """
    match = _NUMBER.match(text, start)
    if match and not (match.group("glue") and not match.group("series")):
        number = int(match.group("number"))
        if 0 < number <= MAX_NUMBER:
            return LabelNumber(_series_of_letters(match.group("series")), number, match.end())
    roman = _ROMAN.match(text, start) if allow_roman else None
    if roman and roman.group("roman"):
        return LabelNumber("", _roman_value(roman.group("roman")), roman.end(), is_roman=True)
    return None


def read_chapter_number(text: str, start: int) -> LabelNumber | None:
    """Read a number by chapter at `start`: `3.2` and `3-2` give series `3.`, number 2.

    Chapters may be lettered or nested: `C.1.2` gives series `C1.`, `3.0.2` gives `3.0.`.
    """
    match = _CHAPTER.match(text, start)
    if match is None or int(match.group("number")) == 0:
        return None
    chapter = re.sub(r"^([A-Z]+)\.|^0(?=\d)", r"\1", match.group("chapter"))
    return LabelNumber(f"{chapter}.", int(match.group("number")), match.end())


def joined_series(prefix_series: str, own_series: str) -> str:
    """Series of a number with letters `own_series` after a word with a prefix.

    Letters win over words (`Supplementary Figure S1` is `S1`, `Appendix Table B1` is `B1`).
    """
    return own_series or prefix_series


def match_label(text: str) -> LabelMatch | None:
    """Read the label that `text` (a caption or a printed label) begins with, else None.

    Raises nothing. A caption holds one label, so `Figure 3-1` is read by chapter here; ranges
    belong to mentions. What follows the number is the caller's to judge.
    """
    stripped = len(text) - len(text.lstrip())
    found = LABEL_WORD.match(text, stripped)
    if found is None:
        return None
    word = read_word(found)
    number = read_chapter_number(text, word.end) or read_number(text, word.end, allow_roman=True)
    if number is None or (number.is_roman and not word.is_capitalised):
        return None
    series = joined_series(word.prefix_series, number.series)
    return LabelMatch(ObjectLabel(word.kind, series, number.number), word, number.end)


def parse_label(printed: str | None) -> ObjectLabel | None:
    """Take a printed label apart (`FIG. 2`, `Extended Data Fig. 1`, `表 2`); None if it is none."""
    found = match_label(printed) if printed else None
    return found.label if found else None


def _series_of_prefix(prefix: str | None) -> str:
    low = re.sub(r"[\s.]", "", prefix or "").lower()
    if not low or low == "续":
        return ""
    if low in {"extendeddata", "ed"}:
        return "ED"
    return "A" if low in {"appendix", "app", "附"} else "S"


def _series_of_letters(letters: str | None) -> str:
    upper = (letters or "").upper()
    return "S" if upper == "SI" else upper


def _roman_value(roman: str) -> int:
    values = [_ROMAN_DIGITS[char] for char in roman]
    pairs = zip(values, [*values[1:], 0], strict=True)
    return sum(-value if value < following else value for value, following in pairs)
