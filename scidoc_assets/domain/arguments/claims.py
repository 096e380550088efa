"""Claims and knowledge of the extractive baseline: concluding and citing sentences.

Source: spec argument-graphs.md (Construction), seed 000 G.1 (roles of claim and established
basis). A sentence that names a figure is evidence, an aim or a plan is no claim.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from scidoc_assets.domain.arguments.cues import (
    AIM,
    ANAPHORA,
    CITATION,
    KNOWLEDGE,
    METHOD,
    NOT_A_CLAIM,
    STATISTICS,
    conclusion_weight,
)
from scidoc_assets.domain.arguments.labels import label_from
from scidoc_assets.domain.arguments.sections import SectionKind
from scidoc_assets.domain.arguments.sentences import Piece, Sentence, is_chinese, is_prose
from scidoc_assets.domain.arguments.similarity import Similarity
from scidoc_assets.domain.arguments.validation import label_is_self_contained

MIN_SCORE = 1.5
_SECTION_BONUS: dict[SectionKind, float] = {
    "abstract": 1.0,
    "conclusion": 1.2,
    "discussion": 0.6,
    "results": 0.2,
    "other": 0.1,
    "introduction": -0.4,
    "front": -0.6,
    "methods": -1.2,
    "appendix": -1.2,
    "back": -9.0,
}
_ROOT_BONUS: dict[SectionKind, float] = {
    "abstract": 0.9,
    "conclusion": 0.9,
    "discussion": 0.3,
    "results": 0.0,
    "other": 0.0,
}
CLOSING_BONUS = 0.7
# What the paper itself did or measured is not accepted before it.
_OWN = re.compile(
    r"\b(?:we|our|ours|us|(?:this|the present) (?:paper|work|study|article|report))\b|本文|我们",
    re.IGNORECASE,
)
_DISPUTED = re.compile(
    r"\b(?:unclear|unknown|unresolved|debat\w+|controvers\w+|disagree\w*|inconclusive|little is known|"
    r"much (?:more )?work|open (?:question|problem)s?|poorly understood|"
    r"not (?:yet |well |fully )?(?:known|understood|established))\b|说法不一|尚不|争议|未知|尚未",
    re.IGNORECASE,
)
_MAIN: frozenset[SectionKind] = frozenset({"results", "discussion", "conclusion", "other"})
_SUMMARY: frozenset[SectionKind] = frozenset({"abstract", "conclusion"})


@dataclass(frozen=True, slots=True)
class ClaimDraft:
    """A concluding sentence. `score` orders claims; `is_summary` marks abstract and conclusion."""

    order: int
    paragraph: int
    kind: SectionKind
    section_title: str | None
    pieces: tuple[Piece, ...]
    text: str
    label: str
    score: float
    is_summary: bool


@dataclass(frozen=True, slots=True)
class KnowledgeDraft:
    """A sentence that leans on cited work as accepted; `is_explicit`: it says so itself."""

    order: int
    paragraph: int
    label: str
    citation: str | None
    is_explicit: bool


def find_claims(sentences: Sequence[Sentence], used_orders: set[int]) -> list[ClaimDraft]:
    """Return candidate claims in reading order; `used_orders` are sentences that name a figure or
    are evidence already."""
    found = []
    main = [s.order for s in sentences if s.kind in _MAIN]
    closing = main[-max(1, len(main) // 10)] if main else 0
    for sentence in sentences:
        if sentence.order in used_orders or not is_prose(sentence.text):
            continue
        is_closing = sentence.order >= closing and sentence.kind in {"results", "other"}
        score = claim_score(sentence) + CLOSING_BONUS * is_closing
        draft = _claim(sentence, score)
        if score >= MIN_SCORE and label_is_self_contained(draft.label, "claim"):
            found.append(draft)
    return found


def claim_score(sentence: Sentence) -> float:
    """Return how much of an own conclusion a sentence is: cue, section, position; aims, methods
    and other people's work count against it; -9 for what can be no claim."""
    text = sentence.text
    if NOT_A_CLAIM.search(text) or sentence.kind == "back":
        return -9.0
    cue = conclusion_weight(text)
    score = cue + _SECTION_BONUS[sentence.kind]
    score += 0.4 * sentence.is_section_end + 0.2 * sentence.is_paragraph_end
    score -= 1.6 if AIM.search(text) else 0.0
    score -= 0.8 if METHOD.search(text) and cue < 2.5 else 0.0
    score -= 1.0 if CITATION.search(text) or KNOWLEDGE.search(text) else 0.0
    score -= 0.9 if sentence.kind == "abstract" and sentence.is_section_start and cue < 2.5 else 0.0
    score -= 0.8 if ANAPHORA.search(label_from(text)) else 0.0
    score -= 0.5 * min(len(STATISTICS.findall(text)), 4)
    return score if cue > 0 else min(score, MIN_SCORE - 0.5)


