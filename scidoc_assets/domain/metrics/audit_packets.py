"""What raters get and give back: one packet of answers per person, and the labels they fill in.

A packet line holds question, gold answer, answer and the statements to look for, but not whose
answer it is. A filled line comes back as ratings. Refuses a rating file with a bad line, naming
line, field and reason: nothing of that file counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from pydantic import ValidationError

from scidoc_assets.domain.metrics.audit import audit_id
from scidoc_assets.schemas.labels import ATOMS
from scidoc_assets.schemas.metrics import (
    AuditAtoms,
    AuditPacket,
    AuditRating,
    AuditStatement,
    AuditUnit,
    HumanAuditSample,
)
from scidoc_assets.schemas.refused_lines import numbered_lines
from scidoc_assets.schemas.responses import ReasoningResponse
from scidoc_assets.schemas.tasks import EvaluationNode, EvaluationTask

_ATOM_UNITS = cast(tuple[AuditUnit, ...], ATOMS)
Disputed = Mapping[str, set[tuple[AuditUnit, str | None]]]


class RatingsRefused(ValueError):
    """A rating file that cannot be used: line, field and reason."""


@dataclass(frozen=True)
class ReadRatings:
    """Ratings of one file, and how many of its lines are about answers outside the sample."""

    ratings: list[AuditRating]
    outdated: int


def write_packets(
    sample: Sequence[HumanAuditSample],
    tasks: Sequence[EvaluationTask],
    responses: Sequence[ReasoningResponse],
) -> dict[str, list[AuditPacket]]:
    """Packets by rater, in an order that tells nothing of the model (by audit id).

    Raises KeyError when a sampled answer or its task is gone.
    """
    by_task = {(t.benchmark, t.task_id): t for t in tasks}
    answers = {audit_id(r): r.text or "" for r in responses if r.has_answer}
    packets: dict[str, list[AuditPacket]] = defaultdict(list)
    for item in sorted(sample, key=lambda s: s.audit_id):
        task = by_task[item.benchmark, item.task_id]
        for rater in item.raters:
            packets[rater].append(_packet(item, task, answers[item.audit_id], rater))
    return dict(packets)


def _packet(item: HumanAuditSample, task: EvaluationTask, answer: str, rater: str) -> AuditPacket:
    return AuditPacket(
        audit_id=item.audit_id,
        rater=rater,
        question=task.question,
        gold_answer=task.gold_answer,
        answer=answer,
        evidence=_statements(task.evidence),
        claims=_statements(task.intermediate_claims),
    )


def _statements(nodes: Sequence[EvaluationNode]) -> list[AuditStatement]:
    return [AuditStatement(node_id=n.node_id, statement=n.statement) for n in nodes]


def packet_lines(packets: Sequence[AuditPacket]) -> str:
    """Packets as JSON Lines."""
    return "".join(packet.model_dump_json() + "\n" for packet in packets)


def read_ratings(text: str, sample: Sequence[HumanAuditSample]) -> ReadRatings:
    """Ratings of a filled packet file; unrated (null) labels give none. Raises RatingsRefused."""
    drawn = {item.audit_id: item for item in sample}
    ratings: list[AuditRating] = []
    outdated = 0
    for number, line in numbered_lines(text):
        packet = _read_line(line, number)
        item = drawn.get(packet.audit_id)
        if item is None:
            outdated += 1
            continue
        ratings += _ratings(packet, item)
    return ReadRatings(ratings, outdated)


def _read_line(line: str, number: int) -> AuditPacket:
    try:
        return AuditPacket.model_validate_json(line)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(str(part) for part in first["loc"]) or "line"
        raise RatingsRefused(f"line {number}, {field}: {first['msg']}") from error


def _ratings(packet: AuditPacket, item: HumanAuditSample) -> Iterator[AuditRating]:
    units: Sequence[tuple[AuditUnit, str | None, str | None]] = (
        *((name, None, getattr(packet.atoms, name)) for name in _ATOM_UNITS),
        *(("evidence", s.node_id, s.label) for s in packet.evidence),
        *(("claim", s.node_id, s.label) for s in packet.claims),
    )
    for unit, item_id, label in units:
        if label is not None:
            yield AuditRating(
                benchmark=item.benchmark,
                model=item.model,
                setting=item.setting,
                task_id=item.task_id,
                repeat=item.repeat,
                unit=unit,
                item_id=item_id,
                rater=packet.rater,
                is_adjudication=packet.is_adjudication,
                label=label,  # type: ignore[arg-type]
            )


def disputed_decisions(
    ratings: Sequence[AuditRating], sample: Sequence[HumanAuditSample]
) -> dict[str, set[tuple[AuditUnit, str | None]]]:
    """Per audit id the decisions that raters differ on and nobody has adjudicated."""
    names = {(s.benchmark, s.model, s.setting, s.task_id, s.repeat): s.audit_id for s in sample}
    labels: dict[tuple[str, AuditUnit, str | None], set[str]] = defaultdict(set)
    settled: set[tuple[str, AuditUnit, str | None]] = set()
    for r in ratings:
        key = (names[r.benchmark, r.model, r.setting, r.task_id, r.repeat], r.unit, r.item_id)
        if r.is_adjudication:
            settled.add(key)
        else:
            labels[key].add(r.label)
    found: dict[str, set[tuple[AuditUnit, str | None]]] = defaultdict(set)
    for key, said in labels.items():
        if len(said) > 1 and key not in settled:
            found[key[0]].add(key[1:])
    return dict(found)


def adjudication_packets(
    disputed: Disputed,
    sample: Sequence[HumanAuditSample],
    tasks: Sequence[EvaluationTask],
    responses: Sequence[ReasoningResponse],
) -> list[AuditPacket]:
    """The adjudicator's packet: disputed answers, with the disputed statements only. An atom that
    is not disputed may be left null."""
    chosen = [
        s.model_copy(update={"raters": [s.adjudicator]}) for s in sample if s.audit_id in disputed
    ]
    packets = write_packets(chosen, tasks, responses)
    return [
        _only_disputed(packet, disputed[packet.audit_id])
        for lines in packets.values()
        for packet in lines
    ]


def _only_disputed(packet: AuditPacket, disputed: set[tuple[AuditUnit, str | None]]) -> AuditPacket:
    atoms = sorted(unit for unit, item in disputed if item is None)
    changes = {
        "is_adjudication": True,
        "atoms": AuditAtoms(),
        "evidence": [s for s in packet.evidence if ("evidence", s.node_id) in disputed],
        "claims": [s for s in packet.claims if ("claim", s.node_id) in disputed],
        "note": f"atoms to decide: {', '.join(atoms) or 'none'}",
    }
    return packet.model_copy(update=changes)
