"""Template questions pass the hard checks, point at the task's own images and tell no result."""

from __future__ import annotations

from scidoc_assets.domain.tasks.aliases import reference_images
from scidoc_assets.domain.tasks.checks import check_stem, named_anchors
from scidoc_assets.domain.tasks.questions import (
    QuestionInputs,
    aliases_listed,
    blind_question,
    bridge_steps,
    observation_steps,
)
from scidoc_assets_tests.domain.tasks.hand_task import (
    BY_ID,
    EDGES,
    NODES,
    edge,
    graph_of,
    node,
    root_subgraph,
)


def inputs(graph=None) -> QuestionInputs:
    subgraph = root_subgraph(graph)
    return QuestionInputs(subgraph, reference_images(subgraph, BY_ID), "A title")


def test_the_blind_question_passes_its_own_checks_and_names_every_image() -> None:
    stem = blind_question(inputs())
    assert check_stem(stem, inputs().stem_context()) == []
    assert set(named_anchors(stem)) == {"Figure 1", "Figure 2", "Table 1"}


def test_a_subgraph_without_images_has_no_question() -> None:
    subgraph = root_subgraph()
    assert blind_question(QuestionInputs(subgraph, [], None)) == ""


def test_each_evidence_has_several_questions_and_one_region() -> None:
    steps = observation_steps(inputs())
    assert [(s.evidence_id, s.image) for s in steps] == [
        ("e1", "Figure 1"),
        ("e2", "Table 1"),
        ("e3", "Figure 2"),
    ]
    assert all(len(set(s.questions)) >= 2 for s in steps)
    assert all(s.key_region == (0.0, 0.0, 0.5, 1.0) for s in steps)
    assert all(s.image in q for s in steps for q in s.questions)


def test_an_observation_question_does_not_tell_the_value() -> None:
    asked = " ".join(q for s in observation_steps(inputs()) for q in s.questions)
    assert not any(value in asked for value in ("40", "96", "12", "falls"))


def test_there_is_one_bridge_per_intermediate_claim_naming_its_premises() -> None:
    (bridge,) = bridge_steps(inputs())
    assert (bridge.claim_id, bridge.premise_ids) == ("mid", ["e1", "e2"])
    assert "Figure 1 and Table 1" in bridge.question


def test_a_chinese_claim_is_asked_about_in_chinese() -> None:
    nodes = [
        n.model_copy(update={"label": "包覆层能够有效抑制正极容量衰减"}) if n.type == "claim" else n
        for n in NODES
    ]
    stem = blind_question(inputs(graph_of(nodes)))
    assert "图1、图2和表1" in stem


def test_aliases_are_listed_as_one_says_them() -> None:
    assert aliases_listed(["Figure 1"]) == "Figure 1"
    assert aliases_listed(["Figure 1", "Figure 2", "Table 1"]) == "Figure 1, Figure 2 and Table 1"
    assert aliases_listed(["Figure 1", "Table 1"], chinese=True) == "图1和表1"


def test_the_templates_fit_one_thing_and_several() -> None:
    asked = [q for s in observation_steps(inputs()) for q in s.questions]
    assert asked[0].startswith("In Figure 1, what differences in ")
    assert any("rows and columns of Table 1" in q for q in asked)
    assert any("curves, marks or regions of Figure 2" in q for q in asked)
    assert not any(" does " in q or " compares" in q for q in asked)


def test_several_panels_are_named_in_the_plural() -> None:
    nodes = [n.model_copy(update={"panels": ["A", "B"]}) if n.node_id == "e1" else n for n in NODES]
    steps = observation_steps(inputs(graph_of(nodes)))
    assert "Figure 1 (panels A and B)" in steps[0].questions[0]


def test_a_pair_of_topics_holds_a_word_of_the_claim() -> None:
    claim = next(n.label for n in NODES if n.node_id == "root").lower()
    stem = blind_question(inputs())
    first, second = stem.split("links ")[1].split(" in the cases")[0].split(" and ")
    assert first in claim or second in claim


def test_a_bridge_over_readings_and_earlier_claims_names_both() -> None:
    edges = [*EDGES, edge("over", "mid"), edge("over", "e3")]
    edges = [e for e in edges if (e.source, e.target) not in {("root", "mid"), ("root", "e3")}]
    nodes = [*NODES, node("over", "claim", "Citrate works through calcium in the matrix.")]
    steps = bridge_steps(inputs(graph_of(nodes, [*edges, edge("root", "over")])))
    asked = {s.claim_id: s.question for s in steps}
    assert "the readings from Figure 2 and the earlier local inferences" in asked["over"]
