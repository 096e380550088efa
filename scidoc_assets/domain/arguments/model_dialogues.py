"""The graph stages with a model, as dialogues: draft, link, look, observe.

Each stage yields its requests and is sent the call records (`prompts.asking.Dialogue`), so the
calls, their journal and their budget stay in defs. A stage that a model fails leaves the graph as
the rules would have it, or open, and says so in `detail`; a paper is never lost to nonsense.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from scidoc_assets.domain.arguments.linking import link_references
from scidoc_assets.domain.arguments.model_builder import draft_repair, draft_request, final_draft
from scidoc_assets.domain.arguments.model_linking import (
    linking_request,
    observation_request,
    read_linking,
    read_observations,
    read_review,
    review_request,
)
from scidoc_assets.domain.arguments.sentences import paper_text_of
from scidoc_assets.domain.arguments.stages import (
    GraphOrigin,
    empty_graph,
    link_graph,
    observe_graph,
    unfit_for_graph,
)
from scidoc_assets.prompts.asking import Dialogue, ReplyProblem, ask_with_repair
from scidoc_assets.schemas.argument_order import ANCHOR_TYPES
from scidoc_assets.schemas.argument_replies import ReferenceMatch
from scidoc_assets.schemas.arguments import ArgumentGraph, GraphNode
from scidoc_assets.schemas.calls import ImagePart
from scidoc_assets.schemas.figures import CuratedFigure
from scidoc_assets.schemas.layouts import ParsedLayout

Images = Mapping[str, ImagePart]


def draft_dialogue(
    layout: ParsedLayout,
    figures: Sequence[CuratedFigure],
    model_id: str,
    discipline: str | None = None,
) -> Dialogue[ArgumentGraph]:
    """Draft one paper's graph, with at most one repair. Always returns a row.

    A paper that gives nothing to draft from is told without a call.
    """
    refusal = unfit_for_graph(layout, figures)
    if refusal is not None:
        return empty_graph(GraphOrigin(layout.paper_id, model_id, layout.language), *refusal)
    request = draft_request(layout, figures, model_id, discipline)
    text = paper_text_of(layout)
    first = yield request
    prompt = request.prompt
    origin = GraphOrigin(
        paper_id=layout.paper_id,
        builder=model_id,
        language=layout.language,
        prompt_name=prompt.name if prompt else None,
        prompt_version=prompt.version if prompt else None,
        prompt_hash=prompt.hash if prompt else None,
        request_hash=first.request_hash,
    )
    repair = draft_repair(request, first, origin, text)
    if repair is None:
        return final_draft([first], origin, text)
    second = yield repair
    return final_draft([first, second], origin, text)


def link_dialogue(
    graph: ArgumentGraph, figures: Sequence[CuratedFigure], images: Images, model_id: str
) -> Dialogue[ArgumentGraph]:
    """Link by a model's reading of captions, then by looking at what stayed undecided.

    `images` by figure id; candidates without an image are not shown. When the model's linking
    cannot be used, the text rule links and `detail` names why.
    """
    if not any(n.type in ANCHOR_TYPES for n in graph.nodes):
        return link_graph(graph, figures, [])
    notes: list[str] = []
    try:
        request = linking_request(graph, figures, model_id)
        read = partial(read_linking, graph=graph, figures=figures)
        matches = yield from ask_with_repair(request, read)
    except ReplyProblem as problem:
        matches = link_references(graph.nodes, graph.edges, figures)
        notes.append(f"linking by rules, as the model failed ({problem})")
    reviewed = []
    for match in matches:
        if match.matched_candidate_id is None and match.needs_visual_disambiguation:
            match = yield from _review(match, graph, figures, images, model_id, notes)
        reviewed.append(match)
    return _noted(link_graph(graph, figures, reviewed), "; ".join(notes) or None)


def _review(
    match: ReferenceMatch,
    graph: ArgumentGraph,
    figures: Sequence[CuratedFigure],
    images: Images,
    model_id: str,
    notes: list[str],
) -> Dialogue[ReferenceMatch]:
    """Look at the alternatives of one reference; an unusable reply leaves it open and is noted."""
    anchor = next(n for n in graph.nodes if n.node_id == match.graph_ref_id)
    shown = [
        f
        for f in figures
        if f.figure_id in match.alternative_candidate_ids and f.figure_id in images
    ]
    if not shown:
        return match
    parts = [images[f.figure_id] for f in shown]
    request = review_request(anchor, graph, shown, parts, model_id)
    try:
        found = yield from ask_with_repair(
            request, partial(read_review, anchor=anchor, candidates=shown)
        )
    except ReplyProblem as problem:
        notes.append(f"{anchor.node_id} not reviewed ({problem})")
        return match
    changes = {"matched_candidate_id": found, "confidence": "medium" if found else None}
    return match.model_copy(update=changes | {"needs_visual_disambiguation": found is None})


def observe_dialogue(
    graph: ArgumentGraph,
    figures: Sequence[CuratedFigure],
    images: Images,
    model_id: str,
    discipline: str | None = None,
) -> Dialogue[ArgumentGraph]:
    """Rewrite evidence as what a model sees on each resolved object.

    Evidence of an object that the model fails on, or that has no image, gets an empty statement
    and can serve no task; `detail` names those objects.
    """
    by_id = {f.figure_id: f for f in figures}
    statements: dict[str, str] = {}
    failed: list[str] = []
    for anchor in _resolved(graph, by_id):
        figure_id = anchor.resolved_figure_id or ""
        if figure_id not in images:
            failed.append(f"{anchor.node_id} (no image)")
            continue
        request = observation_request(
            graph, anchor, by_id[figure_id], images[figure_id], model_id, discipline
        )
        try:
            read = partial(read_observations, graph=graph, anchor=anchor)
            statements |= yield from ask_with_repair(request, read)
        except ReplyProblem as problem:
            failed.append(f"{anchor.node_id} ({problem.cause})")
    note = f"not observed: {', '.join(failed)}" if failed else None
    return _noted(observe_graph(graph, figures, statements), note)


def _resolved(graph: ArgumentGraph, figures: Mapping[str, CuratedFigure]) -> list[GraphNode]:
    return [
        n for n in graph.nodes if n.type in ANCHOR_TYPES and (n.resolved_figure_id or "") in figures
    ]


def _noted(graph: ArgumentGraph, note: str | None) -> ArgumentGraph:
    """Add a remark to the row's detail; nothing that was there is lost."""
    if note is None:
        return graph
    kept = [graph.detail] if graph.detail else []
    return graph.model_copy(update={"detail": "; ".join([*kept, note])})
