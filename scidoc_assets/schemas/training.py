"""Verifiable training samples: instruction, inputs, locked answer, verifier (seed 002 section 4).

A row holds recipes of pictures (page, boxes, chart, formula page), not pixels: equal rows give
equal pictures. Refuses an accepted sample without a full self-score or with a perturbed answer that
scores as well.
"""

from __future__ import annotations

from typing import Literal

from pydantic import model_validator

from scidoc_assets.schemas.geometry import BBoxPt, Row

TrainingLanguage = Literal["en", "zh"]
Split = Literal["train", "validation", "test"]
TrainingSubtask = Literal[
    "block_role",
    "parent_child_link",
    "reading_order",
    "next_hop",
    "table_logic",
    "cross_paper_merge",
    "simulated_merge",
    "chart_point",
    "chart_series",
    "chart_visual_consistency",
    "dataset_intersection",
    "notation_extraction",
    "symbol_ambiguity",
    "citation_role",
]
VerifierName = Literal[
    "label",
    "sequence",
    "statement_repair",
    "merged_table",
    "chart_point",
    "chart_series",
    "chart_error",
    "name_set",
    "notations",
    "occurrences",
]
RejectReason = Literal[
    "box_too_small",
    "blocks_overlap",
    "block_without_text",
    "page_not_ok",
    "relation_ambiguous",
    "role_doubtful",
    "geometry_disagrees",
    "too_few_candidates",
    "statements_not_one_false",
    "values_conflict",
    "points_overlap",
    "value_not_readable",
    "name_unresolved",
    "answer_leaked",
    "symbol_not_unique",
    "several_citations",
    "role_ambiguous",
    "model_disagrees",
    "locked_field_changed",
    "papers_in_two_splits",
    "benchmark_paper",
    "benchmark_text",
    "self_score_below_1",
    "perturbed_score_is_1",
    "duplicate",
]
InputKind = Literal["text", "page", "chart", "formula_page"]


class MarkedBox(Row):
    """A box drawn on a page with its visible label; frame and unit of `bbox_pt`."""

    label: str
    bbox_pt: BBoxPt


class Insertion(Row):
    """A controlled change of one page: a chart in a block's box, new text in another's.

    Everything outside the two boxes stays identical to the pixel.
    """

    block_id: str
    bbox_pt: BBoxPt
    chart_json: str
    text_block_id: str | None = None
    text_bbox_pt: BBoxPt | None = None
    text_before: str | None = None
    text_after: str | None = None


class TrainingInput(Row):
    """One input in order. `text`; or a page of a paper; or a chart; or a typeset formula page.

    `source` is the chart's JSON or the formula page's source text.
    """

    kind: InputKind
    text: str | None = None
    paper_id: str | None = None
    page_index: int | None = None
    width_pt: float | None = None
    height_pt: float | None = None
    marks: list[MarkedBox] = []
    insertion: Insertion | None = None
    source: str | None = None


class TrainingSample(Row):
    """One sample, accepted or rejected. `answer_json` was locked before any wording.

    `locked` are texts that a rewording must keep to the letter; `construction_json` holds source
    ids, locked fields and the construction log; `paper_ids` includes simulated papers.
    """

    sample_id: str
    subtask: TrainingSubtask
    language: TrainingLanguage
    split: Split
    paper_ids: list[str]
    seed: int
    instruction: str
    inputs: list[TrainingInput]
    answer_json: str
    answer_schema: str
    verifier: VerifierName
    verifier_params_json: str
    locked: list[str]
    construction_json: str
    is_synthetic: bool
    self_score: float
    perturbed_answer_json: str
    perturbed_score: float
    accepted: bool
    reject_reason: RejectReason | None
    reject_detail: str | None
    rewritten_by: str | None = None

    @model_validator(mode="after")
    def _accepted_means_verified(self) -> TrainingSample:
        if self.accepted != (self.reject_reason is None):
            raise ValueError(f"{self.sample_id}: accepted and reject_reason disagree")
        if self.accepted and (self.self_score != 1.0 or self.perturbed_score >= 1.0):
            raise ValueError(f"{self.sample_id}: accepted without a verified answer")
        return self
