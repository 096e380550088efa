"""Content words of a text: the one definition that similarity, leakage and term rules share.

English words are lower-cased, lightly stemmed and freed of function words; Chinese runs become
character pairs. Refuses to understand: no synonyms, no grammar.
"""

from __future__ import annotations

import re

from scidoc_assets.schemas.text import normalise

STOP_WORDS = frozenset(
    "a about above after again all also although am among an and any are as at be because been "
    "before being below between both but by can cannot could did do does doing down during each "
    "either et al few for from further had has have having he hence her here hers him his how "
    "however i if in into is it its itself just may me might more most much must my no nor not of "
    "off on once only or other our ours out over own per same she should since so some such than "
    "that the their theirs them then there therefore these they this those through thus to too "
    "under until up upon very via was we were what when where whether which while who whom why "
    "will with within without would yet you your one two three first second fig figs figure "
    "figures table tables eq eqs ref refs using used use show shows shown".split()
)
_WORD = re.compile(r"[A-Za-z\u00c0-\u024f\u0370-\u03ff][\w\u0370-\u03ff'’]*|\d+(?:\.\d+)?")
_CJK_RUN = re.compile(r"[\u3400-\u9fff]{2,}")
_ENDINGS = ("ingly", "edly", "ation", "ings", "ing", "ies", "ied", "ed", "es", "ly", "s")


def stem(word: str) -> str:
    """Return a light stem: the longest known ending cut when four letters or more remain."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)].rstrip("e")
    return word.rstrip("e") if len(word) > 4 else word


def content_words(text: str) -> list[str]:
    """Return stems of content words and Chinese character pairs, in order, with repeats."""
    low = normalise(text).text.lower()
    latin = _CJK_RUN.sub(" ", low)
    words = [
        stem(w) for w in _WORD.findall(latin) if w not in STOP_WORDS and (len(w) > 1 or w.isdigit())
    ]
    pairs = [run[i : i + 2] for run in _CJK_RUN.findall(low) for i in range(len(run) - 1)]
    return words + pairs
