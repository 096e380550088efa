from __future__ import annotations

import json

from scidoc_assets.domain.imports.bundle import parse_bundle
from scidoc_assets.domain.imports.lines import ResponseLine
from scidoc_assets.domain.imports.rows import response_row
from scidoc_assets_tests.domain.imports.factory import LABEL, RESPONSE, TASK, files, lines


def row(**change: object):
    line = ResponseLine.model_validate_json(json.dumps({**RESPONSE, **change}))
    return response_row(line, "mine", "digest")


def test_turns_and_usage_are_kept_and_what_was_not_recorded_is_null() -> None:
    found = row(usage={"prompt_tokens": 7, "completion_tokens": None})
    assert [(t.turn_index, t.action, t.image) for t in found.turns] == [
        (0, "crop_image", "figure1"),
        (1, "finish", None),
    ]
    assert (found.prompt_tokens, found.completion_tokens) == (7, None)
    assert (found.cost_usd, found.latency_s, found.served_model, found.attempts) == (
        None,
        None,
        None,
        0,
    )


def test_nodes_are_labelled_in_the_order_of_the_task() -> None:
    label = parse_bundle("mine", files()).coverage[0]
    assert [(n.node_id, n.is_covered) for n in label.evidence] == [("e1", True), ("e2", False)]


def test_atoms_that_do_not_apply_at_all_are_a_failed_judge() -> None:
    nothing = {**LABEL, "atoms": dict.fromkeys(LABEL["atoms"], "n/a")}
    label = parse_bundle("mine", files(labels=lines(nothing))).correctness[0]
    assert (label.status, label.is_correct) == ("judge_failed", None)


def test_one_no_makes_an_answer_wrong() -> None:
    wrong = {**LABEL, "atoms": {**LABEL["atoms"], "no_conflicting_conclusion": "no"}}
    assert parse_bundle("mine", files(labels=lines(wrong))).correctness[0].is_correct is False


def test_a_task_without_claims_has_no_claim_coverage() -> None:
    task = {**TASK, "intermediate_claims": []}
    label = {**LABEL, "claims": {}}
    bundle = parse_bundle("mine", files(tasks=lines(task), labels=lines(label)))
    assert bundle.coverage[0].claim_coverage is None
    assert bundle.coverage[0].status == "imported"


def test_images_and_graph_of_a_task_are_kept_as_they_are() -> None:
    task = {**TASK, "graph": {"nodes": [], "edges": []}, "images": [{"name": "figure1"}]}
    bundle = parse_bundle("mine", files(tasks=lines(task)))
    assert json.loads(bundle.tasks[0].extra_json or "") == {
        "graph": {"edges": [], "nodes": []},
        "images": [{"name": "figure1"}],
    }
