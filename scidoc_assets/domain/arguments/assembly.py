"""How the extractive baseline joins evidence, claims and knowledge into one rooted graph.

Links come from shared words, section, paragraph and order. Every claim's supports are read as a
conjunction and kept few; what supports nothing is left out. Levels (body claim -> summary claim ->
root) make the graph acyclic by construction.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from scidoc_assets.domain.arguments.claims import ClaimDraft, KnowledgeDraft
from scidoc_assets.domain.arguments.evidence import EvidenceDraft
from scidoc_assets.domain.arguments.sections import SectionKind
from scidoc_assets.domain.arguments.similarity import Similarity

SAME_CLAIM = 0.7
LOCAL_LINK = 0.34
FAR_LINK = 0.2
ROOT_LINK = 0.05
PARENT_LINK = 0.2
BASIS_LINK = 0.22
EXPLICIT_BASIS_LINK = 0.1
MAX_PREMISES = 6
MAX_ROOT_PREMISES = 8
MAX_DIRECT = 4
NEAR_SENTENCES = 6
# An observation and the conclusion that its own sentence draws belong together.
SAME_SENTENCE = 0.6
# Claims that stand away from the results: linked by what they say, not by where they stand.
_FAR: frozenset[SectionKind] = frozenset({"abstract", "conclusion", "discussion", "introduction"})


@dataclass
class Supports:
    """Chosen links by index: evidence and knowledge of each claim, claims under claims.

    Claim index -1 is the root.
    """

    evidence: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    knowledge: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    children: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))


def distinct_claims(
    claims: Sequence[ClaimDraft], root: ClaimDraft, similarity: Similarity
) -> list[ClaimDraft]:
    """Drop claims that repeat the root or a stronger claim (abstract and conclusion often do)."""
    kept: list[ClaimDraft] = []
    for claim in sorted(claims, key=lambda c: (-c.score, c.order)):
        known = [root.text, *(k.text for k in kept)]
        if similarity.between([claim.text], known).max() < SAME_CLAIM:
            kept.append(claim)
    return sorted(kept, key=lambda c: c.order)


def join_supports(
    evidence: Sequence[EvidenceDraft],
    claims: Sequence[ClaimDraft],
    root: ClaimDraft,
    similarity: Similarity,
    most_claims: int,
) -> Supports:
    """Choose the supports of every claim; `claims` excludes the root."""
    supports = Supports()
    to_claims = _affinity(evidence, claims, similarity)
    to_root = similarity.between([e.text for e in evidence], [root.text])[:, 0]
    loose = _assign_evidence(supports, to_claims, claims)
    for claim, members in list(supports.evidence.items()):
        ranked = sorted(members, key=lambda i: (-to_claims[i, claim], i))
        supports.evidence[claim] = sorted(ranked[:MAX_PREMISES])
    _keep_best_claims(supports, claims, most_claims)
    _stack_claims(supports, claims, root, similarity)
    _attach_to_root(supports, loose, to_root)
    return supports


def _affinity(
    evidence: Sequence[EvidenceDraft], claims: Sequence[ClaimDraft], similarity: Similarity
) -> np.ndarray:
    """Shared words plus, for claims of the body, place: same section, same paragraph, just after."""
    scores = similarity.between([e.text for e in evidence], [c.text for c in claims])
    for i, item in enumerate(evidence):
        for j, claim in enumerate(claims):
            if claim.order == item.order:
                scores[i, j] += SAME_SENTENCE
            if claim.kind in _FAR:
                continue
            is_same_section = claim.section_title == item.section_title
            scores[i, j] += 0.12 * is_same_section
            scores[i, j] += 0.18 * (claim.paragraph == item.paragraph)
            scores[i, j] += 0.12 * (0 < claim.order - item.order <= NEAR_SENTENCES)
    return scores


def _assign_evidence(
    supports: Supports, scores: np.ndarray, claims: Sequence[ClaimDraft]
) -> list[int]:
    """Give each evidence to its best claim above the threshold; return those left over."""
    loose = []
    for i in range(scores.shape[0]):
        best, margin = None, 0.0
        for j, claim in enumerate(claims):
            over = scores[i, j] - (FAR_LINK if claim.kind in _FAR else LOCAL_LINK)
            if over > margin:
                best, margin = j, over
        if best is None:
            loose.append(i)
        else:
            supports.evidence[best].append(i)
    return loose


def _keep_best_claims(supports: Supports, claims: Sequence[ClaimDraft], most: int) -> None:
    ranked = sorted(
        (j for j, members in supports.evidence.items() if members),
        key=lambda j: (-(claims[j].score + 0.3 * len(supports.evidence[j])), j),
    )
    for j in ranked[most:]:
        del supports.evidence[j]


def _stack_claims(
    supports: Supports, claims: Sequence[ClaimDraft], root: ClaimDraft, similarity: Similarity
) -> None:
    """Put body claims under the summary claim that says most of the same, else under the root."""
    body = sorted(j for j in supports.evidence if not claims[j].is_summary)
    summary = [j for j, c in enumerate(claims) if c.is_summary]
    above = similarity.between([claims[j].text for j in body], [claims[j].text for j in summary])
    to_root = similarity.between([claims[j].text for j in body], [root.text])
    for row, j in enumerate(body):
        best = int(above[row].argmax()) if summary else -1
        if best >= 0 and above[row, best] >= max(PARENT_LINK, to_root[row, 0]):
            supports.children[summary[best]].append(j)
        else:
            supports.children[-1].append(j)
    for j in summary:
        if supports.evidence.get(j) or supports.children.get(j):
            supports.children[-1].append(j)
    near_root = similarity.between([claims[j].text for j in supports.children[-1]], [root.text])
    ranked = sorted(
        range(len(supports.children[-1])),
        key=lambda k: (-near_root[k, 0], supports.children[-1][k]),
    )
    supports.children[-1] = sorted(supports.children[-1][k] for k in ranked[:MAX_ROOT_PREMISES])


def _attach_to_root(supports: Supports, loose: Sequence[int], to_root: np.ndarray) -> None:
    """Direct evidence of the root: the closest few; without any claim below, at least one."""
    ranked = sorted(loose, key=lambda i: (-to_root[i], i))
    close = [i for i in ranked if to_root[i] >= ROOT_LINK]
    has_claims = bool(supports.children[-1])
    room = MAX_DIRECT if has_claims else MAX_PREMISES
    chosen = close[:room] or ([] if has_claims else ranked[:2])
    supports.evidence[-1] = sorted(chosen)


def join_knowledge(
    supports: Supports,
    claims: Sequence[ClaimDraft],
    root: ClaimDraft,
    knowledge: Sequence[KnowledgeDraft],
    similarity: Similarity,
) -> None:
    """Add to each claim in use at most one accepted basis that shares its words; each once."""
    used: set[int] = set()
    for j in [*sorted(reachable_claims(supports) - {-1}), -1]:
        claim = root if j == -1 else claims[j]
        scores = similarity.between([claim.text], [k.label for k in knowledge])
        best, most = None, 0.0
        for k, item in enumerate(knowledge):
            wanted = EXPLICIT_BASIS_LINK if item.is_explicit else BASIS_LINK
            score = scores[0, k] + 0.06 * (item.paragraph == claim.paragraph) - wanted
            if k not in used and item.order != claim.order and score > most:
                best, most = k, score
        if best is not None:
            used.add(best)
            supports.knowledge[j].append(best)


def reachable_claims(supports: Supports) -> set[int]:
    """Return the indices of claims that the root rests on, the root (-1) included."""
    found, waiting = {-1}, [-1]
    while waiting:
        for child in supports.children.get(waiting.pop(), []):
            if child not in found:
                found.add(child)
                waiting.append(child)
    return found
