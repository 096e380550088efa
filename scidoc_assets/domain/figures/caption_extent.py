"""How far a caption reaches: the lines that read on from its first line.

Refuses to take table cells, other captions, addresses and anything behind a rule; small pieces of
formulas inside a caption neither end nor extend it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from scidoc_assets.schemas.geometry import BBox, union
from scidoc_assets.schemas.pages import PageText, TextLine, TextStyle

MAX_LINES = 40
# Lines stretched to a measure differ a little in the size that their glyphs give away.
SAME_SIZE = 0.3
_ADDRESS = re.compile(r"^\s*(?:https?://|doi[:\s])\S+\s*$", re.IGNORECASE)


def caption_lines(page: PageText, start: int, starts: set[int], style: TextStyle) -> list[int]:
    """Return the lines of the caption that begins at `start`, top to bottom.

    Full lines are taken row by row while the pitch holds; pieces of formulas in between neither
    end the caption nor extend it, and are added when they lie inside its box.
    """
    first = page.lines[start]
    pieces = _nearby(page, start, starts)
    full = [k for k in pieces if not _is_fragment(page.lines[k], first)]
    taken = [start]
    pitch: float | None = None
    last = first
    for row in _rows(page, full):
        line = page.lines[row[0]]
        step = line.baseline - last.baseline
        if step < 0.45 * first.size:
            _take_beside(page, row, pieces, taken)
            continue
        limit = 1.22 * pitch if pitch else _first_limit(first, line, style)
        if len(row) == 1 and _has_formula_between(page, last, line, pieces):
            limit *= 1.6
        is_near = _overlap(line, [page.lines[t] for t in taken]) > 0
        if step > limit or not is_near or starts.intersection(row):
            break
        if len(taken) >= MAX_LINES or not _belongs(page, taken, row, pieces, style):
            break
        pitch = max(pitch or step, min(step, 1.3 * first.size))
        taken.extend(row)
        last = line
    return _with_formula_pieces(page, taken, pieces)


def _first_limit(first: TextLine, line: TextLine, style: TextStyle) -> float:
    """Return how far the second line may be: less far when it could as well be body text."""
    is_body = line.font == style.font and abs(line.size - style.size) < 0.3
    return max(
        (1.5 if is_body else 1.7) * first.size, (1.1 if is_body else 1.25) * style.line_pitch
    )


def cut_at_rule(page: PageText, ids: list[int], rules: Sequence[BBox]) -> list[int]:
    """Cut a caption at the first rule that runs through it (the top rule of its table)."""
    boxes = [page.lines[k].bbox_pt for k in ids]
    box = union(boxes)
    for rule in rules:
        shared = min(rule[2], box[2]) - max(rule[0], box[0])
        y = (rule[1] + rule[3]) / 2
        if shared < 0.5 * (box[2] - box[0]) or not boxes[0][3] - 2 <= y <= box[3]:
            continue
        if any(b[1] + 1.0 < y < b[3] - 2.0 for b in boxes):
            continue
        return [k for k in ids if page.lines[k].baseline < y + 1]
    return ids


def _nearby(page: PageText, start: int, starts: set[int]) -> list[int]:
    """Return `start` and the lines below it (or beside it) in its column or across columns."""
    first = page.lines[start]
    column = page.column_of[start]
    limit = min(
        (page.lines[k].bbox_pt[0] for k in starts if _is_next_door(page, start, k)), default=1e9
    )
    return [
        k
        for k, line in enumerate(page.lines)
        if line.baseline > first.baseline - 0.45 * first.size
        and (k == start or (line.bbox_pt[2] > first.bbox_pt[0] and line.bbox_pt[0] < limit))
        and (column == -1 or page.column_of[k] in (-1, column) or k == start)
    ]


def _is_next_door(page: PageText, start: int, other: int) -> bool:
    """Say whether another caption starts right of this one at about its height."""
    a, b = page.lines[start], page.lines[other]
    return b.bbox_pt[0] > a.bbox_pt[2] and abs(b.baseline - a.baseline) < 6 * a.size


def _rows(page: PageText, ids: Sequence[int]) -> list[list[int]]:
    """Group lines, sorted by baseline, to rows."""
    rows: list[list[int]] = []
    for k in ids:
        line = page.lines[k]
        if rows and line.baseline - page.lines[rows[-1][0]].baseline < 0.45 * line.size:
            rows[-1].append(k)
        else:
            rows.append([k])
    return [sorted(row, key=lambda k: page.lines[k].bbox_pt[0]) for row in rows]


def _overlap(line: TextLine, taken: Sequence[TextLine]) -> float:
    """Return how far a line overlaps the caption so far sideways, in points."""
    x0, x1 = min(ln.bbox_pt[0] for ln in taken), max(ln.bbox_pt[2] for ln in taken)
    return min(line.bbox_pt[2], x1) - max(line.bbox_pt[0], x0)


def _is_fragment(line: TextLine, first: TextLine) -> bool:
    """Say whether a line is only a piece of a formula: some characters, or another small size."""
    length = len(line.text.strip())
    return length <= 2 or (length <= 12 and line.size < 0.85 * first.size)


def _take_beside(
    page: PageText, row: Sequence[int], pieces: Sequence[int], taken: list[int]
) -> None:
    """Add the lines of the caption's first row that follow its text within three sizes.

    Formula pieces in the row bridge the gap between two lines.
    """
    first = page.lines[taken[0]]
    reach = max(page.lines[t].bbox_pt[2] for t in taken)
    near = [k for k in pieces if abs(page.lines[k].baseline - first.baseline) < first.size]
    for k in sorted(near, key=lambda k: page.lines[k].bbox_pt[0]):
        line = page.lines[k]
        if line.bbox_pt[0] - reach >= 3.0 * first.size:
            break
        is_text = k in row and abs(line.size - first.size) <= 0.3
        if is_text and k not in taken and line.bbox_pt[0] >= first.bbox_pt[0]:
            taken.append(k)
        if k in taken or _is_fragment(line, first):
            reach = max(reach, line.bbox_pt[2])


def _has_formula_between(
    page: PageText, above: TextLine, below: TextLine, pieces: Sequence[int]
) -> bool:
    """Say whether formula pieces fill the space between two full lines of one type."""
    if abs(below.size - above.size) > 0.3 or below.font != above.font:
        return False
    return any(
        above.baseline < page.lines[k].baseline + 0.2 * above.size < below.baseline + above.size
        and _is_fragment(page.lines[k], above)
        for k in pieces
    )


def _with_formula_pieces(page: PageText, taken: list[int], pieces: Sequence[int]) -> list[int]:
    """Add the pieces whose centre lies inside the caption's box; sort top to bottom."""
    box = union(page.lines[t].bbox_pt for t in taken)
    for k in pieces:
        x0, y0, x1, y1 = page.lines[k].bbox_pt
        is_in = box[0] - 1 <= (x0 + x1) / 2 <= box[2] + 1 and box[1] <= (y0 + y1) / 2 <= box[3]
        if k not in taken and is_in:
            taken.append(k)
    return sorted(taken)


