"""An observation that states its own conclusion becomes evidence and a claim, both verbatim."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.arguments.evidence import EvidenceDraft, find_evidence
from scidoc_assets.domain.arguments.inferences import split_inferences
from scidoc_assets.domain.arguments.sentences import sentences_of
from scidoc_assets_tests.domain.arguments.hand_paper import FIGURES, layout_of, mentions_of


def drafts_of(sentence: str) -> list[EvidenceDraft]:
    layout = layout_of([("section_header", "Results"), ("paragraph", sentence)])
    return find_evidence(sentences_of(layout), mentions_of(layout, FIGURES), {"F:1": "fig-1"})


def test_the_tail_becomes_a_claim_of_the_same_place() -> None:
    sentence = (
        "Thickness rises from 9 to 41 mm with calcium (Fig. 1), suggesting that calcium switches on "
        "the adhesin gene."
    )
    (evidence,), (claim,) = split_inferences(drafts_of(sentence))
    assert evidence.label == "Thickness rises from 9 to 41 mm with calcium"
    assert claim.label == "Calcium switches on the adhesin gene."
    assert (claim.order, claim.paragraph) == (evidence.order, evidence.paragraph)
    for piece in (*evidence.pieces, *claim.pieces):
        assert sentence[piece.start : piece.end] == piece.raw


def test_a_chinese_tail_is_cut_too() -> None:
    (evidence,), (claim,) = split_inferences(
        drafts_of("样品的容量由120下降到110（图1），说明涂层能够抑制正极的容量衰减。")
    )
    assert evidence.text.endswith("（图1）") or evidence.text.endswith("(图1)")
    assert claim.label == "涂层能够抑制正极的容量衰减。"


@pytest.mark.parametrize(
    "sentence",
    [
        "Thickness rises from 9 to 41 mm with calcium (Fig. 1).",
        "Thickness rises from 9 to 41 mm (Fig. 1), suggesting that it grows.",
        "The cell was made of glass (Fig. 1), suggesting that thickness rises from 9 to 41 mm there.",
    ],
)
def test_without_an_observation_or_a_statement_nothing_is_cut(sentence: str) -> None:
    drafts = drafts_of(sentence)
    assert split_inferences(drafts) == (drafts, [])
