"""The rules of an argument graph, each a named check with the ids that break it.

Source: spec argument-graphs.md (Graph), seed 000 section 3.1. Finds faults only: a graph that
fails keeps its faults, nothing here repairs.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import networkx as nx

from scidoc_assets.schemas.argument_order import ANCHOR_TYPES, inferential_graph
from scidoc_assets.schemas.arguments import (
    ArgumentGraph,
    GraphEdge,
    GraphFinding,
    GraphNode,
    GraphRule,
)
from scidoc_assets.schemas.text import normalise

_ASCII_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]*\Z")
_BARE_SUBJECT = re.compile(
    r"(?:it|they|he|she)\b|(?:this|these|those|that|both|such|the (?:former|latter))\s+"
    r"(?:is|are|was|were|has|have|had|does|do|can|could|may|might|will|would|shows?|means?|"
    r"suggests?|indicates?|implies|imply|demonstrates?|allows?|also|not)\b",
    re.IGNORECASE,
)
_POINTER_WORDS = frozenset(
    [
        "see",
        "cf",
        "also",
        "in",
        "as",
        "shown",
        "and",
        "the",
        "fig",
        "figs",
        "figure",
        "figures",
        "table",
        "tables",
        "supplementary",
        "extended",
        "data",
        "panel",
        "panels",
        "如",
        "见",
        "图",
        "表",
        "所示",
        "如图",
        "见图",
        "如表",
        "见表",
    ]
)
_LABEL_TOKEN = re.compile(r"[A-Za-z]{0,2}\d{1,3}[a-z]?|[A-Za-z]")
_CJK = re.compile(r"[\u3400-\u9fff]")
_SUPPORTABLE = {"evidence", "claim", "established_basis"}
_PROVING = ANCHOR_TYPES | {"established_basis"}


@dataclass(frozen=True)
class GraphUnderTest:
    """What the rules read. `paper_text` is the paper's text, normalised (`schemas.text`)."""

    nodes: Sequence[GraphNode]
    edges: Sequence[GraphEdge]
    paper_text: str

    @cached_property
    def types(self) -> dict[str, str]:
        """Type of each node id (the last one wins when an id is used twice)."""
        return {node.node_id: node.type for node in self.nodes}

    @cached_property
    def targets(self) -> dict[str, list[GraphEdge]]:
        """Stored edges by their source id."""
        by_source: dict[str, list[GraphEdge]] = defaultdict(list)
        for edge in self.edges:
            by_source[edge.source].append(edge)
        return by_source

    @cached_property
    def roots(self) -> list[str]:
        """Claims that support no other claim."""
        supporting = {e.target for e in self.edges if e.type == "supported_by"}
        return [n.node_id for n in self.nodes if n.type == "claim" and n.node_id not in supporting]


def excerpt_is_verbatim(excerpt: str, paper_text: str) -> bool:
    """Say whether a non-empty excerpt stands in the normalised paper text, character by character
    after whitespace and ligature normalisation."""
    wanted = normalise(excerpt).text.strip()
    return bool(wanted) and wanted in paper_text


def _edge_name(edge: GraphEdge) -> str:
    return f"{edge.source}->{edge.target}"


def _bad_edge_types(graph: GraphUnderTest) -> list[str]:
    """Edges whose ends do not fit their type; an anchor under a claim has its own rule."""
    bad = []
    for edge in graph.edges:
        source, target = graph.types.get(edge.source), graph.types.get(edge.target)
        if source is None or target is None:
            continue
        if edge.type == "supported_by":
            fits = source == "claim" and (target in _SUPPORTABLE or target in ANCHOR_TYPES)
        else:
            fits = source == "evidence" and target in _PROVING
        if not fits:
            bad.append(_edge_name(edge))
    return bad


def _bad_ids(graph: GraphUnderTest) -> list[str]:
    counts = Counter(node.node_id for node in graph.nodes)
    return [i for i, n in counts.items() if n > 1 or not _ASCII_ID.match(i)]


def _dangling(graph: GraphUnderTest) -> list[str]:
    return [
        _edge_name(e)
        for e in graph.edges
        if e.source not in graph.types or e.target not in graph.types
    ]


def _on_cycles(graph: GraphUnderTest) -> list[str]:
    order = inferential_graph(graph.nodes, graph.edges)
    loops = [c for c in nx.strongly_connected_components(order) if len(c) > 1]
    return sorted({i for c in loops for i in c} | {i for i in order if order.has_edge(i, i)})


def _without_one_anchor(graph: GraphUnderTest) -> list[str]:
    bad = []
    for node in graph.nodes:
        if node.type != "evidence":
            continue
        anchors = {
            e.target
            for e in graph.targets[node.node_id]
            if e.type == "proven_by" and graph.types.get(e.target) in ANCHOR_TYPES
        }
        if len(anchors) != 1:
            bad.append(node.node_id)
    return bad


