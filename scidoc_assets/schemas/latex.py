"""LaTeX elements aligned to PDF blocks (spec documents.md, SciDocIR with a LaTeX source)."""

from __future__ import annotations

from typing import Literal

from scidoc_assets.schemas.geometry import Row

ElementKind = Literal[
    "title", "abstract", "heading", "paragraph", "list_item", "equation", "caption", "float"
]
UnalignedReason = Literal["no_text", "no_similar_block", "caption_not_aligned"]
LatexReason = Literal[
    "outside_corpus",
    "missing",
    "unreadable_file",
    "too_many_files",
    "too_large",
    "no_main_file",
    "too_deep",
]
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


class AlignedShare(Row):
    """How many elements of a kind are aligned; floats count only when they carry a label."""

    kind: ElementKind
    aligned: int
    total: int


class LatexSource(Row):
    """What became of a paper's LaTeX source; a failed one has its reason and no elements.

    `skipped_inputs`: inputs left out, as `name: reason`.
    """

    paper_id: str
    status: Literal["ok", "failed"]
    reason: LatexReason | None
    detail: str | None
    files: int
    skipped_inputs: list[str]
    shares: list[AlignedShare]
