"""What is reviewed of a graph and of a task, each with an id and a digest of what people see.

Source: spec argument-graphs.md (Expert review), seed 000 A.4. A digest covers everything that a
verdict is about, and nothing else: a new caption elsewhere makes no decision void.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence

from scidoc_assets.schemas.argument_order import ANCHOR_TYPES
from scidoc_assets.schemas.arguments import GraphEdge, GraphNode
from scidoc_assets.schemas.geometry import BBox
from scidoc_assets.schemas.labelling import parse_label
from scidoc_assets.schemas.review import HumanVersion, ReviewKind, ReviewObject
from scidoc_assets.schemas.task_words import LabelNames, in_task_words
from scidoc_assets.schemas.tasks import ReasoningTask, graph_nodes_of

_LABELLED: dict[str, ReviewKind] = {"claim": "claim", "established_basis": "knowledge"}


def object_id(owner_id: str, kind: ReviewKind, part: str | None = None) -> str:
    """Return the id of an object: its graph or task, its kind, its node or edge."""
    return ":".join([owner_id, kind, *([part] if part else [])])


def graph_objects(
    graph_id: str,
    nodes: Sequence[GraphNode],
    edges: Iterable[GraphEdge],
    history: Sequence[HumanVersion] = (),
) -> list[ReviewObject]:
    """Return evidence statements and regions, claims, knowledge and edges, in node order.

    `history` are the versions that people made of this graph so far.
    """
    by_id = {n.node_id: n for n in nodes}
    figure_of = {
        e.source: by_id[e.target].resolved_figure_id
        for e in edges
        if e.target in by_id and by_id[e.target].type in ANCHOR_TYPES
    }
    found: list[ReviewObject] = []
    for node in nodes:
        if node.type in _LABELLED:
            found.append(_object(graph_id, _LABELLED[node.type], node.node_id, node.label))
        elif node.type == "evidence":
            figure, text = figure_of.get(node.node_id), node.visual_evidence_text or ""
            found.append(_object(graph_id, "evidence", node.node_id, text, None, figure))
            if node.key_region is not None:
                found.append(
                    _object(
                        graph_id, "region", node.node_id, text, node.key_region, figure, history
                    )
                )
    for edge in edges:
        if edge.source in by_id and edge.target in by_id:
            said = _edge_statement(edge, by_id)
            found.append(_object(graph_id, "edge", edge_name(edge), said, history=history))
    return found


def undone(text: str, history: Sequence[HumanVersion]) -> str:
    """Return a text with the reviewers' rewordings taken back, newest first.

    So a verdict on an edge, a region or an answer stands although the same review reworded a node
    that it quotes; a change by the pipeline still makes it void.
    """
    for version in reversed(history):
        if version.outcome == "revised" and version.after and version.after != version.before:
            text = text.replace(version.after, version.before)
    return text


def edge_name(edge: GraphEdge) -> str:
    """Return `source->target`, the part that names an edge."""
    return f"{edge.source}->{edge.target}"


def _edge_statement(edge: GraphEdge, nodes: dict[str, GraphNode]) -> str:
    ends = (nodes[edge.source], nodes[edge.target])
    left, right = (n.visual_evidence_text or n.label for n in ends)
    return f"{left} — {edge.type.replace('_', ' ')} — {right}"


def task_objects(task: ReasoningTask) -> list[ReviewObject]:
    """Return question, answer, answerability and leakage of a task."""
    whole, past = f"{task.question}\n{task.gold_answer}", _in_words_of(task)
    # An answer that follows a node's new wording is no new answer; one that people wrote is.
    others = [v for v in past if v.kind != "answer"]
    shown = ",".join(image.crop_sha256 for image in task.images)
    return [
        _object(task.task_id, "question", None, task.question),
        _object(task.task_id, "answer", None, task.gold_answer, history=others),
        _object(task.task_id, "answerability", None, whole, figure=shown, history=past),
        _object(task.task_id, "leakage", None, whole, history=past),
    ]


def _in_words_of(task: ReasoningTask) -> list[HumanVersion]:
    """A task's versions as its answer quotes them: nodes' wordings with the task's aliases."""
    keys = {label.key: i.alias for i in task.images if (label := parse_label(i.printed_label))}
    names = LabelNames(keys)
    return [
        v
        if v.kind in {"question", "answer"}
        else v.model_copy(
            update={
                "before": in_task_words(v.before, names),
                "after": v.after and in_task_words(v.after, names),
            }
        )
        for v in task.human_versions
    ]


def objects_of_task(task: ReasoningTask) -> list[ReviewObject]:
    """Return everything that is reviewed of a task, its graph's objects included."""
    return [*task_objects(task), *graph_objects_of(task)]


def graph_objects_of(task: ReasoningTask) -> list[ReviewObject]:
    """Return the objects of a task's graph in the graph's own wording: tasks that share a node must
    not ask about it in two wordings, and a change goes into the graph."""
    return graph_objects(task.graph_id, graph_nodes_of(task), task.edges, task.human_versions)


def _object(
    owner_id: str,
    kind: ReviewKind,
    part: str | None,
    statement: str,
    bbox: BBox | None = None,
    figure: str | None = None,
    history: Sequence[HumanVersion] = (),
) -> ReviewObject:
    seen = json.dumps([kind, undone(statement, history), bbox, figure], ensure_ascii=False)
    return ReviewObject(
        object_id=object_id(owner_id, kind, part),
        object_digest=hashlib.sha256(seen.encode()).hexdigest()[:16],
        kind=kind,
        owner_id=owner_id,
        part=part,
        statement=statement,
        bbox=bbox,
        figure_id=figure if kind in {"region", "evidence"} else None,
    )
