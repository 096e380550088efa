"""From a draft to a sample: nothing is accepted that its verifier does not confirm."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from scidoc_assets.domain.training.drafts import Draft, finish, rng_for, wording
from scidoc_assets.domain.training.splits import split_of_paper
from scidoc_assets.schemas.training import TrainingInput, TrainingSample

DRAFT = Draft(
    subtask="reading_order",
    language="en",
    key="k",
    paper_ids=["p"],
    answer="B>A>C>D>E>F",
    verifier="sequence",
    params={"labels": ["A", "B"]},
    answer_schema='"<labels>"',
    inputs=[TrainingInput(kind="text", text="block A, block B")],
    slots={"labels": "A, B"},
    locked=["A, B"],
)


def _changed(**changes: Any) -> TrainingSample:
    return finish(dataclasses.replace(DRAFT, **changes), 0)


def test_a_sound_draft_is_accepted() -> None:
    sample = _changed()
    assert (sample.accepted, sample.self_score, sample.reject_reason) == (True, 1.0, None)
    assert sample.perturbed_score < 1.0
    assert '"<labels>"' in sample.instruction


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"slots": {"labels": "B>A>C>D>E>F"}, "locked": []}, "answer_leaked"),
        ({"locked": ["missing text"]}, "locked_field_changed"),
        ({"answer": "B"}, None),
        ({"verifier": "name_set", "answer": {"intersection": ["x", "X"]},
          "params": {"aliases": {}, "names": ["x", "y"]}}, "self_score_below_1"),
        ({"subtask": "block_role", "verifier": "label", "answer": "Text",
          "params": {"labels": ["Text"]}}, "perturbed_score_is_1"),
    ],
)  # fmt: skip
def test_an_unsound_draft_is_rejected_with_its_reason(changes: dict, reason: str | None) -> None:
    if reason is None:
        with pytest.raises(IndexError):
            _changed(**changes)
        return
    assert _changed(**changes).reject_reason == reason


def test_papers_of_two_splits_are_rejected() -> None:
    by_split = {split_of_paper(f"p{i}"): f"p{i}" for i in range(200)}
    sample = _changed(paper_ids=[by_split["train"], by_split["test"]])
    assert sample.reject_reason == "papers_in_two_splits"


def test_an_accepted_row_without_a_verified_answer_cannot_exist() -> None:
    row = _changed().model_dump()
    with pytest.raises(ValueError, match="without a verified answer"):
        TrainingSample(**{**row, "self_score": 0.9})
    with pytest.raises(ValueError, match="disagree"):
        TrainingSample(**{**row, "reject_reason": "duplicate"})


def test_generators_depend_on_names_and_not_on_order() -> None:
    first = rng_for(0, "a").random()
    rng_for(0, "b").random()
    assert rng_for(0, "a").random() == first
    assert rng_for(1, "a").random() != first


def test_a_missing_slot_is_named() -> None:
    with pytest.raises(KeyError, match="labels"):
        wording("reading_order", "en", {"answer_schema": ""}, rng_for(0))
