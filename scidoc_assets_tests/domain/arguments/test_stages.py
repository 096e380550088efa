"""Rows go from draft to final without losing findings, reasons or origin."""

from __future__ import annotations

from scidoc_assets.domain.arguments.stages import (
    GraphOrigin,
    empty_graph,
    finish_graph,
    graph_row,
    link_graph,
    observe_graph,
)
from scidoc_assets.domain.arguments.validation import offenders
from scidoc_assets.schemas.arguments import ArgumentGraph, GraphFinding
from scidoc_assets.schemas.text import normalise
from scidoc_assets_tests.domain.arguments.hand_paper import FIGURES, small_graph

ORIGIN = GraphOrigin("paper-1", "openai/some:model", "en", "arguments/draft_graph", "v1", "h", "r")


def text_of(graph: ArgumentGraph) -> str:
    return normalise(" ".join(n.label for n in graph.nodes)).text


def row(**changes: object) -> ArgumentGraph:
    nodes, edges = small_graph()
    text = normalise(" ".join(n.label for n in nodes)).text
    return graph_row(ORIGIN, nodes, edges, text).model_copy(update=changes)


def test_a_graph_id_has_no_slash() -> None:
    assert row().graph_id == "paper-1-openai-some-model"


def test_observation_is_only_made_on_resolved_objects() -> None:
    graph = observe_graph(row(), FIGURES)
    assert {n.visual_evidence_text for n in graph.nodes} == {None}
    seen = observe_graph(link_graph(row(), FIGURES), FIGURES)
    assert {n.node_id for n in seen.nodes if n.visual_evidence_text} == {"ev1", "ev2"}


def test_a_models_empty_statement_stays_empty() -> None:
    graph = observe_graph(link_graph(row(), FIGURES), FIGURES, {"ev1": "Bars differ."})
    texts = {n.node_id: n.visual_evidence_text for n in graph.nodes if n.type == "evidence"}
    assert texts == {"ev1": "Bars differ.", "ev2": ""}


def test_finishing_validates_again_and_keeps_where_the_graph_came_from() -> None:
    draft = row()
    assert finish_graph(draft, text_of(draft)).is_valid
    final = finish_graph(draft, "another paper")
    assert not final.is_valid
    assert [f.rule for f in final.findings] == ["excerpts_are_verbatim"]
    assert (final.stage, final.prompt_hash, final.request_hash) == ("final", "h", "r")


def test_a_type_that_could_not_be_stored_stays_a_finding() -> None:
    finding = GraphFinding(rule="node_types_are_allowed", ids=["x (idea)"], message="m")
    draft = row(findings=[finding])
    assert finish_graph(draft, text_of(draft)).findings == [finding]


def test_a_paper_without_a_graph_keeps_its_reason_to_the_end() -> None:
    graph = empty_graph(ORIGIN, "no_text", "nothing to read")
    final = finish_graph(observe_graph(link_graph(graph, FIGURES), FIGURES), "")
    assert (final.stage, final.reason, final.is_valid) == ("final", "no_text", False)


def test_offenders_of_a_rule_are_named_with_their_graph() -> None:
    draft = row()
    final = finish_graph(draft, "another paper")
    assert offenders([final, finish_graph(draft, text_of(draft))], "excerpts_are_verbatim") == [
        "paper-1-openai-some-model: root, mid, ev1, ev2"
    ]
    assert offenders([final], "graph_is_acyclic") == []
