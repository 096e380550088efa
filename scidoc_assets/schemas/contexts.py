"""Mentions, citing paragraphs and the context set T of a figure (spec documents.md; seed 001)."""

from __future__ import annotations

from typing import Literal

from scidoc_assets.schemas.geometry import Row

MentionPlace = Literal[
    "body", "caption", "header", "footer", "list_of_figures", "references", "table", "footnote", "code"
]
CitationClass = Literal["specific_claim", "comparison_or_trend", "bare_pointer"]
ContextReason = Literal["no_mention", "only_in_captions", "only_in_furniture", "no_label", "no_text"]
Dimension = Literal["VC", "SL", "C", "CTX", "MR"]


class Mention(Row):
    """One label named in a text, offsets into the block's raw `plain_text` [start, end)."""

    label_key: str
    label: str
    panels: list[str]
    surface: str
    block_id: str
    page_index: int
    start: int
    end: int
    place: MentionPlace
    is_resolved: bool


class CitingParagraph(Row):
    """A body paragraph that names the figure, its sentences about it first."""

    block_id: str
    page_index: int
    section_title: str | None
    text: str
    snippet: str
    citation_class: CitationClass
    weight: float
    mention_count: int


class ContextBinding(Row):
    """T of one figure. An empty T has a reason; nothing is invented to fill it."""

    figure_id: str
    paper_id: str
    label: str | None
    has_caption: bool
    has_context: bool
    context_reason: ContextReason | None
    paragraphs: list[CitingParagraph]
    mention_count: int
    caption_cross_references: int
    gated_dimensions: list[Dimension]
    is_excluded: bool
    snippets: list[str]
    snippets_cut: int
    paragraphs_left_out: int
    unresolved_labels: list[str]
