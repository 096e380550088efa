"""Interchange lines turned into rows of the store. Refuses nothing: the lines are checked before.

A label that leaves out a required node becomes a failed judge with the missing ids, never a `no`
(spec evaluation.md, Judging; bug log B18); one that states its failure keeps that reason.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from scidoc_assets.domain.imports.lines import (
    LabelLine,
    Line,
    NodeLine,
    NodeVerdict,
    ResponseLine,
    TaskLine,
    collect_extra,
)
from scidoc_assets.schemas.arguments import SourceAttribution
from scidoc_assets.schemas.labels import (
    ATOMS,
    CorrectnessLabel,
    CoverageLabel,
    JudgeReason,
    LabelStatus,
    NodeLabel,
    covered_share,
    every_applicable_atom_is_yes,
)
from scidoc_assets.schemas.responses import ReasoningResponse, Turn
from scidoc_assets.schemas.tasks import EvaluationNode, EvaluationTask, KeyRegion

# Reasons of labels that no judge failed on.
_STATUS_OF: dict[str, LabelStatus] = {"empty_answer": "no_answer", "abstained": "abstained"}


def task_row(line: TaskLine, benchmark: str, digest: str) -> EvaluationTask:
    """The evaluation view of an imported task; `images` and `graph` are kept in `extra_json`."""
    kept = {name: getattr(line, name) for name in ("images", "graph") if getattr(line, name)}
    return EvaluationTask(
        benchmark=benchmark,
        task_id=line.task_id,
        paper_id=line.paper_id,
        discipline=line.discipline,
        domain=line.domain,
        difficulty=line.difficulty,
        question=line.question,
        gold_answer=line.gold_answer,
        evidence=[_node(node) for node in line.evidence],
        intermediate_claims=[_node(node) for node in line.intermediate_claims],
        regions=[
            KeyRegion(region_id=r.region_id, image=r.image, bbox=r.bbox, evidence=r.evidence)
            for r in line.regions
        ],
        source_digest=digest,
        extra_json=_extra(line, kept),
    )


def response_row(line: ResponseLine, benchmark: str, digest: str) -> ReasoningResponse:
    """An imported response; what its run did not record is null, attempts are 0."""
    usage = line.usage or {}
    return ReasoningResponse(
        benchmark=benchmark,
        model=line.model,
        setting=line.setting,
        task_id=line.task_id,
        repeat=line.repeat,
        status=line.status,
        status_detail=None,
        text=line.text,
        thinking=None,
        finish_reason=None,
        turns=[
            Turn(turn_index=i, action=t.action, image=t.image, bbox=t.bbox, text=t.text)
            for i, t in enumerate(line.turns)
        ],
        protocol="imported",
        sees=None,
        is_baseline=line.is_baseline,
        usage_json=json.dumps(line.usage, sort_keys=True) if line.usage is not None else None,
        prompt_tokens=_count(usage.get("prompt_tokens")),
        completion_tokens=_count(usage.get("completion_tokens")),
        cost_usd=line.cost_usd,
        latency_s=line.latency_s,
        attempts=0,
        request_hash=None,
        prompt_name=None,
        prompt_version=None,
        prompt_hash=None,
        served_model=None,
        created_at=None,
        source_digest=digest,
        extra_json=_extra(line),
    )


def label_rows(
    line: LabelLine, task: EvaluationTask, digest: str
) -> tuple[CorrectnessLabel, CoverageLabel]:
    """Both labels of a line, in the order of the task's nodes."""
    keys: dict[str, Any] = {
        "benchmark": task.benchmark,
        "task_id": line.task_id,
        "model": line.model,
        "setting": line.setting,
        "repeat": line.repeat,
        "judge": line.judge,
        "is_baseline": line.is_baseline,
        "raw_text": None,
        "request_hash": None,
        "prompt_name": None,
        "prompt_version": None,
        "prompt_hash": None,
        "source_digest": digest,
        "extra_json": _extra(line),
    }
    return _correctness(line, keys), _coverage(line, task, keys)


def _correctness(line: LabelLine, keys: dict[str, Any]) -> CorrectnessLabel:
    if line.atoms is None:
        return CorrectnessLabel(
            **keys, **dict.fromkeys(ATOMS), is_correct=None, **_failure(line.correctness_failure)
        )
    atoms = line.atoms.model_dump(include=set(ATOMS))
    is_correct = every_applicable_atom_is_yes(atoms)
    return CorrectnessLabel(
        **keys,
        **atoms,
        is_correct=is_correct,
        status="imported" if is_correct is not None else "judge_failed",
        reason=None if is_correct is not None else "out_of_range",
        reason_detail=None if is_correct is not None else "no atom applies",
    )


def _coverage(line: LabelLine, task: EvaluationTask, keys: dict[str, Any]) -> CoverageLabel:
    evidence = _nodes(task.evidence, line.evidence or {}, line.coverage_failure)
    claims = _nodes(task.intermediate_claims, line.claims, line.coverage_failure)
    if line.evidence is None:
        unjudged: dict[str, Any] = {"evidence": evidence, "claims": claims}
        empty = dict.fromkeys(("evidence_coverage", "claim_coverage"))
        return CoverageLabel(**keys, **unjudged, **empty, **_failure(line.coverage_failure))
    missing = [node.node_id for node in [*evidence, *claims] if node.reason == "ids_missing"]
    return CoverageLabel(
        **keys,
        evidence=evidence,
        claims=claims,
        evidence_coverage=None if missing else covered_share(evidence),
        claim_coverage=None if missing else covered_share(claims),
        status="judge_failed" if missing else "imported",
        reason="ids_missing" if missing else None,
        reason_detail=f"missing: {', '.join(missing)}" if missing else None,
    )


def _failure(reason: JudgeReason | None) -> dict[str, Any]:
    """Status and reason of a label without a verdict."""
    status: LabelStatus = _STATUS_OF.get(str(reason), "judge_failed")
    return {"status": status, "reason": reason}


def _nodes(
    required: list[EvaluationNode], given: Mapping[str, NodeVerdict], failure: JudgeReason | None
) -> list[NodeLabel]:
    return [_verdict(n.node_id, given.get(n.node_id), failure or "ids_missing") for n in required]


def _verdict(node_id: str, given: NodeVerdict | None, missing: JudgeReason) -> NodeLabel:
    """A node's label; null with a reason where the judge abstained from it or left it out."""
    if given is None or given == "abstained":
        return NodeLabel(node_id=node_id, is_covered=None, reason=given or missing)
    return NodeLabel(node_id=node_id, is_covered=given == "yes")


def _node(line: NodeLine) -> EvaluationNode:
    return EvaluationNode(
        node_id=line.node_id,
        label=line.label,
        visual_evidence_text=line.visual_evidence_text,
        citation=line.citation,
        source_attributions=[
            SourceAttribution(section_title=a.section_title, source_excerpt=a.source_excerpt)
            for a in line.source_attributions
        ],
    )


def _extra(line: Line, more: dict[str, Any] | None = None) -> str | None:
    extra = {**collect_extra(line), **(more or {})}
    return json.dumps(extra, sort_keys=True, ensure_ascii=False) if extra else None


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
