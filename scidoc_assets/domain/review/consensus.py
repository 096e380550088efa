"""Two independent decisions and, where they differ, a third: what holds of one object.

Source: spec argument-graphs.md (Expert review), seed 000 A.4. A region holds when both mean the
same panel and their boxes reach IoU 0.7. Refuses to decide for people: one decision alone waits,
two that differ are disputed until adjudicated.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scidoc_assets.schemas.geometry import BBox, iou
from scidoc_assets.schemas.review import (
    TASK_KINDS,
    Disposition,
    HumanVersion,
    Outcome,
    ReviewConsensus,
    ReviewDecision,
    ReviewObject,
    ReviewRole,
    ReviewStage,
    ReviewVersion,
    TaskDisposition,
    Verdict,
)
from scidoc_assets.schemas.text import normalise

MIN_REGION_IOU = 0.7
_OUTCOMES: dict[Verdict, Outcome] = {
    "accept": "accepted",
    "revise": "revised",
    "reject": "rejected",
}
_ORDER: tuple[Disposition, ...] = ("direct", "minor", "major", "rejected")

ByRole = Mapping[ReviewRole, ReviewDecision]
Decisions = Mapping[tuple[str, str], Sequence[ReviewDecision]]


def by_version(decisions: Iterable[ReviewDecision]) -> dict[tuple[str, str], list[ReviewDecision]]:
    """Return decisions by (object id, digest), in the order of import."""
    found: dict[tuple[str, str], list[ReviewDecision]] = {}
    for decision in sorted(decisions, key=lambda d: d.sequence):
        found.setdefault((decision.object_id, decision.object_digest), []).append(decision)
    return found


def latest_by_role(decisions: Iterable[ReviewDecision]) -> dict[ReviewRole, ReviewDecision]:
    """Return the last decision of each role; who changes their mind is taken at the last word."""
    return {d.role: d for d in sorted(decisions, key=lambda d: d.sequence)}


def region_iou(roles: ByRole, current: BBox | None) -> float | None:
    """Return the IoU of the two reviewers' boxes (a box that was accepted is the current one)."""
    boxes = [_box(roles.get("first"), current), _box(roles.get("second"), current)]
    if boxes[0] is None or boxes[1] is None:
        return None
    return iou(boxes[0], boxes[1])


def _box(decision: ReviewDecision | None, current: BBox | None) -> BBox | None:
    if decision is None or decision.verdict == "reject":
        return None
    return decision.bbox or current


def reviewers_agree(
    first: ReviewDecision, second: ReviewDecision, current: BBox | None = None
) -> bool:
    """Say whether two decisions on one version come to the same."""
    if first.kind == "region":
        return _regions_agree(first, second, current)
    if first.verdict != second.verdict:
        return False
    return first.verdict != "revise" or _same_words(first.statement, second.statement)


def _regions_agree(first: ReviewDecision, second: ReviewDecision, current: BBox | None) -> bool:
    if "reject" in (first.verdict, second.verdict):
        return first.verdict == second.verdict
    if not _same_words(first.panel, second.panel):
        return False
    overlap = region_iou({"first": first, "second": second}, current)
    return overlap is not None and overlap >= MIN_REGION_IOU


def _same_words(left: str | None, right: str | None) -> bool:
    return " ".join(normalise(left or "").text.casefold().split()) == " ".join(
        normalise(right or "").text.casefold().split()
    )


def consensus_of(decisions: Sequence[ReviewDecision]) -> ReviewConsensus:
    """Return what holds of one version of an object; at least one decision, all on this version.

    Where both reviewers agree on a region with slightly different boxes, the first one's (the
    discipline's expert) is taken.
    """
    item, roles = decisions[0], latest_by_role(decisions)
    first, second, third = roles.get("first"), roles.get("second"), roles.get("adjudicator")
    final: ReviewDecision | None = None
    outcome: Outcome = "waiting"
    is_disputed = False
    if first is not None and second is not None:
        is_disputed = not reviewers_agree(first, second, item.shown_bbox)
        final = third if is_disputed else _speaking(first, second)
        outcome = "disputed" if final is None else _OUTCOMES[final.verdict]
    return ReviewConsensus(
        object_id=item.object_id,
        object_digest=item.object_digest,
        kind=item.kind,
        paper_id=item.paper_id,
        outcome=outcome,
        disposition=_disposition(outcome, final, is_disputed),
        is_adjudicated=is_disputed and third is not None,
        iou=region_iou(roles, item.shown_bbox) if item.kind == "region" else None,
        statement=(final.statement or item.shown_statement) if final else None,
        bbox=(final.bbox or item.shown_bbox) if final else None,
        versions=_versions(item, roles, final),
    )


