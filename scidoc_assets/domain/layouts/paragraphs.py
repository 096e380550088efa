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
from scidoc_assets.domain.layouts.displays import begins_a_display, display_rows
from scidoc_assets.schemas.geometry import BBox, union
from scidoc_assets.schemas.pages import PageText, TextLine, TextStyle

_NOTE = re.compile(r"(\d{1,2}|[*\u2020\u2021])[A-Z]")
BREAK_GAP = 1.38
SKIP_GAP = 1.13
MARKER = re.compile(
    r"^\s*(?:[\u2022\u25e6\u2023\u25aa\u25cf\u25a0\u25b6\u2219\u00b7\u2217\uf0b7]|[\-\u2013\u2014*]\s"
    r"|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.)]\s|\[\d{1,3}\])"
)
_INLINE = re.compile(r"^\s*\((?:\d{1,2}|[a-z]|[ivx]{1,4})\)\s")
_NUMBERED = re.compile(r"^\s*\d{1,2}(?:\.\d{1,2}){0,3}[.\s\u3001]\s*[^\W\d_]")
_SUBSECTION = re.compile(r"^\s*\d{1,2}(?:\.\d{1,2}){1,3}\.?\s+[^\W\d_]")
_ENDS = re.compile(r"[.!?:;\u3002\uff01\uff1f\uff1a][\"'\u201d\u2019)\]\d]*\s*$")


@dataclass(frozen=True)
class TextBlock:
    """Lines that belong together, top to bottom and, inside a row, left to right.

    `is_display`: the rows are those of a displayed formula.
    """

    page_index: int
    column_index: int
    bbox_pt: BBox
    lines: tuple[TextLine, ...]
    is_display: bool = False

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
        for group, is_display in _grouped(rows, edges, style):
            lines = tuple([ln for row in group for ln in row])
            box = union([ln.bbox_pt for ln in lines])
            blocks.append(TextBlock(page.page_index, column, box, lines, is_display))
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
) -> list[tuple[list[list[TextLine]], bool]]:
    """Split the rows of a column into blocks; say of each whether it is a displayed formula."""
    skip = _paragraph_skip(rows, style)
    groups: list[tuple[list[list[TextLine]], bool]] = []
    for row, is_display in zip(rows, display_rows(rows, edges, style), strict=True):
        if not groups or groups[-1][1] != is_display:
            groups.append(([row], is_display))
            continue
        block = groups[-1][0]
        if is_display:
            is_new = begins_a_display(block, row)
        else:
            is_new = _breaks(block, row, edges, style) or _skips(block, row, skip)
        if is_new:
            groups.append(([row], is_display))
        else:
            block.append(row)
    return groups


def _paragraph_skip(rows: Sequence[list[TextLine]], style: TextStyle) -> float:
    """Return the step between baselines, in points, from which on it parts the column's paragraphs.

    Infinite unless most steps that are a little wide follow a full stop: elsewhere such steps come
    from raised and lowered marks.
    """
    least, most = SKIP_GAP * style.line_pitch, BREAK_GAP * style.line_pitch
    wide = behind = 0
    for above, below in itertools.pairwise(rows):
        last, line = _main(above), _main(below)
        if not least < line.baseline - last.baseline <= most:
            continue
        if abs(line.size - style.size) < 0.8 and abs(last.size - style.size) < 0.8:
            wide += 1
            behind += _ends_sentence(above[-1].text) and _starts_upper(line)
    return least if wide and behind >= 0.66 * wide else float("inf")


def _skips(block: Sequence[list[TextLine]], row: list[TextLine], skip: float) -> bool:
    """Say whether white space parts a row from a block that ends with a full stop."""
    line = _main(row)
    if line.baseline - _main(block[-1]).baseline <= skip:
        return False
    return _ends_sentence(block[-1][-1].text) and _starts_upper(line)


def _starts_upper(line: TextLine) -> bool:
    """Say whether a line begins with a capital or a letter that has no case."""
    first = line.text.lstrip()[:1]
    return first.isalpha() and not first.islower()


def _main(row: Sequence[TextLine]) -> TextLine:
    """Return the piece of a row with the most characters."""
    return row[0] if len(row) == 1 else max(row, key=lambda ln: len(ln.text))


