"""Screening keeps texts verbatim, proposes labels by rule, and is void when the item changes."""

from __future__ import annotations

from scidoc_assets.domain.workflow.authoring import (
    decided,
    review_objections,
    submission_objections,
)
from scidoc_assets.domain.workflow.screening import BY_HAND, needs_screening, screened
from scidoc_assets_tests.domain.workflow.conftest import make_item, with_record

ITEM = make_item(evaluator="number", reference_json="12.5")
TEXTS = {
    "m1": "<think>12?</think>12.5",
    "m2": "13",
    "m3": "I do not know",
    "m4": "The answer is 12.5",
}


def test_texts_stay_verbatim_and_rules_propose_labels() -> None:
    record = screened(ITEM, "ann", "2026-01-01T00:00:00+00:00", TEXTS).authoring
    assert record is not None
    assert {s.model: s.response for s in record.screening} == TEXTS
    labels = {s.model: s.author_label for s in record.screening}
    assert labels == {"m1": "correct", "m2": "incorrect", "m3": "incorrect", "m4": "correct"}
    assert all(s.reviewer_label is None for s in record.screening)


def test_a_screened_item_may_be_submitted_but_is_not_accepted_without_review() -> None:
    item = screened(ITEM, "ann", "2026-01-01T00:00:00+00:00", TEXTS)
    assert submission_objections(item) == []
    assert review_objections(item) == ["not_reviewed"]
    assert not needs_screening(item)


def test_a_changed_question_needs_a_new_screening() -> None:
    item = screened(ITEM, "ann", "2026-01-01T00:00:00+00:00", TEXTS)
    assert needs_screening(item.model_copy(update={"question_en": "Another?"}))
    assert needs_screening(ITEM)
    assert not needs_screening(with_record(ITEM))


def test_what_no_rule_can_score_is_left_to_the_author() -> None:
    judged = make_item(evaluator="judge", reference_json='"12.5"')
    record = screened(judged, "ann", "2026-01-01T00:00:00+00:00", TEXTS).authoring
    assert record is not None
    assert record.notes == BY_HAND
    assert {(s.author_label, s.unlabelled) for s in record.screening} == {(None, "judge_item")}


def test_an_item_whose_answers_nobody_labelled_is_neither_submitted_nor_decided() -> None:
    judged = screened(make_item(evaluator="judge", reference_json='"12.5"'), "ann", "now", TEXTS)
    assert "labels_missing" in submission_objections(judged)
    assert decided(judged).decision == "pending"
    record = judged.authoring
    assert record is not None
    labelled = [s.model_copy(update={"author_label": "incorrect"}) for s in record.screening]
    by_hand = record.model_copy(update={"screening": labelled})
    assert submission_objections(judged.model_copy(update={"authoring": by_hand})) == []