def _speaking(first: ReviewDecision, second: ReviewDecision) -> ReviewDecision:
    """Of two that agree, the one that states the result: a redrawn region before an accepted one."""
    return second if first.verdict == "accept" and second.verdict == "revise" else first


def _disposition(
    outcome: Outcome, final: ReviewDecision | None, is_disputed: bool
) -> Disposition | None:
    if final is None:
        return None
    if outcome == "accepted":
        return "direct"
    if outcome == "rejected":
        return "rejected"
    # A region that a third person had to redraw is a major change whatever they call it.
    is_redrawn = final.kind == "region" and is_disputed
    return "major" if is_redrawn or final.severity == "major" else "minor"


def _versions(
    item: ReviewDecision, roles: ByRole, final: ReviewDecision | None
) -> list[ReviewVersion]:
    said: list[tuple[ReviewStage, ReviewDecision | None]] = [
        ("first", roles.get("first")),
        ("second", roles.get("second")),
        ("adjudicated", roles.get("adjudicator")),
        ("final", final),
    ]
    initial = ReviewVersion(
        stage="initial",
        reviewer=None,
        verdict=None,
        statement=item.shown_statement,
        bbox=item.shown_bbox,
    )
    return [initial, *(_version(stage, d) for stage, d in said if d is not None)]


def _version(stage: ReviewStage, said: ReviewDecision) -> ReviewVersion:
    is_out = said.verdict == "reject"
    return ReviewVersion(
        stage=stage,
        reviewer=said.reviewer,
        verdict=said.verdict,
        statement=None if is_out else said.statement or said.shown_statement,
        bbox=None if is_out else said.bbox or said.shown_bbox,
    )


def task_disposition(
    task_id: str,
    paper_id: str,
    objects: Sequence[ReviewObject],
    root_id: str,
    history: Sequence[HumanVersion],
    consensus: Mapping[tuple[str, str], ReviewConsensus],
) -> TaskDisposition:
    """Return how a task came out of review: its worst object decides.

    `objects` are the task's as they now stand, `history` the versions that people made of them.
    Question, answer, answerability, leakage and the target claim reject the task; another rejected
    node, region or edge was taken out of the graph, a major change.
    """
    past = {(v.object_id, v.object_digest) for v in history}
    now = [(o.object_id, o.object_digest) for o in objects]
    held = [consensus[k] for k in dict.fromkeys([*now, *sorted(past)]) if k in consensus]
    deciding = {o.object_id for o in objects if o.kind in TASK_KINDS or o.part == root_id}
    made: list[Disposition] = [_weight(c, deciding) for c in held if c.disposition is not None]
    settled = {c.object_id for c in held if c.disposition is not None}
    decided = sum(o.object_id in settled for o in objects)
    is_over = "rejected" in made or decided == len(objects)
    return TaskDisposition(
        task_id=task_id,
        paper_id=paper_id,
        objects=len(objects),
        decided=decided,
        disposition=_worst(made) if is_over else None,
        is_adjudicated=any(c.is_adjudicated for c in held),
    )


def _worst(made: Sequence[Disposition]) -> Disposition | None:
    return next((d for d in reversed(_ORDER) if d in made), None)


def _weight(consensus: ReviewConsensus, deciding: set[str]) -> Disposition:
    disposition: Disposition = consensus.disposition or "direct"
    if disposition == "rejected" and consensus.object_id not in deciding:
        return "major"
    return disposition
