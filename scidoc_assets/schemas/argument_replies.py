"""Contracts of model replies for argument graphs and reasoning tasks (one class per prompt).

Source: corpus/records/scimmr_contract.json as printed in seed 000 G.1. Types that the graph rules
judge (`type`, ids) are plain strings here, so that a wrong one becomes a finding with its id and
not a reply that cannot be read. Unknown keys are refused.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from scidoc_assets.schemas.geometry import BBoxUnit, Row


class ReplyAttributes(Row):
    """`attributes` of a node: the in-text citation or null."""

    citation: str | None


class ReplyAttribution(Row):
    """Heading (or null) and a verbatim passage."""

    section_title: str | None
    source_excerpt: str


class ReplyNode(Row):
    """A drafted node."""

    id: str
    type: str
    label: str
    attributes: ReplyAttributes
    source_attributions: list[ReplyAttribution]


class ReplyEdge(Row):
    """A drafted edge in the stored direction."""

    source: str
    target: str
    type: str


class ArgumentGraphReply(Row):
    """Prompt `arguments/draft_graph`."""

    nodes: list[ReplyNode] = Field(min_length=1)
    edges: list[ReplyEdge]


class ReferenceMatch(Row):
    """Where one drafted reference points; null when text does not decide."""

    graph_ref_id: str
    matched_candidate_id: str | None
    confidence: Literal["high", "medium", "low"] | None
    alternative_candidate_ids: list[str]
    needs_visual_disambiguation: bool


class ReferenceLinkingReply(Row):
    """Prompt `arguments/link_references`."""

    matches: list[ReferenceMatch]


class VisualReviewReply(Row):
    """Prompt `arguments/review_reference`: one undecided reference, seen with its candidates."""

    graph_ref_id: str
    matched_candidate_id: str | None


class VisualEvidenceItem(Row):
    """The observable form of one evidence; empty text means it cannot be seen."""

    evidence_id: str
    selected_ref_id: str | None
    visual_evidence_text: str


class VisualEvidenceReply(Row):
    """Prompt `arguments/observe_evidence`: exactly one item per evidence sent."""

    items: list[VisualEvidenceItem]


class ObservationSample(Row):
    """One local, observable question."""

    observation_question: str = Field(min_length=1)


class ObservationReply(Row):
    """Prompt `tasks/observation_questions`: several questions, one shared region."""

    step: str
    derived_node_id: str
    key_region: BBoxUnit
    samples: list[ObservationSample] = Field(min_length=1)


class BridgeReply(Row):
    """Prompt `tasks/bridge_question`."""

    step: str
    derived_node_id: str
    bridge_question: str = Field(min_length=1)


class QuestionReply(Row):
    """Prompts `tasks/blind_question` and `tasks/rewrite_question`."""

    question: str = Field(min_length=1)


class DimensionScores(Row):
    """The eight rubric dimensions, each in [0, 1]; values outside are refused, never clipped."""

    anchor_coverage: float = Field(ge=0, le=1)
    anchor_localisation: float = Field(ge=0, le=1)
    evidence_path_coverage: float = Field(ge=0, le=1)
    reasoning_dependency: float = Field(ge=0, le=1)
    target_specificity: float = Field(ge=0, le=1)
    stem_naturalness: float = Field(ge=0, le=1)
    non_leakage: float = Field(ge=0, le=1)
    answer_shaping: float = Field(ge=0, le=1)


class RubricReply(Row):
    """Prompt `tasks/judge_question`."""

    scores: DimensionScores
    failed_dimensions: list[str]
    repair_advice: str
    is_revision_recommended: bool


class ReferenceAnswerReply(Row):
    """Prompt `tasks/reference_answer`. The node ids come back so that a change is seen."""

    preferred_claim_id: str
    trajectory: list[str]
    standard_answer: str = Field(min_length=1)


class ClassificationReply(Row):
    """Prompt `tasks/classify_paper`: null when the paper fits none; never guessed."""

    discipline: Literal["biology", "chemistry", "computer science", "physics"] | None
    domain: str | None
