"""Can the text layer of a page be believed?

A wrong character map gives fluent-looking nonsense ("Oqnbddchmfr ne sgd"). Refuses to judge pages
with few Latin words (tables, formulas, other scripts).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from scidoc_assets.schemas.pages import TextLine

MIN_WORDS = 60
MIN_COMMON_SHARE = 0.04
MAX_VOWELLESS_SHARE = 0.14
MAX_UNKNOWN_SHARE = 0.15
_WORD = re.compile(r"[A-Za-z]{2,}")
_UNKNOWN = re.compile(r"[\ufffd\ue000-\uf8ff]")
_VOWEL = re.compile(r"[aeiouyAEIOUY]")
_COMMON = frozenset(
    [
        "the",
        "of",
        "and",
        "in",
        "to",
        "is",
        "for",
        "that",
        "with",
        "as",
        "by",
        "on",
        "are",
        "we",
        "this",
        "from",
        "be",
        "an",
        "or",
        "at",
        "which",
        "it",
        "was",
        "were",
        "not",
        "can",
        "have",
        "has",
        "our",
        "their",
        "these",
        "than",
        "both",
        "more",
        "its",
        "using",
        "also",
        "de",
        "la",
        "le",
        "les",
        "des",
        "et",
        "en",
        "du",
        "un",
        "une",
        "que",
        "el",
        "los",
        "las",
        "del",
        "por",
        "para",
        "con",
        "der",
        "die",
        "das",
        "und",
        "den",
        "von",
        "zu",
        "mit",
        "ist",
        "ein",
        "eine",
        "nicht",
        "auf",
        "im",
        "di",
        "il",
        "che",
        "per",
        "della",
        "dei",
        "non",
        "una",
        "sono",
        "do",
        "da",
        "em",
        "os",
        "no",
        "na",
        "um",
        "uma",
        "com",
    ]
)


def is_garbled(lines: Sequence[TextLine]) -> bool:
    """Say whether a page's text is nonsense.

    True when unknown characters are many, or when words of Latin letters hardly include the most
    common words of European languages and often have no vowel.
    """
    text = " ".join([ln.text for ln in lines])
    pieces = text.split()
    visible = sum(map(len, pieces))
    foreign = len(text) - len(text.encode("ascii", "ignore"))
    unknown = len(_UNKNOWN.findall(text)) if foreign > MAX_UNKNOWN_SHARE * visible else 0
    if visible >= 100 and unknown > MAX_UNKNOWN_SHARE * visible:
        return True
    # A word has two letters at least, so this many common ones are enough whatever the others are.
    standing_alone = sum(map(_COMMON.__contains__, pieces))
    if 2 * standing_alone >= MIN_COMMON_SHARE * visible:
        return False
    words = _WORD.findall(text)
    if len(words) < MIN_WORDS or sum(map(len, words)) < 0.5 * visible:
        return False
    common = sum(map(_COMMON.__contains__, map(str.lower, words))) / len(words)
    if common >= MIN_COMMON_SHARE:
        return False
    long = [w for w in words if len(w) >= 4 and not w.isupper()]
    vowelless = sum(_VOWEL.search(w) is None for w in long) / max(1, len(long))
    return vowelless > MAX_VOWELLESS_SHARE
