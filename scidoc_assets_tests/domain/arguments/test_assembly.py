"""Supports are few, by level, and leave nothing unreachable."""

from __future__ import annotations

from scidoc_assets.domain.arguments.assembly import (
    MAX_PREMISES,
    Supports,
    distinct_claims,
    join_supports,
    reachable_claims,
)
from scidoc_assets.domain.arguments.claims import ClaimDraft
from scidoc_assets.domain.arguments.evidence import EvidenceDraft
from scidoc_assets.domain.arguments.sections import SectionKind
from scidoc_assets.domain.arguments.similarity import Similarity


def claim(order: int, text: str, kind: SectionKind = "results", score: float = 3.0) -> ClaimDraft:
    is_summary = kind in {"abstract", "conclusion"}
    return ClaimDraft(
        order, order // 10, kind, f"S{order // 100}", (), text, text, score, is_summary
    )


def evidence(order: int, text: str) -> EvidenceDraft:
    return EvidenceDraft(
        order, order // 10, "results", f"S{order // 100}", (), text, text, "fig", "Fig. 1", (), 2.0
    )


ROOT = claim(990, "Calcium controls the growth of the film.", "conclusion")


def joined(items: list[EvidenceDraft], claims: list[ClaimDraft], most: int = 9) -> Supports:
    texts = [x.text for x in [*items, *claims, ROOT]]
    return join_supports(items, claims, ROOT, Similarity(texts), most)


def test_evidence_goes_to_the_claim_of_its_own_words_and_paragraph() -> None:
    items = [
        evidence(101, "The mutant stays thin."),
        evidence(201, "Magnesium leaves the gene off."),
    ]
    claims = [claim(102, "The mutant needs the adhesin."), claim(203, "Magnesium is inert.")]
    supports = joined(items, claims)
    assert dict(supports.evidence)[0] == [0]
    assert dict(supports.evidence)[1] == [1]
    assert supports.children[-1] == [0, 1]


def test_without_any_claim_the_root_keeps_the_closest_evidence() -> None:
    items = [evidence(i, f"Calcium makes the film grow in run {i}.") for i in range(10)]
    supports = joined(items, [])
    assert len(supports.evidence[-1]) == MAX_PREMISES
    assert reachable_claims(supports) == {-1}


def test_a_body_claim_stands_under_the_summary_claim_that_says_the_same() -> None:
    items = [evidence(101, "The mutant stays thin in calcium.")]
    claims = [
        claim(102, "The mutant stays thin, so the adhesin is needed."),
        claim(980, "The adhesin is needed, as the mutant shows.", "conclusion"),
    ]
    supports = joined(items, claims)
    assert supports.children == {1: [0], -1: [1]}


def test_the_number_of_claims_is_bounded() -> None:
    items = [evidence(100 * i, f"Topic{i} rises.") for i in range(1, 6)]
    claims = [claim(100 * i + 1, f"Topic{i} matters.") for i in range(1, 6)]
    supports = joined(items, claims, most=2)
    assert len(reachable_claims(supports)) == 3


def test_a_claim_that_repeats_the_root_is_dropped() -> None:
    copy = claim(5, "Calcium controls the growth of the film!", "abstract")
    other = claim(300, "Magnesium leaves the gene off.")
    texts = [ROOT.text, copy.text, other.text]
    assert distinct_claims([copy, other], ROOT, Similarity(texts)) == [other]
