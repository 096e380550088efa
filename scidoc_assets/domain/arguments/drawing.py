"""Drawing of an argument graph as SVG bytes: sources left, root claim right.

Layers come from networkx, the picture from plain SVG text, so that the same graph gives the same
bytes. Refuses a cyclic graph (nothing to lay out).
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

import networkx as nx

from scidoc_assets.schemas.argument_order import inferential_graph
from scidoc_assets.schemas.arguments import GraphEdge, GraphNode

_WIDTH_PX, _HEIGHT_PX, _GAP_X_PX, _GAP_Y_PX = 230, 74, 90, 18
_FILL = {
    "claim": "#d7e8f7",
    "evidence": "#dff2df",
    "figure_ref": "#f4ead2",
    "table_ref": "#f4ead2",
    "established_basis": "#ece3f5",
}
_STYLE = (
    "text{font:11px sans-serif;fill:#222}.id{font-weight:bold}"
    "rect{stroke:#555}.root{stroke-width:2.5}path{fill:none;stroke:#888}"
)


def place_nodes(
    nodes: Sequence[GraphNode], edges: Sequence[GraphEdge]
) -> dict[str, tuple[float, float]]:
    """Return the top left corner (px) of each node's box; layer = longest chain from a source.

    Raises ValueError for a cyclic graph.
    """
    # Rows in any order give one drawing: the layout reads the order of nodes.
    order = inferential_graph(sorted(nodes, key=lambda n: n.node_id), edges)
    if not nx.is_directed_acyclic_graph(order):
        raise ValueError("a cyclic argument graph cannot be drawn; see finding graph_is_acyclic")
    layers = [sorted(layer) for layer in nx.topological_generations(order)]
    unit = nx.multipartite_layout(order, subset_key=dict(enumerate(layers)), scale=1)
    corners: dict[str, tuple[float, float]] = {}
    for depth, layer in enumerate(layers):
        ranked = sorted(layer, key=lambda n: (_mean_height(order, n, corners, unit), n))
        for row, node in enumerate(ranked):
            corners[node] = (depth * (_WIDTH_PX + _GAP_X_PX), row * (_HEIGHT_PX + _GAP_Y_PX))
    return corners


def _mean_height(order: nx.DiGraph, node: str, corners: dict, unit: dict) -> float:
    """Height at which a node's supports stand (fewer crossings); the layout's own for sources."""
    below = [corners[p][1] for p in order.predecessors(node) if p in corners]
    return sum(below) / len(below) if below else float(unit[node][1])


def draw_graph(
    nodes: Sequence[GraphNode], edges: Sequence[GraphEdge], root_id: str | None
) -> bytes:
    """Draw a graph as a standalone SVG. Full labels are in the boxes' tooltips.

    Raises ValueError for a cyclic graph. Same input, same bytes.
    """
    corners = place_nodes(nodes, edges)
    width = max((x for x, _ in corners.values()), default=0) + _WIDTH_PX + 20
    height = max((y for _, y in corners.values()), default=0) + _HEIGHT_PX + 20
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -10 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}">',
        f"<style>{_STYLE}</style>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
        'markerHeight="7" orient="auto"><path d="M0,0 L8,4 L0,8" /></marker></defs>',
    ]
    pairs = sorted({(e.target, e.source) for e in edges})
    parts += [_arrow(corners[a], corners[b]) for a, b in pairs if a in corners and b in corners]
    parts += [
        _box(node, corners[node.node_id], node.node_id == root_id)
        for node in sorted(nodes, key=lambda n: n.node_id)
    ]
    return "\n".join([*parts, "</svg>\n"]).encode()


def _arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    x0, y0 = start[0] + _WIDTH_PX, start[1] + _HEIGHT_PX / 2
    x1, y1 = end[0], end[1] + _HEIGHT_PX / 2
    bend = (x0 + x1) / 2
    return (
        f'<path d="M{x0:.1f},{y0:.1f} C{bend:.1f},{y0:.1f} {bend:.1f},{y1:.1f} {x1:.1f},{y1:.1f}" '
        'marker-end="url(#tip)" />'
    )


def _box(node: GraphNode, corner: tuple[float, float], is_root: bool) -> str:
    x, y = corner
    is_wide = any(ord(c) > 0x2E7F for c in node.label)
    lines = textwrap.wrap(node.label, 18 if is_wide else 36, max_lines=4, placeholder=" …")
    text = "".join(
        f'<text x="{x + 8:.1f}" y="{y + 29 + 13 * i:.1f}">{escape(line)}</text>'
        for i, line in enumerate(lines)
    )
    name = node.node_id + (f" · {node.citation}" if node.citation else "")
    return (
        f"<g><title>{escape(node.label)}</title>"
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{_WIDTH_PX}" height="{_HEIGHT_PX}" rx="6" '
        f'fill="{_FILL[node.type]}" class={quoteattr("root" if is_root else node.type)} />'
        f'<text class="id" x="{x + 8:.1f}" y="{y + 15:.1f}">{escape(name)}</text>{text}</g>'
    )
