"""Authoring and review: nothing is accepted with a gap, an old screening or a trivial question."""

from __future__ import annotations

from typing import Any

import pytest

from scidoc_assets.domain.workflow.authoring import (
    decided,
    difficulty,
    review_objections,
    submission_objections,
)
from scidoc_assets_tests.domain.workflow.conftest import make_item, with_record


def test_a_complete_and_audited_item_is_accepted() -> None:
    item = with_record(make_item())
    assert submission_objections(item) == review_objections(item) == []
    assert decided(item).decision == "accepted"


@pytest.mark.parametrize(
    "change",
    [
        {"question_en": "Another question?"},
        {"question_zh": "另一个问题？"},
        {"reference_json": '"other"'},
        {"evidence_locator": "Table 3"},
    ],
)
def test_changing_question_answer_or_locator_voids_the_screening(change: dict[str, Any]) -> None:
    item = with_record(make_item()).model_copy(update=change)
    assert submission_objections(item) == ["screening_outdated"]
    assert decided(item).decision == "returned"


def test_spacing_of_the_reference_json_does_not_void_the_screening() -> None:
    item = with_record(make_item(reference_json='{"a":1}'))
    assert submission_objections(item.model_copy(update={"reference_json": '{ "a": 1 }'})) == []


def test_a_question_that_every_screening_model_solves_is_too_easy() -> None:
    item = with_record(make_item(), labels="cccc")
    assert submission_objections(item) == ["too_easy"]
    assert decided(item).decision == "rejected"


def test_the_reviewers_label_beats_the_authors() -> None:
    item = with_record(make_item(), labels="cccc")
    assert item.authoring is not None
    screening = list(item.authoring.screening)
    screening[0] = screening[0].model_copy(update={"reviewer_label": "incorrect"})
    record = item.authoring.model_copy(update={"screening": screening})
    assert review_objections(item.model_copy(update={"authoring": record})) == []


def test_a_question_that_none_solves_needs_the_reviewers_confirmation() -> None:
    assert difficulty(["incorrect"] * 4) == "all_fail"
    assert review_objections(with_record(make_item(), labels="iiii")) == []
    unclear = with_record(make_item(), labels="iiii", is_unambiguous=None)
    assert review_objections(unclear) == ["ambiguous", "all_fail_needs_confirmation"]


def test_gaps_are_named() -> None:
    bare = make_item(question_zh=None, evidence_locator=None, source_papers=[])
    assert submission_objections(bare) == [
        "question_missing",
        "evidence_locator_missing",
        "source_paper_missing",
        "authoring_record_missing",
    ]
    assert "screening_incomplete" in submission_objections(with_record(make_item(), labels="ci"))
    own = with_record(make_item(), reviewer="ann")
    assert review_objections(own) == ["reviewer_is_author"]
    assert decided(with_record(make_item(), reviewer=None)).decision == "pending"
    assert decided(with_record(make_item(), is_answerable=False)).decision == "rejected"


def test_an_imported_item_keeps_its_decision() -> None:
    assert decided(make_item(decision="imported")).decision == "imported"