def _breaks(
    block: Sequence[list[TextLine]], row: list[TextLine], edges: Column, style: TextStyle
) -> bool:
    """Say whether a new block begins with `row`."""
    last, line = _main(block[-1]), _main(row)
    step, pitch = line.baseline - last.baseline, _pitch(block, line, edges, style)
    if step > BREAK_GAP * pitch:
        return True
    is_short = len(line.text.strip()) < 4 or len(last.text.strip()) < 4
    if abs(line.size - last.size) > 0.7 and not is_short:
        return True
    is_inside = step <= SKIP_GAP * pitch and _is_full(block[-1], edges)
    is_weighed = line.is_bold != last.is_bold and not (is_inside or _runs_on(last, line))
    if not is_short and (is_weighed or _changes_to_heading(last, line)):
        return True
    return _breaks_by_indent(block, row, edges)


def _pitch(
    block: Sequence[list[TextLine]], line: TextLine, edges: Column, style: TextStyle
) -> float:
    """Return the step between baselines, in points, that a line would go on with.

    Small type is set close, even where the body is double-spaced, until its own lines run on.
    """
    last = _main(block[-1])
    own = last.baseline - _main(block[-2]).baseline if len(block) > 1 else None
    pitch = style.line_pitch
    if abs(line.size - style.size) >= 0.8:
        pitch, widest = 1.25 * line.size, style.line_pitch * max(1.0, line.size / style.size)
        is_spaced = own is not None and own <= 1.05 * widest
        if is_spaced or (own is None and _fills_and_goes_on(last, line, edges)):
            pitch = max(pitch, widest)
    if own is None:
        return pitch
    return max(min(pitch, own), min(own, 1.15 * pitch), 1.1 * line.size)


def _fills_and_goes_on(last: TextLine, line: TextLine, edges: Column) -> bool:
    """Say whether a line fills its column and the next one carries it on: flush left in the middle
    of a sentence, or hanging below a list item or reference entry."""
    width = edges[1] - edges[0]
    end, start = last.text.rstrip(), line.text.strip()
    if last.bbox_pt[2] < edges[1] - 0.05 * width or MARKER.match(start) or _NOTE.match(start):
        return False
    indent = line.bbox_pt[0] - last.bbox_pt[0]
    if MARKER.match(last.text) and 0.6 * line.size < indent < 3 * line.size:
        return True
    is_open = end[-1:].isalpha() or end.endswith((",", ";", "-"))
    return is_open and line.bbox_pt[0] < edges[0] + 3 and len(start) >= 4


def _is_full(row: Sequence[TextLine], edges: Column) -> bool:
    """Say whether a row of plain type goes up to the column's right edge in the midst of a sentence."""
    is_wide = row[-1].bbox_pt[2] > edges[1] - 0.04 * (edges[1] - edges[0])
    return is_wide and not row[-1].is_bold and not _ends_sentence(row[-1].text)


def _runs_on(last: TextLine, line: TextLine) -> bool:
    """Say whether bold type goes over a line end, or a bold heading runs into text of plain type."""
    if last.spans[-1].is_bold and line.spans[0].is_bold and not _ends_sentence(last.text):
        return not all(s.is_bold for s in last.spans) or not all(s.is_bold for s in line.spans)
    tail = itertools.takewhile(lambda span: not span.is_bold, reversed(last.spans))
    words = sum(len(span.text.split()) for span in tail)
    return last.is_bold and not line.is_bold and words >= 2


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


def _is_item(
    block: Sequence[list[TextLine]], row: list[TextLine], is_end: bool, is_short: bool
) -> bool:
    """Say whether a row that begins like a list item is one, and no "(2)" inside a paragraph."""
    if MARKER.match(block[0][0].text):
        return True
    is_level = abs(row[0].bbox_pt[0] - block[-1][0].bbox_pt[0]) < 0.6 * row[0].size
    return is_short or (is_end and not (is_level and _INLINE.match(row[0].text)))


def _breaks_by_indent(block: Sequence[list[TextLine]], row: list[TextLine], edges: Column) -> bool:
    """Say whether indents, a short last line or a list marker part `row` from the block."""
    size = row[0].size
    x0, previous = row[0].bbox_pt[0], block[-1][0].bbox_pt[0]
    is_end = _ends_sentence(block[-1][-1].text)
    is_short = block[-1][-1].bbox_pt[2] < edges[1] - 0.12 * (edges[1] - edges[0])
    if MARKER.match(row[0].text) and _is_item(block, row, is_end, is_short):
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
