"""Subgraphs that suffice for a target claim, and the structural reasons against one.

Source: spec argument-graphs.md (Tasks), seed 000 section 3.2. A subgraph holds all premises of its
claim, recursively (premises are a conjunction). Its id is fixed before any validation.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scidoc_assets.schemas.argument_order import (
    ANCHOR_TYPES,
    dependency_order,
    depth_of,
    premises_below,
)
from scidoc_assets.schemas.arguments import ArgumentGraph, GraphEdge, GraphNode
from scidoc_assets.schemas.figures import FigureParts
from scidoc_assets.schemas.tasks import ReasoningTask, TaskReason

COMFORTABLE_EVIDENCE = (2, 6)


@dataclass(frozen=True)
class Subgraph:
    """A target claim with everything it rests on. `order` is dependency order (supports first)."""

    task_id: str
    target_id: str
    nodes: list[GraphNode]
    edges: list[GraphEdge]
    order: list[str]
    depth: int
    seed: int

    def of_type(self, *types: str) -> list[GraphNode]:
        """Nodes of the given types in dependency order."""
        by_id = {n.node_id: n for n in self.nodes}
        return [by_id[i] for i in self.order if by_id[i].type in types]

    @property
    def target(self) -> GraphNode:
        """The claim to be reached."""
        return next(n for n in self.nodes if n.node_id == self.target_id)

    @property
    def intermediate_claims(self) -> list[GraphNode]:
        """Claims between the evidence and the target, in dependency order."""
        return [n for n in self.of_type("claim") if n.node_id != self.target_id]

    def anchor_of(self) -> dict[str, GraphNode]:
        """Evidence id -> its figure or table node."""
        anchors = {n.node_id: n for n in self.nodes if n.type in ANCHOR_TYPES}
        return {e.source: anchors[e.target] for e in self.edges if e.target in anchors}


def task_id_of(graph_id: str, target_id: str, seed: int) -> str:
    """Return the immutable id of the task of one target claim under one seed."""
    digest = hashlib.sha256(f"{graph_id}|{target_id}|{seed}".encode()).hexdigest()
    return f"task-{digest[:14]}"


def sample_subgraphs(graph: ArgumentGraph, seed: int) -> list[Subgraph]:
    """Return one sufficient subgraph per claim that has premises, best first.

    Best = evidence count within 2-6, then more images, then depth; ties by a hash of id and seed.
    The graph must be acyclic (`is_valid`); raises networkx.NetworkXUnfeasible otherwise.
    """
    supported = {e.source for e in graph.edges if e.type == "supported_by"}
    targets = [n for n in graph.nodes if n.type == "claim" and n.node_id in supported]
    found = [_cut_out(graph, target.node_id, seed) for target in targets]
    return sorted(found, key=_rank)


def _cut_out(graph: ArgumentGraph, target_id: str, seed: int) -> Subgraph:
    inside = premises_below(graph.edges, target_id)
    nodes = [n for n in graph.nodes if n.node_id in inside]
    edges = [e for e in graph.edges if e.source in inside and e.target in inside]
    return Subgraph(
        task_id=task_id_of(graph.graph_id, target_id, seed),
        target_id=target_id,
        nodes=nodes,
        edges=edges,
        order=dependency_order(nodes, edges),
        depth=depth_of(nodes, edges, target_id),
        seed=seed,
    )


def subgraph_of(task: ReasoningTask) -> Subgraph:
    """Return the subgraph that a stored task was made from."""
    return Subgraph(
        task_id=task.task_id,
        target_id=task.root_id,
        nodes=task.nodes,
        edges=task.edges,
        order=dependency_order(task.nodes, task.edges),
        depth=task.depth,
        seed=task.seed,
    )


def _rank(subgraph: Subgraph) -> tuple[int, int, int, str]:
    count = len(subgraph.of_type("evidence"))
    low, high = COMFORTABLE_EVIDENCE
    away = max(low - count, count - high, 0)
    return away, -len(subgraph.of_type(*ANCHOR_TYPES)), -subgraph.depth, subgraph.task_id


def structural_reasons(
    subgraph: Subgraph, figures: Mapping[str, FigureParts], min_depth: int
) -> list[TaskReason]:
    """Return every structural reason against a subgraph (spec: deterministic validation)."""
    evidence = subgraph.of_type("evidence")
    anchors = subgraph.of_type(*ANCHOR_TYPES)
    open_anchors = [a for a in anchors if a.resolved_figure_id is None]
    crops = [figures.get(a.resolved_figure_id) for a in anchors if a.resolved_figure_id]
    checks: Sequence[tuple[bool, TaskReason]] = [
        (not evidence, "no_claim_target"),
        (subgraph.depth < min_depth, "depth_below_minimum"),
        (any(not e.visual_evidence_text for e in evidence), "evidence_not_observable"),
        (bool(open_anchors), "anchor_unresolved"),
        (any(f is None or f.crop_sha256 is None for f in crops), "figure_not_curated"),
    ]
    return [reason for is_hit, reason in checks if is_hit]
