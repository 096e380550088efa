"""From an argument graph to reasoning tasks: propose, assess, accept.

Source: spec argument-graphs.md (Tasks). Three pure steps, one per asset: `propose_tasks`
(candidate_tasks), `assess_task` (task_quality), `accept_tasks` (reasoning_tasks). Rejected
candidates stay, with their reasons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scidoc_assets.domain.tasks.aliases import (
    alias_by_evidence,
    key_regions,
    label_names,
    paper_captions,
    reference_images,
    worded,
)
from scidoc_assets.domain.tasks.answers import answer_faults, reference_answer
from scidoc_assets.domain.tasks.checks import check_stem, stem_context_of
from scidoc_assets.domain.tasks.difficulty import difficulty_score, stratum_of
from scidoc_assets.domain.tasks.questions import (
    QuestionInputs,
    blind_question,
    bridge_steps,
    observation_steps,
)
from scidoc_assets.domain.tasks.rubric import decide, low_critical, rubric_total, rule_scores
from scidoc_assets.domain.tasks.sampling import Subgraph, sample_subgraphs, structural_reasons
from scidoc_assets.domain.tasks.weak_settings import solved_lexically
from scidoc_assets.schemas.argument_order import ANCHOR_TYPES
from scidoc_assets.schemas.arguments import ArgumentGraph
from scidoc_assets.schemas.figures import CuratedFigure
from scidoc_assets.schemas.settings import TaskSettings
from scidoc_assets.schemas.tasks import ReasoningTask, ReferenceImage, TaskQuality, TaskReason

BENCHMARK = "reasoning"


@dataclass(frozen=True)
class PaperFacts:
    """What a task row takes from its paper; discipline and domain are null when unknown."""

    title: str | None = None
    discipline: str | None = None
    domain: str | None = None
    language: str | None = None


def build_tasks(
    graph: ArgumentGraph,
    figures: Sequence[CuratedFigure],
    settings: TaskSettings,
    paper: PaperFacts = PaperFacts(),
) -> list[ReasoningTask]:
    """Return a paper's tasks, accepted and rejected (with reasons), best first.

    `figures` are the curated objects of the paper (of both, for a graph over two); the caption-only
    setting reads all their captions. An invalid graph gives no task.
    """
    candidates = propose_tasks(graph, figures, settings, paper)
    qualities = [assess_task(c, settings) for c in candidates if not c.reasons]
    return accept_tasks(candidates, qualities, settings, solved_lexically(candidates))


def propose_tasks(
    graph: ArgumentGraph,
    figures: Sequence[CuratedFigure],
    settings: TaskSettings,
    paper: PaperFacts = PaperFacts(),
) -> list[ReasoningTask]:
    """Return one candidate per claim of a valid graph, best first, with template questions.

    `reasons` holds structural faults only; stems are assessed next. [] for an invalid graph.
    """
    if not graph.is_valid:
        return []
    by_id = {f.figure_id: f for f in figures}
    return [
        _candidate(subgraph, graph, by_id, settings, paper)
        for subgraph in sample_subgraphs(graph, settings.seed)
    ]


def _candidate(
    subgraph: Subgraph,
    graph: ArgumentGraph,
    figures: Mapping[str, CuratedFigure],
    settings: TaskSettings,
    paper: PaperFacts,
) -> ReasoningTask:
    images = reference_images(subgraph, figures)
    names = label_names(images, figures)
    subgraph, printed = worded(subgraph, figures, names)
    aliases = alias_by_evidence(subgraph, images)
    reasons: list[TaskReason] = structural_reasons(subgraph, figures, settings.min_depth)
    inputs = QuestionInputs(subgraph, images, paper.title, _studies(images, figures))
    answer = reference_answer(subgraph, aliases, is_chinese=inputs.is_chinese)
    if not reasons and answer_faults(answer, subgraph, aliases):
        reasons = ["answer_not_resolved"]
    return ReasoningTask(
        **_structure(subgraph, len(images), settings),
        version=1,
        paper_id=graph.paper_id,
        graph_id=graph.graph_id,
        benchmark=BENCHMARK,
        discipline=paper.discipline,
        domain=paper.domain,
        question=blind_question(inputs),
        question_source="template",
        bridge_mode=settings.bridge_mode,
        gold_answer=answer,
        images=images,
        regions=key_regions(subgraph, images),
        observations=observation_steps(inputs),
        bridges=bridge_steps(inputs) if settings.bridge_mode == "with" else [],
        paper_captions=paper_captions(figures, names),
        printed=printed,
        is_accepted=False,
        reasons=reasons,
        language="zh" if inputs.is_chinese else (paper.language or graph.language),
        human_versions=graph.human_versions,
    )


def _studies(
    images: Sequence[ReferenceImage], figures: Mapping[str, CuratedFigure]
) -> list[list[str]]:
    """The aliases of each paper, in the order of the images."""
    found: dict[str, list[str]] = {}
    for image in images:
        found.setdefault(figures[image.figure_id].paper_id, []).append(image.alias)
    return list(found.values())


def _structure(subgraph: Subgraph, image_count: int, settings: TaskSettings) -> dict[str, Any]:
    """Fields of a task that follow from its subgraph alone, difficulty included."""
    evidence, claims = subgraph.of_type("evidence"), subgraph.intermediate_claims
    panels = sum(max(1, len(set(n.panels))) for n in subgraph.of_type(*ANCHOR_TYPES))
    score = difficulty_score(
        depth=subgraph.depth,
        evidence=len(evidence),
        claims=len(claims),
        images=image_count,
        panels=panels,
        weights=settings.difficulty,
    )
    return {
        "task_id": subgraph.task_id,
        "root_id": subgraph.target_id,
        "nodes": subgraph.nodes,
        "edges": subgraph.edges,
        "evidence_ids": [n.node_id for n in evidence],
        "intermediate_claim_ids": [n.node_id for n in claims],
        "depth": subgraph.depth,
        "hops": len(subgraph.edges),
        "panel_count": panels,
        "seed": settings.seed,
        "difficulty": stratum_of(score, settings.difficulty),
        "difficulty_score": score,
    }


def assess_task(task: ReasoningTask, settings: TaskSettings) -> TaskQuality:
    """Assess a stem by hard checks and the rule rubric (`judge=rules`)."""
    hits = check_stem(task.question, stem_context_of(task))
    scores = rule_scores(task, hits)
    return TaskQuality(
        task_id=task.task_id,
        version=task.version,
        paper_id=task.paper_id,
        question=task.question,
        question_source=task.question_source,
        judge="rules",
        hits=hits,
        scores=scores,
        total=rubric_total(scores),
        low_critical=low_critical(scores, settings),
        advice=None,
        decision=decide(hits, scores, settings),
        reason=None,
    )


def accept_tasks(
    candidates: Sequence[ReasoningTask],
    qualities: Sequence[TaskQuality],
    settings: TaskSettings,
    solved_by_weak: frozenset[str] = frozenset(),
) -> list[ReasoningTask]:
    """Return the candidates with their final decision, in order, at most the configured number
    accepted per paper.

    A task that needs nothing joined (one observation, no intermediate claim) is taken only from a
    paper that gives no richer one. The last assessed version of a task decides. `solved_by_weak` are task ids that a weak setting
    (question only, captions only) answered.
    """
    last = {q.task_id: q for q in sorted(qualities, key=lambda q: q.version)}
    found = [_own_reasons(t, last.get(t.task_id), solved_by_weak) for t in candidates]
    rich = {t.paper_id for t, r in zip(candidates, found, strict=True) if not r and _joins(t)}
    accepted: Counter[str] = Counter()
    asked: set[tuple[str, str]] = set()
    decided = []
    for task, reasons in zip(candidates, found, strict=True):
        if not reasons and task.paper_id in rich and not _joins(task):
            reasons = ["single_observation"]
        if not reasons and (task.paper_id, task.question) in asked:
            # One stem for two targets asks for neither.
            reasons = ["over_generic"]
        if not reasons and accepted[task.paper_id] >= settings.max_tasks_per_paper:
            reasons = ["beyond_paper_quota"]
        accepted[task.paper_id] += not reasons
        asked |= {(task.paper_id, task.question)} if not reasons else set()
        decided.append(task.model_copy(update={"is_accepted": not reasons, "reasons": reasons}))
    return decided


def _joins(task: ReasoningTask) -> bool:
    """Whether an answer has to join anything: several observations, or an inference in between."""
    return len(task.evidence_ids) > 1 or bool(task.intermediate_claim_ids)


def _own_reasons(
    task: ReasoningTask, quality: TaskQuality | None, solved_by_weak: frozenset[str]
) -> list[TaskReason]:
    """Reasons that do not depend on the paper's other tasks."""
    reasons = list(task.reasons) or _quality_reasons(quality)
    return reasons or (["weak_setting_solves"] if task.task_id in solved_by_weak else [])


def _quality_reasons(quality: TaskQuality | None) -> list[TaskReason]:
    """Reasons of an assessment that did not pass; an unassessed stem counts as below the mark."""
    if quality is not None and quality.decision == "pass":
        return []
    if quality is not None and quality.reason is not None:
        return ["not_assessed"]
    hits: list[TaskReason] = list(dict.fromkeys(h.reason for h in quality.hits)) if quality else []
    return hits or ["rubric_below_threshold"]
