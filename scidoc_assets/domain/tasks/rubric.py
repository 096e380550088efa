"""The eight-dimension rubric of a stem: weights, total, decision, and a rule baseline.

Source: seed 000 Appendix B (weights, pass >= 85, critical < 0.5), spec argument-graphs.md. The
rule baseline sees coverage and wording, not science; its rows are marked `judge=rules`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scidoc_assets.domain.tasks.checks import claim_coverage, named_anchors, over_generic
from scidoc_assets.schemas.content_words import content_words
from scidoc_assets.schemas.settings import TaskSettings
from scidoc_assets.schemas.tasks import (
    CheckHit,
    QualityDecision,
    ReasoningTask,
    RubricDimension,
)

WEIGHTS: dict[RubricDimension, int] = {
    "anchor_coverage": 12,
    "anchor_localisation": 8,
    "evidence_path_coverage": 14,
    "reasoning_dependency": 14,
    "target_specificity": 10,
    "stem_naturalness": 22,
    "non_leakage": 15,
    "answer_shaping": 5,
}
CRITICAL: tuple[RubricDimension, ...] = ("anchor_coverage", "reasoning_dependency", "non_leakage")
# A template is grammatical but no peer's question; it never gets full marks for naturalness.
TEMPLATE_NATURALNESS = 0.8
COMFORTABLE_WORDS = (8, 55)


def rubric_total(scores: Mapping[RubricDimension, float]) -> float:
    """Return the weighted total, 0-100.

    Raises ValueError when a dimension is missing or a score leaves [0, 1]; nothing is clipped.
    """
    missing = [d for d in WEIGHTS if d not in scores]
    if missing:
        raise ValueError(f"rubric dimensions without a score: {', '.join(missing)}")
    outside = [d for d in WEIGHTS if not 0.0 <= scores[d] <= 1.0]
    if outside:
        raise ValueError(f"rubric scores outside [0, 1]: {', '.join(outside)}")
    return round(sum(WEIGHTS[d] * scores[d] for d in WEIGHTS), 6)


def low_critical(
    scores: Mapping[RubricDimension, float], settings: TaskSettings
) -> list[RubricDimension]:
    """Return the critical dimensions below the configured floor (0.5)."""
    return [d for d in CRITICAL if scores[d] < settings.critical_below]


def decide(
    hits: Sequence[CheckHit],
    scores: Mapping[RubricDimension, float],
    settings: TaskSettings,
    *,
    is_revision_recommended: bool = False,
) -> QualityDecision:
    """Return `rewrite` when a hard check fired, revision is recommended, the total is below the
    pass mark or a critical dimension is below its floor; else `pass`."""
    is_low = rubric_total(scores) < settings.rubric_pass or bool(low_critical(scores, settings))
    return "rewrite" if hits or is_revision_recommended or is_low else "pass"


def rule_scores(task: ReasoningTask, hits: Sequence[CheckHit]) -> dict[RubricDimension, float]:
    """Score a stem by rules alone (no model): a baseline and marked as such."""
    named = set(named_anchors(task.question))
    aliases = [image.alias for image in task.images]
    covered = len(named & set(aliases)) / len(aliases) if aliases else 0.0
    reached = [step for step in task.observations if step.image in named]
    path = len(reached) / len(task.evidence_ids) if task.evidence_ids else 0.0
    claims = [n.label for n in task.nodes if n.type == "claim"]
    leak = max((claim_coverage(task.question, c) for c in claims), default=0.0)
    fired = {hit.reason for hit in hits}
    return {
        "anchor_coverage": covered,
        "anchor_localisation": 0.0 if "anchor_outside_selection" in fired else float(covered > 0),
        "evidence_path_coverage": path,
        "reasoning_dependency": _dependency(task),
        "target_specificity": _specificity(task.question),
        "stem_naturalness": _naturalness(task, fired),
        "non_leakage": 0.0 if "leaks_claim" in fired else 1.0 - 0.5 * leak,
        "answer_shaping": 0.0 if "answer_shaping" in fired else 1.0,
    }


def _dependency(task: ReasoningTask) -> float:
    """How much the answer needs joining: several observations or an intermediate claim."""
    joined = len(task.evidence_ids) + len(task.intermediate_claim_ids)
    return 1.0 if joined >= 3 else 0.9 if joined == 2 else 0.6


def _specificity(stem: str) -> float:
    return 0.2 if over_generic(stem) else min(1.0, 0.5 + 0.05 * len(set(content_words(stem))))


def _naturalness(task: ReasoningTask, fired: set[str]) -> float:
    if fired & {"exam_phrasing", "procedure_exposed", "over_generic"}:
        return 0.2
    length = len(task.question.split()) if task.language != "zh" else len(task.question) // 2
    low, high = COMFORTABLE_WORDS
    score = 1.0 if low <= length <= high else 0.6
    return min(score, TEMPLATE_NATURALNESS) if task.question_source == "template" else score
