"""A subgraph holds every premise of its claim; ids are fixed; faults are named."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.tasks.sampling import (
    sample_subgraphs,
    structural_reasons,
    task_id_of,
)
from scidoc_assets_tests.domain.tasks.hand_task import BY_ID, EDGES, NODES, edge, graph_of, node


def by_target(graph):
    return {s.target_id: s for s in sample_subgraphs(graph, 0)}


def test_every_claim_with_premises_is_a_target_with_all_it_rests_on() -> None:
    found = by_target(graph_of())
    assert {n.node_id for n in found["mid"].nodes} == {"mid", "e1", "e2", "f7", "t4"}
    assert {n.node_id for n in found["root"].nodes} == {n.node_id for n in NODES}
    assert (found["mid"].depth, found["root"].depth) == (3, 4)


def test_supports_come_before_what_they_support() -> None:
    order = by_target(graph_of())["root"].order
    assert order[-1] == "root"
    assert order.index("f7") < order.index("e1") < order.index("mid")


def test_the_task_id_depends_on_graph_target_and_seed_only() -> None:
    graph = graph_of()
    again = graph_of([n.model_copy(update={"label": n.label + " "}) for n in NODES])
    assert {s.task_id for s in sample_subgraphs(graph, 0)} == {
        s.task_id for s in sample_subgraphs(again, 0)
    }
    assert task_id_of("g", "c", 0) != task_id_of("g", "c", 1)


def test_a_comfortable_number_of_evidence_comes_first() -> None:
    lone = [*NODES, node("c9", "claim", "One more claim about the biofilm."),
            node("e9", "evidence", "Thickness rises again.")]  # fmt: skip
    edges = [*EDGES, edge("root", "c9"), edge("c9", "e9"), edge("e9", "f7", "proven_by")]
    order = [s.target_id for s in sample_subgraphs(graph_of(lone, edges), 0)]
    assert order == ["root", "mid", "c9"]


def test_a_sound_subgraph_has_no_structural_reason() -> None:
    assert structural_reasons(by_target(graph_of())["root"], BY_ID, 3) == []


@pytest.mark.parametrize(
    ("node_id", "change", "reason"),
    [
        ("e1", {"visual_evidence_text": ""}, "evidence_not_observable"),
        ("e1", {"visual_evidence_text": None}, "evidence_not_observable"),
        ("f7", {"resolved_figure_id": None}, "anchor_unresolved"),
        ("f7", {"resolved_figure_id": "gone"}, "figure_not_curated"),
    ],
)
def test_each_structural_fault_is_named(node_id: str, change: dict, reason: str) -> None:
    nodes = [n.model_copy(update=change) if n.node_id == node_id else n for n in NODES]
    assert structural_reasons(by_target(graph_of(nodes))["mid"], BY_ID, 3) == [reason]


def test_too_little_depth_and_a_claim_on_knowledge_alone_are_named() -> None:
    subgraph = by_target(graph_of())["mid"]
    assert structural_reasons(subgraph, BY_ID, 4) == ["depth_below_minimum"]
    nodes = [NODES[0], NODES[5]]
    bare = by_target(graph_of(nodes, [edge("root", "b")]))["root"]
    assert structural_reasons(bare, BY_ID, 2) == ["no_claim_target"]
