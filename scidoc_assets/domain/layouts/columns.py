"""Body style of a document and the columns of its pages.

Columns are read from where long lines start and end, page by page, with the document's habit for
pages that show too little. Refuses to see columns in table cells: only lines of several words
vote.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from scidoc_assets.schemas.pages import TextLine, TextStyle

MIN_SIDE_LINES = 6
MAX_CROSSING = 0.5
STRICT_CROSSING = 0.08
MAIN_SHARE = 0.45
MIN_MAIN_LINES = 8
MIN_NOTES_SHARE = 0.15
MAX_NOTES_SHARE = 0.55
TAIL_STEP = 1.45  # of the type size
_CJK = re.compile(r"[\u3400-\u9fff]")
Column = tuple[float, float]


@lru_cache(maxsize=8192)
def word_count(text: str) -> float:
    """Return the number of words; CJK text counts two characters as one word."""
    if text.isascii():
        return len(text.split())
    cjk = len(_CJK.findall(text))
    return len(text.split()) if cjk < 4 else len(text.split()) + cjk / 2.0


def body_style(pages: Sequence[Sequence[TextLine]]) -> TextStyle:
    """Return the size, font and line pitch that most running characters of the document have.

    Falls back to all characters when there is no line of four words, and to 10 pt when there is no
    text at all.
    """
    types: dict[tuple[float, str], int] = {}
    for line in itertools.chain.from_iterable(pages):
        weight = len(line.text) if word_count(line.text) >= 4 else len(line.text) // 8
        kind = line.size, line.font
        types[kind] = types.get(kind, 0) + weight
    if not types:
        return TextStyle(10.0, "", 12.0)
    sizes: Counter[float] = Counter()
    fonts: Counter[str] = Counter()
    for (exact, font), weight in types.items():
        sizes[round(exact * 2) / 2] += weight
        fonts[font] += weight
    size = sizes.most_common(1)[0][0]
    return TextStyle(size, fonts.most_common(1)[0][0], _pitch(pages, size))


def _pitch(pages: Sequence[Sequence[TextLine]], size: float) -> float:
    """Return the most common distance between baselines of body lines below one another."""
    steps: Counter[float] = Counter()
    for lines in pages:
        body = [ln for ln in lines if abs(ln.size - size) < 0.6 and word_count(ln.text) >= 4]
        for above, below in itertools.pairwise(body):
            step = below.baseline - above.baseline
            if 0.9 * size <= step <= 2.6 * size:
                steps[round(step * 2) / 2] += 1
    return steps.most_common(1)[0][0] if steps else 1.2 * size


def page_columns(
    pages: Sequence[Sequence[TextLine]], widths: Sequence[float], style: TextStyle
) -> list[tuple[Column, ...]]:
    """Return the columns of each page, left to right, (x0, x1) in points.

    A page with too few long lines takes the columns that most pages of its width have, and so does
    one whose long lines keep to them.
    """
    found = [_columns_of_page(ln, w, style) for ln, w in zip(pages, widths, strict=True)]
    counts = Counter(len(columns) for columns in found if columns)
    usual = counts.most_common(1)[0][0] if counts else 1
    for k, columns in enumerate(found):
        if columns and len(columns) > usual:
            found[k] = _columns_of_page(pages[k], widths[k], style, is_strict=True)
    votes: Counter[tuple[int, tuple[Column, ...]]] = Counter()
    for columns, width in zip(found, widths, strict=True):
        if columns:
            rounded = tuple((round(a / 4) * 4.0, round(b / 4) * 4.0) for a, b in columns)
            votes[round(width), rounded] += 1
    result: list[tuple[Column, ...]] = []
    for columns, lines, width in zip(found, pages, widths, strict=True):
        habit = next((c for (w, c), _ in votes.most_common() if w == round(width)), None)
        if columns is None:
            result.append(habit or (_extent(lines, width),))
        elif habit and _differ(habit, columns) and _fits(lines, habit, style):
            result.append(habit)
        else:
            result.append(columns)
    return result


def _differ(habit: Sequence[Column], columns: Sequence[Column]) -> bool:
    """Say whether a page shows the usual columns at other places (6 pt), or but one of several.

    One column is all that a page shows whose other column holds floats alone.
    """
    if len(columns) == 1:
        return len(habit) > 1
    if len(habit) != len(columns):
        return False
    edges = zip((e for c in habit for e in c), (e for c in columns for e in c), strict=True)
    return any(abs(a - b) > 6.0 for a, b in edges)


def _fits(lines: Sequence[TextLine], columns: Sequence[Column], style: TextStyle) -> bool:
    """Say whether at most a quarter of the long lines cross the gutters of given columns."""
    long = [ln for ln in lines if word_count(ln.text) >= 4 and ln.size > 0.75 * style.size]
    crossing = sum(
        any(
            ln.bbox_pt[0] < a[1] - 4 and ln.bbox_pt[2] > b[0] + 4
            for a, b in itertools.pairwise(columns)
        )
        for ln in long
    )
    return crossing <= 0.25 * len(long)


def _extent(lines: Sequence[TextLine], width: float) -> Column:
    """Return the x range that holds all text, or the page without margins."""
    if not lines:
        return (0.08 * width, 0.92 * width)
    return (min(ln.bbox_pt[0] for ln in lines), max(ln.bbox_pt[2] for ln in lines))


def _columns_of_page(
    lines: Sequence[TextLine], width: float, style: TextStyle, is_strict: bool = False
) -> tuple[Column, ...] | None:
    """Return the columns that long lines show, None when there are too few of them.

    `is_strict` is for pages with more columns than usual: hardly any line may cross the gutter.
    """
    long = [
        (ln.bbox_pt[0], ln.bbox_pt[2])
        for ln in lines
        if word_count(ln.text) >= 4 and ln.size > 0.75 * style.size
    ]
    if len(long) < MIN_SIDE_LINES:
        return None
    gutter = _gutter(long, width, STRICT_CROSSING if is_strict else MAX_CROSSING)
    if gutter is None:
        return _with_notes(lines, width, style) or (_edges(long),)
    left = [s for s in long if s[1] <= gutter + 2]
    right = [s for s in long if s[0] >= gutter - 2]
    return (_edges(left), _edges(right))


def _with_notes(
    lines: Sequence[TextLine], width: float, style: TextStyle
) -> tuple[Column, Column] | None:
    """Return a narrow column of small print (dates, citation, licence) and the text right of it.

    None unless at least eight full lines keep the text's left edge and six notes of several words
    stand left of it, none reaching over.
    """
    wide = [ln for ln in lines if ln.bbox_pt[2] - ln.bbox_pt[0] > MAIN_SHARE * width]
    starts = Counter(round(ln.bbox_pt[0] / 2) for ln in wide)
    left = 2.0 * starts.most_common(1)[0][0] if starts else 0.0
    main = [ln for ln in wide if abs(ln.bbox_pt[0] - left) <= 2]
    if len(main) < MIN_MAIN_LINES or left < MIN_NOTES_SHARE * width:
        return None
    top, bottom = main[0].baseline, main[-1].baseline
    beside = [ln for ln in lines if top <= ln.baseline <= bottom and ln.bbox_pt[0] < left - 8]
    notes = [ln for ln in beside if word_count(ln.text) >= 2]
    if len(notes) < MIN_SIDE_LINES or any(ln.bbox_pt[2] > left - 6 for ln in beside):
        return None
    if sum(ln.size < style.size - 0.3 for ln in notes) < 0.8 * len(notes):
        return None
    return (
        (min(ln.bbox_pt[0] for ln in beside), max(ln.bbox_pt[2] for ln in beside)),
        (min(ln.bbox_pt[0] for ln in main), max(ln.bbox_pt[2] for ln in main)),
    )


def notes_column(columns: Sequence[Column]) -> int:
    """Return the column of side notes left of the text, -1 for none: it is much the narrower one."""
    if len(columns) != 2:
        return -1
    (a, b), (c, d) = columns
    return 0 if b - a < MAX_NOTES_SHARE * (d - c) else -1


def _gutter(spans: Sequence[Column], width: float, max_crossing: float) -> float | None:
    """Return the x that parts long lines into two stacks of columns, None when there is none."""
    best: tuple[float, float] | None = None
    starts, ends = sorted(s[0] for s in spans), sorted(s[1] for s in spans)
    for x1 in sorted({round(s[1], 0) for s in spans if 0.25 * width < s[1] < 0.75 * width}):
        x = x1 + 2.0
        left = bisect_right(ends, x)
        right = len(spans) - bisect_left(starts, x)
        crossing = len(spans) - left - right
        if min(left, right) < MIN_SIDE_LINES or crossing > max_crossing * len(spans):
            continue
        if not _is_aligned(starts[len(spans) - right :]):
            continue
        score = min(left, right) - 0.5 * crossing
        if best is None or score > best[0]:
            best = (score, x)
    return best[1] if best else None


def _is_aligned(starts: Sequence[float]) -> bool:
    """Say whether at least 40 % of the starts fall on one edge (2 pt)."""
    edges = Counter(round(s / 2) for s in starts)
    key, count = edges.most_common(1)[0]
    return count + max(edges[key - 1], edges[key + 1]) >= 0.4 * len(starts)


def _edges(spans: Sequence[Column]) -> Column:
    """Return the left and right edge that most long lines keep; stray ends do not count."""
    starts = sorted(s[0] for s in spans)
    ends = sorted(s[1] for s in spans)
    return (starts[len(starts) // 10], ends[-1 - len(ends) // 10])


def column_of(box: tuple[float, float, float, float], columns: Sequence[Column]) -> int:
    """Return the column that holds a box: at least 80 % of its width, -1 when none does."""
    if len(columns) == 1:
        return 0
    width = max(box[2] - box[0], 0.1)
    for index, (x0, x1) in enumerate(columns):
        if min(box[2], x1 + 3) - max(box[0], x0 - 3) >= 0.8 * width:
            return index
    return -1


def line_columns(lines: Sequence[TextLine], columns: Sequence[Column]) -> list[int]:
    """Return the column of each line, lines from top to bottom; -1 across columns.

    The short last line of a paragraph across columns goes with it, though it would fit into one;
    what stands out of the outer columns belongs to them (numbers of equations, mostly).
    """
    places = [column_of(ln.bbox_pt, columns) for ln in lines]
    if -1 not in places:
        return places
    for i in (i for i, place in enumerate(places) if place < 0):
        x0, _, x1, _ = lines[i].bbox_pt
        if columns[-1][0] - 3 <= x0 < columns[-1][1] + lines[i].size:
            places[i] = len(columns) - 1
        elif columns[0][0] - lines[i].size < x1 <= columns[0][1] + 3:
            places[i] = 0
    wide = 0.55 * (columns[-1][1] - columns[0][0])
    for i, line in enumerate(lines):
        if places[i] != 0 or not i or places[i - 1] != -1:
            continue
        above = lines[i - 1]
        step = line.baseline - above.baseline
        is_next = 0.6 * line.size < step < TAIL_STEP * line.size
        is_level = line.bbox_pt[0] > above.bbox_pt[0] - 2 * line.size
        is_alone = i + 1 == len(lines) or lines[i + 1].baseline > line.baseline + 0.6 * line.size
        is_one = abs(line.size - above.size) < 0.5 and above.bbox_pt[2] - above.bbox_pt[0] > wide
        if is_next and is_level and is_alone and is_one:
            places[i] = -1
    return places
