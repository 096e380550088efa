"""Arguments over several papers: links between their nodes, and graphs that need two papers.

Source: issue of the graph stage (cross-paper graphs); the seed names them as its next step. The
baseline links mutual best matches by shared words and tells agreement from contradiction by
direction words and negation. Refuses to link within one paper or invalid graphs.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scidoc_assets.domain.arguments.similarity import Similarity
from scidoc_assets.domain.arguments.stages import GraphOrigin, graph_row
from scidoc_assets.schemas.argument_order import ANCHOR_TYPES, premises_below
from scidoc_assets.schemas.arguments import (
    ArgumentGraph,
    CrossPaperLink,
    CrossPaperRelation,
    GraphEdge,
    GraphNode,
)
from scidoc_assets.schemas.content_words import content_words
from scidoc_assets.schemas.direction_words import polarity
from scidoc_assets.schemas.text import normalise

BUILDER = "embedded/cross-paper"
MIN_CLAIM_LIKENESS = 0.2
MIN_SETUP_LIKENESS = 0.3
# Two common words ("temperature controls") make no common subject; three do.
MIN_SHARED_WORDS = 3
JOINT_ROOT = "joint_claim"
_JOINED_WITH = "joined with "
_JOINT_LABEL = {
    "supports": "Two papers reach compatible conclusions: (1) {left} (2) {right}",
    "contradicts": "Two papers disagree: (1) {left} (2) {right}",
}


@dataclass(frozen=True, slots=True)
class _Placed:
    """A node with its graph, and the text by which it is compared."""

    graph: ArgumentGraph
    node: GraphNode
    text: str


def link_papers(graphs: Sequence[ArgumentGraph]) -> list[CrossPaperLink]:
    """Return links between claims (supports, contradicts) and between evidence whose objects show
    the same set-up, mutual best matches only, by link id.

    Only valid graphs take part; two graphs of one paper are never linked.
    """
    valid = sorted((g for g in graphs if g.is_valid), key=lambda g: g.graph_id)
    claims = [_Placed(g, n, n.label) for g in valid for n in g.nodes if n.type == "claim"]
    links = [
        _link(left, right, likeness, _claim_relation(left.text, right.text))
        for left, right, likeness in _mutual_best(claims, MIN_CLAIM_LIKENESS)
    ]
    links += [
        _link(left, right, likeness, "same_setup")
        for left, right, likeness in _mutual_best(_shown(valid), MIN_SETUP_LIKENESS)
    ]
    return sorted(links, key=lambda link: link.link_id)


def _shown(graphs: Iterable[ArgumentGraph]) -> list[_Placed]:
    """Evidence with the caption of its object as text (the caption tells the set-up)."""
    placed = []
    for graph in graphs:
        anchors = {n.node_id: n for n in graph.nodes if n.type in ANCHOR_TYPES}
        nodes = {n.node_id: n for n in graph.nodes}
        placed += [
            _Placed(graph, nodes[e.source], anchors[e.target].label)
            for e in graph.edges
            if e.target in anchors and e.type == "proven_by"
        ]
    return placed


def _mutual_best(items: Sequence[_Placed], at_least: float) -> list[tuple[_Placed, _Placed, float]]:
    """Pairs of two papers in which each is the other's most alike item of that paper."""
    texts = [item.text for item in items]
    words = [set(content_words(text)) for text in texts]
    papers = [item.graph.paper_id for item in items]
    best: dict[tuple[int, str], tuple[float, int]] = {}
    for i, j, likeness in Similarity(texts).alike_pairs(texts, at_least):
        key = (i, papers[j])
        if papers[i] != papers[j] and (key not in best or likeness > best[key][0]):
            best[key] = (likeness, j)
    return [
        (items[i], items[j], likeness)
        for (i, _), (likeness, j) in sorted(best.items())
        if i < j
        and best.get((j, papers[i]), (0.0, -1))[1] == i
        and len(words[i] & words[j]) >= MIN_SHARED_WORDS
    ]


def _claim_relation(left: str, right: str) -> CrossPaperRelation:
    return "contradicts" if polarity(left) * polarity(right) < 0 else "supports"


