"""A label at the start of a caption: what the vocabulary of `schemas/labelling.py` reads there,
and how it is set: its delimiter, whether it is a continuation.

Refuses running words (`figure 3 shows`, `Figures 2 and 3`) and pointers to the next page.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

from scidoc_assets.schemas.continued import says_continued
from scidoc_assets.schemas.labelling import LabelKind, LabelMatch, ObjectLabel, match_label

CaptionKind = Literal["figure", "table", "algorithm"]

# Cheap test: a label word begins within the first few characters.
_OPENING = re.compile(
    r"^(?P<marks>[\W_]{0,2})[A-Z\u0410-\u042f\u5716\u56fe\u56f3\u8868\u9644\uff21-\uff3a]"
)
_PANEL = re.compile(r"[A-Za-z](?![A-Za-z0-9])")
_DELIMITER = re.compile(r"^\s*(?P<mark>[:.|\uff1a\u2013\u2014\uff0e\u3000\u2022\u25a0)\]\-]+|$)")
_CONTINUED = re.compile(
    r"^\W*(?:\(?\s*(?:cont(?:inued|d|\.)?|fortsetzung|\u7eed)\b\.?\s*\)?)", re.IGNORECASE
)
# "Table 1 continued on next page" stands under a part of a table; it opens nothing.
_GOES_ON = re.compile(
    r"^\W*(?:is\s+)?cont(?:inued|inues|d|\.)?\s+(?:on|to)\s+(?:the\s+)?(?:next|following)\b",
    re.IGNORECASE,
)
_LISTS_ON = re.compile(r"\s*(?:,|and|&|-|\u2013)")
_KINDS: dict[LabelKind, CaptionKind] = {
    "figure": "figure",
    "scheme": "figure",
    "chart": "figure",
    "plate": "figure",
    "table": "table",
    "algorithm": "algorithm",
    "listing": "algorithm",
}


@dataclass(frozen=True, slots=True)
class Label:
    """A label as read from a caption start.

    `printed` keeps the written number ("II", "S1"); `end` is the index behind the label in the
    text; `delimiter` is "" when nothing parts label and text.
    """

    read: ObjectLabel
    printed: str
    end: int
    delimiter: str
    is_continued: bool

    @property
    def kind(self) -> CaptionKind:
        """What the label stands at: schemes, charts and plates are figures, listings algorithms."""
        return _KINDS[self.read.kind]

    @property
    def key(self) -> str:
        """Identity of the label inside one paper."""
        return self.read.key

    @property
    def series(self) -> str:
        """Series of the label, "" for the main one."""
        return self.read.series

    @property
    def number(self) -> int:
        """Number of the label inside its series."""
        return self.read.number

    @property
    def text(self) -> str:
        """Standard words: `Figure 3`, `Table S1`, `Extended Data Figure 1`, `Scheme S1`."""
        return self.read.printed


def parse_label(text: str) -> Label | None:
    """Read the label at the start of a text; None when there is none, or only a pointer onwards.

    The text may be raw: it is NFKC-folded here, character by character, so `end` stays valid.
    """
    opening = _OPENING.match(text)
    if opening is None:
        return None
    start = opening.end("marks")
    folded = text if text.isascii() else text.translate(_FOLDED)
    found = match_label(folded[start:])
    if found is None or not _is_caption_word(found, folded[start:]):
        return None
    end = start + found.end
    panel = _PANEL.match(folded, end)
    end = panel.end() if panel else end
    rest = folded[end:]
    if (rest[:1].isascii() and rest[:1].isalnum()) or _GOES_ON.match(rest):
        return None
    mark = _DELIMITER.match(rest)
    return Label(
        read=found.label,
        printed=folded[start + found.number_start : start + found.end],
        end=end,
        delimiter=mark["mark"] if mark else "",
        is_continued=_CONTINUED.match(rest) is not None or says_continued(rest),
    )


class _OneForOne(dict[int, str]):
    """One character for each: its NFKC form when that is a single character. Fills as it is asked."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        folded = "-" if char in "\u2010\u2011" else unicodedata.normalize("NFKC", char)
        self[code] = folded if len(folded) == 1 else char
        return self[code]


_FOLDED = _OneForOne()


def _is_caption_word(found: LabelMatch, text: str) -> bool:
    """Refuse lower-case words ("figure 3 shows") and the first number of a list ("Tables 3, 4")."""
    is_list = found.word.is_plural and _LISTS_ON.match(text, found.end) is not None
    return found.word.is_capitalised and not is_list
