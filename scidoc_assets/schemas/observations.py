"""One row per planned answer and judge: what every metric of the reasoning benchmark is made of.

Holds what a metric needs and no text. Refuses nothing: nulls are missing answers or labels.
"""

from __future__ import annotations

from typing import Literal, get_args

from scidoc_assets.schemas.geometry import BBoxUnit, Row

# Statuses of an observation beside those of a response.
NOT_RUN, NO_RESPONSE = "not_run", "no_response"
NotRunReason = Literal["missing_key", "model_unloadable", "not_run"]
NOT_RUN_REASONS = frozenset(get_args(NotRunReason))


class Crop(Row):
    """A crop that was made: the image's name or alias and the normalised box on the original."""

    image: str
    bbox: BBoxUnit


class Observation(Row):
    """A planned row of one judge: (model, setting, task, repeat) with what came of it.

    `status` is the response's, `no_response` where the store holds none, or `not_run` where the
    model was never run in this setting (`not_run_reason` says why). `is_correct`, `evidence` and
    `claims` (shares in [0, 1]) are null without an answer or a usable label; `claims` also where
    the task has none (`required_claims` is 0). A judge has failed on an answer that it gave no
    verdict on, be it that its label says so or that there is none (`is_unlabelled`).
    """

    benchmark: str
    judge: str
    model: str
    setting: str
    task_id: str
    repeat: int
    paper_id: str
    difficulty: str
    discipline: str
    domain: str
    is_correct: bool | None
    evidence: float | None
    claims: float | None
    required_evidence: int
    required_claims: int
    is_baseline: bool
    crops: list[Crop] = []
    has_failed_correctness_judge: bool = False
    has_failed_coverage_judge: bool = False
    is_unlabelled: bool = False
    status: str = "answered"
    not_run_reason: NotRunReason | None = None

    @property
    def has_run(self) -> bool:
        """False for a row of a model that was never run in this setting."""
        return self.status != NOT_RUN

    @property
    def is_right(self) -> bool:
        """Correctness with a missing label counted as wrong."""
        return bool(self.is_correct)

    @property
    def evidence_or_zero(self) -> float:
        """Evidence coverage with a missing label counted as 0."""
        return self.evidence or 0.0

    @property
    def claims_or_zero(self) -> float | None:
        """Claim coverage with a missing label counted as 0; None where the task has no claim."""
        return (self.claims or 0.0) if self.required_claims else None
