"""A model may reword, never touch what is locked; its disagreement on a role rejects."""

from __future__ import annotations

import json

import pytest

from scidoc_assets.domain.training.citation_tasks import synthetic_citation
from scidoc_assets.domain.training.drafts import finish
from scidoc_assets.domain.training.naturalisation import (
    locked_in_instruction,
    reword_request,
    reworded,
    role_checked,
    role_request,
)
from scidoc_assets.domain.training.table_tasks import synthetic_table_logic

SAMPLE = finish(synthetic_table_logic(3, 0), 0)
CITATION = finish(synthetic_citation(3, 0), 0)


def _reply(text: str) -> str:
    return json.dumps({"instruction": text})


def test_a_rewording_that_keeps_the_locked_texts_is_taken() -> None:
    new = f"Please note. {SAMPLE.instruction}"
    sample = reworded(SAMPLE, _reply(new), "m")
    assert (sample.instruction, sample.rewritten_by, sample.accepted) == (new, "m", True)
    assert sample.answer_json == SAMPLE.answer_json


@pytest.mark.parametrize("change", ["lost", "number", "long"])
def test_a_rewording_that_changes_a_locked_field_rejects_the_sample(change: str) -> None:
    texts = {
        "lost": SAMPLE.instruction.replace(locked_in_instruction(SAMPLE)[0], ""),
        "number": f"{SAMPLE.instruction} 42",
        "long": SAMPLE.instruction + " and so on" * 500,
    }
    sample = reworded(SAMPLE, _reply(texts[change]), "m")
    assert sample.reject_reason == "locked_field_changed"
    assert not sample.accepted


@pytest.mark.parametrize("reply", [None, "", "no json", "{}"])
def test_without_a_readable_reply_the_template_stays(reply: str | None) -> None:
    assert reworded(SAMPLE, reply, "m") == SAMPLE


def test_a_model_that_refuses_rejects_the_sample() -> None:
    assert reworded(SAMPLE, '{"reject": "ambiguous"}', "m").reject_reason == "model_disagrees"


def test_the_answer_is_in_no_request() -> None:
    answer = json.loads(SAMPLE.answer_json)
    assert answer["repair"] not in reword_request(SAMPLE)
    role = json.loads(CITATION.answer_json)["role"]
    assert role_request(CITATION).count(role) == 1  # in the list of roles only


def test_a_disagreeing_model_rejects_a_citation_and_an_agreeing_one_does_not() -> None:
    role = json.loads(CITATION.answer_json)["role"]
    other = "Critique" if role != "Critique" else "Baseline"
    assert role_checked(CITATION, json.dumps({"role": role})) == CITATION
    assert role_checked(CITATION, json.dumps({"role": other})).reject_reason == "model_disagrees"
    assert role_checked(CITATION, '{"reject": "two"}').reject_reason == "model_disagrees"
    assert role_checked(CITATION, "garbage") == CITATION
