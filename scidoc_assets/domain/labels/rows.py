"""Label rows: keys shared by both tables, and the rows of an answer that was not judged.

Refuses to turn a missing judgement into a `no`: atoms and nodes stay null with a reason.
"""

from __future__ import annotations

from typing import Any

from scidoc_assets.schemas.labels import (
    CorrectnessLabel,
    CoverageLabel,
    JudgeReason,
    LabelStatus,
    NodeLabel,
)
from scidoc_assets.schemas.responses import ReasoningResponse
from scidoc_assets.schemas.tasks import EvaluationNode, EvaluationTask


def label_keys(response: ReasoningResponse, judge: str, is_baseline: bool) -> dict[str, Any]:
    """The key columns and empty provenance of a label of a response by a judge."""
    return {
        "benchmark": response.benchmark,
        "task_id": response.task_id,
        "model": response.model,
        "setting": response.setting,
        "repeat": response.repeat,
        "judge": judge,
        "is_baseline": is_baseline,
        "raw_text": None,
        "request_hash": None,
        "prompt_name": None,
        "prompt_version": None,
        "prompt_hash": None,
        "source_digest": response.source_digest,
    }


def empty_correctness(
    keys: dict[str, Any], status: LabelStatus, reason: JudgeReason, detail: str | None
) -> CorrectnessLabel:
    """A correctness row without a judgement."""
    return CorrectnessLabel(
        **keys,
        status=status,
        reason=reason,
        reason_detail=detail,
        gives_final_conclusion=None,
        matches_gold_final_claim=None,
        preserves_direction=None,
        no_conflicting_conclusion=None,
        is_correct=None,
    )


def empty_coverage(
    keys: dict[str, Any],
    task: EvaluationTask,
    status: LabelStatus,
    reason: JudgeReason,
    detail: str | None,
) -> CoverageLabel:
    """A coverage row without a judgement; every node is there, null."""
    return CoverageLabel(
        **keys,
        status=status,
        reason=reason,
        reason_detail=detail,
        evidence=_unjudged(task.evidence, reason),
        claims=_unjudged(task.intermediate_claims, reason),
        evidence_coverage=None,
        claim_coverage=None,
    )


def no_answer_labels(
    task: EvaluationTask, response: ReasoningResponse, judge: str, is_baseline: bool
) -> tuple[CorrectnessLabel, CoverageLabel]:
    """Both rows of a response without a text to judge; no judge is asked."""
    keys = label_keys(response, judge, is_baseline)
    detail = f"response status {response.status}"
    return (
        empty_correctness(keys, "no_answer", "empty_answer", detail),
        empty_coverage(keys, task, "no_answer", "empty_answer", detail),
    )


def _unjudged(nodes: list[EvaluationNode], reason: JudgeReason) -> list[NodeLabel]:
    return [NodeLabel(node_id=n.node_id, is_covered=None, reason=reason) for n in nodes]
