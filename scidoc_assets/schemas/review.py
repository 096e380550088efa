"""Expert review of tasks: what is reviewed, what people decided, what holds (spec
argument-graphs.md, Expert review; seed 000 A.4).

An object of a graph (evidence, region, claim, knowledge, edge) belongs to the graph and is reviewed
once, whichever tasks use it; question, answer, answerability and leakage belong to their task. A
digest fixes the version that a decision was made on.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from scidoc_assets.schemas.geometry import BBoxUnit, Row

ReviewKind = Literal[
    "question",
    "answer",
    "answerability",
    "leakage",
    "region",
    "evidence",
    "claim",
    "knowledge",
    "edge",
]
ReviewRole = Literal["first", "second", "adjudicator"]
ReviewStage = Literal["initial", "first", "second", "adjudicated", "final"]
Verdict = Literal["accept", "revise", "reject"]
Severity = Literal["minor", "major"]
Disposition = Literal["direct", "minor", "major", "rejected"]
Outcome = Literal["accepted", "revised", "rejected", "disputed", "waiting"]
RefusalReason = Literal[
    "unreadable",
    "no_verdict",
    "unknown_object",
    "object_changed",
    "not_independent",
    "nothing_revised",
    "breaks_rules",
]
TASK_KINDS: frozenset[str] = frozenset({"question", "answer", "answerability", "leakage"})
# Kinds that are judged but cannot be reworded.
JUDGED_KINDS: frozenset[str] = frozenset({"answerability", "leakage", "edge"})


class HumanVersion(Row):
    """A version that people made of one object: `object_digest` is what they saw."""

    object_id: str
    object_digest: str
    kind: ReviewKind
    outcome: Literal["revised", "rejected"]
    before: str
    after: str | None
    before_bbox: BBoxUnit | None = None
    after_bbox: BBoxUnit | None = None


class ReviewObject(Row):
    """One thing to be reviewed, as it now stands. `part` is a node id or `source->target`."""

    object_id: str
    object_digest: str
    kind: ReviewKind
    owner_id: str
    part: str | None
    statement: str
    bbox: BBoxUnit | None = None
    figure_id: str | None = None


class ShownFigure(Row):
    """A figure or table of the task, as reviewers see it."""

    alias: str
    image_sha256: str
    caption: str | None


class ReviewPacket(ReviewObject):
    """A row of `review_packets`: the object with what a reviewer must see beside it.

    `image_*` is the object's own figure (regions are drawn on it), `figures` are all of the task.
    """

    task_ids: list[str]
    paper_id: str
    discipline: str | None
    question: str
    image_sha256: str | None
    image_alias: str | None
    width_px: int | None
    height_px: int | None
    caption: str | None
    figures: list[ShownFigure]
    excerpts: list[str]


class GivenDecision(Row):
    """What one person says of one version of one object (a line of the JSONL form)."""

    object_id: str = Field(min_length=1)
    object_digest: str = Field(min_length=1)
    role: ReviewRole
    reviewer: str = Field(min_length=1)
    verdict: Verdict
    severity: Severity | None = None
    statement: str | None = None
    bbox: BBoxUnit | None = None
    panel: str | None = None
    comment: str | None = None
    decided_at: str | None = None


class ReviewDecision(GivenDecision):
    """An imported decision with the version it was made on. `sequence` is the order of import; `refusal` says why it does not count
    any more (its object has changed since), and is null while it counts."""

    decision_id: str
    kind: ReviewKind
    owner_id: str
    part: str | None
    paper_id: str
    # What the reviewer saw; the object itself may have moved on.
    shown_statement: str
    shown_bbox: BBoxUnit | None
    source: Literal["label_studio", "jsonl"]
    sequence: int = 0
    refusal: RefusalReason | None = None


class RefusedDecision(Row):
    """A decision that was not imported, with the id and the reason."""

    where: str
    object_id: str | None
    reason: RefusalReason
    detail: str


class ReviewVersion(Row):
    """One version of an object in its history, oldest first: initial, first, second, adjudicated,
    final."""

    stage: ReviewStage
    reviewer: str | None
    verdict: Verdict | None
    statement: str | None
    bbox: BBoxUnit | None


class ReviewConsensus(Row):
    """What holds for one version of one object. `iou` compares the two reviewers' regions."""

    object_id: str
    object_digest: str
    kind: ReviewKind
    paper_id: str
    outcome: Outcome
    disposition: Disposition | None
    is_adjudicated: bool
    iou: float | None
    statement: str | None
    bbox: BBoxUnit | None
    versions: list[ReviewVersion]


class TaskDisposition(Row):
    """How a task came out of review: its worst object decides, rejection only by an object of the
    task's own. `is_adjudicated` overlaps the dispositions; null until everything is decided."""

    task_id: str
    paper_id: str
    objects: int
    decided: int
    disposition: Disposition | None
    is_adjudicated: bool


class ReviewAgreement(Row):
    """Agreement of the two reviewers before adjudication, per kind of object (`all` over all).

    Kappa is null with a reason when it is not defined (both used one and the same verdict).
    """

    unit: str
    pairs: int
    exact: int
    exact_share: float | None
    kappa: float | None
    kappa_reason: Literal["no_pairs", "one_verdict"] | None
