"""Linking, review and observation replies are joined by id only; foreign ids refuse the reply."""

from __future__ import annotations

from typing import Any

import pytest

from scidoc_assets.domain.arguments.model_linking import (
    evidence_of,
    linking_request,
    observation_request,
    read_linking,
    read_observations,
    read_review,
    review_request,
)
from scidoc_assets.domain.arguments.stages import GraphOrigin, graph_row
from scidoc_assets.prompts.asking import ReplyProblem
from scidoc_assets.schemas.calls import ImagePart, image_part
from scidoc_assets_tests.domain.arguments.calls import record_of
from scidoc_assets_tests.domain.arguments.hand_paper import FIGURES, small_graph

GRAPH = graph_row(GraphOrigin("paper-1", "stub"), *small_graph(), "")
FIG = next(n for n in GRAPH.nodes if n.node_id == "fig")


def image() -> ImagePart:
    return image_part(b"\x89PNG\r\n\x1a\n", name="Figure 1")


def match(ref: str, found: str | None, **changes: Any) -> dict[str, Any]:
    return {
        "graph_ref_id": ref,
        "matched_candidate_id": found,
        "confidence": "high" if found else None,
        "alternative_candidate_ids": [],
        "needs_visual_disambiguation": False,
        **changes,
    }


def test_a_complete_reply_gives_the_matches() -> None:
    reply = {"matches": [match("tab", "paper-1-t-1"), match("fig", None)]}
    found = read_linking(record_of(reply), GRAPH, FIGURES)
    assert {m.graph_ref_id: m.matched_candidate_id for m in found} == {
        "tab": "paper-1-t-1",
        "fig": None,
    }


@pytest.mark.parametrize(
    ("matches", "fault"),
    [
        ([match("fig", "paper-1-f-1")], "missing graph_ref_id: tab"),
        (
            [match("fig", None), match("tab", None), match("fig9", None)],
            "unknown graph_ref_id: fig9",
        ),
        (
            [match("fig", None), match("fig", None), match("tab", None)],
            "repeated graph_ref_id: fig",
        ),
        ([match("fig", "paper-9"), match("tab", None)], "unknown candidate id: paper-9"),
        ([match("fig", "paper-1-t-1"), match("tab", None)], "another kind: fig"),
        (
            [match("fig", None, alternative_candidate_ids=["x"]), match("tab", None)],
            "unknown candidate id: x",
        ),
    ],
)
def test_foreign_missing_repeated_and_mismatched_ids_refuse_the_reply(
    matches: list[dict[str, Any]], fault: str
) -> None:
    with pytest.raises(ReplyProblem, match=fault):
        read_linking(record_of({"matches": matches}), GRAPH, FIGURES)


def test_a_review_may_stay_open_and_knows_only_its_candidates() -> None:
    open_reply = record_of({"graph_ref_id": "fig", "matched_candidate_id": None})
    assert read_review(open_reply, FIG, FIGURES[:2]) is None
    foreign = record_of({"graph_ref_id": "fig", "matched_candidate_id": "paper-1-t-1"})
    with pytest.raises(ReplyProblem, match="unknown candidate id"):
        read_review(foreign, FIG, FIGURES[:2])
    other = record_of({"graph_ref_id": "tab", "matched_candidate_id": None})
    with pytest.raises(ReplyProblem, match="must be fig"):
        read_review(other, FIG, FIGURES[:2])


def test_a_review_needs_one_image_per_candidate_in_their_order() -> None:
    with pytest.raises(ValueError, match="2 candidates but 1 images"):
        review_request(FIG, GRAPH, FIGURES[:2], [image()], "stub")
    request = review_request(FIG, GRAPH, FIGURES[:2], [image(), image()], "stub")
    assert [p.kind for p in request.messages[1].parts] == ["text", "image", "image"]


def test_observations_come_back_for_every_evidence_of_the_object() -> None:
    assert [n.node_id for n in evidence_of(GRAPH, FIG)] == ["ev1"]
    item = {"evidence_id": "ev1", "selected_ref_id": "fig", "visual_evidence_text": " Bars rise. "}
    found = read_observations(record_of({"items": [item]}), GRAPH, FIG)
    assert found == {"ev1": "Bars rise."}


def test_an_observation_on_no_object_is_empty() -> None:
    item = {"evidence_id": "ev1", "selected_ref_id": None, "visual_evidence_text": "Bars rise."}
    assert read_observations(record_of({"items": [item]}), GRAPH, FIG) == {"ev1": ""}


@pytest.mark.parametrize(
    "items",
    [
        [],
        [{"evidence_id": "ev2", "selected_ref_id": "fig", "visual_evidence_text": "x"}],
        [{"evidence_id": "ev1", "selected_ref_id": "tab", "visual_evidence_text": "x"}],
    ],
)
def test_observations_of_other_nodes_refuse_the_reply(items: list[dict[str, Any]]) -> None:
    with pytest.raises(ReplyProblem):
        read_observations(record_of({"items": items}), GRAPH, FIG)


def test_requests_name_their_prompts() -> None:
    linking = linking_request(GRAPH, FIGURES, "stub")
    observing = observation_request(GRAPH, FIG, FIGURES[0], image(), "stub", "physics")
    names = [r.prompt.name for r in (linking, observing) if r.prompt]
    assert names == ["arguments/link_references", "arguments/observe_evidence"]
