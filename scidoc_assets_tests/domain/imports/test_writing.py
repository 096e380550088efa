"""What is written as interchange lines reads back as the same rows, failures and extras included."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scidoc_assets.domain.imports.bundle import ImportedBundle, parse_bundle
from scidoc_assets.domain.imports.writing import label_line, response_line, task_line
from scidoc_assets.domain.labels.lexical_judge import judge_lexically
from scidoc_assets.domain.labels.rows import (
    empty_correctness,
    empty_coverage,
    label_keys,
    no_answer_labels,
)
from scidoc_assets.schemas.geometry import Row
from scidoc_assets.schemas.labels import CorrectnessLabel, CoverageLabel
from scidoc_assets.schemas.responses import Turn
from scidoc_assets_tests.domain.imports.factory import LABEL, RESPONSE, TASK, files, lines
from scidoc_assets_tests.domain.labels.factory import a_response, a_task

Labels = tuple[CorrectnessLabel, CoverageLabel]


def written(bundle: ImportedBundle) -> dict[str, bytes]:
    pairs = zip(bundle.correctness, bundle.coverage, strict=True)
    return files(
        lines(*map(task_line, bundle.tasks)),
        lines(*map(response_line, bundle.responses)),
        lines(*(label_line(right, covered) for right, covered in pairs)),
    )


def plain(rows: list[Any]) -> list[dict[str, Any]]:
    """Rows without the digest of the bundle that they came from."""
    return [row.model_dump(exclude={"source_digest"}) for row in rows]


def test_an_imported_bundle_leaves_with_the_rows_and_unknown_keys_it_came_with() -> None:
    node = {"node_id": "e1", "label": "One.", "colour": "red"}
    region = {**TASK["regions"][0], "by": "ann"}
    task = {
        **TASK,
        "evidence": [node, TASK["evidence"][1]],
        "regions": [region],
        "images": [{"name": "figure1", "path": "images/1.png"}],
        "a.b": 1,
        "note": {"deep": [1]},
    }
    response = {**RESPONSE, "turns": [{**RESPONSE["turns"][0], "why": "x"}, RESPONSE["turns"][1]]}
    label = {**LABEL, "atoms": {**LABEL["atoms"], "sure": "very"}, "round": 2}
    bundle = parse_bundle("b", files(lines(task), lines(response), lines(label)))
    again = parse_bundle("b", written(bundle))
    for name in ("tasks", "responses", "correctness", "coverage"):
        assert plain(getattr(again, name)) == plain(getattr(bundle, name)), name
    kept = json.loads(written(bundle)["tasks.jsonl"])
    assert (kept["evidence"][0]["colour"], kept["regions"][0]["by"]) == ("red", "ann")
    assert (kept["a.b"], kept["note"], kept["images"]) == (1, {"deep": [1]}, task["images"])


def test_a_second_export_has_the_bytes_of_the_first() -> None:
    first = written(parse_bundle("b", files()))
    assert written(parse_bundle("b", first)) == first


def reread(labels: Labels, response: Any) -> Labels:
    """Labels of a response of the hand-made task after export and import."""
    data = files(
        lines(task_line(a_task())), lines(response_line(response)), lines(label_line(*labels))
    )
    bundle = parse_bundle("papers", data)
    return bundle.correctness[0], bundle.coverage[0]


def outcome(row: Row) -> dict[str, Any]:
    """What metrics read of a label."""
    left_out = {"reason_detail", "raw_text", "extra_json", "source_digest", "status", "judge"}
    left_out |= {"prompt_name", "prompt_version", "prompt_hash", "request_hash"}
    seen = row.model_dump(exclude=left_out)
    for name in ("evidence", "claims"):
        for node in seen.get(name, []):
            node.pop("reason")
    return {**seen, "has_failed": row.status == "judge_failed"}  # type: ignore[attr-defined]


def unjudged(reason: Any, status: Any) -> Labels:
    response = a_response("An answer.")
    keys = label_keys(response, "judge", is_baseline=False)
    return (
        empty_correctness(keys, status, reason, "d"),
        empty_coverage(keys, a_task(), status, reason, "d"),
    )


ANSWER = "The doped catalyst retained 90% of its activity. Doping makes the catalyst more stable."


@pytest.mark.parametrize(
    "labels",
    [
        judge_lexically(a_task(), a_response(ANSWER)),
        judge_lexically(a_task(), a_response("掺杂使催化剂更稳定。")),
        unjudged("unparseable", "judge_failed"),
        unjudged("missing_key", "judge_failed"),
        unjudged("abstained", "abstained"),
    ],
    ids=["judged", "abstained", "unparseable", "missing_key", "abstained_by_hand"],
)
def test_every_kind_of_label_counts_the_same_after_export_and_import(labels: Labels) -> None:
    again = reread(labels, a_response(ANSWER))
    assert [outcome(row) for row in again] == [outcome(row) for row in labels]


def test_a_node_that_a_judge_abstained_from_is_neither_missing_nor_a_no() -> None:
    right, covered = judge_lexically(a_task(), a_response(ANSWER))
    nodes = [n.model_copy(update={"is_covered": None}) for n in covered.evidence[1:]]
    partly = covered.model_copy(update={"evidence": [covered.evidence[0], *nodes]})
    again = reread((right, partly), a_response(ANSWER))[1]
    assert [n.is_covered for n in again.evidence] == [covered.evidence[0].is_covered, None]
    assert again.status == "imported"
    assert again.evidence_coverage == partly.evidence_coverage


def test_a_response_without_a_text_and_its_labels_come_back() -> None:
    response = a_response(None, "refused")
    labels = no_answer_labels(a_task(), response, "judge", is_baseline=True)
    again = reread(labels, response)
    assert {row.status for row in again} == {"no_answer"}
    assert all(row.is_baseline for row in again)


def test_baselines_stay_marked_and_provenance_is_kept_beside() -> None:
    made = a_response("Yes.").model_copy(
        update={
            "is_baseline": True,
            "prompt_hash": "h",
            "prompt_tokens": 7,
            "turns": [
                Turn(turn_index=0, action="crop_image", image="f", bbox=(0, 0, 1, 1), text="t"),
                Turn(turn_index=1, action="invalid", error="no such tool"),
            ],
        }
    )
    bundle = parse_bundle("b", files(lines(task_line(a_task())), lines(response_line(made)), b""))
    (again,) = bundle.responses
    assert (again.is_baseline, again.prompt_tokens, again.status) == (True, 7, "answered")
    assert [(t.action, t.bbox) for t in again.turns] == [(t.action, t.bbox) for t in made.turns]
    kept = json.loads(again.extra_json or "{}")
    assert (kept["prompt_hash"], kept["turns.1.error"]) == ("h", "no such tool")
    assert response_line(again)["turns"][1]["error"] == "no such tool"


def test_labels_of_two_answers_are_no_line() -> None:
    right, covered = judge_lexically(a_task(), a_response("Yes."))
    with pytest.raises(ValueError, match="two responses or judges"):
        label_line(right, covered.model_copy(update={"repeat": 1}))


@pytest.mark.parametrize(
    ("usage_json", "tokens", "usage"),
    [
        (
            '[{"prompt_tokens": 5, "x": {"y": 1}}, {"prompt_tokens": 7}]',
            12,
            {
                "prompt_tokens": 12,
                "calls": [{"prompt_tokens": 5, "x": {"y": 1}}, {"prompt_tokens": 7}],
            },
        ),
        ('{"prompt_tokens": 5, "x": 1}', 5, {"prompt_tokens": 5, "x": 1}),
        (None, 5, {"prompt_tokens": 5}),
        (None, None, None),
    ],
    ids=["one per call", "one object", "sums only", "unknown"],
)
def test_what_an_answer_used_is_an_object_that_the_import_reads(
    usage_json: str | None, tokens: int | None, usage: dict[str, Any] | None
) -> None:
    (task,) = parse_bundle("b", files(lines(TASK))).tasks
    answer = parse_bundle("b", files(lines(TASK), lines(RESPONSE), b"")).responses[0]
    changes = {"usage_json": usage_json, "prompt_tokens": tokens, "completion_tokens": None}
    line = response_line(answer.model_copy(update=changes))
    assert line.get("usage") == usage
    (again,) = parse_bundle("b", files(lines(task_line(task)), lines(line), b"")).responses
    assert again.prompt_tokens == tokens
    assert response_line(again).get("usage") == usage
