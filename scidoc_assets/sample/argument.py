"""The argument of a sample paper as a graph, read off the roles of its sentences.

Holds nodes and edges in the contract's direction (spec argument-graphs.md). Refuses to guess: what
the paper's file does not declare is not in the graph.
"""

from __future__ import annotations

from typing import Any

from scidoc_assets.sample.content import PaperContent, Sentence, printed

Node = dict[str, Any]
Edge = dict[str, str]


def argument_truth(content: PaperContent) -> dict[str, Any] | None:
    """Nodes, edges, root, depth and hops of the paper's argument; None for a paper without one.

    Edges run claim -> evidence, claim or basis (`supported_by`) and evidence -> figure or table
    (`proven_by`). Depth counts the nodes of the longest chain from an anchor to the root.
    """
    if content.root_claim is None:
        return None
    sentences = sectioned_sentences(content)
    parts = [(title, s) for title, s in sentences if s.type != "plain"]
    anchors = dict.fromkeys(s.anchor for _, s in parts if s.anchor)
    nodes = [_anchor_node(content, label) for label in anchors]
    nodes += [_text_node(title, sentence) for title, sentence in parts]
    edges = [edge for _, sentence in parts for edge in _edges(sentence)]
    return {
        "root": content.root_claim,
        "depth": _depth(content.root_claim, edges),
        "hops": len(edges),
        "nodes": nodes,
        "edges": edges,
    }


def sectioned_sentences(content: PaperContent) -> list[tuple[str | None, Sentence]]:
    """Every body sentence with the title of its section, in order."""
    title: str | None = None
    found: list[tuple[str | None, Sentence]] = []
    for item in content.body:
        title = item.heading or title
        found += [(title, sentence) for sentence in item.paragraph or ()]
    return found


def anchor_id(label: str) -> str:
    """A node id for a printed label: `Figure 2` -> `ref_figure_2`, ASCII also for Chinese."""
    english = label.replace("图", "figure ").replace("表", "table ")
    return "ref_" + "_".join(english.lower().replace(".", "").split())


def _anchor_node(content: PaperContent, label: str) -> Node:
    item = content.object(label)
    return {
        "id": anchor_id(label),
        "type": f"{item.kind}_ref",
        "label": item.caption,
        "anchor": label,
        "source_attributions": [],
    }


def _text_node(section_title: str | None, sentence: Sentence) -> Node:
    excerpt = printed(sentence.text)
    node: Node = {
        "id": sentence.id,
        "type": sentence.type,
        "label": sentence.label or excerpt,
        "excerpt": excerpt,
        "source_attributions": [],
    }
    if sentence.type != "established_basis":
        node["source_attributions"] = [{"section_title": section_title, "source_excerpt": excerpt}]
    if sentence.type == "evidence":
        node["anchor"] = sentence.anchor
        node["panel"] = sentence.panel
        node["values"] = [value.model_dump() for value in sentence.values]
    return node


def _edges(sentence: Sentence) -> list[Edge]:
    source = sentence.id or ""
    edges: list[Edge] = []
    if sentence.anchor:
        edges.append({"source": source, "target": anchor_id(sentence.anchor), "type": "proven_by"})
    kind = "proven_by" if sentence.type == "evidence" else "supported_by"
    edges += [{"source": source, "target": t, "type": kind} for t in sentence.supported_by]
    return edges


def _depth(root: str, edges: list[Edge]) -> int:
    below = [edge["target"] for edge in edges if edge["source"] == root]
    return 1 + max((_depth(target, edges) for target in below), default=0)
