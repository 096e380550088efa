"""What the lexical judge reads in a sentence: content words, numbers, directions, negation, sides.

Pure text rules over `lexicon`. Refuses to parse grammar: relations are words near one another
inside a clause. Figure and table labels are left out, as tasks renumber them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from scidoc_assets.domain.labels.lexicon import (
    APPROXIMATORS,
    CHANGES,
    DIRECTIONS,
    FRACTION_WORDS,
    HARD_NEGATORS,
    HOLDS,
    LOSS_NOUNS,
    LOSSES,
    NULLS,
    NUMBER_WORDS,
    PHRASES,
    POLES,
    SIDE_VERBS,
    SOFT_NEGATORS,
    STOP_WORDS,
    UNIT_KINDS,
    ZH_DOWN,
    ZH_NULL,
    ZH_UP,
)
from scidoc_assets.domain.labels.stems import stem
from scidoc_assets.schemas.text import normalise

_FIGURE = re.compile(
    r"\b(?:fig(?:ure)?s?|tab(?:le)?s?|panels?)\.?\s*[SED]*\d+[a-z]?\b", re.IGNORECASE
)
_TOKEN = re.compile(
    r"\d{1,3}(?:,\d{3})+(?:\.\d+)?%?|\d+(?:[.,]\d+)?%?(?![\w])|[A-Za-zµ°\u00c0-\u024f\u0370-\u03ff]"
    r"[\w'’\u0370-\u03ff]*(?:-[A-Za-z0-9]+)*|[\u3400-\u9fff]|[,;:()]|%|~|≈"
)
_SENTENCE_END = re.compile(
    r"(?<=[.!?])\s+(?=[\"'(\[]?[A-Z0-9\u3400-\u9fff])|(?<=[。！？；])|\n+|;\s+"
)
_CLAUSE_WORDS = ", ; : ( ) as when while whereas but although with upon if than versus vs"
_BARRIERS = frozenset(_CLAUSE_WORDS.split())
_SIDE_MARKS = frozenset(("than", "versus", "vs", "compared", "relative", "比"))
_NEGATED_REACH = 4
_DEGREES = frozenset(("more", "less"))
_BE = frozenset(("is", "are", "was", "were", "be", "been", "being"))


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a text; `unit` is a kind of unit or None, `before` the word in front of it."""

    value: float
    is_percent: bool
    is_rough: bool
    unit: str | None
    place: int
    before: str = ""


# `catalyst A`, `group B`: a letter that tells things apart; written as a name with a digit.
_LETTER_NAME = re.compile(r"(?<=[a-z] )([A-HJ-Z])(?![\w-])")


