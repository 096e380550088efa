"""The embedded extractive graph builder: a baseline that drafts a paper's argument without a model.

Same contract as a model's draft (seed 000 G.1): anchors carry temporary ids, detailed labels and
the citation; linking resolves them afterwards. Refuses to invent: every evidence and claim is a
sentence or clause of the paper, verbatim in its excerpt. Deterministic.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scidoc_assets.domain.arguments.assembly import (
    Supports,
    distinct_claims,
    join_knowledge,
    join_supports,
    reachable_claims,
)
from scidoc_assets.domain.arguments.claims import (
    ClaimDraft,
    KnowledgeDraft,
    choose_root,
    find_claims,
    find_knowledge,
)
from scidoc_assets.domain.arguments.evidence import EvidenceDraft, find_evidence, limit_evidence
from scidoc_assets.domain.arguments.inferences import split_inferences
from scidoc_assets.domain.arguments.sentences import (
    Piece,
    Sentence,
    paper_text_of,
    sentences_of,
)
from scidoc_assets.domain.arguments.similarity import Similarity
from scidoc_assets.domain.arguments.stages import (
    GraphOrigin,
    empty_graph,
    graph_row,
    unfit_for_graph,
)
from scidoc_assets.schemas.arguments import (
    ArgumentGraph,
    EdgeType,
    GraphEdge,
    GraphNode,
    PaperGraphReason,
    SourceAttribution,
)
from scidoc_assets.schemas.contexts import Mention
from scidoc_assets.schemas.figures import FigureParts
from scidoc_assets.schemas.labelling import parse_label
from scidoc_assets.schemas.layouts import ParsedLayout
from scidoc_assets.schemas.settings import GraphSettings

BUILDER = "embedded/extractive"
_LANGUAGES = {"en", "zh"}


@dataclass(frozen=True)
class _Drafts:
    """Everything found in one paper, before it becomes nodes."""

    evidence: list[EvidenceDraft]
    claims: list[ClaimDraft]
    root: ClaimDraft
    knowledge: list[KnowledgeDraft]
    supports: Supports


def build_extractive_graph(
    layout: ParsedLayout,
    figures: Sequence[FigureParts],
    mentions: Sequence[Mention],
    settings: GraphSettings,
) -> ArgumentGraph:
    """Draft one paper's graph.

    `figures` are the paper's curated objects, `mentions` the label mentions in its body with raw
    offsets. The row carries a reason instead of nodes when no graph is possible.
    """
    origin = GraphOrigin(layout.paper_id, BUILDER, layout.language)
    refusal = unfit_for_graph(layout, figures) or _unread_language(layout)
    if refusal is not None:
        return empty_graph(origin, *refusal)
    sentences = sentences_of(layout)
    keys = {key: f.figure_id for f in figures if (key := label_key(f)) is not None}
    evidence = limit_evidence(find_evidence(sentences, mentions, keys), settings.max_evidence)
    if not evidence:
        detail = f"no sentence of the body observes something on one of {len(figures)} objects"
        return empty_graph(origin, "no_citing_sentences", detail)
    drafts = _draft_paper(layout, sentences, mentions, evidence, settings)
    if drafts is None:
        return empty_graph(origin, "no_claims", "no sentence of the body concludes anything")
    nodes, edges = _as_nodes(drafts, {f.figure_id: f for f in figures})
    return graph_row(origin, nodes, edges, paper_text_of(layout))


def label_key(figure: FigureParts) -> str | None:
    """Return the key (`F:S1`) under which mentions name this object, None without a label."""
    label = parse_label(figure.label)
    return label.key if label else None


def _unread_language(layout: ParsedLayout) -> tuple[PaperGraphReason, str] | None:
    if layout.language is not None and layout.language not in _LANGUAGES:
        return "unsupported_language", f"the baseline reads en and zh, not {layout.language}"
    return None


def _draft_paper(
    layout: ParsedLayout,
    sentences: Sequence[Sentence],
    mentions: Sequence[Mention],
    evidence: list[EvidenceDraft],
    settings: GraphSettings,
) -> _Drafts | None:
    similarity = Similarity([s.text for s in sentences])
    used = {e.order for e in evidence} | _naming_orders(sentences, mentions)
    evidence, inferred = split_inferences(evidence)
    claims = find_claims(sentences, used)
    texts = [e.text for e in evidence]
    root = choose_root(claims, sentences, texts, layout.title, similarity)
    if root is None:
        return None
    rest = [c for c in [*claims, *inferred] if c.order != root.order]
    others = distinct_claims(rest, root, similarity)
    supports = join_supports(evidence, others, root, similarity, settings.max_claims - 1)
    taken = used | {c.order for c in others} | {root.order}
    knowledge = find_knowledge(sentences, taken)
    join_knowledge(supports, others, root, knowledge, similarity)
    return _Drafts(evidence, others, root, knowledge, supports)


def _naming_orders(sentences: Sequence[Sentence], mentions: Sequence[Mention]) -> set[int]:
    """Orders of sentences that name a figure or table (those are no claims)."""
    starts: dict[str, list[int]] = {}
    for mention in mentions:
        starts.setdefault(mention.block_id, []).append(mention.start)
    return {
        s.order
        for s in sentences
        if any(p.start <= start < p.end for p in s.pieces for start in starts.get(p.block_id, []))
    }


def _as_nodes(
    drafts: _Drafts, figures: Mapping[str, FigureParts]
) -> tuple[list[GraphNode], list[GraphEdge]]:
    """Give ids in reading order and write the chosen links as contract edges."""
    supports, live = drafts.supports, reachable_claims(drafts.supports)
    claim_ids = {-1: "claim_root"}
    claim_ids |= {j: f"claim_{n}" for n, j in enumerate(sorted(live - {-1}), 1)}
    evidence_at = sorted({i for j in live for i in supports.evidence.get(j, [])})
    evidence_ids = {i: f"evidence_{n}" for n, i in enumerate(evidence_at, 1)}
    basis_at = sorted({k for j in live for k in supports.knowledge.get(j, [])})
    basis_ids = {k: f"basis_{n}" for n, k in enumerate(basis_at, 1)}
    anchors = _anchors([drafts.evidence[i] for i in evidence_at], figures)
    nodes = [_claim_node(drafts.root, claim_ids[-1])]
    nodes += [_claim_node(drafts.claims[j], claim_ids[j]) for j in sorted(live - {-1})]
    nodes += [_evidence_node(drafts.evidence[i], evidence_ids[i]) for i in evidence_at]
    nodes += [_basis_node(drafts.knowledge[k], basis_ids[k]) for k in basis_at]
    nodes += list(anchors.values())
    edges: list[GraphEdge] = []
    for j in sorted(live):
        below = [claim_ids[c] for c in supports.children.get(j, []) if c in live]
        below += [evidence_ids[i] for i in supports.evidence.get(j, [])]
        below += [basis_ids[k] for k in supports.knowledge.get(j, [])]
        edges += [_edge(claim_ids[j], target, "supported_by") for target in below]
    for i in evidence_at:
        anchor = anchors[drafts.evidence[i].figure_id].node_id
        edges.append(_edge(evidence_ids[i], anchor, "proven_by"))
    return nodes, edges


def _edge(source: str, target: str, kind: EdgeType) -> GraphEdge:
    return GraphEdge(source=source, target=target, type=kind)


def _anchors(
    evidence: Sequence[EvidenceDraft], figures: Mapping[str, FigureParts]
) -> dict[str, GraphNode]:
    """One anchor per object, with temporary ids; panels are those that evidence names."""
    found: dict[str, GraphNode] = {}
    for item in evidence:
        if item.figure_id in found:
            continue
        figure = figures[item.figure_id]
        panels = {p for e in evidence if e.figure_id == item.figure_id for p in e.panels}
        caption = " ".join((figure.caption or "").split())
        found[item.figure_id] = GraphNode(
            node_id=f"graph_ref_{len(found) + 1}",
            type="table_ref" if figure.kind == "table" else "figure_ref",
            label=caption[:600] or str(figure.label),
            citation=figure.label,
            panels=sorted(panels),
        )
    return found


def _attributions(pieces: Sequence[Piece], section_title: str | None) -> list[SourceAttribution]:
    return [
        SourceAttribution(
            section_title=section_title,
            source_excerpt=piece.raw,
            block_id=piece.block_id,
            page_index=piece.page_index,
        )
        for piece in pieces
    ]


def _claim_node(draft: ClaimDraft, node_id: str) -> GraphNode:
    return GraphNode(
        node_id=node_id,
        type="claim",
        label=draft.label,
        source_attributions=_attributions(draft.pieces, draft.section_title),
    )


def _evidence_node(draft: EvidenceDraft, node_id: str) -> GraphNode:
    pieces = [*draft.pieces, *draft.citing]
    return GraphNode(
        node_id=node_id,
        type="evidence",
        label=draft.label,
        citation=draft.citation,
        source_attributions=_attributions(pieces, draft.section_title),
        panels=list(draft.panels),
    )


def _basis_node(draft: KnowledgeDraft, node_id: str) -> GraphNode:
    return GraphNode(
        node_id=node_id, type="established_basis", label=draft.label, citation=draft.citation
    )
