"""Linking, reviewing and observing with a model: requests, and replies checked id by id.

Source: seed 000 G.1; spec argument-graphs.md (Construction 2 to 5). Pure: calls happen in defs.
Every id of a reply must be one that was sent; a reply with a foreign, missing or repeated id is a
`ReplyProblem` and is mended at most once, by the model.
"""

from __future__ import annotations

from collections.abc import Sequence

from scidoc_assets.domain.arguments.linking import neighbour_labels
from scidoc_assets.prompts.asking import ask, profile_of, read
from scidoc_assets.schemas.argument_order import ANCHOR_TYPES
from scidoc_assets.schemas.argument_replies import (
    ReferenceLinkingReply,
    ReferenceMatch,
    VisualEvidenceReply,
    VisualReviewReply,
)
from scidoc_assets.schemas.arguments import ArgumentGraph, GraphNode
from scidoc_assets.schemas.calls import CallRecord, ImagePart, ModelRequest
from scidoc_assets.schemas.figures import FigureParts


def linking_request(
    graph: ArgumentGraph, figures: Sequence[FigureParts], model_id: str
) -> ModelRequest:
    """Ask which curated object each figure and table node means, by text."""
    around = neighbour_labels(graph.nodes, graph.edges)
    material = {
        "graph_refs": [
            {
                "graph_ref_id": n.node_id,
                "graph_ref_type": n.type,
                "label": n.label,
                "citation": n.citation,
                "neighbouring_evidence_and_claims": around[n.node_id],
            }
            for n in graph.nodes
            if n.type in ANCHOR_TYPES
        ],
        "candidates": [_candidate(f) for f in figures],
    }
    return ask("arguments/link_references", material, ReferenceLinkingReply, model_id)


def _candidate(figure: FigureParts) -> dict[str, str | None]:
    return {
        "candidate_id": figure.figure_id,
        "ref_type": f"{figure.kind}_ref",
        "label": figure.label,
        "caption": figure.caption,
    }


def read_linking(
    record: CallRecord, graph: ArgumentGraph, figures: Sequence[FigureParts]
) -> list[ReferenceMatch]:
    """Return the matches of a linking reply. Raises ReplyProblem on any foreign, missing or
    repeated id and on a match of the wrong kind."""
    kinds = {n.node_id: n.type for n in graph.nodes if n.type in ANCHOR_TYPES}
    known = {f.figure_id: f"{f.kind}_ref" for f in figures}

    def fault(reply: ReferenceLinkingReply) -> str | None:
        ids = [m.graph_ref_id for m in reply.matches]
        named = [i for m in reply.matches for i in _named(m)]
        return (
            _id_fault("graph_ref_id", ids, list(kinds))
            or _foreign("candidate id", named, known)
            or _wrong_kind(reply.matches, kinds, known)
        )

    return read(record, ReferenceLinkingReply, fault).matches


def _named(match: ReferenceMatch) -> list[str]:
    matched = [match.matched_candidate_id] if match.matched_candidate_id else []
    return [*matched, *match.alternative_candidate_ids]


def _id_fault(name: str, given: Sequence[str], wanted: Sequence[str]) -> str | None:
    """Name ids that are foreign, repeated or missing."""
    foreign = sorted(set(given) - set(wanted))
    missing = sorted(set(wanted) - set(given))
    repeated = sorted({i for i in given if list(given).count(i) > 1})
    parts = [
        f"{word} {name}: {', '.join(ids)}"
        for word, ids in (("unknown", foreign), ("missing", missing), ("repeated", repeated))
        if ids
    ]
    return "; ".join(parts) or None


def _foreign(name: str, given: Sequence[str], known: dict[str, str]) -> str | None:
    foreign = sorted(set(given) - set(known))
    return f"unknown {name}: {', '.join(foreign)}" if foreign else None


def _wrong_kind(
    matches: Sequence[ReferenceMatch], kinds: dict[str, str], known: dict[str, str]
) -> str | None:
    wrong = [
        m.graph_ref_id
        for m in matches
        if m.matched_candidate_id and known[m.matched_candidate_id] != kinds[m.graph_ref_id]
    ]
    return f"matched to an object of another kind: {', '.join(wrong)}" if wrong else None


