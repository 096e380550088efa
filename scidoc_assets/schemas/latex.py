"""LaTeX elements aligned to PDF blocks (spec documents.md, SciDocIR with a LaTeX source)."""

from __future__ import annotations

from typing import Literal

from scidoc_assets.schemas.geometry import Row

ElementKind = Literal[
    "title", "abstract", "heading", "paragraph", "list_item", "equation", "caption", "float"
]
UnalignedReason = Literal["no_text", "no_similar_block", "caption_not_aligned"]
AlignmentCue = Literal["text", "text_and_label", "label", "caption_target", "caption_only"]


class LatexAlignment(Row):
    """One element of a paper's LaTeX source and the PDF block that prints it.

    `order` counts elements in the source. `latex_text` is the element's source after inputs and
    simple macros were put in; `text` its plain text. `number` is the printed one by LaTeX's own
    counters. `references`: labels and citation keys that it names. An element without block keeps
    its reason; `confidence` in [0, 1] is null then.
    """

    paper_id: str
    element_id: str
    order: int
    kind: ElementKind
    level: int | None
    number: str | None
    latex_label: str | None
    latex_text: str
    text: str
    references: list[str]
    parent_id: str | None
    block_id: str | None
    page_index: int | None
    confidence: float | None
    cue: AlignmentCue | None
    reason: UnalignedReason | None
