"""The question chain and its judgement with a model: requests, and replies checked id by id.

Source: seed 000 G.1; spec argument-graphs.md (Tasks). Pure: calls happen in defs. Locked ids that
come back changed, aliases outside the task and leaking steps are faults of the reply
(`ReplyProblem`), mended at most once, by the model.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scidoc_assets.domain.tasks.aliases import alias_by_evidence
from scidoc_assets.domain.tasks.answers import answer_faults, changed_ids, trajectory_of
from scidoc_assets.domain.tasks.checks import (
    check_stem,
    leaks,
    outside_anchors,
    stem_context_of,
)
from scidoc_assets.domain.tasks.rewrite import RewriteState, rewrite_request
from scidoc_assets.domain.tasks.rubric import decide, low_critical, rubric_total
from scidoc_assets.domain.tasks.sampling import subgraph_of
from scidoc_assets.prompts.asking import ReplyProblem, ask, profile_of, read
from scidoc_assets.schemas.argument_replies import (
    BridgeReply,
    ObservationReply,
    QuestionReply,
    ReferenceAnswerReply,
    RubricReply,
)
from scidoc_assets.schemas.arguments import GraphNode
from scidoc_assets.schemas.calls import CallRecord, ImagePart, ModelRequest
from scidoc_assets.schemas.settings import TaskSettings
from scidoc_assets.schemas.tasks import (
    BridgeStep,
    ObservationStep,
    ReasoningTask,
    RubricDimension,
    TaskQuality,
)


def _profile(task: ReasoningTask) -> dict[str, str]:
    return {"profile": profile_of(task.discipline)}


def _node(node: GraphNode) -> dict[str, Any]:
    return {
        "node_id": node.node_id,
        "type": node.type,
        "statement": node.visual_evidence_text or node.label,
        "citation": node.citation,
        "source_attributions": [
            {"section_title": a.section_title, "source_excerpt": a.source_excerpt}
            for a in node.source_attributions
        ],
    }


def _anchors(task: ReasoningTask) -> list[dict[str, str | None]]:
    return [{"alias": i.alias, "kind": i.kind, "caption": i.caption} for i in task.images]


def observation_request(
    task: ReasoningTask, evidence_id: str, image: ImagePart, model_id: str, sample_count: int = 3
) -> ModelRequest:
    """Ask for several questions and one key region on one evidence's image."""
    node = next(n for n in task.nodes if n.node_id == evidence_id)
    alias = alias_by_evidence(subgraph_of(task), task.images)[evidence_id]
    material = {"alias": alias, "evidence_step": _node(node), "sample_count": sample_count}
    return ask(
        "tasks/observation_questions",
        material,
        ObservationReply,
        model_id,
        images=(image,),
        fields=_profile(task),
    )


def read_observation(
    record: CallRecord, task: ReasoningTask, evidence_id: str, sample_count: int = 3
) -> ObservationStep:
    """Return the step. Raises ReplyProblem for another node, too few or repeated questions, a
    foreign alias or a question that tells the final claim."""
    alias = alias_by_evidence(subgraph_of(task), task.images)[evidence_id]

    def fault(reply: ObservationReply) -> str | None:
        questions = [s.observation_question for s in reply.samples]
        if reply.derived_node_id != evidence_id:
            return f"derived_node_id is locked: {evidence_id}, not {reply.derived_node_id}"
        if len(set(questions)) != sample_count:
            return f"{sample_count} different questions are wanted, not {len(set(questions))}"
        return _question_fault(questions, task, [alias])

    reply = read(record, ObservationReply, fault)
    return ObservationStep(
        evidence_id=evidence_id,
        image=alias,
        questions=[s.observation_question for s in reply.samples],
        key_region=reply.key_region,
    )


def _question_fault(
    questions: Sequence[str], task: ReasoningTask, aliases: Sequence[str]
) -> str | None:
    """Foreign aliases and claims that a local question gives away (directions may be asked for)."""
    hits = [h for q in questions for h in outside_anchors(q, aliases)]
    context = stem_context_of(task)
    told = [h for q in questions for h in leaks(q, context) if h.rule != "direction_word"]
    named = [f"{h.rule}: {h.found}" for h in [*hits, *told]]
    return "; ".join(named) or None


def bridge_request(task: ReasoningTask, claim_id: str, model_id: str) -> ModelRequest:
    """Ask for the question that joins one intermediate claim's premises."""
    by_id = {n.node_id: n for n in task.nodes}
    premises = [e.target for e in task.edges if e.source == claim_id]
    material = {
        "guarded_final_claim": by_id[task.root_id].label,
        "claim_step": _node(by_id[claim_id]),
        "observation_questions": [
            o.model_dump(include={"evidence_id", "image", "questions"})
            for o in task.observations
            if o.evidence_id in premises
        ],
        "available_basis": [
            _node(by_id[p]) for p in premises if by_id[p].type == "established_basis"
        ],
    }
    return ask("tasks/bridge_question", material, BridgeReply, model_id, fields=_profile(task))


