"""The keyless judge: topic by word overlap, vetoes by contrast, otherwise it abstains.

A baseline and shown as one, never as equal to a model judge (spec models.md): it has no synonyms
beyond a list, and an answer stuffed with the right words fools it. The answer is text to match,
so an instruction in it has no effect. Refuses to compare scripts (Chinese gold, English answer):
it abstains.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from rapidfuzz import fuzz

from scidoc_assets.domain.labels.contrast import find_veto
from scidoc_assets.domain.labels.quantities import match_numbers
from scidoc_assets.domain.labels.statements import (
    Statement,
    Token,
    read_statement,
    split_sentences,
)
from scidoc_assets.domain.labels.stems import are_same_word

JUDGE_NAME = "embedded/lexical"
Decision = Literal["yes", "no", "abstain"]
VerdictReason = Literal[
    "stated", "number", "direction", "negation", "entity", "off_topic", "partial", "script", "empty"
]

STATED_FROM = 0.5  # share of the statement's weight found in the window
UNSIGNED_FROM = 0.65  # where the statement has a direction and the window has none at all
OFF_TOPIC_BELOW = 0.2
_NAME_WEIGHT = _NUMBER_WEIGHT = 2.0
_SIGN_WEIGHT = 1.0
_NEAR_BEST = 0.15
_MAX_WINDOWS = 3
_FUZZY = 88.0


@dataclass(frozen=True, slots=True)
class Verdict:
    """A decision with its rule, the overlap in [0, 1] and the sentences of the answer it is from."""

    decision: Decision
    reason: VerdictReason
    score: float
    window: str


def verify_statement(statement: str, answer: str) -> Verdict:
    """Whether an answer states a statement.

    `yes`: some sentence (or two neighbours) holds enough of it and contradicts nothing. `no`: the
    nearest sentences contradict it, or nothing is near. `abstain`: near, but too little to tell.
    """
    wanted = read_statement(statement)
    sentences = split_sentences(answer)
    if not sentences:
        return Verdict("no", "empty", 0.0, "")
    readable = [s for s in sentences if read_statement(s).is_cjk == wanted.is_cjk]
    if not readable:
        return Verdict("abstain", "script", 0.0, "")
    windows = _nearest_windows(wanted, readable)
    best = windows[0][0]
    if best < OFF_TOPIC_BELOW:
        if _is_mostly_foreign(sentences, readable):
            return Verdict("abstain", "script", best, "")
        return Verdict("no", "off_topic", best, windows[0][1])
    vetoed: Verdict | None = None
    for score, text in windows:
        found = read_statement(text)
        veto = find_veto(wanted, found)
        has_null = not wanted.nulls or bool(found.nulls or found.hard_negators)
        needed = STATED_FROM if _has_sign(found) or not wanted.directions else UNSIGNED_FROM
        if veto is None and score >= needed and has_null:
            return Verdict("yes", "stated", score, text)
        if veto is not None and vetoed is None:
            vetoed = Verdict("no", veto, score, text)
    return vetoed or Verdict("abstain", "partial", best, windows[0][1])


def _has_sign(found: Statement) -> bool:
    return bool(found.directions or found.nulls or found.changes or found.hard_negators)


def _is_mostly_foreign(sentences: list[str], readable: list[str]) -> bool:
    """Whether most of an answer is in another script than the statement (a Han sign counts 2)."""
    weights = {s: len(s) * (2 if read_statement(s).is_cjk else 1) for s in sentences}
    return 2 * sum(weights[s] for s in readable) < sum(weights[s] for s in sentences)


def overlap(wanted: Statement, found: Statement) -> float:
    """Share in [0, 1] of the statement's weight that a window holds: words, names, numbers, signs."""
    total = hit = 0.0
    for token in {t.stem: t for t in wanted.tokens}.values():
        weight = _NAME_WEIGHT if token.is_name else 1.0
        total += weight
        hit += weight * any(_same_token(token, other) for other in found.tokens)
    missing, _ = match_numbers(wanted.numbers, found.numbers)
    total += _NUMBER_WEIGHT * len(wanted.numbers)
    hit += _NUMBER_WEIGHT * (len(wanted.numbers) - len(missing))
    for mine, theirs in _signs(wanted, found):
        total += _SIGN_WEIGHT
        hit += _SIGN_WEIGHT * (mine in theirs)
    return hit / total if total else 0.0


def _signs(wanted: Statement, found: Statement) -> list[tuple[object, set[object]]]:
    theirs: set[object] = {sign for sign, *_ in found.directions}
    if found.nulls:
        theirs.add("null")
    if found.hard_negators or found.has_soft_negator or found.has_without:
        theirs.add("negated")
    mine: set[object] = {sign for sign, *_ in wanted.directions}
    if wanted.nulls:
        mine.add("null")
    elif wanted.hard_negators or wanted.has_soft_negator or wanted.has_without:
        mine.add("negated")
    return [(sign, theirs) for sign in sorted(mine, key=str)]


@lru_cache(maxsize=65536)
def _same_stem(a: str, b: str) -> bool:
    return are_same_word(a, b) or (min(len(a), len(b)) >= 6 and fuzz.ratio(a, b) >= _FUZZY)


def _same_token(a: Token, b: Token) -> bool:
    return a.stem == b.stem if a.is_name and b.is_name else _same_stem(a.stem, b.stem)


def _nearest_windows(wanted: Statement, sentences: list[str]) -> list[tuple[float, str]]:
    """The nearest single sentences and pairs of neighbours, best first, single before pair."""
    singles = [(overlap(wanted, read_statement(s)), s) for s in sentences]
    pairs = [
        (overlap(wanted, read_statement(f"{a} {b}")), f"{a} {b}")
        for (_, a), (_, b) in pairwise(singles)
    ]
    best_single = max(score for score, _ in singles)
    better = [p for p in pairs if p[0] > best_single + _NEAR_BEST]
    found = sorted([*singles, *better], key=lambda window: -window[0])
    near = [w for w in found if w[0] >= found[0][0] - _NEAR_BEST]
    return near[:_MAX_WINDOWS]
