"""From the painted lines of all pages to the text of each page: the first step of layout.

Joins pieces, takes furniture out, finds body style, columns and prose. Refuses nothing: every
line of the input is in the result, as text, slanted text or furniture.
"""

from __future__ import annotations

from collections.abc import Sequence

from scidoc_assets.domain.layouts.columns import body_style, line_columns, page_columns
from scidoc_assets.domain.layouts.furniture import line_numbers, mark_furniture
from scidoc_assets.domain.layouts.lines import assemble_lines
from scidoc_assets.domain.layouts.prose import prose_flags
from scidoc_assets.schemas.pages import FurnitureRole, PageContent, PageText, TextLine, TextStyle


def read_text(pages: Sequence[PageContent]) -> tuple[list[PageText], TextStyle]:
    """Return the text of each page and the document's body style."""
    raw = [
        _without_line_numbers(page, numbers)
        for page, numbers in zip(pages, line_numbers(pages), strict=True)
    ]
    marked = mark_furniture(pages, [lines for lines, _ in raw])
    flat: list[list[TextLine]] = []
    slanted: list[list[TextLine]] = []
    for (lines, _), marks in zip(raw, marked, strict=True):
        keep = [ln for i, ln in enumerate(lines) if i not in marks]
        flat.append([ln for ln in keep if ln.angle == 0])
        slanted.append([ln for ln in keep if ln.angle != 0])
    style = body_style(flat)
    columns = page_columns(flat, [p.width_pt for p in pages], style)
    result: list[PageText] = []
    for i, page in enumerate(pages):
        places = line_columns(flat[i], columns[i])
        result.append(
            PageText(
                page_index=page.page_index,
                width_pt=page.width_pt,
                height_pt=page.height_pt,
                columns=columns[i],
                lines=tuple(flat[i]),
                column_of=tuple(places),
                is_prose=tuple(prose_flags(flat[i], places, columns[i], style)),
                slanted=tuple(slanted[i]),
                furniture=(*_marked_lines(raw[i][0], marked[i]), *raw[i][1]),
                is_scan=page.is_scan,
            )
        )
    return result, style


def _marked_lines(
    lines: Sequence[TextLine], marks: dict[int, FurnitureRole]
) -> list[tuple[TextLine, FurnitureRole]]:
    """Return the furniture lines with their roles, in line order."""
    return [(lines[k], role) for k, role in sorted(marks.items())]


def _without_line_numbers(
    page: PageContent, numbers: set[int]
) -> tuple[list[TextLine], list[tuple[TextLine, FurnitureRole]]]:
    """Return assembled lines and the margin line numbers, taken out before joining."""
    pieces = [ln for i, ln in enumerate(page.lines) if i not in numbers]
    lines = assemble_lines([ln for ln in pieces if ln.angle == 0])
    lines += [ln for ln in pieces if ln.angle != 0]
    role: FurnitureRole = "line_number"
    return lines, [(page.lines[i], role) for i in sorted(numbers)]
