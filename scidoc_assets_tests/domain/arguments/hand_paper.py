"""A small paper by hand: blocks, curated objects and mentions for the argument tests."""

from __future__ import annotations

from collections.abc import Sequence

from scidoc_assets.domain.contexts.hosts import locate_mentions
from scidoc_assets.schemas.arguments import GraphEdge, GraphNode, SourceAttribution
from scidoc_assets.schemas.contexts import Mention
from scidoc_assets.schemas.figures import CuratedFigure, OcrRegion, Panel
from scidoc_assets.schemas.labelling import parse_label
from scidoc_assets.schemas.layouts import Block, Category, ParsedLayout, Provenance

Line = tuple[Category, str]

PAPER: list[Line] = [
    ("title", "Calcium controls the growth of the film"),
    ("section_header", "Abstract"),
    (
        "abstract",
        "Films on wet surfaces are a burden for industry. We show that calcium controls the growth "
        "of the film through the adhesin.",
    ),
    ("section_header", "1 Introduction"),
    ("paragraph", "It is well known that calcium binds to acidic proteins [3]."),
    ("section_header", "2 Results"),
    (
        "paragraph",
        "Film thickness increases from 9 µm without calcium to 41 µm with 4 mM calcium (Fig. 1A). "
        "The mutant without adhesin stays between 8 and 11 µm over the same range (Fig. 1B). "
        "These results show that calcium thickens the film only with the adhesin.",
    ),
    (
        "paragraph",
        "Adhesin transcripts rise from 1.0 to 14.5 within 6 h (Fig. 2), whereas magnesium leaves them "
        "at 1.3 (Table 1). Thus, calcium switches on the adhesin gene.",
    ),
    ("section_header", "3 Conclusion"),
    ("paragraph", "We conclude that calcium controls film growth by inducing the adhesin."),
    ("section_header", "References"),
    ("reference_entry", "[3] A. Author, A journal, 2001."),
]


def layout_of(
    lines: Sequence[Line] = PAPER, language: str | None = "en", title: str | None = "A title"
) -> ParsedLayout:
    """Blocks in the given order; a heading gives its text as section title to what follows."""
    section, blocks = None, []
    for order, (category, text) in enumerate(lines):
        section = text if category == "section_header" else section
        blocks.append(
            Block(
                block_id=f"b{order}",
                page_index=order // 8,
                bbox_pt=(0, 0, 10, 10),
                boxes_pt=[],
                category=category,
                supercategory="text",
                plain_text=text,
                order=order,
                column_index=0,
                section_title=section,
            )
        )
    return ParsedLayout(
        paper_id="paper-1",
        sha256="0" * 64,
        status="ok",
        reason=None,
        detail=None,
        title=title,
        language=language,
        num_pages=2,
        provenance=Provenance(parser="hand", version="1", options_hash="", sha256="0" * 64),
        warnings=[],
        pages=[],
        blocks=blocks,
        relations=[],
        parse_s=0.0,
    )


def figure_of(
    label: str,
    caption: str,
    *,
    panels: Sequence[Panel] = (),
    ocr: Sequence[OcrRegion] = (),
    has_crop: bool = True,
) -> CuratedFigure:
    """A curated object of 400 x 200 points and 800 x 400 pixels."""
    parsed = parse_label(label)
    assert parsed is not None
    return CuratedFigure(
        figure_id="paper-1-" + parsed.key.lower().replace(":", "-"),
        paper_id="paper-1",
        label=parsed.printed,
        series=parsed.series,
        number=parsed.number,
        kind="table" if parsed.kind == "table" else "figure",
        page_index=1,
        bbox_pt=(100, 100, 500, 300),
        parts_pt=[],
        crop_sha256=parsed.key.encode().hex().ljust(64, "0") if has_crop else None,
        crop_width_px=800 if has_crop else None,
        crop_height_px=400 if has_crop else None,
        crop_dpi=144,
        caption=caption,
        caption_page_index=1,
        caption_boxes_pt=[],
        caption_position="below",
        caption_distance_pt=4.0,
        caption_score=1.0,
        panels=list(panels),
        source="vector",
        is_shared_caption=False,
        continues_on=[],
        flags=[],
        outcome="not_needed",
        figure_type="plot",
        ocr_engine=None,
        ocr_regions=list(ocr),
        ocr_mean_confidence=None,
        text_density=None,
        blur_laplacian_variance=None,
        edge_density=None,
        whitespace_share=None,
        colour_histogram=[],
        megapixels=None,
        panel_count=max(1, len(panels)),
        is_cross_page=False,
        caption_ocr_overlap=None,
        numeric_overlap=None,
        low_confidence_reason=None,
    )


FIGURES = [
    figure_of("Figure 1", "Figure 1: Film thickness against calcium for wild type and mutant."),
    figure_of("Figure 2", "Figure 2: Adhesin transcripts against time after adding calcium."),
    figure_of("Table 1", "Table 1: Adhesin transcript levels with other cations."),
]


def mentions_of(
    layout: ParsedLayout, figures: Sequence[CuratedFigure] = tuple(FIGURES)
) -> list[Mention]:
    """The body mentions as the contexts stage locates them."""
    return locate_mentions(layout, list(figures))


def node(node_id: str, kind: str, label: str | None = None, **fields: object) -> GraphNode:
    """A node with a self-contained label and, where the rules ask for one, an attribution."""
    text = label or f"The {kind} {node_id} says that the film grows with calcium."
    has_source = kind in {"claim", "evidence"}
    source = [SourceAttribution(section_title=None, source_excerpt=text)] if has_source else []
    values = {"source_attributions": source, **fields}
    return GraphNode.model_validate({"node_id": node_id, "type": kind, "label": text, **values})


def supports(source: str, target: str) -> GraphEdge:
    """`source` is supported by `target`."""
    return GraphEdge(source=source, target=target, type="supported_by")


def proves(source: str, target: str) -> GraphEdge:
    """`source` is proven by `target`."""
    return GraphEdge(source=source, target=target, type="proven_by")


def small_graph() -> tuple[list[GraphNode], list[GraphEdge]]:
    """Root <- claim <- evidence <- figure, and root <- evidence <- table, with one basis."""
    nodes = [
        node("root", "claim", "Calcium controls film growth by inducing the adhesin."),
        node("mid", "claim", "Calcium thickens the film only with the adhesin."),
        node("ev1", "evidence", "Film thickness increases from 9 to 41 µm with calcium."),
        node("ev2", "evidence", "Adhesin transcripts rise from 1.0 to 14.5 within 6 h."),
        node("fig", "figure_ref", "Film thickness against calcium", citation="Figure 1"),
        node("tab", "table_ref", "Adhesin transcript levels", citation="Table 1"),
        node("basis", "established_basis", "Calcium binds to acidic proteins."),
    ]
    edges = [
        supports("root", "mid"),
        supports("root", "ev2"),
        supports("mid", "ev1"),
        supports("mid", "basis"),
        proves("ev1", "fig"),
        proves("ev2", "tab"),
    ]
    return nodes, edges
