"""Drafting a graph with a model: the request, the reply into a row, one repair round.

Source: seed 000 G.1; spec argument-graphs.md (Construction). Pure: calls happen in defs. Ids are
checked strictly, a reply is mended at most once (by the model, never here), and what stays wrong
is a finding or a reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from scidoc_assets.domain.arguments.stages import GraphOrigin, empty_graph, graph_row
from scidoc_assets.prompts.asking import ReplyProblem, ask, profile_of, read, repair_request
from scidoc_assets.schemas.argument_replies import (
    ArgumentGraphReply,
    ReplyNode,
)
from scidoc_assets.schemas.arguments import (
    ArgumentGraph,
    EdgeType,
    GraphEdge,
    GraphFinding,
    GraphNode,
    NodeType,
    PaperGraphReason,
    SourceAttribution,
)
from scidoc_assets.schemas.calls import CallRecord, ModelRequest
from scidoc_assets.schemas.figures import FigureParts
from scidoc_assets.schemas.layouts import ParsedLayout

_REASONS: dict[str, PaperGraphReason] = {
    "refused": "model_refused",
    "unparseable": "model_unparseable",
    "call_failed": "model_failed",
}
_TEXT_CATEGORIES = {"title", "abstract", "section_header", "paragraph", "list_item", "caption"}


def draft_request(
    layout: ParsedLayout,
    figures: Sequence[FigureParts],
    model_id: str,
    discipline: str | None = None,
    max_chars: int = 200_000,
) -> ModelRequest:
    """Ask for a paper's graph: its text (cut at `max_chars`) and its figure and table inventory."""
    blocks = sorted(layout.blocks, key=lambda b: b.order)
    text = "\n\n".join(b.plain_text for b in blocks if b.category in _TEXT_CATEGORIES)
    material = {
        "article_id": layout.paper_id,
        "figure_and_table_inventory": [
            {"label": f.label, "kind": f.kind, "caption": f.caption} for f in figures
        ],
        "article_text": text[:max_chars],
        "article_characters_left_out": max(0, len(text) - max_chars),
    }
    profile = {"profile": profile_of(discipline)}
    return ask("arguments/draft_graph", material, ArgumentGraphReply, model_id, fields=profile)


def read_draft(record: CallRecord, origin: GraphOrigin, paper_text: str) -> ArgumentGraph:
    """Return the graph row of one reply: valid, with findings, or empty with the reason."""
    try:
        reply = read(record, ArgumentGraphReply, lambda _: None)
    except ReplyProblem as problem:
        return empty_graph(origin, _REASONS[problem.cause], problem.detail)
    nodes, edges, findings = rows_of_reply(reply)
    return graph_row(origin, nodes, edges, paper_text, reply_findings=findings)


def draft_repair(
    request: ModelRequest, record: CallRecord, origin: GraphOrigin, paper_text: str
) -> ModelRequest | None:
    """Return the one request that asks to mend a draft: unreadable, or breaking graph rules.

    None when the draft is valid or mending makes no sense (refused, call failed).
    """
    graph = read_draft(record, origin, paper_text)
    if graph.is_valid or graph.reason in {"model_refused", "model_failed"}:
        return None
    faults = [f"{f.message} ({f.rule}: {', '.join(f.ids[:12])})" for f in graph.findings]
    detail = "; ".join(faults) or graph.detail or "unreadable"
    return repair_request(request, record, ReplyProblem("breaks_rules", detail))


def final_draft(
    records: Sequence[CallRecord], origin: GraphOrigin, paper_text: str
) -> ArgumentGraph:
    """Return the graph out of the calls (one, or two with a repair): the last readable one; when
    none was readable, the last failure.

    Raises ValueError without any call.
    """
    if not records:
        raise ValueError(f"paper {origin.paper_id}: no call was made, so there is no draft")
    graphs = [read_draft(r, origin, paper_text) for r in records]
    readable = [g for g in graphs if g.reason is None]
    valid = [g for g in readable if g.is_valid]
    return (valid or readable or graphs)[-1]


def rows_of_reply(
    reply: ArgumentGraphReply,
) -> tuple[list[GraphNode], list[GraphEdge], list[GraphFinding]]:
    """Turn a reply into rows. Types outside the contract cannot be stored: they become findings
    with their ids, and edges to left-out nodes stay, so that the dangling rule shows them."""
    types, edge_types = get_args(NodeType), get_args(EdgeType)
    odd_nodes = [f"{n.id} ({n.type})" for n in reply.nodes if n.type not in types]
    odd_edges = [
        f"{e.source}->{e.target} ({e.type})" for e in reply.edges if e.type not in edge_types
    ]
    nodes = [_node(n, n.type) for n in reply.nodes if n.type in types]  # pyright: ignore
    edges = [
        GraphEdge(source=e.source, target=e.target, type=e.type)  # pyright: ignore
        for e in reply.edges
        if e.type in edge_types
    ]
    findings = []
    if odd_nodes:
        message = f"node types outside {', '.join(types)}"
        findings.append(GraphFinding(rule="node_types_are_allowed", ids=odd_nodes, message=message))
    if odd_edges:
        message = f"edge types outside {', '.join(edge_types)}"
        findings.append(GraphFinding(rule="edge_types_are_allowed", ids=odd_edges, message=message))
    return nodes, edges, findings


def _node(node: ReplyNode, node_type: NodeType) -> GraphNode:
    return GraphNode(
        node_id=node.id,
        type=node_type,
        label=node.label,
        citation=node.attributes.citation,
        source_attributions=[
            SourceAttribution(section_title=a.section_title, source_excerpt=a.source_excerpt)
            for a in node.source_attributions
        ],
    )
