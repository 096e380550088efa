"""Disciplines and domains come from a list; anything else is null, never a guess."""

from __future__ import annotations

import json

import pytest

from scidoc_assets.domain.tasks.disciplines import (
    DISCIPLINES,
    DOMAINS,
    PRINTED_DOMAINS,
    known_discipline,
    known_domain,
    read_classification,
)
from scidoc_assets.prompts.asking import ReplyProblem
from scidoc_assets.schemas.calls import CallRecord, ModelReply


def said(discipline: str | None, domain: str | None) -> CallRecord:
    text = json.dumps({"discipline": discipline, "domain": domain})
    return CallRecord(
        request_hash="h",
        repeat=0,
        model_id="stub",
        status="answered",
        reply=ModelReply(text=text),
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