def review_request(
    anchor: GraphNode,
    graph: ArgumentGraph,
    candidates: Sequence[FigureParts],
    images: Sequence[ImagePart],
    model_id: str,
) -> ModelRequest:
    """Ask about one undecided reference with its candidates' images.

    `images` must be in the order of `candidates`; raises ValueError when their counts differ.
    """
    if len(images) != len(candidates):
        raise ValueError(
            f"reference {anchor.node_id}: {len(candidates)} candidates but {len(images)} images"
        )
    material = {
        "graph_ref_id": anchor.node_id,
        "graph_ref_type": anchor.type,
        "label": anchor.label,
        "citation": anchor.citation,
        "neighbouring_evidence_and_claims": neighbour_labels(graph.nodes, graph.edges)[
            anchor.node_id
        ],
        "review_candidates": [_candidate(f) for f in candidates],
    }
    return ask("arguments/review_reference", material, VisualReviewReply, model_id, images=images)


def read_review(
    record: CallRecord, anchor: GraphNode, candidates: Sequence[FigureParts]
) -> str | None:
    """Return the chosen figure id, or None when the model leaves it open. Raises ReplyProblem."""
    known = {f.figure_id for f in candidates}

    def fault(reply: VisualReviewReply) -> str | None:
        if reply.graph_ref_id != anchor.node_id:
            return f"graph_ref_id must be {anchor.node_id}, not {reply.graph_ref_id}"
        chosen = reply.matched_candidate_id
        return None if chosen is None or chosen in known else f"unknown candidate id: {chosen}"

    return read(record, VisualReviewReply, fault).matched_candidate_id


def observation_request(
    graph: ArgumentGraph,
    anchor: GraphNode,
    figure: FigureParts,
    image: ImagePart,
    model_id: str,
    discipline: str | None = None,
) -> ModelRequest:
    """Ask for the observable form of every evidence that one resolved object proves."""
    labels = {n.node_id: n.label for n in graph.nodes}
    evidence = evidence_of(graph, anchor)
    material = {
        "reference": {
            "id": anchor.node_id,
            "type": anchor.type,
            "label": anchor.label,
            "citation": anchor.citation,
            "caption": figure.caption,
        },
        "evidence_items": [
            {
                "evidence_id": node.node_id,
                "original_evidence_text": node.label,
                "parent_claim_labels": [
                    labels[e.source] for e in graph.edges if e.target == node.node_id
                ],
                "candidate_ref_ids": [anchor.node_id],
            }
            for node in evidence
        ],
    }
    return ask(
        "arguments/observe_evidence",
        material,
        VisualEvidenceReply,
        model_id,
        images=(image,),
        fields={"profile": profile_of(discipline)},
    )


def evidence_of(graph: ArgumentGraph, anchor: GraphNode) -> list[GraphNode]:
    """Return the evidence nodes that an anchor proves, in node order."""
    proven = {e.source for e in graph.edges if e.target == anchor.node_id}
    return [n for n in graph.nodes if n.node_id in proven and n.type == "evidence"]


def read_observations(
    record: CallRecord, graph: ArgumentGraph, anchor: GraphNode
) -> dict[str, str]:
    """Return evidence id -> observable text ("" where the model saw nothing or another object).

    Raises ReplyProblem on foreign, missing or repeated ids.
    """
    wanted = [n.node_id for n in evidence_of(graph, anchor)]

    def fault(reply: VisualEvidenceReply) -> str | None:
        odd = [
            i.selected_ref_id
            for i in reply.items
            if i.selected_ref_id not in {None, anchor.node_id}
        ]
        if odd:
            return f"unknown selected_ref_id: {', '.join(str(i) for i in odd)}"
        return _id_fault("evidence_id", [i.evidence_id for i in reply.items], wanted)

    items = read(record, VisualEvidenceReply, fault).items
    return {
        i.evidence_id: i.visual_evidence_text.strip() if i.selected_ref_id else "" for i in items
    }
