"""A drawing is well-formed SVG with every node and edge, and always the same bytes."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from scidoc_assets.domain.arguments.drawing import draw_graph, place_nodes
from scidoc_assets_tests.domain.arguments.hand_paper import node, small_graph, supports

SVG = "{http://www.w3.org/2000/svg}"


def test_every_node_is_a_box_and_every_edge_an_arrow() -> None:
    nodes, edges = small_graph()
    picture = ElementTree.fromstring(draw_graph(nodes, edges, "root"))
    assert len(picture.findall(f"{SVG}g")) == len(nodes)
    assert len(picture.findall(f"{SVG}path")) == len(edges)


def test_the_order_of_rows_does_not_change_the_bytes() -> None:
    nodes, edges = small_graph()
    assert draw_graph(nodes, edges, "root") == draw_graph(nodes[::-1], edges[::-1], "root")


def test_supports_stand_left_of_what_they_support() -> None:
    corners = place_nodes(*small_graph())
    assert corners["fig"][0] < corners["ev1"][0] < corners["mid"][0] < corners["root"][0]


def test_markup_in_a_label_is_text() -> None:
    nodes, edges = small_graph()
    changed = [nodes[0].model_copy(update={"label": "a < b & c > d is <svg>"}), *nodes[1:]]
    assert b"a &lt; b &amp; c" in draw_graph(changed, edges, "root")


def test_a_cyclic_graph_is_refused() -> None:
    nodes = [node("a", "claim"), node("b", "claim")]
    with pytest.raises(ValueError, match="cyclic"):
        draw_graph(nodes, [supports("a", "b"), supports("b", "a")], None)
