"""Reading decisions: Label Studio's export or plain JSONL, checked one by one.

A decision counts for the version of the object that it was made on. Refused, each with its id and a
reason of a closed list: unknown or changed objects, one person in two roles, a revision that
revises nothing. The rest of the file is taken.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal

from pydantic import ValidationError

from scidoc_assets.domain.review.label_studio import exported_decisions
from scidoc_assets.schemas.refused_lines import numbered_lines
from scidoc_assets.schemas.review import (
    JUDGED_KINDS,
    GivenDecision,
    RefusalReason,
    RefusedDecision,
    ReviewDecision,
    ReviewPacket,
)

Source = Literal["label_studio", "jsonl"]
Fault = Callable[[ReviewDecision], str | None]


class DecisionFileError(ValueError):
    """A file that is neither form; the message names the file's place and the cause."""


def read_decisions(text: str) -> tuple[Source, list[tuple[str, dict[str, Any]]]]:
    """Return the form of a file and its decisions as (where, fields).

    Raises DecisionFileError when the text is neither a Label Studio export nor JSON lines.
    """
    if not text.strip():
        raise DecisionFileError("the file is empty")
    if text.lstrip().startswith("["):
        found = list(_exported(text))
        return "label_studio", [(f"annotation {n}", d) for n, d in enumerate(found, 1)]
    return "jsonl", list(_lines(text))


def _exported(text: str) -> Iterator[dict[str, Any]]:
    try:
        tasks = json.loads(text)
    except ValueError as error:
        raise DecisionFileError(f"not JSON: {error}") from error
    for number, task in enumerate(tasks, 1):
        try:
            yield from exported_decisions([task])
        except KeyError as error:
            cause = f"no key {error}"
        except (TypeError, AttributeError, ValueError) as error:
            cause = str(error)
        else:
            continue
        raise DecisionFileError(
            f"task {number} is not as Label Studio exports our packets: {cause}; import the packets "
            "of data/review/tasks/packets there and export as JSON (not JSON-MIN)"
        )