def _belongs(
    page: PageText,
    taken: Sequence[int],
    row: Sequence[int],
    pieces: Sequence[int],
    style: TextStyle,
) -> bool:
    """Say whether a row reads on from the caption: same size, no cells, no address."""
    first, line = page.lines[taken[0]], page.lines[row[0]]
    if not _keeps_size(line, page.lines[taken[-1]]):
        return False
    stretch = 1.25 * _widest_gap(page, taken)
    if _ADDRESS.match(line.text) or _is_row_of_cells(page, row, pieces, stretch):
        return False
    body_like = abs(line.size - style.size) < 0.3 and line.font == style.font
    if body_like and first.font != style.font and page.is_prose[row[0]] and len(taken) == 1:
        return not first.is_bold or abs(first.size - line.size) < SAME_SIZE
    return True


def _keeps_size(line: TextLine, before: TextLine) -> bool:
    """Say whether a line is as large as the one before, its capitals at least (small capitals)."""
    if abs(line.size - before.size) <= 0.6:
        return True
    return line.size < before.size and any(
        abs(span.size - before.size) < SAME_SIZE and span.font == before.font for span in line.spans
    )


def _widest_gap(page: PageText, taken: Sequence[int]) -> float:
    """Return the widest gap in the first row of a caption: text stretched to a narrow measure."""
    first = page.lines[taken[0]]
    row = sorted(
        page.lines[k].bbox_pt
        for k in taken
        if abs(page.lines[k].baseline - first.baseline) < 0.3 * first.size
    )
    return max((b[0] - a[2] for a, b in itertools.pairwise(row)), default=0.0)


def _is_row_of_cells(
    page: PageText, row: Sequence[int], pieces: Sequence[int], stretch: float
) -> bool:
    """Say whether a row is broken by gaps wider than a formula piece, or `stretch`, would leave."""
    size = page.lines[row[0]].size
    y = page.lines[row[0]].baseline
    beside = [page.lines[k].bbox_pt for k in pieces if abs(page.lines[k].baseline - y) < 0.8 * size]
    beside.sort()
    reach, narrow = beside[0][2], 0
    for box in beside[1:]:
        gap = box[0] - reach
        narrow += gap > max(0.8 * size, stretch)
        if gap > max(1.5 * size, stretch) or narrow >= 2:
            return True
        reach = max(reach, box[2])
    return False
