"""Expert review: packets to people, their decisions back, consensus, agreement, dispositions.

Decisions lie in files (`scidoc review import`), so that argument_graphs and reasoning_tasks can
take them up without a circle of assets: they depend on the files.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from scidoc_assets.defs.project import Project
from scidoc_assets.defs.reviewed import all_decisions, decisions_of, reviewable
from scidoc_assets.defs.stage import Rows, StageRun, TableCheck, stage
from scidoc_assets.domain.review.agreement import agreement_rows
from scidoc_assets.domain.review.consensus import by_version, consensus_of, task_disposition
from scidoc_assets.domain.review.decisions import counted
from scidoc_assets.domain.review.label_studio import (
    LABELLING_CONFIG,
    image_file,
    labelling_tasks,
)
from scidoc_assets.domain.review.objects import objects_of_task
from scidoc_assets.domain.review.packets import open_for, packets_of
from scidoc_assets.schemas.review import (
    ReviewAgreement,
    ReviewConsensus,
    ReviewDecision,
    ReviewPacket,
    ReviewRole,
    TaskDisposition,
)
from scidoc_assets.schemas.tasks import ReasoningTask, TaskQuality
from scidoc_assets.storage.review_files import (
    CONFIG,
    packet_file,
    stored_decisions,
    write_review_packets,
)

Tasks = Sequence[ReasoningTask]
Qualities = Sequence[TaskQuality]
ROLES: tuple[ReviewRole, ...] = ("first", "second", "adjudicator")


@stage("review_packets", uses=("tasks",), external=all_decisions)
def review_packets(
    run: StageRun, candidate_tasks: Tasks, task_quality: Qualities
) -> Sequence[ReviewPacket]:
    """Every object of every task that passed; writes each role's Label Studio tasks to data/review."""
    packets = packets_of(reviewable(run.project, candidate_tasks, task_quality))
    decisions = decisions_of(run.project)
    files = {CONFIG: LABELLING_CONFIG.encode()}
    for role in ROLES:
        waiting = open_for(role, packets, decisions)
        body = json.dumps(labelling_tasks(waiting, role), ensure_ascii=False, indent=1)
        files[packet_file(role)] = body.encode("utf-8")
    write_review_packets(run.project.paths.review, files | _pictures(run.project, packets))
    return packets


def _pictures(project: Project, packets: Sequence[ReviewPacket]) -> dict[str, bytes]:
    shown = sorted({f.image_sha256 for p in packets for f in p.figures})
    return {image_file(s): project.blobs.get(s) for s in shown if project.blobs.has(s)}


def _changed_since(rows: Rows) -> list[str]:
    return [
        f"{r.object_id} ({r.refusal})"
        for r in rows
        if isinstance(r, ReviewDecision) and r.refusal is not None
    ]


@stage(
    "review_decisions",
    uses=("tasks",),
    external=all_decisions,
    checks=(TableCheck("decisions_are_on_objects_as_they_stand", _changed_since),),
)
def review_decisions(
    run: StageRun, candidate_tasks: Tasks, task_quality: Qualities
) -> Sequence[ReviewDecision]:
    """Every imported decision; one whose object the pipeline has changed since is marked."""
    current: set[tuple[str, str]] = set()
    known: set[str] = set()
    for task in reviewable(run.project, candidate_tasks, task_quality):
        found = [(o.object_id, o.object_digest) for o in objects_of_task(task)]
        past = [(v.object_id, v.object_digest) for v in task.human_versions]
        current |= {*found, *past}
        known |= {object_id for object_id, _ in (*found, *past)}
    return counted(stored_decisions(run.project.paths.review), current, known)


def _undisposed(rows: Rows) -> list[str]:
    return [
        r.object_id
        for r in rows
        if isinstance(r, ReviewConsensus)
        and (r.disposition is None) != (r.outcome in {"waiting", "disputed"})
    ]


@stage(
    "review_consensus",
    checks=(TableCheck("decided_objects_have_a_disposition", _undisposed, is_blocking=True),),
)
def review_consensus(
    run: StageRun, review_decisions: Sequence[ReviewDecision]
) -> Sequence[ReviewConsensus]:
    """What holds of every version that somebody decided on, with all its versions."""
    return [consensus_of(own) for _, own in sorted(by_version(review_decisions).items())]


@stage("review_dispositions", uses=("tasks",), external=all_decisions)
def review_dispositions(
    run: StageRun,
    candidate_tasks: Tasks,
    task_quality: Qualities,
    review_consensus: Sequence[ReviewConsensus],
) -> Sequence[TaskDisposition]:
    """How far the review of each task is and how it came out."""
    held = {(c.object_id, c.object_digest): c for c in review_consensus}
    return [
        task_disposition(
            t.task_id, t.paper_id, objects_of_task(t), t.root_id, t.human_versions, held
        )
        for t in reviewable(run.project, candidate_tasks, task_quality)
    ]


def _without_kappa_or_reason(rows: Rows) -> list[str]:
    return [
        r.unit
        for r in rows
        if isinstance(r, ReviewAgreement) and (r.kappa is None) == (r.kappa_reason is None)
    ]


@stage(
    "review_agreement",
    checks=(TableCheck("missing_kappa_has_a_reason", _without_kappa_or_reason, is_blocking=True),),
)
def review_agreement(
    run: StageRun, review_decisions: Sequence[ReviewDecision]
) -> Sequence[ReviewAgreement]:
    """Exact share and Cohen's kappa of the two reviewers before adjudication."""
    return agreement_rows(review_decisions)


STAGES = (
    review_packets,
    review_decisions,
    review_consensus,
    review_dispositions,
    review_agreement,
)
