"""Every rule of an argument graph fires on the graph that breaks it, and names the ids."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.arguments.validation import (
    excerpt_is_verbatim,
    label_is_self_contained,
    validate_graph,
)
from scidoc_assets.schemas.arguments import GraphEdge, GraphNode
from scidoc_assets.schemas.text import normalise
from scidoc_assets_tests.domain.arguments.hand_paper import node, proves, small_graph, supports


def paper_text(nodes: list[GraphNode]) -> str:
    return normalise(" ".join(n.label for n in nodes)).text


def broken_rules(nodes: list[GraphNode], edges: list[GraphEdge]) -> dict[str, list[str]]:
    return {f.rule: f.ids for f in validate_graph(nodes, edges, paper_text(nodes))}


def test_a_sound_graph_has_no_findings() -> None:
    nodes, edges = small_graph()
    assert validate_graph(nodes, edges, paper_text(nodes)) == []


def test_an_id_used_twice_or_not_ascii_is_named() -> None:
    nodes, edges = small_graph()
    nodes += [node("mid", "claim"), node("évidence", "claim")]
    assert set(broken_rules(nodes, edges)["ids_are_unique_ascii"]) == {"mid", "évidence"}


def test_an_edge_to_nowhere_dangles() -> None:
    nodes, edges = small_graph()
    assert broken_rules(nodes, [*edges, supports("root", "ghost")])["no_edge_dangles"] == [
        "root->ghost"
    ]


def test_claims_that_support_each_other_are_a_cycle() -> None:
    nodes, edges = small_graph()
    found = broken_rules(nodes, [*edges, supports("mid", "root")])
    assert found["graph_is_acyclic"] == ["mid", "root"]
    assert "root_is_unique" in found


def test_a_node_that_supports_itself_is_a_cycle() -> None:
    nodes, edges = small_graph()
    found = broken_rules(nodes, [*edges, supports("mid", "mid")])
    assert found["graph_is_acyclic"] == ["mid"]


def test_evidence_with_two_anchors_or_none_is_named() -> None:
    nodes, edges = small_graph()
    without = [e for e in edges if e.source != "ev2" or e.type != "proven_by"]
    found = broken_rules(nodes, [*without, proves("ev1", "tab")])
    assert found["evidence_has_one_anchor"] == ["ev1", "ev2"]


def test_knowledge_beside_the_anchor_of_an_evidence_is_allowed() -> None:
    nodes, edges = small_graph()
    assert broken_rules(nodes, [*edges, proves("ev1", "basis")]) == {}


def test_a_figure_directly_under_a_claim_is_refused() -> None:
    nodes, edges = small_graph()
    found = broken_rules(nodes, [*edges, supports("mid", "fig")])
    assert found == {"anchors_are_not_supports": ["mid->fig"]}


@pytest.mark.parametrize(
    "edge", [supports("ev1", "ev2"), proves("mid", "fig"), proves("ev1", "ev2")]
)
def test_an_edge_between_wrong_kinds_is_refused(edge: GraphEdge) -> None:
    nodes, edges = small_graph()
    found = broken_rules(nodes, [*edges, edge])
    assert found["edge_types_are_allowed"] == [f"{edge.source}->{edge.target}"]


def test_knowledge_that_nothing_uses_is_named() -> None:
    nodes, edges = small_graph()
    found = broken_rules(nodes, [e for e in edges if e.target != "basis"])
    assert found["knowledge_is_used"] == ["basis"]


def test_a_claim_without_source_and_a_figure_with_one_are_named() -> None:
    nodes, edges = small_graph()
    source = nodes[0].source_attributions
    changed = [
        nodes[0].model_copy(update={"source_attributions": []}),
        *nodes[1:4],
        nodes[4].model_copy(update={"source_attributions": source}),
        *nodes[5:],
    ]
    assert broken_rules(changed, edges)["attributions_are_present"] == ["root", "fig"]


def test_an_excerpt_that_is_not_in_the_paper_is_named() -> None:
    nodes, edges = small_graph()
    text = paper_text([n for n in nodes if n.node_id != "ev2"])
    findings = {f.rule: f.ids for f in validate_graph(nodes, edges, text)}
    assert findings == {"excerpts_are_verbatim": ["ev2"]}


def test_an_excerpt_with_ligature_soft_hyphen_and_line_break_is_verbatim() -> None:
    paper = normalise("As the ﬁgure shows, the classi\u00adﬁer is sta-\nble.").text
    assert excerpt_is_verbatim("the figure\n shows, the classifier is stable", paper)
    assert not excerpt_is_verbatim("the figure shows that the classifier is stable", paper)
    assert not excerpt_is_verbatim("  ", paper)


def test_two_claims_that_support_nothing_are_two_roots() -> None:
    nodes, edges = small_graph()
    found = broken_rules([*nodes, node("lone", "claim")], edges)
    assert found == {"root_is_unique": ["root", "lone"]}


def test_a_node_that_leads_nowhere_is_named() -> None:
    nodes, edges = small_graph()
    found = broken_rules([*nodes, node("figx", "figure_ref")], edges)
    assert found == {"every_node_reaches_root": ["figx"]}


@pytest.mark.parametrize(
    "label", ["It increases with calcium over time", "See Fig. 2 and Table 1", "Growth", ""]
)
def test_labels_that_need_their_surroundings_are_refused(label: str) -> None:
    assert not label_is_self_contained(label, "claim")


@pytest.mark.parametrize(
    "label",
    ["Film thickness increases with calcium", "用户的分布与任务的分布存在较高的统一性"],
)
def test_labels_that_name_their_subject_stand_alone(label: str) -> None:
    assert label_is_self_contained(label, "claim")


def test_a_label_that_cannot_be_understood_on_its_own_is_named() -> None:
    nodes, edges = small_graph()
    bare = [
        n.model_copy(update={"label": "It increases"}) if n.node_id == "mid" else n for n in nodes
    ]
    assert broken_rules(bare, edges)["labels_are_self_contained"] == ["mid"]
