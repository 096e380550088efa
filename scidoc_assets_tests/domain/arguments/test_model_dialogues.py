"""Graph stages with a stub model: good replies, repairs, and nonsense for every call."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from scidoc_assets.domain.arguments.model_dialogues import (
    draft_dialogue,
    link_dialogue,
    observe_dialogue,
)
from scidoc_assets.domain.arguments.stages import GraphOrigin, finish_graph, graph_row
from scidoc_assets.prompts.asking import run_dialogue
from scidoc_assets.schemas.arguments import ArgumentGraph
from scidoc_assets.schemas.calls import CallRecord, ImagePart, ModelRequest, image_part
from scidoc_assets.schemas.text import normalise
from scidoc_assets_tests.domain.arguments.calls import record_of
from scidoc_assets_tests.domain.arguments.hand_paper import (
    FIGURES,
    figure_of,
    layout_of,
    small_graph,
)
from scidoc_assets_tests.domain.arguments.test_model_builder import good_reply

PNG = b"\x89PNG\r\n\x1a\n"
IMAGES: dict[str, ImagePart] = {f.figure_id: image_part(PNG) for f in FIGURES}
LAYOUT = layout_of([("paragraph", n["label"]) for n in good_reply()["nodes"]])


class Stub:
    """A model that gives the next reply of each prompt; the last one again and again."""

    def __init__(self, **replies: list[dict[str, Any] | str]) -> None:
        self.replies = replies
        self.asked: list[str] = []

    def __call__(self, request: ModelRequest) -> CallRecord:
        name = (request.prompt.name if request.prompt else "").split("/")[-1]
        self.asked.append(name)
        queue = self.replies.get(name, ["nonsense"])
        return record_of(queue.pop(0) if len(queue) > 1 else queue[0])


def linked_graph() -> ArgumentGraph:
    nodes, edges = small_graph()
    return graph_row(GraphOrigin("paper-1", "stub"), nodes, edges, "")


def linking(fig: str | None, **changes: Any) -> dict[str, Any]:
    match = {
        "confidence": "high" if fig else None,
        "alternative_candidate_ids": [],
        "needs_visual_disambiguation": False,
    }
    return {
        "matches": [
            {"graph_ref_id": "fig", "matched_candidate_id": fig, **match, **changes},
            {"graph_ref_id": "tab", "matched_candidate_id": "paper-1-t-1", **match},
        ]
    }


def resolved(graph: ArgumentGraph) -> dict[str, str | None]:
    return {n.node_id: n.resolved_figure_id for n in graph.nodes if n.type.endswith("_ref")}


def run(dialogue: Any, stub: Callable[[ModelRequest], CallRecord]) -> ArgumentGraph:
    return run_dialogue(dialogue, stub)


def test_a_good_draft_takes_one_call_and_names_prompt_and_request() -> None:
    stub = Stub(draft_graph=[good_reply()])
    graph = run(draft_dialogue(LAYOUT, FIGURES, "stub"), stub)
    assert graph.is_valid, graph.findings
    assert stub.asked == ["draft_graph"]
    assert (graph.prompt_name, graph.request_hash) == ("arguments/draft_graph", "hash-1")


def test_a_faulty_draft_is_repaired_once_and_no_more() -> None:
    stub = Stub(draft_graph=["{", good_reply()])
    assert run(draft_dialogue(LAYOUT, FIGURES, "stub"), stub).is_valid
    stub = Stub(draft_graph=["{", json.dumps(good_reply())[:300], good_reply()])
    graph = run(draft_dialogue(LAYOUT, FIGURES, "stub"), stub)
    assert (graph.reason, len(stub.asked)) == ("model_unparseable", 2)


def test_nonsense_for_every_call_leaves_a_reason_and_no_graph() -> None:
    graph = run(draft_dialogue(LAYOUT, FIGURES, "stub"), Stub())
    graph = run(link_dialogue(graph, FIGURES, IMAGES, "stub"), Stub())
    graph = run(observe_dialogue(graph, FIGURES, IMAGES, "stub"), Stub())
    final = finish_graph(graph, "")
    assert (final.reason, final.is_valid, final.stage) == ("model_unparseable", False, "final")


def test_a_model_links_and_what_it_cannot_decide_is_looked_at() -> None:
    undecided = linking(
        None,
        alternative_candidate_ids=["paper-1-f-1", "paper-1-f-2"],
        needs_visual_disambiguation=True,
    )
    review = {"graph_ref_id": "fig", "matched_candidate_id": "paper-1-f-2"}
    stub = Stub(link_references=[undecided], review_reference=[review])
    graph = run(link_dialogue(linked_graph(), FIGURES, IMAGES, "stub"), stub)
    assert resolved(graph) == {"fig": "paper-1-f-2", "tab": "paper-1-t-1"}
    assert stub.asked == ["link_references", "review_reference"]


def test_a_review_that_fails_or_has_no_images_stays_open() -> None:
    undecided = linking(
        None, alternative_candidate_ids=["paper-1-f-1"], needs_visual_disambiguation=True
    )
    failing = Stub(link_references=[undecided])
    graph = run(link_dialogue(linked_graph(), FIGURES, IMAGES, "stub"), failing)
    assert resolved(graph)["fig"] is None
    blind = Stub(link_references=[undecided])
    run(link_dialogue(linked_graph(), FIGURES, {}, "stub"), blind)
    assert blind.asked == ["link_references"]


def test_invented_candidates_twice_fall_back_on_the_text_rule_and_say_so() -> None:
    stub = Stub(link_references=[linking("paper-9")])
    graph = run(link_dialogue(linked_graph(), FIGURES, IMAGES, "stub"), stub)
    assert resolved(graph) == {"fig": "paper-1-f-1", "tab": "paper-1-t-1"}
    assert "unknown candidate id: paper-9" in (graph.detail or "")
    assert len(stub.asked) == 2


def test_a_model_observes_and_a_failing_object_is_named() -> None:
    item = {"evidence_id": "ev1", "selected_ref_id": "fig", "visual_evidence_text": "Bars rise."}
    linker = Stub(link_references=[linking("paper-1-f-1")])
    linked = run(link_dialogue(linked_graph(), FIGURES, IMAGES, "stub"), linker)
    stub = Stub(observe_evidence=[{"items": [item]}])
    graph = run(observe_dialogue(linked, FIGURES, IMAGES, "stub"), stub)
    texts = {n.node_id: n.visual_evidence_text for n in graph.nodes if n.type == "evidence"}
    assert texts == {"ev1": "Bars rise.", "ev2": ""}
    assert graph.detail == "not observed: tab (breaks_rules)"
    text = normalise(" ".join(n.label for n in graph.nodes)).text
    assert finish_graph(graph, text).detail == graph.detail


def test_an_object_without_an_image_is_not_observed() -> None:
    figures = [figure_of("Figure 1", "Film thickness"), FIGURES[2]]
    linker = Stub(link_references=[linking("paper-1-f-1")])
    linked = run(link_dialogue(linked_graph(), figures, IMAGES, "stub"), linker)
    graph = run(observe_dialogue(linked, figures, {}, "stub"), Stub())
    assert graph.detail == "not observed: fig (no image), tab (no image)"
