"""Mentions, citing paragraphs and the context set T of a figure (spec documents.md; seed 001)."""

from __future__ import annotations

from typing import Literal

from scidoc_assets.schemas.geometry import Row

MentionPlace = Literal[
    "body",
    "heading",
    "caption",
    "header",
    "footer",
    "list_of_figures",
    "references",
    "table",
    "graphic",
    "footnote",
    "code",
]
CitationClass = Literal["specific_claim", "comparison_or_trend", "bare_pointer"]
ContextReason = Literal[
    "no_mention", "only_in_captions", "only_in_furniture", "no_label", "no_text"
]
Dimension = Literal["VC", "SL", "C", "CTX", "MR"]


class FigureMapEntry(Row):
    """One line of the paper-level figure map of a prompt; `chars_cut` of the caption are left out."""

    figure_id: str
    label: str | None
    caption: str
    chars_cut: int


def gated_dimensions(has_caption: bool, has_context: bool) -> list[Dimension]:
    """L1 gating: the dimensions that can be scored, [] when the instance is excluded.

    One mask for gold and models (spec documents.md; seed 001 A.2): C needs a caption, CTX needs
    citing text, and without both nothing is scored.
    """
    if not (has_caption or has_context):
        return []
    gates: list[tuple[Dimension, bool]] = [
        ("VC", True),
        ("SL", True),
        ("C", has_caption),
        ("CTX", has_context),
        ("MR", True),
    ]
    return [dimension for dimension, is_on in gates if is_on]


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
