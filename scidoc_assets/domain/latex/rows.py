"""The table of alignments of one paper: every element, with its block or the reason why not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scidoc_assets.domain.latex.alignment import Placed, place_running
from scidoc_assets.domain.latex.elements import LatexElement, read_elements
from scidoc_assets.domain.latex.floats import place_captions, place_floats
from scidoc_assets.domain.latex.source import LatexError, flatten
from scidoc_assets.schemas.latex import (
    AlignedShare,
    ElementKind,
    LatexAlignment,
    UnalignedReason,
)
from scidoc_assets.schemas.layouts import ParsedLayout

MAX_ELEMENTS = 5_000


def align_latex(
    layout: ParsedLayout, files: Mapping[str, str], main: str | None = None
) -> list[LatexAlignment]:
    """Align a paper's LaTeX source to its layout, one row per element, in source order.

    `files`: POSIX path below the source folder -> text. Nothing is executed or opened. Raises
    LatexError when there is no usable main file, or when it is too large or nested too deeply.
    """
    try:
        elements = read_elements(flatten(files, main))
    except RecursionError as error:
        raise LatexError("too_deep", f"{layout.paper_id}: braces nested too deeply") from error
    if len(elements) > MAX_ELEMENTS:
        raise LatexError("too_large", f"{len(elements)} elements, limit {MAX_ELEMENTS}")
    captions = place_captions(elements, layout.blocks)
    placed = {
        **place_running(elements, layout.blocks),
        **captions,
        **place_floats(elements, layout.blocks, layout.relations, captions),
    }
    return [_row(layout.paper_id, e, placed.get(e.order)) for e in elements]


def alignment_shares(rows: Iterable[LatexAlignment]) -> list[AlignedShare]:
    """Aligned and all elements by kind, kinds in alphabetical order."""
    shares: dict[ElementKind, tuple[int, int]] = {}
    for row in rows:
        if row.kind == "float" and row.latex_label is None:
            continue
        aligned, total = shares.get(row.kind, (0, 0))
        shares[row.kind] = (aligned + (row.block_id is not None), total + 1)
    return [AlignedShare(kind=k, aligned=a, total=t) for k, (a, t) in sorted(shares.items())]


def _row(paper_id: str, element: LatexElement, placed: Placed | None) -> LatexAlignment:
    return LatexAlignment(
        paper_id=paper_id,
        element_id=_element_id(paper_id, element.order),
        order=element.order,
        kind=element.kind,
        level=element.level,
        number=element.number,
        latex_label=element.label,
        latex_text=element.latex,
        text=element.text,
        references=list(element.references),
        parent_id=None if element.parent is None else _element_id(paper_id, element.parent),
        block_id=placed.block.block_id if placed else None,
        page_index=placed.block.page_index if placed else None,
        confidence=placed.confidence if placed else None,
        cue=placed.cue if placed else None,
        reason=None if placed else _reason(element),
    )


def _element_id(paper_id: str, order: int) -> str:
    return f"{paper_id}-tex{order:05d}"


def _reason(element: LatexElement) -> UnalignedReason:
    if element.kind == "float":
        return "caption_not_aligned"
    return "no_similar_block" if element.text.strip() else "no_text"
