"""Text linking of drafted figure and table references to curated objects.

Source: spec argument-graphs.md (Construction 2), seed 000 G.1 (batch text linking). Caption
meaning first, kinds agree, families (main, Extended Data, S, ...) never cross, the citation is a
weak hint. No forced choice: what text does not decide stays null and asks for eyes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scidoc_assets.domain.arguments.similarity import Similarity
from scidoc_assets.schemas.argument_order import ANCHOR_TYPES
from scidoc_assets.schemas.argument_replies import ReferenceMatch
from scidoc_assets.schemas.arguments import GraphEdge, GraphNode
from scidoc_assets.schemas.figures import FigureParts
from scidoc_assets.schemas.labelling import parse_label
from scidoc_assets.schemas.text import normalise

CITATION_HINT = 0.12
MIN_MEANING = 0.12
SURE_MEANING = 0.45
CLEAR_MARGIN = 0.15
NEAR_MARGIN = 0.05
MAX_ALTERNATIVES = 4
_KIND = {"figure_ref": "figure", "table_ref": "table"}


@dataclass(frozen=True, slots=True)
class _Scored:
    figure_id: str
    meaning: float
    is_cited: bool

    @property
    def score(self) -> float:
        return self.meaning + CITATION_HINT * self.is_cited


def family_of(printed: str | None) -> str | None:
    """Return the series of a printed label or citation (`""` main, `ED`, `S`, ...), None if it
    names no label."""
    label = parse_label(normalise(printed).text) if printed else None
    return label.series if label else None


def neighbour_labels(
    nodes: Sequence[GraphNode], edges: Sequence[GraphEdge]
) -> dict[str, list[str]]:
    """Return for each anchor the labels of its evidence and of the claims above them."""
    labels = {n.node_id: n.label for n in nodes}
    above: dict[str, list[str]] = {}
    for edge in edges:
        above.setdefault(edge.target, []).append(edge.source)
    found = {}
    for node in nodes:
        if node.type in ANCHOR_TYPES:
            evidence = above.get(node.node_id, [])
            claims = [c for e in evidence for c in above.get(e, [])]
            found[node.node_id] = [labels[i] for i in [*evidence, *claims] if i in labels]
    return found


def link_references(
    nodes: Sequence[GraphNode], edges: Sequence[GraphEdge], candidates: Sequence[FigureParts]
) -> list[ReferenceMatch]:
    """Return one match per figure_ref and table_ref node, in node order."""
    anchors = [n for n in nodes if n.type in ANCHOR_TYPES]
    context = neighbour_labels(nodes, edges)
    captions = [_caption_text(c) for c in candidates]
    queries = [n.label for n in anchors]
    around = [" ".join(context[n.node_id]) for n in anchors]
    similarity = Similarity([*captions, *queries, *around])
    by_label = similarity.between(queries, captions)
    by_context = similarity.between(around, captions)
    matches = []
    for row, anchor in enumerate(anchors):
        scored = [
            _Scored(
                figure_id=candidate.figure_id,
                meaning=float(0.75 * by_label[row, col] + 0.25 * by_context[row, col]),
                is_cited=_is_cited(anchor, candidate),
            )
            for col, candidate in enumerate(candidates)
            if _may_match(anchor, candidate)
        ]
        matches.append(_decide(anchor.node_id, scored))
    return matches


def _caption_text(candidate: FigureParts) -> str:
    return f"{candidate.label or ''} {candidate.caption or ''}"


def _may_match(anchor: GraphNode, candidate: FigureParts) -> bool:
    """Kinds agree and families agree; a reference without citation belongs to the main family
    unless its label says otherwise."""
    if _KIND[anchor.type] != candidate.kind:
        return False
    wanted = family_of(anchor.citation)
    if wanted is None:
        wanted = family_of(anchor.label) or ""
    return wanted == (family_of(candidate.label) or "")


def _is_cited(anchor: GraphNode, candidate: FigureParts) -> bool:
    cited = parse_label(normalise(anchor.citation).text) if anchor.citation else None
    own = parse_label(candidate.label)
    return cited is not None and own is not None and cited.key == own.key


def _decide(ref_id: str, scored: Sequence[_Scored]) -> ReferenceMatch:
    ranked = sorted(scored, key=lambda s: (-s.score, s.figure_id))
    if not ranked:
        return _match(ref_id, None, None, [], False)
    best, others = ranked[0], ranked[1:]
    margin = best.score - (others[0].score if others else 0.0)
    near = [s.figure_id for s in others if best.score - s.score < CLEAR_MARGIN][:MAX_ALTERNATIVES]
    if best.meaning < MIN_MEANING:
        if best.is_cited:
            return _match(ref_id, best.figure_id, "low", near, True)
        plausible = [s.figure_id for s in ranked if s.meaning > 0][:MAX_ALTERNATIVES]
        return _match(ref_id, None, None, plausible, bool(plausible))
    if margin >= CLEAR_MARGIN:
        confidence = "high" if best.meaning >= SURE_MEANING else "medium"
        return _match(ref_id, best.figure_id, confidence, near, False)
    if margin >= NEAR_MARGIN:
        return _match(ref_id, best.figure_id, "medium", near, False)
    return _match(ref_id, None, None, [best.figure_id, *near][:MAX_ALTERNATIVES], True)


def _match(
    ref_id: str, figure_id: str | None, confidence, alternatives: list[str], needs_eyes: bool
) -> ReferenceMatch:
    return ReferenceMatch(
        graph_ref_id=ref_id,
        matched_candidate_id=figure_id,
        confidence=confidence,
        alternative_candidate_ids=alternatives,
        needs_visual_disambiguation=needs_eyes,
    )


def apply_matches(
    nodes: Sequence[GraphNode], matches: Mapping[str, ReferenceMatch]
) -> list[GraphNode]:
    """Return the nodes with their anchors resolved; a match of None leaves the anchor open."""
    linked = []
    for node in nodes:
        match = matches.get(node.node_id)
        if match is None or node.type not in ANCHOR_TYPES:
            linked.append(node)
            continue
        linked.append(
            node.model_copy(
                update={
                    "resolved_figure_id": match.matched_candidate_id,
                    "link_confidence": match.confidence,
                    "alternative_figure_ids": match.alternative_candidate_ids,
                    "needs_visual_disambiguation": match.needs_visual_disambiguation,
                }
            )
        )
    return linked
