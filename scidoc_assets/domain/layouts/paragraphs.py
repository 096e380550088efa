"""Lines of a column put together to text blocks: paragraphs, headings, list items, entries.

Refuses to look at meaning beyond a line's first and last characters; roles.py says what a block
is. A block never reaches over a column, a float or a change of type size.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from scidoc_assets.domain.layouts.columns import Column
from scidoc_assets.schemas.geometry import BBox, union
from scidoc_assets.schemas.pages import PageText, TextLine, TextStyle

BREAK_GAP = 1.38
MARKER = re.compile(
    r"^\s*(?:[\u2022\u25e6\u2023\u25aa\u25cf\u25a0\u25b6\u2219\u00b7\u2217\uf0b7]|[\-\u2013\u2014*]\s"
    r"|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.)]\s|\[\d{1,3}\])"
)
_NUMBERED = re.compile(r"^\s*\d{1,2}(?:\.\d{1,2}){0,3}[.\s\u3001]\s*[^\W\d_]")
_SUBSECTION = re.compile(r"^\s*\d{1,2}(?:\.\d{1,2}){1,3}\.?\s+[^\W\d_]")
_ENDS = re.compile(r"[.!?:;\u3002\uff01\uff1f\uff1a][\"'\u201d\u2019)\]\d]*\s*$")


@dataclass(frozen=True)
class TextBlock:
    """Lines that belong together, top to bottom and, inside a row, left to right."""

    page_index: int
    column_index: int
    bbox_pt: BBox
    lines: tuple[TextLine, ...]

    @cached_property
    def text(self) -> str:
        """Raw text: rows joined with line ends, pieces of a row with spaces."""
        parts: list[str] = []
        previous: TextLine | None = None
        for line in self.lines:
            if previous is not None:
                same_row = abs(line.baseline - previous.baseline) < 0.45 * previous.size
                is_right = line.bbox_pt[0] >= previous.bbox_pt[2] - 2
                parts.append(" " if same_row and is_right else "\n")
            parts.append(line.text.strip())
            previous = line
        return "".join(parts)

    @cached_property
    def flat_text(self) -> str:
        """The text on one line, every run of white space one space."""
        return " ".join(self.text.split())

    @cached_property
    def fonts(self) -> frozenset[str]:
        """The fonts of all spans."""
        return frozenset([s.font for ln in self.lines for s in ln.spans])

    @cached_property
    def size(self) -> float:
        """Type size of most characters."""
        return _main(self.lines).size


def text_blocks(page: PageText, free: Sequence[int], style: TextStyle) -> list[TextBlock]:
    """Return the text blocks made of the lines `free` (indices) of a page, column by column."""
    blocks: list[TextBlock] = []
    for column in sorted({page.column_of[i] for i in free}):
        edges = page.columns[column] if column >= 0 else (page.columns[0][0], page.columns[-1][1])
        rows = _rows([page.lines[i] for i in free if page.column_of[i] == column])
        for group in _grouped(rows, edges, style):
            lines = tuple([ln for row in group for ln in row])
            box = union([ln.bbox_pt for ln in lines])
            blocks.append(TextBlock(page.page_index, column, box, lines))
    return blocks


def _rows(lines: Sequence[TextLine]) -> list[list[TextLine]]:
    """Group lines to rows; raised and lowered pieces join the row they overlap most."""
    rows: list[list[TextLine]] = []
    for line in sorted(lines, key=lambda ln: (ln.baseline, ln.bbox_pt[0])):
        if rows:
            row = rows[-1]
            anchor = row[0] if len(row) == 1 else max(row, key=lambda ln: ln.size * len(ln.text))
            tall = max(anchor.size, line.size)
            if line.baseline - anchor.baseline < 0.45 * tall:
                row.append(line)
                continue
        rows.append([line])
    return [sorted(row, key=lambda ln: ln.bbox_pt[0]) if len(row) > 1 else row for row in rows]


def _grouped(
    rows: Sequence[list[TextLine]], edges: Column, style: TextStyle
) -> list[list[list[TextLine]]]:
    """Split the rows of a column into blocks."""
    groups: list[list[list[TextLine]]] = []
    for row in rows:
        if groups and not _breaks(groups[-1], row, edges, style):
            groups[-1].append(row)
        else:
            groups.append([row])
    return groups


def _main(row: Sequence[TextLine]) -> TextLine:
    """Return the piece of a row with the most characters."""
    return row[0] if len(row) == 1 else max(row, key=lambda ln: len(ln.text))


def _breaks(
    block: Sequence[list[TextLine]], row: list[TextLine], edges: Column, style: TextStyle
) -> bool:
    """Say whether a new block begins with `row`."""
    last, line = _main(block[-1]), _main(row)
    pitch = style.line_pitch if abs(line.size - style.size) < 0.8 else 1.25 * line.size
    step = line.baseline - last.baseline
    if len(block) > 1:
        own = last.baseline - _main(block[-2]).baseline
        pitch = max(min(pitch, own), min(own, 1.15 * pitch), 1.1 * line.size)
    if step > BREAK_GAP * pitch:
        return True
    is_short = len(line.text.strip()) < 4 or len(last.text.strip()) < 4
    if abs(line.size - last.size) > 0.7 and not is_short:
        return True
    is_weighed = line.is_bold != last.is_bold and not (_runs_in(last) and not line.is_bold)
    if not is_short and (is_weighed or _changes_to_heading(last, line)):
        return True
    return _breaks_by_indent(block, row, edges)


def _runs_in(line: TextLine) -> bool:
    """Say whether a bold heading runs into text: words of plain type end the line."""
    tail = itertools.takewhile(lambda span: not span.is_bold, reversed(line.spans))
    return line.is_bold and sum(len(span.text.split()) for span in tail) >= 2


def _changes_to_heading(last: TextLine, line: TextLine) -> bool:
    """Say whether the font changes between two rows that are bold or begin with a number."""
    if last.font == line.font:
        return False
    if last.is_bold and line.is_bold:
        return True
    return any(_NUMBERED.match(ln.text) and not _ends_sentence(ln.text) for ln in (last, line))


def _ends_sentence(text: str) -> bool:
    """Say whether a line ends with a full stop or its like, closing marks behind it."""
    return not text.rstrip()[-1:].isalpha() and _ENDS.search(text) is not None


def _breaks_by_indent(block: Sequence[list[TextLine]], row: list[TextLine], edges: Column) -> bool:
    """Say whether indents, a short last line or a list marker part `row` from the block."""
    size = row[0].size
    x0, previous = row[0].bbox_pt[0], block[-1][0].bbox_pt[0]
    is_end = _ends_sentence(block[-1][-1].text)
    is_short = block[-1][-1].bbox_pt[2] < edges[1] - 0.12 * (edges[1] - edges[0])
    if MARKER.match(row[0].text) and (is_end or is_short or MARKER.match(block[0][0].text)):
        return True
    if _SUBSECTION.match(row[0].text) and (is_end or is_short):
        return True
    if (
        len(block) == 1
        and is_short
        and _SUBSECTION.match(block[0][0].text)
        and (x0 > previous + 0.6 * size or abs(size - block[0][0].size) > 0.3)
    ):
        return True
    first = row[0].text.strip()[:1]
    if is_end and is_short and (first.isupper() or (first.isalpha() and not first.isascii())):
        return True
    if abs(x0 - previous) < 0.6 * size:
        return False
    if len(block) == 1:
        return (
            x0 > previous + 0.6 * size
            and is_end
            and (is_short or x0 < previous + 3 * size)
            and (not MARKER.match(block[0][0].text))
        )
    body = block[1][0].bbox_pt[0]
    is_hanging = body > block[0][0].bbox_pt[0] + 0.6 * size
    if is_hanging:
        return x0 < body - 0.6 * size
    return x0 > body + 0.6 * size and (is_end or x0 < body + 3 * size)