def _link(
    left: _Placed, right: _Placed, likeness: float, relation: CrossPaperRelation
) -> CrossPaperLink:
    name = "|".join(
        [left.graph.graph_id, left.node.node_id, right.graph.graph_id, right.node.node_id, relation]
    )
    return CrossPaperLink(
        link_id=f"link-{hashlib.sha256(name.encode()).hexdigest()[:14]}",
        relation=relation,
        left_paper_id=left.graph.paper_id,
        left_graph_id=left.graph.graph_id,
        left_node_id=left.node.node_id,
        right_paper_id=right.graph.paper_id,
        right_graph_id=right.graph.graph_id,
        right_node_id=right.node.node_id,
        similarity=round(likeness, 4),
        source="rules",
    )


def join_linked(
    links: Iterable[CrossPaperLink], graphs: Iterable[ArgumentGraph]
) -> list[ArgumentGraph]:
    """Return the joined graph of every link between claims, by graph id.

    Linked graphs are valid, so their excerpts were found in their papers; those excerpts are the
    text that the joined graph is checked against (no layout is read again).
    """
    by_id = {g.graph_id: g for g in graphs if g.is_valid}
    joined = []
    for link in links:
        if link.relation == "same_setup":
            continue
        sides = [by_id[link.left_graph_id], by_id[link.right_graph_id]]
        texts = {side.paper_id: excerpts_of([side]) for side in sides}
        joined.append(join_graphs(link, by_id, texts))
    return sorted(joined, key=lambda g: g.graph_id)


def other_paper_of(graph: ArgumentGraph) -> str | None:
    """Return the second paper of a joined graph, None for a graph of one paper."""
    if graph.builder != BUILDER or graph.detail is None:
        return None
    return graph.detail.removeprefix(_JOINED_WITH)


def excerpts_of(graphs: Iterable[ArgumentGraph]) -> str:
    """Return all excerpts of valid graphs as one normalised text to check a joined graph against."""
    sources = [a.source_excerpt for g in graphs for n in g.nodes for a in n.source_attributions]
    return " ¶ ".join(normalise(source).text for source in sources)


def join_graphs(
    link: CrossPaperLink, graphs: Mapping[str, ArgumentGraph], texts: Mapping[str, str]
) -> ArgumentGraph:
    """Return the graph whose root joins two linked claims with all they rest on.

    `graphs` by graph id, `texts` (normalised) by paper id. Node ids get `a_` and `b_` in front;
    the row belongs to the left paper and names the right one in `detail`. Raises ValueError for a
    `same_setup` link: two set-ups conclude nothing.
    """
    if link.relation == "same_setup":
        raise ValueError(f"link {link.link_id} joins set-ups; only claims can be joined")
    left, right = graphs[link.left_graph_id], graphs[link.right_graph_id]
    nodes_a, edges_a = _part(left, link.left_node_id, "a_")
    nodes_b, edges_b = _part(right, link.right_node_id, "b_")
    heads = [nodes_a[0], nodes_b[0]]
    root = GraphNode(
        node_id=JOINT_ROOT,
        type="claim",
        label=_JOINT_LABEL[link.relation].format(left=heads[0].label, right=heads[1].label),
        source_attributions=[a for head in heads for a in head.source_attributions],
    )
    edges = [
        GraphEdge(source=JOINT_ROOT, target=head.node_id, type="supported_by") for head in heads
    ]
    text = " ¶ ".join(texts[paper] for paper in (left.paper_id, right.paper_id))
    row = graph_row(
        GraphOrigin(left.paper_id, BUILDER, left.language),
        [root, *nodes_a, *nodes_b],
        [*edges, *edges_a, *edges_b],
        text,
        stage="final",
    )
    changes = {
        "graph_id": f"cross-{link.link_id}",
        "detail": f"{_JOINED_WITH}{right.paper_id}",
        "human_versions": [*left.human_versions, *right.human_versions],
    }
    return row.model_copy(update=changes)


def _part(
    graph: ArgumentGraph, claim_id: str, prefix: str
) -> tuple[list[GraphNode], list[GraphEdge]]:
    """One side of a joined graph: the claim first, then what it rests on, renamed."""
    inside = premises_below(graph.edges, claim_id)
    ordered = sorted(
        (n for n in graph.nodes if n.node_id in inside), key=lambda n: n.node_id != claim_id
    )
    nodes = [n.model_copy(update={"node_id": prefix + n.node_id}) for n in ordered]
    edges = [
        GraphEdge(source=prefix + e.source, target=prefix + e.target, type=e.type)
        for e in graph.edges
        if e.source in inside and e.target in inside
    ]
    return nodes, edges
