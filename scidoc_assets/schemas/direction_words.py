"""Direction words: those that give a result away, and pairs that ask without telling.

English and Chinese. "Does it rise or fall" names both sides and gives nothing away.
"""

from __future__ import annotations

import re

from scidoc_assets.schemas.text import normalise

UP = re.compile(
    r"\b(?:increas\w*|ris(?:e|es|ing)|rose|grow(?:s|th|ing)?|grew|improv\w*|higher|larger|greater|"
    r"more|faster|stronger|longer|better|best|highest|largest|outperform\w*|exceed\w*|"
    r"enhanc\w*|superior|above|gain(?:s|ed)?|positive(?:ly)?|promot\w*|activat\w*|accelerat\w*)\b|"
    r"增加|增大|增长|上升|升高|提高|高于|大于|优于|最大|最高|促进|改善|加快",
    re.IGNORECASE,
)
DOWN = re.compile(
    r"\b(?:decreas\w*|fall(?:s|ing)?|fell|drop(?:s|ped|ping)?|declin\w*|reduc\w*|lower|smaller|less|"
    r"fewer|slower|weaker|shorter|worse|worst|lowest|smallest|underperform\w*|inferior|below|"
    r"loss(?:es)?|negative(?:ly)?|inhibit\w*|suppress\w*|decelerat\w*|degrad\w*)\b|"
    r"下降|降低|减少|减小|低于|小于|劣于|最小|最低|抑制|恶化|减慢",
    re.IGNORECASE,
)
LEVEL = re.compile(
    r"\b(?:unchanged|constant|no (?:effect|change|difference|correlation)|independent of|invariant|"
    r"identical|insensitive)\b|不变|无关|没有(?:影响|差异)",
    re.IGNORECASE,
)


def given_directions(stem: str) -> list[str]:
    """Return the direction words of a stem that tell one side only, in order of appearance."""
    text = normalise(stem).text
    found = {
        "up": [m.group() for m in UP.finditer(text)],
        "down": [m.group() for m in DOWN.finditer(text)],
        "level": [m.group() for m in LEVEL.finditer(text)],
    }
    if found["up"] and found["down"]:
        return []
    return [word for words in found.values() for word in words]


NEGATION = re.compile(
    r"\b(?:not|no|nor|neither|never|cannot|without|hardly|absent|fails? to|lack(?:s|ed)? of)\b|"
    r"n['’]t\b|不|没有|未|无法",
    re.IGNORECASE,
)


def polarity(text: str) -> int:
    """Return +1, -1 or 0: the side on which a statement's direction words stand, turned by an odd
    number of negations. A lexical sign, not an understanding: 0 when both sides are named."""
    flat = normalise(text).text
    balance = len(UP.findall(flat)) - len(DOWN.findall(flat))
    sign = (balance > 0) - (balance < 0)
    return -sign if len(NEGATION.findall(flat)) % 2 else sign
