"""Claims conclude, in the right section; aims, plans and others' work do not."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.arguments.claims import choose_root, find_claims, find_knowledge
from scidoc_assets.domain.arguments.sentences import sentences_of
from scidoc_assets.domain.arguments.similarity import Similarity
from scidoc_assets_tests.domain.arguments.hand_paper import Line, layout_of


def claims_in(heading: str, text: str) -> list[str]:
    lines: list[Line] = [("section_header", heading), ("paragraph", text)]
    return [c.label for c in find_claims(sentences_of(layout_of(lines)), set())]


def test_the_conclusions_of_a_paper_are_its_claims() -> None:
    labels = [c.label for c in find_claims(sentences_of(layout_of()), set())]
    assert labels == [
        "Calcium controls the growth of the film through the adhesin.",
        "Calcium thickens the film only with the adhesin.",
        "Calcium switches on the adhesin gene.",
        "Calcium controls film growth by inducing the adhesin.",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "In future work we will show that the film can be removed.",
        "In this paper we propose a new way to grow films on glass.",
        "Does this result show that calcium controls the growth?",
        "It shows that the mutant grows on glass in water.",
    ],
)
def test_plans_aims_questions_and_bare_pronouns_are_no_claims(text: str) -> None:
    assert claims_in("Conclusion", text) == []


def test_methods_conclude_less_than_conclusions() -> None:
    text = "Thus, the growth of the film is stable over the whole range."
    assert claims_in("Conclusion", text)
    assert claims_in("Materials and methods", text) == []


def test_the_root_comes_from_abstract_or_conclusion() -> None:
    sentences = sentences_of(layout_of())
    claims = find_claims(sentences, set())
    similarity = Similarity([s.text for s in sentences])
    root = choose_root(claims, sentences, ["Film thickness increases."], None, similarity)
    assert root is not None
    assert root.label == "Calcium controls film growth by inducing the adhesin."


def test_a_paper_without_conclusions_has_no_root() -> None:
    sentences = sentences_of(layout_of([("paragraph", "The sites lie in a valley near a river.")]))
    assert choose_root([], sentences, [], None, Similarity([s.text for s in sentences])) is None


def test_accepted_cited_statements_are_knowledge_and_own_methods_are_not() -> None:
    lines: list[Line] = [
        ("section_header", "Introduction"),
        (
            "paragraph",
            "It is well known that calcium binds to acidic proteins [3]. We used the protocol of "
            "the earlier study [4]. The film was grown for two days on glass.",
        ),
    ]
    found = find_knowledge(sentences_of(layout_of(lines)), set())
    assert [(k.citation, k.is_explicit) for k in found] == [("[3]", True)]


@pytest.mark.parametrize(
    "text",
    [
        "The velocity that has been reported [3] is compatible with our own measurements.",
        "The velocity (12 mm according to [3] is widely accepted for grass.",
        "It has been shown to reproduce the conformers in the benchmark [3].",
        "In this study it has been shown that films grow [3].",
        "Growth of films has been studied [3], yet its cause remains unclear.",
        "众所周知，薄膜的生长原因在文献中说法不一[3]。",
    ],
)
def test_own_findings_disputes_ruined_brackets_and_bare_pronouns_are_no_knowledge(
    text: str,
) -> None:
    lines: list[Line] = [("section_header", "1 Introduction"), ("paragraph", text)]
    assert find_knowledge(sentences_of(layout_of(lines)), set()) == []
