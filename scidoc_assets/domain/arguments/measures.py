"""Measures of an argument graph in inferential order (visual -> evidence -> claim -> root).

Source: seed 000 section 3.1 and Appendix A.2; spec argument-graphs.md. Refuses nothing: what a
broken graph leaves undefined is None.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import networkx as nx

from scidoc_assets.schemas.argument_order import ANCHOR_TYPES, depth_of, inferential_graph
from scidoc_assets.schemas.arguments import GraphEdge, GraphNode


@dataclass(frozen=True)
class GraphMeasures:
    """Numbers of one graph. `depth` counts nodes on the longest chain into the root, `hops` edges,
    `layer_widths[i]` nodes whose longest chain from a source has i edges, `max_branching` the most
    direct dependencies of one node, `panel_count` distinct panels (an object without named panels
    counts once), `evidence_per_object` the mean over cited objects."""

    root_id: str | None
    depth: int | None
    hops: int
    layer_widths: list[int]
    max_branching: int | None
    panel_count: int
    evidence_per_object: float | None


def root_of(nodes: Sequence[GraphNode], edges: Sequence[GraphEdge]) -> str | None:
    """Return the one claim that supports no other claim, or None when there are none or several."""
    supporting = {e.target for e in edges if e.type == "supported_by"}
    roots = [n.node_id for n in nodes if n.type == "claim" and n.node_id not in supporting]
    return roots[0] if len(roots) == 1 else None


def count_panels(nodes: Sequence[GraphNode]) -> int:
    """Return the number of distinct visual sources: named panels, else the object itself."""
    return sum(max(1, len(set(n.panels))) for n in nodes if n.type in ANCHOR_TYPES)


def evidence_per_anchor(nodes: Sequence[GraphNode], edges: Sequence[GraphEdge]) -> Counter[str]:
    """Return how many evidence nodes each figure or table anchor proves."""
    anchors = {n.node_id for n in nodes if n.type in ANCHOR_TYPES}
    pairs = {(e.source, e.target) for e in edges if e.type == "proven_by" and e.target in anchors}
    return Counter(target for _, target in pairs)


def measure_graph(nodes: Sequence[GraphNode], edges: Sequence[GraphEdge]) -> GraphMeasures:
    """Measure a graph; depth and layers are None and [] when it is cyclic or has no single root."""
    order = inferential_graph(nodes, edges)
    root = root_of(nodes, edges)
    is_acyclic = nx.is_directed_acyclic_graph(order)
    cited = evidence_per_anchor(nodes, edges)
    return GraphMeasures(
        root_id=root,
        depth=depth_of(nodes, edges, root) if is_acyclic and root is not None else None,
        hops=len(edges),
        layer_widths=[len(g) for g in nx.topological_generations(order)] if is_acyclic else [],
        max_branching=max((d for _, d in order.in_degree()), default=None),
        panel_count=count_panels(nodes),
        evidence_per_object=sum(cited.values()) / len(cited) if cited else None,
    )
