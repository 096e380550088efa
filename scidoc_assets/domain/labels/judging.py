"""Asking a model to judge, and reading what it says (spec evaluation.md, Judging; seed 000 G.3).

The material is one JSON object in the user message; rules stand in the system message only, so an
answer that gives orders is a quoted string. A reply is parsed strictly, then without its fence, and
once more after one repair request; what is left is `judge_failed` with a reason. Refuses to guess:
unknown, repeated or missing node ids fail the judge (bug log B17, B18, B19).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from string import Template
from typing import Any, Literal, TypeVar

from scidoc_assets.domain.labels.rows import empty_correctness, empty_coverage, label_keys
from scidoc_assets.prompts import load_prompt
from scidoc_assets.schemas.calls import (
    CallRecord,
    Message,
    ModelRequest,
    PromptRef,
    TextPart,
    text_message,
)
from scidoc_assets.schemas.label_replies import CorrectnessReply, CoverageReply, NodeReply
from scidoc_assets.schemas.labels import (
    CorrectnessLabel,
    CoverageLabel,
    JudgeReason,
    NodeLabel,
    covered_share,
    every_applicable_atom_is_yes,
)
from scidoc_assets.schemas.replies import parse_reply, split_thinking
from scidoc_assets.schemas.responses import ReasoningResponse
from scidoc_assets.schemas.tasks import EvaluationNode, EvaluationTask

JudgeTask = Literal["correctness", "coverage"]
ReplyT = TypeVar("ReplyT", CorrectnessReply, CoverageReply)
USER_MARK = "<!-- user -->"
_UNUSABLE_CALL: dict[str, JudgeReason] = {
    "refused": "refused",
    "missing_key": "missing_key",
    "budget_stopped": "budget_stopped",
}


class JudgeProblem(ValueError):
    """Why a judge's reply cannot be used: a reason of the closed list, and words for the judge."""

    def __init__(self, reason: JudgeReason, detail: str, is_repairable: bool = True) -> None:
        self.reason: JudgeReason = reason
        self.detail = detail
        self.is_repairable = is_repairable
        super().__init__(f"{reason}: {detail}")


def judge_request(
    kind: JudgeTask, task: EvaluationTask, response: ReasoningResponse, model_id: str
) -> ModelRequest:
    """The request to judge one answer. Correctness shows question, gold answer and answer only."""
    prompt = load_prompt(f"labels/{kind}")
    system, _, user = prompt.text.partition(USER_MARK)
    material = json.dumps(_material(kind, task, response), ensure_ascii=False, indent=1)
    contract = CorrectnessReply if kind == "correctness" else CoverageReply
    return ModelRequest(
        model_id=model_id,
        messages=(
            text_message("system", system.strip()),
            text_message("user", Template(user.strip()).substitute(material=material)),
        ),
        response_schema=contract.model_json_schema(),
        prompt=PromptRef(name=prompt.name, version=prompt.version, hash=prompt.sha256),
    )


def repair_request(
    kind: JudgeTask, task: EvaluationTask, request: ModelRequest, record: CallRecord
) -> ModelRequest | None:
    """The one request that asks to mend an unusable reply; None when the reply is usable or the
    call itself failed (asking again would not be a repair).
    """
    try:
        _usable_reply(kind, task, record)
    except JudgeProblem as problem:
        if not problem.is_repairable:
            return None
        said = record.reply.text if record.reply and record.reply.text else "(empty reply)"
        text = Template(load_prompt("labels/repair").text).substitute(problem=problem.detail)
        asked = (
            Message(role="assistant", parts=(TextPart(text=said),)),
            text_message("user", text.strip()),
        )
        return request.model_copy(update={"messages": (*request.messages, *asked)})
    return None


def label_correctness(
    task: EvaluationTask, response: ReasoningResponse, judge: str, records: Sequence[CallRecord]
) -> CorrectnessLabel:
    """The label out of the judge's calls (one, or two with a repair); the last one decides."""
    keys = _judged_keys(response, judge, records)
    try:
        reply = read_correctness(records[-1])
    except JudgeProblem as problem:
        return empty_correctness(keys, "judge_failed", problem.reason, problem.detail)
    atoms = reply.model_dump()
    return CorrectnessLabel(
        **keys,
        **atoms,
        status="labelled",
        reason=None,
        is_correct=every_applicable_atom_is_yes(atoms),
    )


