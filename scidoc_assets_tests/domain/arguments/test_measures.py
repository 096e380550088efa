"""Depth counts nodes, hops count edges; a broken graph leaves them undefined."""

from __future__ import annotations

from scidoc_assets.domain.arguments.measures import count_panels, measure_graph, root_of
from scidoc_assets_tests.domain.arguments.hand_paper import node, proves, small_graph, supports


def test_figure_evidence_root_is_depth_three() -> None:
    nodes = [node("r", "claim"), node("e", "evidence"), node("f", "figure_ref")]
    measured = measure_graph(nodes, [supports("r", "e"), proves("e", "f")])
    assert (measured.depth, measured.hops) == (3, 2)


def test_one_intermediate_claim_makes_depth_four() -> None:
    measured = measure_graph(*small_graph())
    assert (measured.root_id, measured.depth, measured.hops) == ("root", 4, 6)
    assert measured.layer_widths == [3, 2, 1, 1]
    assert measured.max_branching == 2
    assert measured.evidence_per_object == 1.0


def test_named_panels_count_and_an_object_without_panels_counts_once() -> None:
    anchors = [
        node("f", "figure_ref", panels=["A", "B", "A"]),
        node("t", "table_ref"),
        node("r", "claim", panels=["C"]),
    ]
    assert count_panels(anchors) == 3


def test_a_cycle_leaves_depth_and_layers_undefined() -> None:
    nodes, edges = small_graph()
    measured = measure_graph(nodes, [*edges, supports("mid", "root")])
    assert (measured.depth, measured.layer_widths, measured.root_id) == (None, [], None)
    assert measured.hops == 7


def test_several_roots_are_no_root() -> None:
    assert root_of([node("a", "claim"), node("b", "claim")], []) is None
