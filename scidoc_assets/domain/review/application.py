"""Human versions: decided objects put into the graph and the task they belong to.

Source: spec argument-graphs.md (Expert review). A decision counts for the version it was made on;
versions are replayed oldest first, each kept. Refuses to touch anything that no consensus names.
"""

from __future__ import annotations

from collections.abc import Sequence

from scidoc_assets.domain.review.consensus import Decisions, consensus_of
from scidoc_assets.domain.review.objects import (
    edge_name,
    graph_objects,
    graph_objects_of,
    task_objects,
)
from scidoc_assets.schemas.argument_order import ANCHOR_TYPES, premises_below
from scidoc_assets.schemas.arguments import ArgumentGraph, GraphEdge, GraphNode
from scidoc_assets.schemas.review import HumanVersion, ReviewConsensus, ReviewObject
from scidoc_assets.schemas.tasks import ReasoningTask

_FIELD = {"evidence": "visual_evidence_text", "claim": "label", "knowledge": "label"}


def reviewed_graph(graph: ArgumentGraph, decisions: Decisions) -> ArgumentGraph:
    """Return the graph with every decided change, to be validated anew by the caller.

    Rejected nodes and edges go, with what then supports nothing; the root claim never goes.
    """
    nodes, edges = list(graph.nodes), list(graph.edges)
    history = list(graph.human_versions)
    done: set[tuple[str, str]] = set()
    root = _root_of(nodes, edges)
    while True:
        objects = graph_objects(graph.graph_id, nodes, edges, history)
        found = _next_change(objects, decisions, done)
        if found is None:
            break
        item, held = found
        done.add((item.object_id, item.object_digest))
        if held.outcome == "rejected" and item.part == root:
            continue
        history.append(_version(item, held))
        if held.outcome == "revised":
            nodes = [_reworded(n, item, held) for n in nodes]
        else:
            nodes, edges = _without(nodes, edges, item, root)
    return graph.model_copy(update={"nodes": nodes, "edges": edges, "human_versions": history})


def reviewed_task(task: ReasoningTask, decisions: Decisions) -> ReasoningTask:
    """Return the task with its decided question and answer. Rejection is not applied here."""
    done: set[tuple[str, str]] = set()
    while True:
        found = _next_change(task_objects(task), decisions, done)
        if found is None:
            return task
        item, held = found
        done.add((item.object_id, item.object_digest))
        if held.outcome == "rejected" or item.kind not in {"question", "answer"}:
            continue
        changes: dict[str, object] = {
            "human_versions": [*task.human_versions, _version(item, held)]
        }
        if item.kind == "question":
            changes |= {"question": held.statement, "question_source": "expert"}
        else:
            changes |= {"gold_answer": held.statement}
        task = task.model_copy(update=changes)


def rejects(task: ReasoningTask, decisions: Decisions) -> bool:
    """Say whether people rejected the task: its question, answer, answerability, leakage or target."""
    target = [o for o in graph_objects_of(task) if o.part == task.root_id]
    deciding = [*task_objects(task), *target]
    held = [consensus_of(d) for o in deciding if (d := decisions.get(_key(o)))]
    return any(c.outcome == "rejected" for c in held)


def _key(item: ReviewObject) -> tuple[str, str]:
    return item.object_id, item.object_digest


def _next_change(
    objects: Sequence[ReviewObject], decisions: Decisions, done: set[tuple[str, str]]
) -> tuple[ReviewObject, ReviewConsensus] | None:
    for item in objects:
        if _key(item) in done or _key(item) not in decisions:
            continue
        held = consensus_of(decisions[_key(item)])
        if held.outcome in {"revised", "rejected"}:
            return item, held
    return None


def _version(item: ReviewObject, held: ReviewConsensus) -> HumanVersion:
    is_out = held.outcome == "rejected"
    return HumanVersion(
        object_id=item.object_id,
        object_digest=item.object_digest,
        kind=item.kind,
        outcome="rejected" if is_out else "revised",
        before=item.statement,
        after=None if is_out else (item.statement if item.kind == "region" else held.statement),
        before_bbox=item.bbox,
        after_bbox=None if is_out else held.bbox,
    )


def _reworded(node: GraphNode, item: ReviewObject, held: ReviewConsensus) -> GraphNode:
    if node.node_id != item.part:
        return node
    if item.kind == "region":
        return node.model_copy(update={"key_region": held.bbox, "key_region_source": "expert"})
    return node.model_copy(update={_FIELD[item.kind]: held.statement})


def _root_of(nodes: Sequence[GraphNode], edges: Sequence[GraphEdge]) -> str | None:
    supporting = {e.target for e in edges if e.type == "supported_by"}
    roots = [n.node_id for n in nodes if n.type == "claim" and n.node_id not in supporting]
    return roots[0] if len(roots) == 1 else None


def _without(
    nodes: list[GraphNode], edges: list[GraphEdge], item: ReviewObject, root: str | None
) -> tuple[list[GraphNode], list[GraphEdge]]:
    """Take an edge, or a node with its edges, out; an evidence without its region goes too."""
    if item.kind == "edge":
        edges = [e for e in edges if edge_name(e) != item.part]
    else:
        nodes = [n for n in nodes if n.node_id != item.part]
    return _pruned(nodes, edges, root)


def _pruned(
    nodes: list[GraphNode], edges: list[GraphEdge], root: str | None
) -> tuple[list[GraphNode], list[GraphEdge]]:
    """Drop claims and evidence that rest on nothing any more, then what no longer reaches the root."""
    while True:
        known = {n.node_id for n in nodes}
        edges = [e for e in edges if e.source in known and e.target in known]
        anchors = {n.node_id for n in nodes if n.type in ANCHOR_TYPES}
        resting = {e.source for e in edges if e.type == "supported_by"}
        proven = {e.source for e in edges if e.target in anchors}
        kept = [
            n
            for n in nodes
            if n.node_id == root
            or (n.type == "claim" and n.node_id in resting)
            or (n.type == "evidence" and n.node_id in proven)
            or n.type not in {"claim", "evidence"}
        ]
        if len(kept) == len(nodes):
            break
        nodes = kept
    if root is None:
        return nodes, edges
    reached = premises_below(edges, root)
    return (
        [n for n in nodes if n.node_id in reached],
        [e for e in edges if e.source in reached and e.target in reached],
    )
