"""Depth, premises and order read the stored edges backwards: from figures to the root."""

from __future__ import annotations

import networkx as nx
import pytest

from scidoc_assets.schemas.argument_order import dependency_order, depth_of, premises_below
from scidoc_assets.schemas.arguments import GraphEdge, GraphNode

NODES = [
    GraphNode(node_id=i, type=kind, label=i)
    for i, kind in (
        ("root", "claim"),
        ("e1", "evidence"),
        ("e2", "evidence"),
        ("f1", "figure_ref"),
        ("f2", "figure_ref"),
    )
]


def edge(source: str, target: str) -> GraphEdge:
    return GraphEdge(source=source, target=target, type="supported_by")


EDGES = [edge("root", "e1"), edge("root", "e2"), edge("e1", "f1"), edge("e2", "f2")]


def test_depth_counts_nodes() -> None:
    assert depth_of(NODES, EDGES, "root") == 3
    assert depth_of(NODES, EDGES, "f1") == 1


def test_premises_are_taken_recursively() -> None:
    assert premises_below(EDGES, "e1") == {"e1", "f1"}
    assert premises_below(EDGES, "root") == {"root", "e1", "e2", "f1", "f2"}


def test_order_puts_each_support_first_and_keeps_the_order_of_nodes() -> None:
    assert dependency_order(NODES, EDGES) == ["f1", "e1", "f2", "e2", "root"]


def test_a_cycle_has_no_order() -> None:
    with pytest.raises(nx.NetworkXUnfeasible):
        dependency_order(NODES, [*EDGES, edge("f1", "root")])
