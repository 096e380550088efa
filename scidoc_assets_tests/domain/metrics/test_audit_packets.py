from __future__ import annotations

import json

import pytest

from scidoc_assets.domain.metrics.audit import draw_audit_sample
from scidoc_assets.domain.metrics.audit_packets import (
    RatingsRefused,
    adjudication_packets,
    disputed_decisions,
    packet_lines,
    read_ratings,
    write_packets,
)
from scidoc_assets.schemas.metrics import AuditPacket, AuditRating, HumanAuditSample
from scidoc_assets_tests.domain.metrics.factory import a_response, a_task

RATERS = ("ann", "ben", "cho", "dev")
TASKS = [a_task(f"t{i}") for i in range(4)]
ANSWERS = [a_response(t.task_id, text=f"Answer {t.task_id}.", model="lab/x") for t in TASKS]
SAMPLE = draw_audit_sample(TASKS, ANSWERS, 4, RATERS, "eve")


def filled(packet: AuditPacket, label: str = "yes") -> AuditPacket:
    atoms = packet.atoms.model_copy(update=dict.fromkeys(type(packet.atoms).model_fields, label))
    evidence = [s.model_copy(update={"label": label}) for s in packet.evidence]
    return packet.model_copy(update={"atoms": atoms, "evidence": evidence})


def test_each_answer_goes_to_three_people_and_hides_whose_it_is() -> None:
    packets = write_packets(SAMPLE, TASKS, ANSWERS)
    assert {rater: len(lines) for rater, lines in packets.items()} == dict.fromkeys(RATERS, 3)
    text = packet_lines(packets["ann"])
    assert "Answer t" in text
    assert "lab/x" not in text
    assert '"direct"' not in text


def test_a_filled_packet_comes_back_as_ratings_and_nulls_as_none() -> None:
    first, second, third = write_packets(SAMPLE, TASKS, ANSWERS)["ann"]
    text = packet_lines([filled(first), second, filled(third, "no")])
    read = read_ratings(text, SAMPLE)
    assert read.outdated == 0
    assert [r.label for r in read.ratings] == ["yes"] * 6 + ["no"] * 6
    assert {r.model for r in read.ratings} == {"lab/x"}
    assert {(r.unit, r.item_id) for r in read.ratings if r.item_id} == {
        ("evidence", "e1"),
        ("evidence", "e2"),
    }


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"atoms": {"gives_final_conclusion": "maybe"}}, "atoms.gives_final_conclusion"),
        ({"rater": None}, "rater"),
        ({"opinion": "good"}, "opinion"),
    ],
)
def test_a_bad_line_refuses_its_file_with_line_and_field(change: dict, words: str) -> None:
    good, bad, _ = write_packets(SAMPLE, TASKS, ANSWERS)["ann"]
    broken = json.dumps({**bad.model_dump(mode="json"), **change})
    with pytest.raises(RatingsRefused, match=f"line 2, {words}"):
        read_ratings(f"{good.model_dump_json()}\n{broken}\n", SAMPLE)


def test_a_line_cut_off_half_way_refuses_its_file() -> None:
    (line, *_) = packet_lines(write_packets(SAMPLE, TASKS, ANSWERS)["ann"]).splitlines()
    with pytest.raises(RatingsRefused, match="line 1"):
        read_ratings(line[:-20], SAMPLE)


def test_ratings_of_an_answer_that_changed_are_outdated_not_taken() -> None:
    packets = write_packets(SAMPLE, TASKS, ANSWERS)["ann"]
    changed = [a.model_copy(update={"text": f"{a.text} Changed."}) for a in ANSWERS]
    anew = draw_audit_sample(TASKS, changed, 4, RATERS, "eve")
    read = read_ratings(packet_lines([filled(p) for p in packets]), anew)
    assert (read.ratings, read.outdated) == ([], 3)


def rating(item: HumanAuditSample, rater: str, label: str, unit: str, node: str | None = None):
    return AuditRating(
        benchmark=item.benchmark,
        model=item.model,
        setting=item.setting,
        task_id=item.task_id,
        repeat=item.repeat,
        unit=unit,
        item_id=node,
        rater=rater,
        is_adjudication=rater == "eve",
        label=label,
    )


def test_only_open_disputes_go_to_the_adjudicator() -> None:
    item = SAMPLE[0]
    ratings = [
        rating(item, item.raters[0], "yes", "evidence", "e1"),
        rating(item, item.raters[1], "no", "evidence", "e1"),
        rating(item, item.raters[0], "yes", "evidence", "e2"),
        rating(item, item.raters[1], "yes", "evidence", "e2"),
        rating(item, item.raters[0], "yes", "preserves_direction"),
        rating(item, item.raters[1], "n/a", "preserves_direction"),
    ]
    disputed = disputed_decisions(ratings, SAMPLE)
    assert disputed == {item.audit_id: {("evidence", "e1"), ("preserves_direction", None)}}
    (packet,) = adjudication_packets(disputed, SAMPLE, TASKS, ANSWERS)
    assert (packet.rater, packet.is_adjudication) == ("eve", True)
    assert [s.node_id for s in packet.evidence] == ["e1"]
    assert packet.note == "atoms to decide: preserves_direction"
    settled = [*ratings, rating(item, "eve", "yes", "evidence", "e1")]
    assert disputed_decisions(settled, SAMPLE) == {item.audit_id: {("preserves_direction", None)}}
