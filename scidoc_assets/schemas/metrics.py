"""Metric rows (spec evaluation.md, Metrics). Null values carry a reason; JSON never holds NaN."""

from __future__ import annotations

from typing import Literal

from scidoc_assets.schemas.geometry import Row
from scidoc_assets.schemas.labels import Atom

StratumKind = Literal["overall", "difficulty", "discipline", "domain"]
ReasoningMetricName = Literal[
    "accuracy",
    "evidence_coverage",
    "claim_coverage",
    "complete_evidence",
    "accuracy_without_failed",
    "evidence_coverage_without_failed",
]
RoutingLabel = Literal[
    "access_localisation",
    "hint_not_reflected",
    "extraction_low",
    "extraction_partial",
    "interpretation_residual",
    "final_answer_residual",
    "cross_setting_rescue",
    "rescue_no_hit",
]
RoutingGroup = Literal[
    "access_localisation",
    "gold_underuse",
    "visual_extraction",
    "interpretation",
    "final_answer",
    "audit",
]


class ReasoningMetric(Row):
    """One cell. `value` is a mean over `n` rows, in [0, 1].

    Headline metrics: n = planned rows on which the metric is defined (claim coverage: rows of tasks
    with an intermediate claim), `failed_n` of them without answer or label and counted as 0.
    `*_without_failed`: n = planned_n - failed_n. `planned_n` = `planned_tasks` x repeats.
    A model that was never run in a setting has null values, n = 0 and the reason (`missing_key`,
    `model_unloadable`, `not_run`).
    """

    benchmark: str
    model: str
    setting: str
    judge: str
    stratum_kind: StratumKind
    stratum: str
    metric: ReasoningMetricName
    value: float | None
    n: int
    planned_n: int
    failed_n: int
    ci_low: float | None
    ci_high: float | None
    reason: str | None
    is_baseline: bool
    planned_tasks: int


class CoverageDiagnostic(Row):
    """Accuracy inside a band of evidence coverage, per model and setting."""

    benchmark: str
    model: str
    setting: str
    judge: str
    band: str
    metric: str
    value: float | None
    n: int
    ci_low: float | None
    ci_high: float | None
    reason: str | None


class PairedTransition(Row):
    """Rescues (wrong -> right) and losses between two settings on the same tasks."""

    benchmark: str
    model: str
    judge: str
    setting_from: str
    setting_to: str
    n: int
    both_right: int
    both_wrong: int
    rescues: int
    losses: int
    net: int
    accuracy_difference: float | None
    ci_low: float | None
    ci_high: float | None
    mcnemar_p: float | None
    reason: str | None


class Localisation(Row):
    """Crop hits on gold regions at one IoU threshold; counts per outcome."""

    benchmark: str
    model: str
    iou_threshold: float
    section: str
    bucket: str
    n: int
    value: float | None
    improved: int | None
    rescued: int | None
    judge: str | None = None
    ci_low: float | None = None
    ci_high: float | None = None
    reason: str | None = None


class ErrorRoute(Row):
    """How many of the observations wrong under `direct` end in one label.

    `share` = n / total, with its interval (null from fewer than two papers).
    """

    benchmark: str
    model: str
    judge: str
    iou_threshold: float
    label: RoutingLabel
    route_group: RoutingGroup
    n: int
    total: int
    share: float | None
    ci_low: float | None = None
    ci_high: float | None = None


class ErrorRouteChange(Row):
    """Label changes between two IoU thresholds."""

    benchmark: str
    threshold_from: float
    threshold_to: float
    label_from: RoutingLabel
    label_to: RoutingLabel
    n: int
    judge: str | None = None


class JudgeAgreement(Row):
    """Agreement of two or more judges (or a judge and people) on shared records.

    Shares (`exact`, `group_exact`) have a 95 % bootstrap interval by paper, null from fewer than
    two papers; kappas and correlations have none.
    """

    benchmark: str
    unit: str
    judges: str
    statistic: str
    value: float | None
    n: int
    is_small_n: bool
    reason: str | None
    ci_low: float | None = None
    ci_high: float | None = None


class HumanAuditSample(Row):
    """A record drawn for the human audit: balanced by model, setting and difficulty."""

    benchmark: str
    audit_id: str
    model: str
    setting: str
    difficulty: str
    task_id: str
    repeat: int
    raters: list[str]
    adjudicator: str
    seed: int


AuditUnit = Literal[
    "gives_final_conclusion",
    "matches_gold_final_claim",
    "preserves_direction",
    "no_conflicting_conclusion",
    "evidence",
    "claim",
]


class AuditRating(Row):
    """One label of one person: an atom (`item_id` is null), or an evidence or claim by its id.

    The adjudicator's labels have `is_adjudication` set; they decide where raters differ.
    """

    benchmark: str
    model: str
    setting: str
    task_id: str
    repeat: int
    unit: AuditUnit
    item_id: str | None
    rater: str
    is_adjudication: bool
    label: Literal["yes", "no", "n/a"]


class AuditStatement(Row):
    """An evidence or intermediate claim to rate: does the answer state it? Null: not rated yet."""

    node_id: str
    statement: str
    label: Literal["yes", "no"] | None = None


class AuditAtoms(Row):
    """The four correctness atoms to rate; null: not rated yet."""

    gives_final_conclusion: Atom | None = None
    matches_gold_final_claim: Atom | None = None
    preserves_direction: Atom | None = None
    no_conflicting_conclusion: Atom | None = None


class AuditPacket(Row):
    """One answer for one person to rate, as a line of a packet file. Model and setting are left out:
    raters do not know whose answer it is. `audit_id` changes when the answer does.
    """

    audit_id: str
    rater: str
    is_adjudication: bool = False
    question: str
    gold_answer: str
    answer: str
    atoms: AuditAtoms = AuditAtoms()
    evidence: list[AuditStatement] = []
    claims: list[AuditStatement] = []
    note: str | None = None
