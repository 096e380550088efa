"""Reasoning tasks sampled from argument graphs (spec argument-graphs.md, Tasks; seed 000 3.2, G.1)."""

from __future__ import annotations

from typing import Literal

from scidoc_assets.schemas.arguments import GraphEdge, GraphNode, SourceAttribution
from scidoc_assets.schemas.geometry import BBoxUnit, Row
from scidoc_assets.schemas.review import HumanVersion

Difficulty = Literal["easy", "medium", "hard"]
TaskReason = Literal[
    "depth_below_minimum",
    "evidence_not_observable",
    "anchor_unresolved",
    "figure_not_curated",
    "leaks_claim",
    "procedure_exposed",
    "exam_phrasing",
    "over_generic",
    "answer_shaping",
    "anchor_outside_selection",
    "rubric_below_threshold",
    "not_assessed",
    "answer_not_resolved",
    "no_claim_target",
    "beyond_paper_quota",
    "single_observation",
    "weak_setting_solves",
    "rejected_by_reviewers",
]
RubricDimension = Literal[
    "anchor_coverage",
    "anchor_localisation",
    "evidence_path_coverage",
    "reasoning_dependency",
    "target_specificity",
    "stem_naturalness",
    "non_leakage",
    "answer_shaping",
]
QualityDecision = Literal["pass", "rewrite", "reject"]


class ReferenceImage(Row):
    """A figure or table of the task under its task alias (`Figure 1` renumbered inside the task).

    `caption` begins with the alias; `printed_label` is what the paper prints (`FIG. 3`).
    """

    alias: str
    figure_id: str
    printed_label: str | None = None
    kind: Literal["figure", "table"]
    crop_sha256: str
    caption: str | None
    width_px: int
    height_px: int


class KeyRegion(Row):
    """Where an evidence is seen: normalised box on the original reference image."""

    region_id: str
    image: str
    bbox: BBoxUnit
    evidence: list[str]


class ObservationStep(Row):
    """Observation questions of one evidence, sharing one key region."""

    evidence_id: str
    image: str
    questions: list[str]
    key_region: BBoxUnit | None


class BridgeStep(Row):
    """The question that joins premises into one intermediate claim."""

    claim_id: str
    question: str
    premise_ids: list[str]


class PrintedNode(Row):
    """A node's texts as the graph has them, where the task says them with its aliases."""

    node_id: str
    label: str
    visual_evidence_text: str | None
    citation: str | None


class ReasoningTask(Row):
    """A task with its gold. `task_id` is fixed before validation; a rewrite makes a new version.

    Everything that a model, a judge or a reader of the task sees names figures and tables by the
    task's aliases; `printed` holds the graph's own wording of the nodes that this changed, and
    excerpts stay verbatim.
    """

    task_id: str
    version: int
    paper_id: str
    graph_id: str
    benchmark: str
    discipline: str | None
    domain: str | None
    difficulty: Difficulty
    difficulty_score: float
    question: str
    question_source: Literal["template", "model", "expert"]
    bridge_mode: Literal["with", "without"]
    gold_answer: str
    root_id: str
    nodes: list[GraphNode]
    edges: list[GraphEdge]
    evidence_ids: list[str]
    intermediate_claim_ids: list[str]
    images: list[ReferenceImage]
    regions: list[KeyRegion]
    observations: list[ObservationStep]
    bridges: list[BridgeStep]
    paper_captions: list[str]
    depth: int
    hops: int
    panel_count: int
    seed: int
    is_accepted: bool
    reasons: list[TaskReason]
    language: str | None
    printed: list[PrintedNode] = []
    # Papers beside `paper_id` that a cross-paper task needs.
    other_paper_ids: list[str] = []
    # Changes by reviewers to its graph and to itself, oldest first.
    human_versions: list[HumanVersion] = []


def graph_nodes_of(task: ReasoningTask) -> list[GraphNode]:
    """The task's nodes in the graph's own wording (printed figure numbers), as people review them."""
    printed = {p.node_id: p.model_dump(exclude={"node_id"}) for p in task.printed}
    return [n.model_copy(update=printed.get(n.node_id, {})) for n in task.nodes]


class CheckHit(Row):
    """A hard check that fired on a stem: what it means, which rule, and the words that set it off."""

    reason: TaskReason
    rule: str
    found: str


class TaskQuality(Row):
    """One assessed version of one task's question; every version is kept.

    `scores` has the eight rubric dimensions in [0, 1], or is empty with `reason` when a judge
    failed; `total` is 0-100. `judge` is `rules` for the baseline. What a model wrote beside the
    question (its last version only), the steps it failed at and what it answered in the weak
    settings (setting -> solved, null when unjudged) stand here too.
    """

    task_id: str
    version: int
    paper_id: str
    question: str
    question_source: Literal["template", "model", "expert"]
    judge: str
    hits: list[CheckHit]
    scores: dict[RubricDimension, float]
    total: float | None
    low_critical: list[RubricDimension]
    advice: str | None
    decision: QualityDecision
    reason: str | None
    prompt_name: str | None = None
    prompt_version: str | None = None
    prompt_hash: str | None = None
    request_hash: str | None = None
    observations: list[ObservationStep] = []
    bridges: list[BridgeStep] = []
    reference_answer: str | None = None
    failed_steps: list[str] = []
    weak_settings: dict[str, bool | None] = {}


class TaskFlowStep(Row):
    """A line of the task flow table; entered = kept + removed."""

    step: str
    entered: int
    kept: int
    removed: int
    reason: str | None


class EvaluationNode(Row):
    """A required evidence or an intermediate claim, as judges see it.

    `label` is the wording of the graph, `visual_evidence_text` the observable statement of it.
    """

    node_id: str
    label: str
    visual_evidence_text: str | None = None
    citation: str | None = None
    source_attributions: list[SourceAttribution] = []

    @property
    def statement(self) -> str:
        """What an answer has to state: the observable wording where there is one."""
        return self.visual_evidence_text or self.label


class EvaluationTask(Row):
    """The view of a task that judges and metrics use, the same for built and imported benchmarks."""

    benchmark: str
    task_id: str
    paper_id: str
    discipline: str | None
    domain: str | None
    difficulty: Difficulty
    question: str
    gold_answer: str
    evidence: list[EvaluationNode]
    intermediate_claims: list[EvaluationNode]
    regions: list[KeyRegion]
    source_digest: str | None = None
    extra_json: str | None = None


def evaluation_task(task: ReasoningTask) -> EvaluationTask:
    """The evaluation view of a built task.

    Raises KeyError when the task names a node that it does not hold.
    """
    nodes = {node.node_id: node for node in task.nodes}

    def view(node_id: str) -> EvaluationNode:
        node = nodes[node_id]
        return EvaluationNode(
            node_id=node.node_id,
            label=node.label,
            visual_evidence_text=node.visual_evidence_text,
            citation=node.citation,
            source_attributions=node.source_attributions,
        )

    return EvaluationTask(
        benchmark=task.benchmark,
        task_id=task.task_id,
        paper_id=task.paper_id,
        discipline=task.discipline,
        domain=task.domain,
        difficulty=task.difficulty,
        question=task.question,
        gold_answer=task.gold_answer,
        evidence=[view(i) for i in task.evidence_ids],
        intermediate_claims=[view(i) for i in task.intermediate_claim_ids],
        regions=task.regions,
    )
