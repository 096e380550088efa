from __future__ import annotations

import json

import pytest

from scidoc_assets.domain.imports.bundle import BundleRefused, bundle_digest, parse_bundle
from scidoc_assets_tests.domain.imports.factory import LABEL, RESPONSE, TASK, files, lines


def refused(**changed: bytes) -> list[str]:
    with pytest.raises(BundleRefused) as caught:
        parse_bundle("mine", files(**changed))
    return [str(bad) for bad in caught.value.bad_lines]


def test_a_bundle_becomes_rows_marked_as_imported_with_its_digest() -> None:
    bundle = parse_bundle("mine", files())
    digest = bundle_digest(files())
    assert {t.benchmark for t in bundle.tasks} == {"mine"}
    rows = [*bundle.tasks, *bundle.responses, *bundle.correctness, *bundle.coverage]
    assert {row.source_digest for row in rows} == {digest}
    assert bundle.responses[0].protocol == "imported"
    assert bundle.correctness[0].status == bundle.coverage[0].status == "imported"
    assert bundle.correctness[0].is_correct is True
    assert bundle.coverage[0].evidence_coverage == 0.5


def test_responses_and_labels_may_be_absent() -> None:
    bundle = parse_bundle("mine", {"tasks.jsonl": lines(TASK)})
    assert (len(bundle.tasks), bundle.responses, bundle.correctness) == (1, [], [])


def test_a_bundle_without_tasks_is_refused() -> None:
    assert refused(tasks=b"")[0] == "tasks.jsonl:1: (file): missing or empty: a bundle needs tasks"


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"setting": "guess"}, "responses.jsonl:2: setting: "),
        ({"repeat": "0"}, "responses.jsonl:2: repeat: "),
        ({"repeat": -1}, "responses.jsonl:2: repeat: "),
        ({"status": "fine"}, "responses.jsonl:2: status: "),
        ({"text": None}, "responses.jsonl:2: (line): "),
        ({"task_id": "t9"}, "responses.jsonl:2: task_id: no task t9"),
        ({"model": "pooled"}, "responses.jsonl:2: model: "),
        ({"cost_usd": -1}, "responses.jsonl:2: cost_usd: "),
        (
            {"turns": [{"action": "crop_image", "image": "figure1", "bbox": [0, 0, 1.5, 1]}]},
            "responses.jsonl:2: turns.0.bbox: ",
        ),
        ({"turns": [{"action": "crop_image"}]}, "responses.jsonl:2: turns.0: "),
    ],
)
def test_a_bad_response_is_named_by_file_line_field_and_reason(change: dict, place: str) -> None:
    found = refused(responses=lines(RESPONSE, {**RESPONSE, "repeat": 1, **change}))
    assert len(found) == 1
    assert found[0].startswith(place)
    assert len(found[0]) > len(place) + 5 or "no task" in place


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b'{"task_id": "t2"', "(line): "),
        (b"[1, 2]", "(line): a line holds one JSON object, this one holds list"),
        (b'{"task_id": NaN}', "(line): NaN is not JSON"),
        (b'{"task_id": "a", "task_id": "b"}', "(line): repeated key: task_id"),
        (b'{"task_id": "\xff"}', "(line): "),
    ],
)
def test_a_line_that_is_no_json_object_is_refused(raw: bytes, reason: str) -> None:
    found = refused(tasks=lines(TASK) + raw + b"\n")
    assert found[0].startswith(f"tasks.jsonl:2: {reason}")


def test_every_bad_line_is_listed_not_only_the_first() -> None:
    bad = {**TASK, "difficulty": "odd"}
    found = refused(tasks=lines({**bad, "task_id": "a"}, {**bad, "task_id": "b"}, TASK))
    assert [line.split(": ")[0] for line in found] == ["tasks.jsonl:1", "tasks.jsonl:2"]


def test_two_rows_of_one_key_are_refused_naming_the_first_line() -> None:
    assert "same key as line 1" in refused(tasks=lines(TASK, TASK))[0]
    assert "same key as line 1" in refused(responses=lines(RESPONSE, RESPONSE))[0]
    assert "same key as line 1" in refused(labels=lines(LABEL, LABEL))[0]


def test_a_label_needs_its_response_and_known_nodes() -> None:
    other = {**LABEL, "model": "other"}
    assert "no response t1, other, agentic, 0" in refused(labels=lines(other))[0]
    stray = {**LABEL, "evidence": {"e1": "yes", "e2": "no", "e9": "yes"}}
    assert refused(labels=lines(stray)) == ["labels.jsonl:1: evidence.e9: task t1 has no such node"]


def test_a_label_that_leaves_a_node_out_is_a_failed_judge_not_a_no() -> None:
    partial = {**LABEL, "evidence": {"e1": "yes"}}
    label = parse_bundle("mine", files(labels=lines(partial))).coverage[0]
    assert (label.status, label.reason, label.evidence_coverage) == (
        "judge_failed",
        "ids_missing",
        None,
    )
    assert label.reason_detail == "missing: e2"


def test_unknown_keys_are_kept() -> None:
    task = {
        **TASK,
        "venue": "X",
        "evidence": [{**TASK["evidence"][0], "note": 1}, TASK["evidence"][1]],
    }
    bundle = parse_bundle("mine", files(tasks=lines(task)))
    assert json.loads(bundle.tasks[0].extra_json or "") == {"venue": "X", "evidence.0.note": 1}


def test_blank_lines_and_a_byte_order_mark_do_no_harm() -> None:
    assert (
        len(parse_bundle("mine", files(tasks=b"\xef\xbb\xbf" + lines(TASK) + b"\n\n")).tasks) == 1
    )


def test_lone_surrogates_are_replaced_and_counted() -> None:
    task = {**TASK, "question": "Why \ud83d?"}
    bundle = parse_bundle("mine", files(tasks=lines(task)))
    assert bundle.replaced_surrogates == 1
    assert bundle.tasks[0].question == "Why \ufffd?"


def test_the_digest_changes_with_any_byte_and_not_with_other_files() -> None:
    digest = bundle_digest(files())
    assert bundle_digest({**files(), "README.md": b"x"}) == digest
    assert bundle_digest(files(labels=lines(LABEL) + b"\n")) != digest


def test_the_message_tells_how_many_and_what_to_do() -> None:
    many = lines(*({**TASK, "task_id": f"t{i}", "difficulty": "odd"} for i in range(30)))
    with pytest.raises(BundleRefused, match="nothing imported; correct them") as caught:
        parse_bundle("mine", {"tasks.jsonl": many})
    assert "and 10 more" in str(caught.value)
