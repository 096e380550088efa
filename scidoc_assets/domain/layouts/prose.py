"""Which lines of a page are running text, so that figures and tables must stop at them.

Refuses short labels, cells and lone lines: a line is prose only as part of a run of lines that
fill their column, or of at least three justified lines of six words and more.
"""

from __future__ import annotations

from collections.abc import Sequence

from scidoc_assets.domain.layouts.columns import Column, word_count
from scidoc_assets.schemas.pages import TextLine, TextStyle

FULL_SHARE = 0.84
RUN_PITCH = 1.75
_NO_LETTERS = bytes(code for code in range(128) if not chr(code).isalpha())


def prose_flags(
    lines: Sequence[TextLine],
    column_of: Sequence[int],
    columns: Sequence[Column],
    style: TextStyle,
) -> list[bool]:
    """Return, for each line (sorted top to bottom), whether it is running text."""
    flags = [False] * len(lines)
    shared = _lines_with_neighbours(lines, column_of)
    for column in sorted(set(column_of)):
        edges = columns[column] if column >= 0 else (columns[0][0], columns[-1][1])
        own = [i for i, c in enumerate(column_of) if c == column and i not in shared]
        for run in _runs(lines, own, style):
            full = [i for i in run if _is_full(lines[i], edges, style)]
            if len(full) >= 2 or (full and _is_long_body(lines[full[0]], style)):
                _flag_full_run(lines, run, full, flags)
            elif _is_narrow_prose([lines[i] for i in run], style):
                for i in run:
                    flags[i] = True
    _flag_wrapped(lines, column_of, columns, style, flags)
    return flags


def _flag_wrapped(
    lines: Sequence[TextLine],
    column_of: Sequence[int],
    columns: Sequence[Column],
    style: TextStyle,
    flags: list[bool],
) -> None:
    """Flag body text wrapped round a float: it shares rows with the float, so it looks like cells.

    Needs four lines in body type that keep one edge of their column, justified, of five words.
    """
    for column in sorted(set(column_of) - {-1}):
        left, right = columns[column]
        body = [
            i
            for i, c in enumerate(column_of)
            if c == column and lines[i].font == style.font and abs(lines[i].size - style.size) < 0.3
        ]
        for side, edge in ((0, left), (2, right)):
            on_edge = [i for i in body if abs(lines[i].bbox_pt[side] - edge) < 2.0]
            for run in _runs(lines, on_edge, style):
                if len(run) < 4 or all(flags[i] for i in run):
                    continue
                if _is_narrow_prose([lines[i] for i in run], style):
                    for i in run:
                        flags[i] = True


def _lines_with_neighbours(lines: Sequence[TextLine], column_of: Sequence[int]) -> set[int]:
    """Return lines that share their row, in one column, with another line: cells, not prose."""
    found: set[int] = set()
    for i, line in enumerate(lines):
        for j in range(i + 1, len(lines)):
            if lines[j].baseline - line.baseline > 0.3 * line.size:
                break
            if column_of[i] == column_of[j] and _are_cells(line, lines[j]):
                found.update((i, j))
    return found


def _are_cells(a: TextLine, b: TextLine) -> bool:
    """Say whether two lines of a row look like cells: neither is an equation number or a mark."""
    return min(len(a.text.strip()), len(b.text.strip())) > 1


def _runs(lines: Sequence[TextLine], own: Sequence[int], style: TextStyle) -> list[list[int]]:
    """Split the lines of a column into runs of one size and an even pitch."""
    runs: list[list[int]] = []
    for i in own:
        line = lines[i]
        if runs:
            last = lines[runs[-1][-1]]
            step = line.baseline - last.baseline
            limit = max(RUN_PITCH * max(line.size, last.size), 1.15 * style.line_pitch)
            overlap = min(line.bbox_pt[2], last.bbox_pt[2]) - max(line.bbox_pt[0], last.bbox_pt[0])
            if step <= limit and abs(line.size - last.size) < 0.12 * last.size and overlap > 0:
                runs[-1].append(i)
                continue
        runs.append([i])
    return runs


def _is_full(line: TextLine, edges: Column, style: TextStyle) -> bool:
    """Say whether a line fills its column: wordy, near the left edge, up to the right edge."""
    width = edges[1] - edges[0]
    x0, _, x1, _ = line.bbox_pt
    if line.size < 0.7 * style.size or x0 > edges[0] + 0.12 * width:
        return False
    if x1 - x0 < FULL_SHARE * width or word_count(line.text) < 4:
        return False
    return _letter_share(line.text) > 0.55


def _letter_share(text: str) -> float:
    """Return the share of letters among the visible characters."""
    visible = "".join(text.split())
    if visible.isascii():
        letters = len(visible.encode("ascii").translate(None, _NO_LETTERS))
    else:
        letters = sum(map(str.isalpha, visible))
    return letters / max(1, len(visible))


def _is_long_body(line: TextLine, style: TextStyle) -> bool:
    """Say whether one full line alone is surely body text."""
    return abs(line.size - style.size) < 0.6 and word_count(line.text) >= 7


def _flag_full_run(
    lines: Sequence[TextLine], run: Sequence[int], full: Sequence[int], flags: list[bool]
) -> None:
    """Flag a run from the line before its first full line to the line after its last one."""
    first, last = run.index(full[0]), run.index(full[-1])
    left = min(lines[i].bbox_pt[0] for i in full)
    for k, i in enumerate(run):
        is_edge = k in (first - 1, last + 1)
        if first <= k <= last or (is_edge and lines[i].bbox_pt[0] < left + 40):
            flags[i] = True


def _is_narrow_prose(run: Sequence[TextLine], style: TextStyle) -> bool:
    """Say whether a run narrower than its column is justified running text."""
    if len(run) < 3 or run[0].size < 0.78 * style.size:
        return False
    width = max(ln.bbox_pt[2] for ln in run) - min(ln.bbox_pt[0] for ln in run)
    wide = [ln for ln in run if ln.bbox_pt[2] - ln.bbox_pt[0] >= 0.9 * width]
    words = sum(word_count(ln.text) for ln in run) / len(run)
    letters = _letter_share("".join(ln.text for ln in run))
    return len(wide) >= 0.6 * len(run) and words >= 5 and letters > 0.7 and width > 9 * style.size
