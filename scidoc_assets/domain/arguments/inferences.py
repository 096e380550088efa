"""Observations that state their own conclusion: "..., suggesting that ..." is cut in two.

The head stays the evidence, the tail becomes an intermediate claim that rests on it; both are
verbatim pieces of the paper. Refuses a cut that leaves no observation or no statement.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from scidoc_assets.domain.arguments.claims import ClaimDraft
from scidoc_assets.domain.arguments.cues import ANAPHORA, observation_weight
from scidoc_assets.domain.arguments.evidence import MIN_WEIGHT, EvidenceDraft
from scidoc_assets.domain.arguments.labels import label_from
from scidoc_assets.domain.arguments.observable import observable_statement
from scidoc_assets.domain.arguments.sentences import Piece, is_chinese
from scidoc_assets.domain.arguments.validation import label_is_self_contained
from scidoc_assets.schemas.text import normalise

INFERENCE_SCORE = 2.2
MIN_WORDS, MIN_CJK = 5, 10
_CUT = re.compile(
    r"\s*[,;–—(]?\s*\b(?P<cue>(?:thus |thereby |strongly |clearly |again )?(?:suggest|indicat|imply|demonstrat|"
    r"confirm|reveal|show)ing\s+that|which\s+(?:\w+\s+)?(?:suggests?|indicates?|implies|imply|demonstrates?|"
    r"confirms?|shows?|means)\s+that)\s+|\s*[，,；;]\s*(?P<cue_zh>(?:这)?(?:说明|表明)了?)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Halves:
    head: Piece
    tail: Piece
    statement: str


def split_inferences(
    drafts: Sequence[EvidenceDraft],
) -> tuple[list[EvidenceDraft], list[ClaimDraft]]:
    """Return the evidence with its conclusions taken off, and those conclusions as claims.

    A claim has the order and paragraph of its evidence, so that linking finds them together.
    """
    evidence: list[EvidenceDraft] = []
    claims: list[ClaimDraft] = []
    for draft in drafts:
        halves = _halves(draft.pieces[0]) if len(draft.pieces) == 1 else None
        observed = _observation(draft, halves) if halves else None
        claim = _inference(draft, halves) if halves else None
        if observed is None or claim is None:
            evidence.append(draft)
        else:
            evidence.append(observed)
            claims.append(claim)
    return evidence, claims


def _halves(piece: Piece) -> _Halves | None:
    cuts = list(_CUT.finditer(piece.raw))
    if len(cuts) != 1:
        return None
    cut = cuts[0]
    begin = cut.start("cue") if cut.group("cue") else cut.start("cue_zh")
    head, tail = piece.raw[: cut.start()].rstrip(), piece.raw[begin:].rstrip()
    return _Halves(
        replace(piece, end=piece.start + len(head), raw=head),
        replace(piece, start=piece.start + begin, end=piece.start + begin + len(tail), raw=tail),
        normalise(piece.raw[cut.end() :]).text,
    )


def _observation(draft: EvidenceDraft, halves: _Halves) -> EvidenceDraft | None:
    text = normalise(halves.head.raw).text
    label = label_from(text)
    weight = observation_weight(text)
    is_sound = weight >= MIN_WEIGHT and label_is_self_contained(label, "evidence")
    if not is_sound or not observable_statement(label):
        return None
    return replace(draft, pieces=(halves.head,), text=text, label=label, weight=weight)


def _inference(draft: EvidenceDraft, halves: _Halves) -> ClaimDraft | None:
    label = label_from(halves.statement)
    long_enough = len(label) >= MIN_CJK if is_chinese(label) else len(label.split()) >= MIN_WORDS
    if not long_enough or ANAPHORA.search(label) or not label_is_self_contained(label, "claim"):
        return None
    return ClaimDraft(
        order=draft.order,
        paragraph=draft.paragraph,
        kind=draft.kind,
        section_title=draft.section_title,
        pieces=(halves.tail,),
        text=normalise(halves.tail.raw).text,
        label=label,
        score=INFERENCE_SCORE,
        is_summary=False,
    )
