"""Decisions are admitted one by one; each refusal has its id and a reason."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scidoc_assets.domain.review.decisions import (
    DecisionFileError,
    admit_decisions,
    counted,
    decision_id_of,
    read_decisions,
)
from scidoc_assets.schemas.review import GivenDecision
from scidoc_assets_tests.domain.review.hand_review import PACKETS, decision, packet

CLAIM, REGION, EDGE = packet("claim", "mid"), packet("region", "e1"), packet("edge", "root->e3")


def line(item: Any = CLAIM, **more: Any) -> dict[str, Any]:
    values = {
        "object_id": item.object_id,
        "object_digest": item.object_digest,
        "role": "first",
        "reviewer": "anna",
        "verdict": "accept",
    }
    return {**values, **more}


def admit(*lines: dict[str, Any], earlier: Any = ()):
    given = [(f"line {n}", fields) for n, fields in enumerate(lines, 1)]
    return admit_decisions(given, "jsonl", PACKETS, list(earlier))


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        (line(object_id="g-1:claim:nobody"), "unknown_object"),
        (line(object_digest="0" * 16), "object_changed"),
        (line(verdict=None), "no_verdict"),
        (line(role="boss"), "unreadable"),
        (line(notes="?"), "unreadable"),
        (line(verdict="revise"), "nothing_revised"),
        (line(verdict="revise", statement=CLAIM.statement), "nothing_revised"),
        (line(EDGE, verdict="revise", statement="x"), "nothing_revised"),
        (line(REGION, verdict="revise", bbox=REGION.bbox), "nothing_revised"),
        (line(REGION, verdict="revise", bbox=[0.5, 0.5, 0.2, 0.9]), "unreadable"),
    ],
)
def test_each_fault_is_refused_with_its_reason_and_the_rest_is_taken(
    fields: dict[str, Any], reason: str
) -> None:
    taken, refused = admit(fields, line(EDGE))
    assert [d.object_id for d in taken] == [EDGE.object_id]
    assert [(r.where, r.object_id, r.reason) for r in refused] == [
        ("line 1", fields["object_id"], reason)
    ]


def test_one_person_has_one_role_on_an_object() -> None:
    _, refused = admit(line(), line(role="second"))
    assert [r.reason for r in refused] == ["not_independent"]
    taken, refused = admit(line(), line(EDGE, role="second"))
    assert (len(taken), refused) == (2, [])


def test_what_is_known_is_neither_taken_nor_refused_even_after_a_change() -> None:
    taken, _ = admit(line())
    assert admit(line(), earlier=taken) == ([], [])
    again = admit_decisions([("line 1", line())], "jsonl", [], taken)
    assert again == ([], [])


def test_a_decision_is_known_by_what_it_says_not_by_when() -> None:
    early, late, other = (
        GivenDecision.model_validate(line(**more))
        for more in (
            {"decided_at": "2026-01-01"},
            {"decided_at": "2026-02-02"},
            {"verdict": "reject"},
        )
    )
    assert decision_id_of(early) == decision_id_of(late) != decision_id_of(other)


def test_who_goes_back_to_an_earlier_verdict_is_heard_once() -> None:
    times = {"accept": "2026-01-01", "reject": "2026-01-02"}
    first, second = (line(verdict=v, decided_at=at) for v, at in times.items())
    third = line(decided_at="2026-01-03")
    taken, _ = admit(first, second, third)
    assert [d.verdict for d in taken] == ["accept", "reject", "accept"]
    assert len({d.decision_id for d in taken}) == 3
    assert admit(first, second, third, earlier=taken) == ([], [])
    # The old file again is no new word.
    assert admit(first, earlier=taken[:2]) == ([], [])


def test_both_forms_are_told_apart_and_neither_is_refused() -> None:
    source, found = read_decisions(json.dumps(line()) + "\n\n" + json.dumps(line(EDGE)))
    assert (source, [where for where, _ in found]) == ("jsonl", ["line 1", "line 3"])
    assert read_decisions("[]") == ("label_studio", [])
    with pytest.raises(DecisionFileError, match="line 2"):
        read_decisions(json.dumps(line()) + "\nnot json")


def test_a_decision_counts_while_its_version_stands() -> None:
    rows = [decision(item, "first") for item in (CLAIM, REGION, EDGE)]
    current = {(CLAIM.object_id, CLAIM.object_digest)}
    found = counted(rows, current, {CLAIM.object_id, REGION.object_id})
    assert [d.refusal for d in found] == [None, "object_changed", "unknown_object"]


@pytest.mark.parametrize(
    ("export", "cause"),
    [
        ('[{"data": {"object_id": "a"}, "annotations": []}, {"annotations": []}]', "task 2"),
        ('[{"data": {"object_id": "a"}, "annotations": [{"result": []}]}]', "no key"),
        ('[{"data": {"object_id": "a"}, "annotations": 5}]', "task 1"),
        ("[7]", "task 1"),
    ],
)
def test_an_export_of_another_project_names_the_task_the_cause_and_the_way_out(
    export: str, cause: str
) -> None:
    with pytest.raises(DecisionFileError) as refused:
        read_decisions(export)
    assert cause in str(refused.value)
    assert "export as JSON" in str(refused.value)


def test_an_export_that_is_cut_off_is_said_to_be_no_json() -> None:
    with pytest.raises(DecisionFileError, match="not JSON"):
        read_decisions('[{"data": ')