def read_bridge(record: CallRecord, task: ReasoningTask, claim_id: str) -> BridgeStep:
    """Return the bridge step. Raises ReplyProblem for another node, a foreign alias or a leak."""

    def fault(reply: BridgeReply) -> str | None:
        if reply.derived_node_id != claim_id:
            return f"derived_node_id is locked: {claim_id}, not {reply.derived_node_id}"
        return _question_fault([reply.bridge_question], task, [i.alias for i in task.images])

    reply = read(record, BridgeReply, fault)
    premises = [e.target for e in task.edges if e.source == claim_id]
    return BridgeStep(claim_id=claim_id, question=reply.bridge_question, premise_ids=premises)


def blind_request(task: ReasoningTask, title: str | None, model_id: str) -> ModelRequest:
    """Ask for the blind question of a task; the final claim goes along as guarded."""
    by_id = {n.node_id: n for n in task.nodes}
    material = {
        "article_background": title,
        "selected_anchors": _anchors(task),
        "guarded_final_claim": by_id[task.root_id].label,
        "observation_focuses": [q for o in task.observations for q in o.questions],
        "bridge_questions": [b.question for b in task.bridges],
        "bridge_mode": task.bridge_mode,
    }
    return ask("tasks/blind_question", material, QuestionReply, model_id, fields=_profile(task))


def read_question(record: CallRecord) -> str:
    """Return the stem of a blind or rewritten question. Raises ReplyProblem; stems are judged by
    the hard checks and the rubric afterwards, not here."""
    return read(record, QuestionReply, lambda _: None).question.strip()


def judge_request(task: ReasoningTask, model_id: str) -> ModelRequest:
    """Ask for the rubric scores of a task's present stem."""
    by_id = {n.node_id: n for n in task.nodes}
    material = {
        "question": task.question,
        "selected_anchors": _anchors(task),
        "evidence_path": [_node(by_id[i]) for i in trajectory_of(subgraph_of(task))],
        "guarded_final_claim": by_id[task.root_id].label,
        "bridge_mode": task.bridge_mode,
    }
    return ask("tasks/judge_question", material, RubricReply, model_id)


def read_judgement(
    record: CallRecord, task: ReasoningTask, settings: TaskSettings, judge: str
) -> TaskQuality:
    """Return the assessment: the model's scores with our hard checks. A judge that cannot be used
    gives no scores, a reason, and no pass."""
    hits = check_stem(task.question, stem_context_of(task))
    base: dict[str, Any] = {
        "task_id": task.task_id,
        "version": task.version,
        "paper_id": task.paper_id,
        "question": task.question,
        "question_source": task.question_source,
        "judge": judge,
        "hits": hits,
        "request_hash": record.request_hash,
    }
    if record.prompt is not None:
        base |= {f"prompt_{name}": value for name, value in record.prompt.model_dump().items()}
    try:
        reply = read(record, RubricReply, lambda _: None)
    except ReplyProblem as problem:
        return TaskQuality(
            **base,
            scores={},
            total=None,
            low_critical=[],
            advice=None,
            decision="reject",
            reason=f"judge_failed: {problem}",
        )
    scores: dict[RubricDimension, float] = reply.scores.model_dump()  # pyright: ignore
    return TaskQuality(
        **base,
        scores=scores,
        total=rubric_total(scores),
        low_critical=low_critical(scores, settings),
        advice=reply.repair_advice or None,
        decision=decide(
            hits, scores, settings, is_revision_recommended=reply.is_revision_recommended
        ),
        reason=None,
    )


def rewriting_request(state: RewriteState, model_id: str) -> ModelRequest:
    """Ask for the smallest change that mends the present stem."""
    wanted = rewrite_request(state)
    material = {
        "question": wanted.question,
        "feedback": wanted.feedback,
        "selected_anchors": wanted.aliases,
        "bridge_mode": state.task.bridge_mode,
        "earlier_failed_wording": wanted.earlier_failed,
    }
    return ask(
        "tasks/rewrite_question", material, QuestionReply, model_id, fields=_profile(state.task)
    )


def answer_request(task: ReasoningTask, model_id: str) -> ModelRequest:
    """Ask for a reference answer along the locked trajectory."""
    subgraph = subgraph_of(task)
    by_id = {n.node_id: n for n in task.nodes}
    aliases = alias_by_evidence(subgraph, task.images)
    steps = [
        _node(by_id[i])
        | {
            "alias": aliases.get(i),
            "premises": [e.target for e in task.edges if e.source == i and e.target in by_id],
        }
        for i in trajectory_of(subgraph)
    ]
    material = {
        "question": task.question,
        "preferred_claim_id": task.root_id,
        "trajectory": trajectory_of(subgraph),
        "steps": steps,
        "selected_anchors": _anchors(task),
    }
    return ask("tasks/reference_answer", material, ReferenceAnswerReply, model_id)


def read_answer(record: CallRecord, task: ReasoningTask) -> str:
    """Return the reference answer. Raises ReplyProblem when the locked trajectory or the preferred
    claim comes back changed, an attribution is missing, or the end is another claim."""
    subgraph = subgraph_of(task)
    aliases = alias_by_evidence(subgraph, task.images)

    def fault(reply: ReferenceAnswerReply) -> str | None:
        changed = changed_ids(reply.trajectory, subgraph)
        if changed:
            return f"the trajectory is locked; changed: {', '.join(changed)}"
        if reply.preferred_claim_id != task.root_id:
            return f"preferred_claim_id is locked: {task.root_id}"
        return "; ".join(answer_faults(reply.standard_answer, subgraph, aliases)) or None

    return read(record, ReferenceAnswerReply, fault).standard_answer