def label_coverage(
    task: EvaluationTask, response: ReasoningResponse, judge: str, records: Sequence[CallRecord]
) -> CoverageLabel:
    """The coverage label out of the judge's calls; joined by id, in the task's order."""
    keys = _judged_keys(response, judge, records)
    try:
        reply = read_coverage(records[-1], task)
    except JudgeProblem as problem:
        return empty_coverage(keys, task, "judge_failed", problem.reason, problem.detail)
    evidence = _joined(task.evidence, reply.evidence)
    claims = _joined(task.intermediate_claims, reply.claims)
    return CoverageLabel(
        **keys,
        status="labelled",
        reason=None,
        evidence=evidence,
        claims=claims,
        evidence_coverage=covered_share(evidence),
        claim_coverage=covered_share(claims),
    )


def read_correctness(record: CallRecord) -> CorrectnessReply:
    """The atoms of a reply. Raises JudgeProblem."""
    return _parsed(record, CorrectnessReply)


def read_coverage(record: CallRecord, task: EvaluationTask) -> CoverageReply:
    """The nodes of a reply, their ids checked against the task. Raises JudgeProblem."""
    reply = _parsed(record, CoverageReply)
    _check_ids("evidence", task.evidence, reply.evidence)
    _check_ids("claims", task.intermediate_claims, reply.claims)
    return reply


def _usable_reply(kind: JudgeTask, task: EvaluationTask, record: CallRecord) -> None:
    if kind == "correctness":
        read_correctness(record)
    else:
        read_coverage(record, task)


def _parsed(record: CallRecord, contract: type[ReplyT]) -> ReplyT:
    if record.reply is None or record.status not in ("answered", "truncated", "empty"):
        reason = _UNUSABLE_CALL.get(record.status, "provider_error")
        detail = f"call {record.status}: {record.detail or record.cause or 'no detail'}"
        raise JudgeProblem(reason, detail, is_repairable=False)
    text, _ = split_thinking(record.reply.text or "")
    parsed = parse_reply(text, contract, several="ambiguous")
    if parsed.value is None:
        reason = "out_of_range" if parsed.reason == "wrong_shape" else "unparseable"
        raise JudgeProblem(
            reason, f"{parsed.reason}{f': {parsed.detail}' if parsed.detail else ''}"
        )
    return parsed.value


def _check_ids(name: str, required: Sequence[EvaluationNode], given: Sequence[NodeReply]) -> None:
    wanted = [node.node_id for node in required]
    found = [node.node_id for node in given]
    unknown = sorted(set(found) - set(wanted))
    repeated = sorted({i for i in found if found.count(i) > 1})
    missing = [i for i in wanted if i not in found]
    problems: tuple[tuple[JudgeReason, str, list[str]], ...] = (
        ("ids_unknown", "ids that were not asked about", unknown),
        ("ids_repeated", "ids given more than once", repeated),
        ("ids_missing", "ids left out", missing),
    )
    for reason, words, ids in problems:
        if ids:
            raise JudgeProblem(reason, f"{name}: {words}: {', '.join(ids)}")


def _joined(required: Sequence[EvaluationNode], given: Sequence[NodeReply]) -> list[NodeLabel]:
    said = {node.node_id: node.is_covered == "yes" for node in given}
    return [NodeLabel(node_id=n.node_id, is_covered=said[n.node_id]) for n in required]


def _judged_keys(
    response: ReasoningResponse, judge: str, records: Sequence[CallRecord]
) -> dict[str, Any]:
    """Keys with the provenance of the deciding call. Raises ValueError without any call."""
    if not records:
        raise ValueError(f"no call of judge {judge} for task {response.task_id}")
    last = records[-1]
    prompt = last.prompt
    return {
        **label_keys(response, judge, is_baseline=False),
        "raw_text": last.reply.text if last.reply else None,
        "request_hash": last.request_hash,
        "prompt_name": prompt.name if prompt else None,
        "prompt_version": prompt.version if prompt else None,
        "prompt_hash": prompt.hash if prompt else None,
    }


def _material(kind: JudgeTask, task: EvaluationTask, response: ReasoningResponse) -> dict[str, Any]:
    if kind == "correctness":
        return {
            "question": task.question,
            "gold_answer": task.gold_answer,
            "answer_to_judge": response.text,
        }
    return {
        "question": task.question,
        "required_evidence": [_node(node) for node in task.evidence],
        "required_intermediate_claims": [_node(node) for node in task.intermediate_claims],
        "answer_to_judge": response.text,
    }


def _node(node: EvaluationNode) -> dict[str, Any]:
    return {
        "node_id": node.node_id,
        "label": node.statement,
        "original_label": node.label,
        "citation": node.citation,
        "source_attributions": [
            {"section_title": a.section_title, "source_excerpt": a.source_excerpt}
            for a in node.source_attributions
        ],
    }
