"""Graph rows at each stage: draft -> linked -> observed -> final.

Holds how a row is made from nodes and edges, with its findings and measures. Refuses to repair:
a faulty graph is stored with `is_valid` false and its findings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scidoc_assets.domain.arguments.linking import apply_matches, link_references
from scidoc_assets.domain.arguments.measures import measure_graph
from scidoc_assets.domain.arguments.observable import key_region, observable_statement
from scidoc_assets.domain.arguments.sentences import sentences_of
from scidoc_assets.domain.arguments.validation import validate_graph
from scidoc_assets.schemas.argument_order import ANCHOR_TYPES
from scidoc_assets.schemas.argument_replies import ReferenceMatch
from scidoc_assets.schemas.arguments import (
    ArgumentGraph,
    GraphEdge,
    GraphFinding,
    GraphNode,
    GraphStage,
    PaperGraphReason,
)
from scidoc_assets.schemas.figures import CuratedFigure, FigureParts
from scidoc_assets.schemas.layouts import ParsedLayout


@dataclass(frozen=True)
class GraphOrigin:
    """Who made a graph: builder, and for a model its prompt and request."""

    paper_id: str
    builder: str
    language: str | None = None
    prompt_name: str | None = None
    prompt_version: str | None = None
    prompt_hash: str | None = None
    request_hash: str | None = None

    @property
    def graph_id(self) -> str:
        """One graph per paper and builder; slug without `/`."""
        return f"{self.paper_id}-{self.builder.replace('/', '-').replace(':', '-')}"


def graph_row(
    origin: GraphOrigin,
    nodes: Sequence[GraphNode],
    edges: Sequence[GraphEdge],
    paper_text: str,
    *,
    stage: GraphStage = "draft",
    reply_findings: Sequence[GraphFinding] = (),
) -> ArgumentGraph:
    """Validate and measure a graph and return its row (`paper_text` normalised)."""
    findings = [*reply_findings, *validate_graph(nodes, edges, paper_text)]
    measures = measure_graph(nodes, edges)
    return ArgumentGraph(
        **_origin_fields(origin),
        stage=stage,
        is_valid=not findings,
        reason=None,
        detail=None,
        nodes=list(nodes),
        edges=list(edges),
        findings=findings,
        root_id=measures.root_id,
        depth=measures.depth,
        hops=measures.hops,
        layer_widths=measures.layer_widths,
        max_branching=measures.max_branching,
        panel_count=measures.panel_count,
        evidence_per_object=measures.evidence_per_object,
    )


def empty_graph(
    origin: GraphOrigin, reason: PaperGraphReason, detail: str, stage: GraphStage = "draft"
) -> ArgumentGraph:
    """Return the row of a paper that gave no graph, with the reason."""
    return ArgumentGraph(
        **_origin_fields(origin),
        stage=stage,
        is_valid=False,
        reason=reason,
        detail=detail,
        nodes=[],
        edges=[],
        findings=[],
        root_id=None,
        depth=None,
        hops=None,
        layer_widths=[],
        max_branching=None,
        panel_count=None,
        evidence_per_object=None,
    )


def unfit_for_graph(
    layout: ParsedLayout, figures: Sequence[FigureParts]
) -> tuple[PaperGraphReason, str] | None:
    """Say why no builder can draft this paper (not parsed, no text, no figure), None when one can."""
    if layout.status == "failed":
        return "paper_failed", f"the paper was not parsed: {layout.reason}"
    if not sentences_of(layout):
        return "no_text", "the parsed paper has no body text"
    if not figures:
        return "no_figures", "no curated figure or table to ground evidence in"
    return None


def _origin_fields(origin: GraphOrigin) -> dict:
    return {
        "graph_id": origin.graph_id,
        "paper_id": origin.paper_id,
        "builder": origin.builder,
        "language": origin.language,
        "prompt_name": origin.prompt_name,
        "prompt_version": origin.prompt_version,
        "prompt_hash": origin.prompt_hash,
        "request_hash": origin.request_hash,
    }


def link_graph(
    graph: ArgumentGraph,
    figures: Sequence[CuratedFigure],
    matches: Sequence[ReferenceMatch] | None = None,
) -> ArgumentGraph:
    """Return the graph at stage `linked`. `matches` come from a model; without them the text rule
    decides. A graph with a reason passes through unchanged but for its stage."""
    found = matches if matches is not None else link_references(graph.nodes, graph.edges, figures)
    nodes = apply_matches(graph.nodes, {m.graph_ref_id: m for m in found})
    return graph.model_copy(update={"stage": "linked", "nodes": nodes})


def observe_graph(
    graph: ArgumentGraph,
    figures: Sequence[CuratedFigure],
    statements: Mapping[str, str] | None = None,
) -> ArgumentGraph:
    """Return the graph at stage `observed`: each evidence with a resolved object gets its
    observable statement ("" when nothing is visible) and key region.

    `statements` (evidence id -> text) come from a model; without them the rule baseline speaks.
    Evidence whose anchor stayed open keeps None.
    """
    by_id = {f.figure_id: f for f in figures}
    anchors = {n.node_id: n for n in graph.nodes if n.type in ANCHOR_TYPES}
    anchor_of = {e.source: anchors[e.target] for e in graph.edges if e.target in anchors}
    nodes = []
    for node in graph.nodes:
        anchor = anchor_of.get(node.node_id)
        figure = by_id.get(anchor.resolved_figure_id or "") if anchor else None
        if node.type != "evidence" or figure is None:
            nodes.append(node)
            continue
        text = (
            observable_statement(node.label)
            if statements is None
            else statements.get(node.node_id, "")
        )
        region = key_region(figure, node.panels, text or node.label)
        nodes.append(
            node.model_copy(
                update={
                    "visual_evidence_text": text,
                    "key_region": region.bbox,
                    "key_region_source": region.source,
                }
            )
        )
    return graph.model_copy(update={"stage": "observed", "nodes": nodes})


def finish_graph(graph: ArgumentGraph, paper_text: str) -> ArgumentGraph:
    """Return the graph at stage `final`: validated and measured again on its present nodes.

    Findings about types outside the contract come from the reply and stay.
    """
    if graph.reason is not None:
        return graph.model_copy(update={"stage": "final"})
    from_reply = [f for f in graph.findings if f.rule == "node_types_are_allowed"]
    origin = GraphOrigin(
        paper_id=graph.paper_id,
        builder=graph.builder,
        language=graph.language,
        prompt_name=graph.prompt_name,
        prompt_version=graph.prompt_version,
        prompt_hash=graph.prompt_hash,
        request_hash=graph.request_hash,
    )
    row = graph_row(
        origin, graph.nodes, graph.edges, paper_text, stage="final", reply_findings=from_reply
    )
    kept = {"graph_id": graph.graph_id, "detail": graph.detail}
    return row.model_copy(update=kept | {"human_versions": graph.human_versions})