@dataclass(frozen=True, slots=True)
class Token:
    """A content token: its stem, whether it is a name or symbol, and where it stands."""

    stem: str
    is_name: bool
    place: int
    clause: int


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence as the judge sees it. Places are token indices."""

    text: str
    tokens: tuple[Token, ...]
    numbers: tuple[Number, ...]
    directions: tuple[tuple[int, int, int], ...]  # sign, place, clause
    nulls: tuple[int, ...]
    changes: tuple[int, ...]
    hard_negators: tuple[int, ...]
    has_soft_negator: bool
    has_without: bool
    side_mark: int | None
    is_cjk: bool
    has_hold: bool = False
    has_loss: bool = False
    words: tuple[str, ...] = ()


def split_sentences(text: str) -> list[str]:
    """Sentences of an answer: at full stops before a capital or digit, line ends, semicolons."""
    return [part.strip(" \t-*•") for part in _SENTENCE_END.split(text) if part.strip(" \t-*•")]


@lru_cache(maxsize=8192)
def read_statement(text: str) -> Statement:
    """Read a sentence (or a few). Deterministic; no limit on length but meant for sentences."""
    plain = normalise(text).text.replace("n't ", " not ").replace("cannot", "can not")
    for phrase, same in PHRASES.items():
        plain = plain.replace(phrase, same)
    words = _TOKEN.findall(_LETTER_NAME.sub(r"\g<1>0", _FIGURE.sub(" ", plain)))
    low = [word.lower() for word in words]
    clauses = _clauses(low)
    hard = tuple(i for i, w in enumerate(low) if w in HARD_NEGATORS or _is_no_longer(low, i))
    directions, nulls = _directions(low, clauses, hard)
    if any("\u3400" <= w <= "\u9fff" for w in low):
        more, none = _chinese(plain, len(low))
        directions, nulls = directions + more, nulls + none
    return Statement(
        text=text,
        tokens=_tokens(words, low, clauses),
        numbers=_numbers(low),
        directions=directions,
        nulls=nulls,
        changes=tuple(i for i, w in enumerate(low) if w in CHANGES),
        hard_negators=hard,
        has_soft_negator=any(_is_soft_negator(low, i) for i in range(len(low)))
        or "rather than" in plain.lower()
        or "instead of" in plain.lower(),
        has_without="without" in low,
        side_mark=_side_mark(low),
        is_cjk=_is_mostly_han(plain),
        has_hold=any(w in HOLDS for w in low),
        has_loss=any(w in LOSSES for w in low),
        words=tuple(low),
    )


def _clauses(low: list[str]) -> list[int]:
    clause, found = 0, []
    for word in low:
        clause += word in _BARRIERS
        found.append(clause)
    return found


def _side_mark(low: list[str]) -> int | None:
    """Where one side of a comparison ends: `than`, `compared`, or a verb such as `outperforms`."""
    marks = (i for i, w in enumerate(low) if w in _SIDE_MARKS and low[i - 1 : i] != ["rather"])
    verbs = (i for i, w in enumerate(low) if w in SIDE_VERBS)
    return next(marks, next(verbs, None))


def _is_passive(low: list[str], index: int) -> bool:
    """`is outperformed by`."""
    return bool(_BE & set(low[max(0, index - 2) : index])) and "by" in low[index + 1 : index + 3]


def _is_no_longer(low: list[str], index: int) -> bool:
    return low[index] == "longer" and index > 0 and low[index - 1] == "no"


def _is_comparative(low: list[str], index: int) -> bool:
    """`harder ... than`: a comparative without a listed sign; it stays a content word too."""
    word = low[index]
    return len(word) > 4 and word.endswith("er") and "than" in low[index + 1 : index + 4]


def _is_mostly_han(plain: str) -> bool:
    """Whether Han signs, counting two letters each, outweigh Latin letters."""
    han = sum("\u3400" <= char <= "\u9fff" for char in plain)
    return 2 * han > sum(char.isascii() and char.isalpha() for char in plain)


def _is_soft_negator(low: list[str], index: int) -> bool:
    """A word of exclusion or absence; `only 3` counts things and excludes none."""
    if low[index] == "only" and index + 1 < len(low) and _number_at(low, index + 1)[2]:
        return False
    return low[index] in SOFT_NEGATORS or low[index].endswith("-free")


def _directions(
    low: list[str], clauses: list[int], hard: tuple[int, ...]
) -> tuple[tuple[tuple[int, int, int], ...], tuple[int, ...]]:
    """Signed direction words, and places of null effects (negated change, or `unchanged`)."""
    signed: list[tuple[int, int, int]] = []
    nulls = [i for i, w in enumerate(low) if w in NULLS]
    for index, word in enumerate(low):
        is_negated = any(0 < index - n <= _NEGATED_REACH for n in hard)
        if _is_no_longer(low, index) or low[index - 1 : index] == ["no"]:
            is_negated = True
        sign = DIRECTIONS.get(word) or int(_is_comparative(low, index))
        sign *= POLES.get("".join(low[index + 1 : index + 2]), 1) if word in _DEGREES else 1
        sign *= -1 if word in SIDE_VERBS and _is_passive(low, index) else 1
        if sign and not _is_no_longer(low, index):
            if is_negated:
                nulls.append(index)
            else:
                signed.append((sign, index, clauses[index]))
        elif (word in CHANGES or word in LOSS_NOUNS) and is_negated:
            nulls.append(index)
    return tuple(signed), tuple(sorted(nulls))


def _chinese(plain: str, end: int) -> tuple[tuple[tuple[int, int, int], ...], tuple[int, ...]]:
    nulls = tuple(end for word in ZH_NULL if word in plain)
    signs = [(1, end, 0) for word in ZH_UP if word in plain]
    signs += [(-1, end, 0) for word in ZH_DOWN if word in plain]
    return tuple(signs), nulls


def _tokens(words: list[str], low: list[str], clauses: list[int]) -> tuple[Token, ...]:
    found: list[Token] = []
    for index, (word, lower) in enumerate(zip(words, low, strict=True)):
        if not _is_content(lower):
            continue
        if "\u3400" <= lower[0] <= "\u9fff":
            pair = lower + (low[index + 1] if index + 1 < len(low) else "")
            if len(pair) == 2 and "\u3400" <= pair[1] <= "\u9fff":
                found.append(Token(pair, False, index, clauses[index]))
            continue
        is_name = bool(re.search(r"\d", word)) or bool(re.search(r"[A-Z]", word[1:]))
        parts = [lower] if is_name else [p for p in lower.split("-") if _is_content(p)]
        found += [Token(stem(part), is_name, index, clauses[index]) for part in parts]
    return tuple(found)


def _is_content(low: str) -> bool:
    if low in STOP_WORDS or low in DIRECTIONS or low in HARD_NEGATORS or low in NULLS:
        return False
    if (
        low == "without"
        or low in NUMBER_WORDS
        or low in FRACTION_WORDS
        or low in APPROXIMATORS
        or low == "only"
    ):
        return False
    return low[0].isalpha() and (len(low) > 1 or "\u3400" <= low <= "\u9fff")


def _numbers(low: list[str]) -> tuple[Number, ...]:
    found: list[Number] = []
    index = 0
    while index < len(low):
        value, is_percent, used = _number_at(low, index)
        if value is None:
            index += 1
            continue
        after = low[index + used] if index + used < len(low) else ""
        is_rough = any(w in APPROXIMATORS for w in low[max(0, index - 2) : index])
        is_percent = is_percent or after in ("%", "percent", "percentage")
        before = low[index - 1] if index else ""
        found.append(Number(value, is_percent, is_rough, UNIT_KINDS.get(after), index, before))
        index += used
    return tuple(found)


def _number_at(low: list[str], index: int) -> tuple[float | None, bool, int]:
    """(value, is_percent, tokens used) of a number that starts here, or (None, False, 0)."""
    word = low[index]
    following = low[index + 1] if index + 1 < len(low) else ""
    if word[0].isdigit():
        return _digits(word.rstrip("%")), word.endswith("%"), 1
    if word in FRACTION_WORDS:
        return FRACTION_WORDS[word] * 100, True, 1
    if word not in NUMBER_WORDS or word == "one":
        return None, False, 0
    if following in FRACTION_WORDS:
        return round(NUMBER_WORDS[word] * FRACTION_WORDS[following] * 100, 6), True, 2
    return NUMBER_WORDS[word], False, 1


def _digits(text: str) -> float:
    """A comma before exactly three digits groups thousands, any other comma is decimal (B34)."""
    if re.fullmatch(r"\d{1,3}(,\d{3})+(\.\d+)?", text):
        return float(text.replace(",", ""))
    return float(text.replace(",", "."))