def _lines(text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for number, line in numbered_lines(text):
        try:
            fields = json.loads(line)
        except ValueError as error:
            raise DecisionFileError(f"line {number} is not JSON: {error}") from error
        if not isinstance(fields, dict):
            raise DecisionFileError(f"line {number} is not a JSON object")
        yield f"line {number}", fields


def admit_decisions(
    given: Sequence[tuple[str, Mapping[str, Any]]],
    source: Source,
    packets: Sequence[ReviewPacket],
    earlier: Sequence[ReviewDecision],
    find_fault: Fault = lambda decision: None,
) -> tuple[list[ReviewDecision], list[RefusedDecision]]:
    """Return the new decisions, in order, and those refused.

    What is among `earlier` already is neither: importing a file twice changes nothing, also when
    its objects have been changed by it since. `find_fault` names a rule that a revision breaks.
    """
    by_id = {p.object_id: p for p in packets}
    known = {d.decision_id for d in earlier}
    taken: list[ReviewDecision] = []
    refused: list[RefusedDecision] = []
    for where, fields in given:
        try:
            said = GivenDecision.model_validate(fields)
        except ValidationError as error:
            refused.append(_unreadable(where, fields, error))
            continue
        decision_id = _new_id(said, known, [*earlier, *taken])
        if decision_id is None:
            continue
        problem = _problem(said, by_id.get(said.object_id), [*earlier, *taken])
        decision = None
        if problem is None:
            decision = _decision(said, by_id[said.object_id], source, decision_id)
            fault = find_fault(decision)
            problem = ("breaks_rules", fault) if fault else None
        if problem is not None or decision is None:
            reason, detail = problem or ("unreadable", "")
            refused.append(_refused(where, said.object_id, reason, detail))
            continue
        known.add(decision.decision_id)
        taken.append(decision)
    return taken, refused


def decision_id_of(said: GivenDecision) -> str:
    """Return the id of a decision: a digest of what was said of what by whom."""
    body = said.model_dump_json(include=set(GivenDecision.model_fields) - {"decided_at"})
    return f"decision-{hashlib.sha256(body.encode()).hexdigest()[:16]}"


def _new_id(said: GivenDecision, known: set[str], others: Sequence[ReviewDecision]) -> str | None:
    """The id of a decision that is new, None of a known one.

    Who goes back to an earlier verdict says something new: what was said before, at a later time
    than their last word on this version.
    """
    plain = decision_id_of(said)
    if plain not in known:
        return plain
    own = [
        d
        for d in others
        if (d.object_id, d.object_digest, d.reviewer, d.role)
        == (said.object_id, said.object_digest, said.reviewer, said.role)
    ]
    last = own[-1].decided_at if own else None
    if said.decided_at is None or last is None or said.decided_at <= last:
        return None
    again = f"{plain}-{hashlib.sha256(said.decided_at.encode()).hexdigest()[:8]}"
    is_repeated = own[-1].decision_id.startswith(plain)
    return None if again in known or is_repeated else again


def _unreadable(where: str, fields: Mapping[str, Any], error: ValidationError) -> RefusedDecision:
    first = error.errors()[0]
    name = ".".join(map(str, first["loc"]))
    is_verdict = name == "verdict" and fields.get("verdict") is None
    reason: RefusalReason = "no_verdict" if is_verdict else "unreadable"
    object_id = fields.get("object_id")
    return _refused(
        where, object_id if isinstance(object_id, str) else None, reason, f"{name}: {first['msg']}"
    )


def _refused(
    where: str, object_id: str | None, reason: RefusalReason, detail: str
) -> RefusedDecision:
    return RefusedDecision(where=where, object_id=object_id, reason=reason, detail=detail)


def _problem(
    said: GivenDecision, packet: ReviewPacket | None, others: Sequence[ReviewDecision]
) -> tuple[RefusalReason, str] | None:
    if packet is None:
        return "unknown_object", "no task that is under review has it"
    if packet.object_digest != said.object_digest:
        return "object_changed", f"decided on {said.object_digest}, now {packet.object_digest}"
    for other in others:
        is_same = (other.object_id, other.object_digest) == (said.object_id, said.object_digest)
        if is_same and other.reviewer == said.reviewer and other.role != said.role:
            return "not_independent", f"{said.reviewer} has decided on it as {other.role}"
    if said.verdict == "revise":
        return _idle_revision(said, packet)
    return None


def _idle_revision(said: GivenDecision, packet: ReviewPacket) -> tuple[RefusalReason, str] | None:
    if packet.kind in JUDGED_KINDS:
        return "nothing_revised", f"{packet.kind} is accepted or rejected, not reworded"
    if packet.kind == "region":
        is_new = said.bbox is not None and said.bbox != packet.bbox
        return None if is_new else ("nothing_revised", "a revised region needs another box")
    is_new = bool(said.statement) and said.statement != packet.statement
    return None if is_new else ("nothing_revised", "a revision needs another wording")


def _decision(
    said: GivenDecision, packet: ReviewPacket, source: Source, decision_id: str
) -> ReviewDecision:
    return ReviewDecision(
        **said.model_dump(),
        decision_id=decision_id,
        kind=packet.kind,
        owner_id=packet.owner_id,
        part=packet.part,
        paper_id=packet.paper_id,
        shown_statement=packet.statement,
        shown_bbox=packet.bbox,
        source=source,
    )


def counted(
    decisions: Sequence[ReviewDecision], current: set[tuple[str, str]], known_ids: set[str]
) -> list[ReviewDecision]:
    """Return the decisions with their refusal: none when their version is `current` (as it stands,
    or one that people changed since), `object_changed`, or `unknown_object`."""
    rows = []
    for decision in decisions:
        refusal: RefusalReason | None = None
        if (decision.object_id, decision.object_digest) not in current:
            refusal = "object_changed" if decision.object_id in known_ids else "unknown_object"
        rows.append(decision.model_copy(update={"refusal": refusal}))
    return rows
