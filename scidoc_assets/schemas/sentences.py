"""Sentence spans of a text, Latin and Chinese: the one splitter that arguments and contexts share.

A rule splitter that knows the abbreviations of papers (`Fig.`, `et al.`, `e.g.`). Refuses to split
inside a short bracket, at initials and in decimals. Works on raw and on normalised text.
"""

from __future__ import annotations

import re

MAX_BRACKET = 120
LOOK_BACK = 32
_END = re.compile(
    r"(?<![A-Z])[.!?][\"'”’)\]]*(?:\[[\d,\s–-]+\])?(?=\s+[\"'“‘(\[]?[A-Z0-9\u0370-\u03ff\u3400-\u9fff])|"
    r"(?<=[A-Z])[.!?](?=\s+[A-Z][a-z])|[。！？；][”’）」]*|"
    r"[!?](?=[\u3400-\u9fff])"
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:figs?|tabs?|eqs?|eqns?|refs?|secs?|sects?|ch|chap|al|e\.g|i\.e|cf|vs|approx|ca|dr|"
    r"prof|mr|mrs|st|no|nos|vol|pp|resp|etc|viz|suppl?|app|ext|ed|eds|inc|ltd|co|sp|spp|var|"
    r"w\.r\.t|max|min|avg|std|dept|univ|proc|incl|alg|thm|def|lem|med))\.$",
    re.IGNORECASE,
)
# "within 60 min. The" ends, "min. 3" does not.
_UNIT = re.compile(r"\d\s?min\.$")
_CLOSING = re.compile(r"[)）]")
# "J. Smith" goes on; "25 °C. Over", "Table I. We" and "vitamin C. The" do not.
_INITIAL = re.compile(r"(?:^|[\s.(])[A-Z]\.$")
_LETTERED = re.compile(
    r"\b(?:figs?|figures?|tabs?|tables?|panels?|eqs?|sections?|types?|class|groups?|phase|regime|case)"
    r"\.? [A-Z]\.$",
    re.IGNORECASE,
)
_STARTER = re.compile(
    r"\s+(?:the|in|we|this|these|those|it|for|as|however|thus|therefore|hence|to|our|at|on|when|while|"
    r"if|from|by|with|both|here|since|because|although|moreover|furthermore|finally|together|that)\s",
    re.IGNORECASE,
)


def split_sentences(text: str) -> list[tuple[int, int]]:
    """Return half-open spans of sentences in `text`; abbreviations and initials do not end one."""
    spans: list[tuple[int, int]] = []
    start = 0
    for match in _END.finditer(text):
        end = match.end()
        if match.group()[0] == "." and _is_abbreviation(text, start, match.start() + 1):
            continue
        if _is_inside_bracket(text, max(start, end - MAX_BRACKET), end):
            continue
        spans.append((start, end))
        start = end
    spans.append((start, len(text)))
    return [s for s in (trimmed(text, a, b) for a, b in spans) if s[1] > s[0]]


def _is_abbreviation(text: str, start: int, stop: int) -> bool:
    """Whether the full stop before `stop` belongs to an abbreviation or an initial."""
    # A short look back: the whole sentence would make long runs of initials quadratic.
    head = text[max(start, stop - LOOK_BACK) : stop]
    if _ABBREVIATION.search(head):
        return _UNIT.search(head) is None
    is_initial = _INITIAL.search(head) and not _LETTERED.search(head)
    return bool(is_initial) and not _STARTER.match(text, stop)


def _is_inside_bracket(text: str, low: int, end: int) -> bool:
    """Whether a short bracket is open and will close: "(Med. = 3, p < 0.01)" does not end at
    "Med."; a bracket that is never closed holds nothing together."""
    head = text[low:end]
    opened = max(head.rfind("("), head.rfind("（"))
    closed = max(head.rfind(")"), head.rfind("）"))
    return opened > closed and bool(_CLOSING.search(text, end, low + opened + MAX_BRACKET))


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a span without the white space at its ends."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
