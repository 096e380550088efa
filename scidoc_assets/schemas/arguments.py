"""Argument graphs: nodes, edges, validation findings, measures (spec argument-graphs.md; seed 000 3.1).

Edges are stored in the contract's direction (claim supported_by x, evidence proven_by x);
measures use the reverse, from figures up to the root claim.
"""

from __future__ import annotations

from typing import Literal

from scidoc_assets.schemas.geometry import BBoxPt, BBoxUnit, Row
from scidoc_assets.schemas.review import HumanVersion

NodeType = Literal["claim", "evidence", "figure_ref", "table_ref", "established_basis"]
EdgeType = Literal["supported_by", "proven_by"]
GraphStage = Literal["draft", "linked", "observed", "final"]
KeyRegionSource = Literal["panel", "ocr", "whole", "model", "expert"]
GraphRule = Literal[
    "node_types_are_allowed",
    "edge_types_are_allowed",
    "ids_are_unique_ascii",
    "no_edge_dangles",
    "graph_is_acyclic",
    "evidence_has_one_anchor",
    "anchors_are_not_supports",
    "knowledge_is_used",
    "attributions_are_present",
    "excerpts_are_verbatim",
    "root_is_unique",
    "every_node_reaches_root",
    "labels_are_self_contained",
]
PaperGraphReason = Literal[
    "no_text",
    "no_figures",
    "no_citing_sentences",
    "no_claims",
    "unsupported_language",
    "model_refused",
    "model_unparseable",
    "model_failed",
    "model_not_ready",
    "paper_failed",
]


class SourceAttribution(Row):
    """Where a node stands in the paper: nearest heading and a verbatim excerpt."""

    section_title: str | None
    source_excerpt: str
    block_id: str | None = None
    page_index: int | None = None


class CitedWork(Row):
    """An entry of the paper's reference list: verbatim, with DOI and title where it shows them."""

    block_id: str
    page_index: int
    bbox_pt: BBoxPt
    entry: str
    doi: str | None
    title: str | None


class GraphNode(Row):
    """A node. Linking sets `resolved_figure_id` on anchors, `cited_works` on knowledge, only."""

    node_id: str
    type: NodeType
    label: str
    citation: str | None = None
    source_attributions: list[SourceAttribution] = []
    resolved_figure_id: str | None = None
    link_confidence: Literal["high", "medium", "low"] | None = None
    alternative_figure_ids: list[str] = []
    needs_visual_disambiguation: bool = False
    visual_evidence_text: str | None = None
    key_region: BBoxUnit | None = None
    key_region_source: KeyRegionSource | None = None
    panels: list[str] = []
    cited_works: list[CitedWork] = []
    cited_works_status: Literal["found", "no_citation", "not_in_list"] | None = None


class GraphEdge(Row):
    """`source` relies on `target`: supported_by (claim -> ...) or proven_by (evidence -> ...)."""

    source: str
    target: str
    type: EdgeType


class GraphFinding(Row):
    """A broken rule with the ids that break it."""

    rule: GraphRule
    ids: list[str]
    message: str


class ArgumentGraph(Row):
    """One graph of a paper at one stage. Invalid graphs are kept with their findings.

    depth = number of nodes on the longest chain into the root; hops = number of edges.
    `human_versions` are the changes that reviewers made, oldest first.
    """

    graph_id: str
    paper_id: str
    stage: GraphStage
    builder: str
    prompt_name: str | None
    prompt_version: str | None
    prompt_hash: str | None
    request_hash: str | None
    is_valid: bool
    reason: PaperGraphReason | None
    detail: str | None
    language: str | None
    nodes: list[GraphNode]
    edges: list[GraphEdge]
    findings: list[GraphFinding]
    root_id: str | None
    depth: int | None
    hops: int | None
    layer_widths: list[int]
    max_branching: int | None
    panel_count: int | None
    evidence_per_object: float | None
    human_versions: list[HumanVersion] = []


CrossPaperRelation = Literal["supports", "contradicts", "same_setup"]


class CrossPaperLink(Row):
    """A claim or evidence of one paper beside one of another. `source` `rules` is the lexical
    baseline, which sees shared words and direction words only."""

    link_id: str
    relation: CrossPaperRelation
    left_paper_id: str
    left_graph_id: str
    left_node_id: str
    right_paper_id: str
    right_graph_id: str
    right_node_id: str
    similarity: float
    source: Literal["rules", "model", "expert"]
