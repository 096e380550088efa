"""The inferential order of an argument graph: visual source -> evidence -> claim -> root.

Holds the few graph rules that construction, tasks and metrics share, so that depth and order mean
the same everywhere. Refuses cyclic input where an order is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import networkx as nx

from scidoc_assets.schemas.arguments import GraphEdge, GraphNode

ANCHOR_TYPES = frozenset({"figure_ref", "table_ref"})


def inferential_graph(nodes: Sequence[GraphNode], edges: Iterable[GraphEdge]) -> nx.DiGraph:
    """Return the graph with edges from support to supported (stored edges reversed).

    Edges with an end that is no node are left out; validation reports them (spec
    argument-graphs.md, Graph).
    """
    graph = nx.DiGraph()
    for node in nodes:
        graph.add_node(node.node_id, type=node.type)
    for edge in edges:
        if edge.source in graph and edge.target in graph:
            graph.add_edge(edge.target, edge.source, type=edge.type)
    return graph


def depth_of(nodes: Sequence[GraphNode], edges: Iterable[GraphEdge], root_id: str) -> int:
    """Return the number of NODES on the longest chain that ends in `root_id`.

    figure -> evidence -> root is 3. Raises networkx.NetworkXUnfeasible on a cycle.
    """
    graph = inferential_graph(nodes, edges)
    below = graph.subgraph(nx.ancestors(graph, root_id) | {root_id})
    return nx.dag_longest_path_length(below, weight="none", default_weight=1) + 1


def premises_below(edges: Sequence[GraphEdge], target_id: str) -> set[str]:
    """Return `target_id` and everything it relies on, recursively."""
    found = {target_id}
    waiting = [target_id]
    while waiting:
        current = waiting.pop()
        for edge in edges:
            if edge.source == current and edge.target not in found:
                found.add(edge.target)
                waiting.append(edge.target)
    return found


def dependency_order(nodes: Sequence[GraphNode], edges: Iterable[GraphEdge]) -> list[str]:
    """Return node ids so that every support stands before what it supports; ties in node order.

    Raises networkx.NetworkXUnfeasible on a cycle.
    """
    place = {node.node_id: index for index, node in enumerate(nodes)}
    order = inferential_graph(nodes, edges)
    return list(nx.lexicographical_topological_sort(order, key=lambda node_id: place[node_id]))