def _anchors_as_supports(graph: GraphUnderTest) -> list[str]:
    return [
        _edge_name(e)
        for e in graph.edges
        if e.type == "supported_by" and graph.types.get(e.target) in ANCHOR_TYPES
    ]


def _unused_knowledge(graph: GraphUnderTest) -> list[str]:
    used = {e.target for e in graph.edges}
    return [
        n.node_id for n in graph.nodes if n.type == "established_basis" and n.node_id not in used
    ]


def _bad_attributions(graph: GraphUnderTest) -> list[str]:
    return [
        n.node_id
        for n in graph.nodes
        if bool(n.source_attributions) != (n.type in {"claim", "evidence"})
    ]


def _not_verbatim(graph: GraphUnderTest) -> list[str]:
    return [
        n.node_id
        for n in graph.nodes
        if any(
            not excerpt_is_verbatim(a.source_excerpt, graph.paper_text)
            for a in n.source_attributions
        )
    ]


def _not_one_root(graph: GraphUnderTest) -> list[str]:
    if len(graph.roots) == 1:
        return []
    return list(graph.roots) or ["(no root claim)"]


def _cut_off(graph: GraphUnderTest) -> list[str]:
    """Nodes that reach no root; with several roots, any root counts (uniqueness is its own rule)."""
    order = inferential_graph(graph.nodes, graph.edges)
    reached = set(graph.roots)
    for root in graph.roots:
        reached |= nx.ancestors(order, root)
    return [n.node_id for n in graph.nodes if n.node_id not in reached]


def label_is_self_contained(label: str, node_type: str) -> bool:
    """Say whether a label stands on its own: no bare pronoun as subject, no mere pointer, and for
    claims and evidence at least four words (eight Chinese characters)."""
    text = label.strip()
    if not text:
        return False
    if node_type not in {"claim", "evidence"}:
        return True
    is_long_enough = len(_CJK.findall(text)) >= 8 or len(text.split()) >= 4
    return is_long_enough and not _BARE_SUBJECT.match(text) and not _only_points(text)


def _only_points(text: str) -> bool:
    words = re.findall(r"\w+", text.lower())
    return all(w in _POINTER_WORDS or _LABEL_TOKEN.fullmatch(w) for w in words)


def _bare_labels(graph: GraphUnderTest) -> list[str]:
    return [n.node_id for n in graph.nodes if not label_is_self_contained(n.label, n.type)]


_RULES: dict[GraphRule, tuple[Callable[[GraphUnderTest], list[str]], str]] = {
    "edge_types_are_allowed": (
        _bad_edge_types,
        "supported_by goes from a claim, proven_by from an evidence to an anchor or knowledge",
    ),
    "ids_are_unique_ascii": (_bad_ids, "node ids must be unique and ASCII"),
    "no_edge_dangles": (_dangling, "an edge names a node that is not there"),
    "graph_is_acyclic": (_on_cycles, "these nodes support themselves"),
    "evidence_has_one_anchor": (
        _without_one_anchor,
        "an evidence needs exactly one figure or table",
    ),
    "anchors_are_not_supports": (
        _anchors_as_supports,
        "a figure or table supports no claim directly; put an evidence between",
    ),
    "knowledge_is_used": (_unused_knowledge, "knowledge that nothing relies on"),
    "attributions_are_present": (
        _bad_attributions,
        "claims and evidence need source attributions, other nodes have none",
    ),
    "excerpts_are_verbatim": (_not_verbatim, "the excerpt does not stand in the paper's text"),
    "root_is_unique": (_not_one_root, "a graph has exactly one claim that supports no other"),
    "every_node_reaches_root": (_cut_off, "these nodes do not lead to the root claim"),
    "labels_are_self_contained": (_bare_labels, "the label cannot be understood on its own"),
}


def validate_graph(
    nodes: Sequence[GraphNode], edges: Sequence[GraphEdge], paper_text: str
) -> list[GraphFinding]:
    """Return every broken rule with the ids that break it; an empty list means valid.

    `paper_text` must be normalised text (`paper_text_of`). Node and edge types outside the
    contract cannot reach here: the reply contract reports them (`node_types_are_allowed`).
    """
    graph = GraphUnderTest(nodes, edges, paper_text)
    findings = []
    for rule, (find, message) in _RULES.items():
        ids = find(graph)
        if ids:
            findings.append(GraphFinding(rule=rule, ids=ids, message=message))
    return findings


def offenders(graphs: Iterable[ArgumentGraph], rule: GraphRule) -> list[str]:
    """Return `graph_id: id, id` for every graph that breaks one rule (for an asset check)."""
    return [
        f"{graph.graph_id}: {', '.join(finding.ids)}"
        for graph in graphs
        for finding in graph.findings
        if finding.rule == rule
    ]
