"""The cells of a table out of its printed lines: rows by baseline, columns by white gutters.

Every row has one cell per column, empty where nothing is printed, so that a missing value shifts no
other. Refuses to guess merged cells: a text that lies over several columns stands in the first of
them, and a row that the print breaks into two lines stays two rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from scidoc_assets.schemas.pages import TextLine

SAME_ROW = 0.5  # of the type size
MAX_CROSSING = 0.15  # share of rows that may reach over a gutter (heads over several columns)
MIN_GUTTER = 0.35  # of the type size


def table_cells(lines: Sequence[TextLine]) -> list[list[str]]:
    """Rows of cells, top to bottom and left to right, all of one width; none for no lines."""
    rows = _rows(lines)
    if not rows:
        return []
    columns = _columns(rows)
    return [_cells(row, columns) for row in rows]


def _rows(lines: Sequence[TextLine]) -> list[list[TextLine]]:
    """Lines of one baseline together, left to right."""
    rows: list[list[TextLine]] = []
    for line in sorted(lines, key=lambda ln: ln.baseline):
        if rows and line.baseline - rows[-1][0].baseline < SAME_ROW * line.size:
            rows[-1].append(line)
        else:
            rows.append([line])
    return [sorted(row, key=lambda ln: ln.bbox_pt[0]) for row in rows]


def _columns(rows: Sequence[Sequence[TextLine]]) -> list[list[float]]:
    """The [left, right] of each column: what stands between gutters that hardly any row crosses."""
    lines = [line for row in rows for line in row]
    gutter = MIN_GUTTER * sorted(line.size for line in lines)[len(lines) // 2]
    edges = sorted(edge for row in rows for edge in _edges(row))
    columns = [[edges[0][0], edges[0][0]]]
    crossing = 0
    for (left, step), (right, _) in pairwise(edges):
        crossing += step
        if crossing <= MAX_CROSSING * len(rows):
            continue
        if left - columns[-1][1] >= gutter:
            columns.append([left, right])
        else:
            columns[-1][1] = right
    return columns


def _edges(row: Sequence[TextLine]) -> list[tuple[float, int]]:
    """Where the print of a row begins (1) and ends (-1), texts that touch taken together."""
    spans: list[list[float]] = []
    for line in row:
        x0, _, x1, _ = line.bbox_pt
        if spans and x0 <= spans[-1][1]:
            spans[-1][1] = max(spans[-1][1], x1)
        else:
            spans.append([x0, x1])
    return [edge for x0, x1 in spans for edge in ((x0, 1), (x1, -1))]


def _cells(row: Sequence[TextLine], columns: Sequence[Sequence[float]]) -> list[str]:
    """The texts of a row by column: the first one that a text reaches into, else the nearest."""
    cells: list[list[str]] = [[] for _ in columns]
    for line in row:
        x0, _, x1, _ = line.bbox_pt
        gaps = [max(left - x1, x0 - right) for left, right in columns]
        reached = [k for k, gap in enumerate(gaps) if gap < 0]
        cells[reached[0] if reached else gaps.index(min(gaps))].append(line.text.strip())
    return [" ".join(texts) for texts in cells]
