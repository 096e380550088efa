from __future__ import annotations

from scidoc_assets.domain.labels.rows import (
    empty_correctness,
    empty_coverage,
    label_keys,
    no_answer_labels,
)
from scidoc_assets_tests.domain.labels.factory import a_response, a_task


def test_a_missing_judgement_is_null_in_every_atom_and_node() -> None:
    keys = label_keys(a_response("x"), "judge", is_baseline=False)
    right = empty_correctness(keys, "judge_failed", "unparseable", "no_json")
    covered = empty_coverage(keys, a_task(), "judge_failed", "ids_missing", "e2")
    assert right.is_correct is right.gives_final_conclusion is right.preserves_direction is None
    assert [n.is_covered for n in (*covered.evidence, *covered.claims)] == [None] * 3
    assert covered.evidence_coverage is covered.claim_coverage is None


def test_an_answer_that_is_not_there_names_its_status() -> None:
    right, covered = no_answer_labels(a_task(), a_response(None, "refused"), "judge", False)
    assert right.reason_detail == covered.reason_detail == "response status refused"
    assert (right.task_id, right.judge) == ("task-1", "judge")
