"""Disciplines and domains come from a list; anything else is null, never a guess."""

from __future__ import annotations

import json

import pytest

from scidoc_assets.domain.tasks.disciplines import (
    DISCIPLINES,
    DOMAINS,
    PRINTED_DOMAINS,
    classify_dialogue,
    from_manifest,
    known_discipline,
    known_domain,
    read_classification,
)
from scidoc_assets.prompts.asking import ReplyProblem, run_dialogue
from scidoc_assets.schemas.calls import CallRecord, CallStatus, ModelReply
from scidoc_assets_tests.defs.construction import raw_pdf
from scidoc_assets_tests.domain.arguments.hand_paper import layout_of


def said(discipline: str | None, domain: str | None) -> CallRecord:
    return replied(json.dumps({"discipline": discipline, "domain": domain}))


def replied(text: str | None, status: CallStatus = "answered") -> CallRecord:
    return CallRecord(
        request_hash="h",
        repeat=0,
        model_id="stub",
        status=status,
        reply=ModelReply(text=text) if text is not None else None,
        started_at="2026-01-01T00:00:00Z",
    )


def test_there_are_four_disciplines_and_thirty_five_domains_all_different() -> None:
    names = [d for discipline in DISCIPLINES for d in DOMAINS[discipline]]
    assert len(DISCIPLINES) == 4
    assert len(names) == len(set(names)) == 35
    assert set(names) >= PRINTED_DOMAINS


def test_a_manifest_name_is_matched_whole_or_not_at_all() -> None:
    assert known_discipline(" Computer_Science ") == "computer science"
    assert known_discipline("bio") is None
    assert known_domain("physics", "Astrophysics and  Cosmology") == "astrophysics and cosmology"
    assert known_domain("biology", "astrophysics and cosmology") is None
    assert known_domain(None, "plant biology") is None


def test_a_classification_may_be_null() -> None:
    assert read_classification(said(None, None)) == (None, None)
    assert read_classification(said("biology", None)) == ("biology", None)
    assert read_classification(said("biology", "Plant biology")) == ("biology", "plant biology")


@pytest.mark.parametrize(
    ("discipline", "domain"),
    [("physics", "plant biology"), (None, "plant biology"), ("geology", None)],
)
def test_a_classification_outside_the_ontology_is_refused(
    discipline: str | None, domain: str | None
) -> None:
    with pytest.raises(ReplyProblem):
        read_classification(said(discipline, domain))


@pytest.mark.parametrize(
    ("discipline", "domain", "expected"),
    [
        ("Physics", "optics and photonics", ("physics", "optics and photonics", "manifest", None)),
        ("physics", "string gazing", ("physics", "string gazing", "manifest", "unknown_name")),
        ("geology", "sediments", (None, None, None, "unknown_name")),
        (None, None, (None, None, None, "not_in_manifest")),
    ],
)
def test_a_manifest_is_taken_at_its_word_within_the_four_disciplines(
    discipline: str | None, domain: str | None, expected: tuple[str | None, ...]
) -> None:
    paper = raw_pdf("p", discipline).model_copy(update={"domain": domain})
    row = from_manifest(paper)
    assert (row.discipline, row.domain, row.source, row.reason) == expected


@pytest.mark.parametrize(
    ("replies", "expected", "calls"),
    [
        ([said("biology", "plant biology")], ("biology", None), 1),
        ([said("physics", "plant biology"), said("biology", None)], ("biology", None), 2),
        ([said("physics", "plant biology")] * 2, (None, "model_unparseable"), 2),
        ([said(None, None)], (None, "model_undecided"), 1),
        (
            [replied("I'm sorry, but I can't help with that.", "refused")],
            (None, "model_refused"),
            1,
        ),
        ([replied(None, "provider_error")], (None, "model_failed"), 1),
    ],
)
def test_a_classification_is_mended_once_and_never_guessed(
    replies: list[CallRecord], expected: tuple[str | None, str | None], calls: int
) -> None:
    waiting = list(replies)
    row = run_dialogue(classify_dialogue(layout_of(), "stub"), lambda request: waiting.pop(0))
    assert (row.discipline, row.reason) == expected
    assert (row.request_hash, row.prompt_name) == ("h", "tasks/classify_paper")
    assert len(replies) - len(waiting) == calls


def test_a_paper_without_text_is_not_asked_about() -> None:
    row = run_dialogue(classify_dialogue(layout_of([]), "stub"), lambda request: said(None, None))
    assert (row.reason, row.model) == ("no_text", None)