def _claim(sentence: Sentence, score: float) -> ClaimDraft:
    return ClaimDraft(
        order=sentence.order,
        paragraph=sentence.paragraph,
        kind=sentence.kind,
        section_title=sentence.section_title,
        pieces=sentence.pieces,
        text=sentence.text,
        label=label_from(sentence.text),
        score=score,
        is_summary=sentence.kind in _SUMMARY,
    )


def choose_root(
    claims: Sequence[ClaimDraft],
    sentences: Sequence[Sentence],
    evidence_texts: Sequence[str],
    title: str | None,
    similarity: Similarity,
) -> ClaimDraft | None:
    """Return the strongest concluding sentence, abstract and conclusion before discussion before
    results; without any cue, an assertion of abstract or conclusion; else any claim."""
    pools = [
        [c for c in claims if c.kind in _ROOT_BONUS],
        [_claim(s, 0.0) for s in sentences if s.kind in _SUMMARY and _asserts(s)],
        list(claims),
    ]
    for pool in pools:
        if pool:
            return max(
                pool,
                key=lambda c: (_root_score(c, evidence_texts, title, similarity), -c.order),
            )
    return None


def _asserts(sentence: Sentence) -> bool:
    is_out = NOT_A_CLAIM.search(sentence.text) or AIM.search(sentence.text)
    if is_out or not is_prose(sentence.text):
        return False
    return label_is_self_contained(label_from(sentence.text), "claim")


def _root_score(
    claim: ClaimDraft, evidence_texts: Sequence[str], title: str | None, similarity: Similarity
) -> float:
    about = similarity.between([claim.text], [title])[0, 0] if title else 0.0
    shared = sorted(similarity.between([claim.text], evidence_texts)[0], reverse=True)[:3]
    centre = sum(shared) / len(shared) if shared else 0.0
    place = _ROOT_BONUS.get(claim.kind, 0.0)
    return claim.score + place + 2.0 * float(about) + 3.0 * float(centre)


def find_knowledge(sentences: Sequence[Sentence], used_orders: set[int]) -> list[KnowledgeDraft]:
    """Return sentences that cite other work for something accepted, in reading order."""
    found = []
    for sentence in sentences:
        if sentence.order in used_orders or not is_prose(sentence.text):
            continue
        label = label_from(sentence.text)
        if _is_basis(sentence) and label_is_self_contained(label, "claim"):
            citation = CITATION.search(sentence.text)
            found.append(
                KnowledgeDraft(
                    order=sentence.order,
                    paragraph=sentence.paragraph,
                    label=label,
                    citation=citation.group() if citation else None,
                    is_explicit=KNOWLEDGE.search(sentence.text) is not None,
                )
            )
    return found


def _is_basis(sentence: Sentence) -> bool:
    """Cited work taken as accepted: "it is known", "has been shown", or a cited statement of the
    introduction or discussion; the paper's own set-up or finding is no basis, nor what is in dispute or a ruined sentence."""
    text = sentence.text
    if METHOD.search(text) or AIM.search(text) or NOT_A_CLAIM.search(text):
        return False
    if _OWN.search(text) or _DISPUTED.search(text) or text.count("(") != text.count(")"):
        return False
    if CITATION.search(text):
        return bool(KNOWLEDGE.search(text)) or sentence.kind in {"introduction", "discussion"}
    return is_chinese(text) and bool(KNOWLEDGE.search(text))
