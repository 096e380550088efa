"""A model's draft becomes a graph, a graph with findings, or a reason; one repair at most."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scidoc_assets.domain.arguments.model_builder import (
    draft_repair,
    draft_request,
    final_draft,
    read_draft,
)
from scidoc_assets.domain.arguments.stages import GraphOrigin
from scidoc_assets.schemas.arguments import ArgumentGraph
from scidoc_assets.schemas.calls import TextPart
from scidoc_assets.schemas.text import normalise
from scidoc_assets_tests.domain.arguments.calls import record_of
from scidoc_assets_tests.domain.arguments.hand_paper import FIGURES, layout_of, small_graph

ORIGIN = GraphOrigin("paper-1", "stub")


def good_reply() -> dict[str, Any]:
    """The small graph in the contract's words."""
    nodes, edges = small_graph()
    return {
        "nodes": [
            {
                "id": n.node_id,
                "type": n.type,
                "label": n.label,
                "attributes": {"citation": n.citation},
                "source_attributions": [
                    {"section_title": None, "source_excerpt": a.source_excerpt}
                    for a in n.source_attributions
                ],
            }
            for n in nodes
        ],
        "edges": [e.model_dump() for e in edges],
    }


PAPER_TEXT = normalise(" ".join(n["label"] for n in good_reply()["nodes"])).text


def draft(reply: dict[str, Any] | str) -> ArgumentGraph:
    return read_draft(record_of(reply), ORIGIN, PAPER_TEXT)


def rules(graph: ArgumentGraph) -> dict[str, list[str]]:
    return {f.rule: f.ids for f in graph.findings}


def test_a_good_reply_is_a_valid_graph() -> None:
    graph = draft(good_reply())
    assert graph.is_valid
    assert (graph.depth, graph.root_id) == (4, "root")


def test_a_reply_in_a_markdown_fence_is_read() -> None:
    assert draft(f"Here it is:\n```json\n{json.dumps(good_reply())}\n```").is_valid


def test_invented_ids_in_edges_dangle() -> None:
    reply = good_reply()
    reply["edges"].append({"source": "root", "target": "claim_9", "type": "supported_by"})
    assert rules(draft(reply)) == {"no_edge_dangles": ["root->claim_9"]}


def test_a_cycle_is_a_finding() -> None:
    reply = good_reply()
    reply["edges"].append({"source": "mid", "target": "root", "type": "supported_by"})
    assert rules(draft(reply))["graph_is_acyclic"] == ["mid", "root"]


def test_two_anchors_are_a_finding() -> None:
    reply = good_reply()
    reply["edges"].append({"source": "ev1", "target": "tab", "type": "proven_by"})
    assert rules(draft(reply)) == {"evidence_has_one_anchor": ["ev1"]}


def test_a_missing_excerpt_is_a_finding() -> None:
    reply = good_reply()
    reply["nodes"][2]["source_attributions"] = []
    reply["nodes"][3]["source_attributions"][0]["source_excerpt"] = "Invented words."
    assert rules(draft(reply)) == {
        "attributions_are_present": ["ev1"],
        "excerpts_are_verbatim": ["ev2"],
    }


def test_a_type_outside_the_contract_is_a_finding_with_its_id() -> None:
    reply = good_reply()
    reply["nodes"][6]["type"] = "background"
    reply["edges"][1]["type"] = "caused_by"
    found = rules(draft(reply))
    assert found["node_types_are_allowed"] == ["basis (background)"]
    assert found["edge_types_are_allowed"] == ["root->ev2 (caused_by)"]
    assert found["no_edge_dangles"] == ["mid->basis"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (json.dumps(good_reply())[:400], "model_unparseable"),
        ("nonsense", "model_unparseable"),
        ('{"nodes": [], "edges": []}', "model_unparseable"),
        ('{"nodes": "all"}', "model_unparseable"),
        ("I'm sorry, but I can't help with that.", "model_refused"),
    ],
)
def test_a_truncated_senseless_or_refusing_reply_has_its_reason(text: str, reason: str) -> None:
    graph = draft(text)
    assert (graph.reason, graph.is_valid, graph.nodes) == (reason, False, [])


def test_a_failed_call_has_its_own_reason() -> None:
    graph = read_draft(record_of(None, "provider_error"), ORIGIN, PAPER_TEXT)
    assert graph.reason == "model_failed"


def test_a_repair_names_the_broken_rules_and_shows_the_reply() -> None:
    request = draft_request(layout_of(), FIGURES, "stub", "biology")
    reply = good_reply()
    reply["edges"].append({"source": "root", "target": "claim_9", "type": "supported_by"})
    repair = draft_repair(request, record_of(reply), ORIGIN, PAPER_TEXT)
    assert repair is not None
    said = [p.text for m in repair.messages for p in m.parts if isinstance(p, TextPart)]
    assert "claim_9" in said[-2]
    assert "root->claim_9" in said[-1]


def test_a_valid_draft_and_a_refusal_are_not_repaired() -> None:
    request = draft_request(layout_of(), FIGURES, "stub")
    assert draft_repair(request, record_of(good_reply()), ORIGIN, PAPER_TEXT) is None
    refusal = record_of("I can't help with that.")
    assert draft_repair(request, refusal, ORIGIN, PAPER_TEXT) is None


def test_the_repaired_reply_counts_and_a_worse_one_does_not_erase_the_first() -> None:
    faulty = good_reply()
    faulty["edges"].append({"source": "root", "target": "claim_9", "type": "supported_by"})
    repaired = final_draft([record_of(faulty), record_of(good_reply())], ORIGIN, PAPER_TEXT)
    assert repaired.is_valid
    kept = final_draft([record_of(faulty), record_of("nonsense")], ORIGIN, PAPER_TEXT)
    assert rules(kept) == {"no_edge_dangles": ["root->claim_9"]}
    lost = final_draft([record_of("nonsense"), record_of("more")], ORIGIN, PAPER_TEXT)
    assert lost.reason == "model_unparseable"


def test_the_request_holds_text_inventory_and_profile_and_says_what_is_left_out() -> None:
    request = draft_request(layout_of(), FIGURES, "stub", "biology", max_chars=50)
    system, user = (p.text for m in request.messages for p in m.parts if isinstance(p, TextPart))
    material = json.loads(user)
    assert "Field: biology" in system
    assert [f["label"] for f in material["figure_and_table_inventory"]] == [
        "Figure 1",
        "Figure 2",
        "Table 1",
    ]
    assert material["article_characters_left_out"] > 0
    assert request.prompt is not None
    assert request.prompt.name == "arguments/draft_graph"
