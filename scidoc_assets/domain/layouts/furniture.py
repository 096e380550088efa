"""Running heads, feet, page numbers, line numbers and stamps: text that is not the paper's own.

Judged over the whole document, since furniture is what repeats. Refuses to call a line furniture
for its place alone, except bare page numbers and sideways stamps in the outer margin.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

from scidoc_assets.domain.layouts.sideways import as_displayed, as_on_the_sheet
from scidoc_assets.schemas.pages import FurnitureRole, PageContent, TextLine

MARGIN_SHARE = 0.11
COUNTED_SHARE = 0.17
COUNTED_GAP = 1.5
STAMP_SHARE = 0.09
MIN_LINE_NUMBERS = 5
MIN_LETTERS = 4
_PAGE_NUMBER = re.compile(
    r"^[\-\u2013\u2014\s|]*(?:page\s*)?[A-Z]?\d{1,5}(?:\s*(?:/|of)\s*\d{1,4})?[\-\u2013\u2014\s|]*$"
    r"|^[ivxl]{1,6}$",
    re.IGNORECASE,
)
# "Figure 3" alone at the head of a page names the figure below it.
_LABEL_ALONE = re.compile(
    r"^\W*(?:(?:supplementary|extended data)\s+)?(?:fig(?:ure)?|table|scheme|\u56fe|\u8868)s?\.?\s*[A-Z]?\d+",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d+")

Marked = dict[int, FurnitureRole]
_Stack = list[tuple[int, TextLine]]
_Shown = tuple[PageContent, Sequence[TextLine]]


def mark_furniture(
    pages: Sequence[PageContent], lines: Sequence[Sequence[TextLine]]
) -> list[Marked]:
    """Return, for each page, line index -> role of the lines that are furniture.

    `lines[i]` are the lines of `pages[i]`, any order. A head or foot repeats, with digits
    ignored, at one height on at least two pages out of the next few (so odd and even pages may
    differ) inside the outer 11 % of the page, as it is displayed or as the sheet is. A first or
    last row that is set apart and begins or ends with the page's number is one as well, up to
    17 %, whatever else it says.
    """
    marked: list[Marked] = [{} for _ in pages]
    for index, (page, own) in enumerate(zip(pages, lines, strict=True)):
        marked[index].update(_stamps(page, own))
    views = [_shown(as_displayed, pages, lines)]
    if any(page.turned_by or page.rotation for page in pages):  # else both show the same
        views.append(_shown(as_on_the_sheet, pages, lines))
    for shown in views:
        sheets, texts = [page for page, _ in shown], [own for _, own in shown]
        _mark_repeats(sheets, texts, marked)
        _mark_page_numbers(sheets, texts, marked)
        _mark_counted_rows(sheets, texts, marked)
    return marked


def _shown(
    view: Callable[[PageContent, Sequence[TextLine]], _Shown],
    pages: Sequence[PageContent],
    lines: Sequence[Sequence[TextLine]],
) -> list[_Shown]:
    """Return all pages and their lines in one view."""
    return [view(page, own) for page, own in zip(pages, lines, strict=True)]


def _stamps(page: PageContent, lines: Sequence[TextLine]) -> Marked:
    """Mark sideways text in the outer margins and very large slanted watermarks."""
    found: Marked = {}
    for index, line in enumerate(lines):
        if line.angle == 0 or (line.angle + page.turned_by) % 360 == 0:  # level on the sheet
            continue
        x0, y0, x1, y1 = line.bbox_pt
        side = x1 < STAMP_SHARE * page.width_pt or x0 > (1 - STAMP_SHARE) * page.width_pt
        is_sideways = side and y1 - y0 > 0.15 * page.height_pt
        is_watermark = line.angle % 90 and line.size > 40 and x1 - x0 > 0.3 * page.width_pt
        if is_sideways or is_watermark:
            found[index] = "stamp"
    return found


def line_numbers(pages: Sequence[PageContent]) -> list[set[int]]:
    """Return, for each page, the indices of pieces that are margin line numbers.

    A stack of rising bare integers with no text on its outer side; or one that counts on from the
    stack of a neighbouring page. To be called on unjoined pieces, before a number grows together
    with its line.
    """
    stacks = [_number_stacks(page) for page in pages]
    taken: list[_Stack | None] = [
        next((s for s in own if _has_free_side(page, s)), None)
        for page, own in zip(pages, stacks, strict=True)
    ]
    order = [*range(len(pages)), *reversed(range(len(pages)))]
    for k in order:
        if taken[k] is None:
            near = [taken[n] for n in (k - 1, k + 1) if 0 <= n < len(pages)]
            taken[k] = next(
                (s for s in stacks[k] for t in near if t is not None and _counts_on(s, t)), None
            )
    return [{i for i, _ in stack} if stack else set() for stack in taken]


def _number_stacks(page: PageContent) -> list[_Stack]:
    """Return stacks (down to one) of right-aligned bare integers that count up by a fixed step."""
    columns: dict[int, _Stack] = defaultdict(list)
    for i, line in enumerate(page.lines):
        text = line.text.strip()
        if line.angle == 0 and len(text) <= 4 and text.isascii() and text.isdigit():
            columns[round(line.bbox_pt[2] / 3)].append((i, line))
    found: list[_Stack] = []
    for key, own in columns.items():
        stack = sorted(own + columns.get(key + 1, []), key=lambda item: item[1].baseline)
        values = [int(line.text) for _, line in stack]
        steps = [b - a for a, b in itertools.pairwise(values)]
        if sum(s in (1, 5, 10) for s in steps) >= 0.9 * len(steps):
            found.append(stack)
    return found


def _has_free_side(page: PageContent, stack: _Stack) -> bool:
    """Say whether a tall stack has at most a tenth of the longer lines on one of its sides."""
    height = stack[-1][1].baseline - stack[0][1].baseline
    if len(stack) < MIN_LINE_NUMBERS or height < 0.15 * page.height_pt:
        return False
    left = min(line.bbox_pt[0] for _, line in stack)
    right = max(line.bbox_pt[2] for _, line in stack)
    others = [ln.bbox_pt for ln in page.lines if ln.angle == 0 and len(ln.text) > 20]
    outside = sum(b[0] < left for b in others), sum(b[2] > right for b in others)
    return min(outside) <= 0.1 * len(others)


def _counts_on(stack: _Stack, other: _Stack) -> bool:
    """Say whether two stacks stand at one place and one counts on from the other."""
    gaps = (
        int(stack[0][1].text) - int(other[-1][1].text),
        int(other[0][1].text) - int(stack[-1][1].text),
    )
    return abs(stack[0][1].bbox_pt[2] - other[0][1].bbox_pt[2]) < 6 and any(
        1 <= gap <= 10 for gap in gaps
    )


def _mark_repeats(
    pages: Sequence[PageContent], lines: Sequence[Sequence[TextLine]], marked: list[Marked]
) -> None:
    """Mark margin lines whose text, digits ignored, comes back at the same height."""
    seen: dict[tuple[str, int], set[int]] = defaultdict(set)
    places: list[tuple[int, int, str, int, FurnitureRole]] = []
    for p, (page, own) in enumerate(zip(pages, lines, strict=True)):
        for i, line in enumerate(own):
            role = _margin_role(page, line)
            if role is None:
                continue
            key = _DIGITS.sub("#", line.text).strip().lower()
            if not _says_enough(key) or _LABEL_ALONE.match(line.text):
                continue
            height = round(line.baseline / 6)
            seen[key, height].add(p)
            places.append((p, i, key, height, role))
    for p, i, key, height, role in places:
        where = seen[key, height] | seen.get((key, height - 1), set())
        where |= seen.get((key, height + 1), set())
        if len(where) >= min(3, max(2, len(pages) // 3)):
            marked[p].setdefault(i, role)


def _says_enough(key: str) -> bool:
    """Say whether text can be told from a cell or a tick label: four letters, or "vol. # (#)"."""
    letters = sum(map(str.isalpha, key))
    return letters >= MIN_LETTERS or (letters == MIN_LETTERS - 1 and "#" in key)


def _margin_role(page: PageContent, line: TextLine) -> FurnitureRole | None:
    """Return header or footer for a horizontal line in the outer margin, else None."""
    if line.angle != 0:
        return None
    if line.bbox_pt[3] < MARGIN_SHARE * page.height_pt:
        return "header"
    return "footer" if line.bbox_pt[1] > (1 - MARGIN_SHARE) * page.height_pt else None


def _mark_page_numbers(
    pages: Sequence[PageContent], lines: Sequence[Sequence[TextLine]], marked: list[Marked]
) -> None:
    """Mark bare numbers in the margin that count up with the pages, and feet below them.

    The distance between number and page index must be the same on at least two pages and a third
    of all outermost numbers; a document of one or two pages has no such evidence and is believed.
    """
    numbers = [
        (p, *number)
        for p, (page, own) in enumerate(zip(pages, lines, strict=True))
        for number in _margin_numbers(p, page, own)
    ]
    pages_of = {(n[0], n[2], n[4]) for n in numbers if n[3] and n[2] is not None}
    shifts = Counter((shift, role) for _, shift, role in pages_of)
    outer = sum(n[3] for n in numbers)
    for p, i, shift, is_outer, role in numbers:
        votes = shifts[shift, role] if shift is not None else (len(pages) if is_outer else 0)
        rival = max((v for (s, r), v in shifts.items() if s == shift and r != role), default=0)
        if votes < min(len(pages), max(2, outer // 3)) or votes < rival:
            continue
        marked[p][i] = "page_number"
        if role != "footer":
            continue
        for k, line in enumerate(lines[p]):
            is_below = line.angle == 0 and line.baseline > lines[p][i].baseline + 2
            is_below = is_below and sum(map(str.isalpha, line.text)) >= MIN_LETTERS
            if is_below and _margin_role(pages[p], line) == "footer":
                marked[p].setdefault(k, "footer")


def _margin_numbers(
    p: int, page: PageContent, lines: Sequence[TextLine]
) -> list[tuple[int, int | None, bool, FurnitureRole]]:
    """Return (line index, number minus page index or None for Roman, outermost or not, side)."""
    flat = [ln for ln in lines if ln.angle == 0]
    if not flat:
        return []
    top, bottom = min(ln.baseline for ln in flat), max(ln.baseline for ln in flat)
    found: list[tuple[int, int | None, bool, FurnitureRole]] = []
    for i, line in enumerate(lines):
        side = _margin_role(page, line)
        if side is not None and _PAGE_NUMBER.match(line.text.strip()):
            is_outer = line.baseline < top + 12 or line.baseline > bottom - 12
            digits = _DIGITS.search(line.text)
            found.append((i, int(digits.group()) - p if digits else None, is_outer, side))
    return found


def _mark_counted_rows(
    pages: Sequence[PageContent], lines: Sequence[Sequence[TextLine]], marked: list[Marked]
) -> None:
    """Mark first and last rows whose outer number counts up with the pages.

    The number less the page index must be the same on three pages and on a third of all pages.
    """
    found: list[tuple[int, FurnitureRole, list[int], set[int]]] = []
    for p, (page, own) in enumerate(zip(pages, lines, strict=True)):
        for role, row in _outer_rows(page, own, marked[p]):
            found.append((p, role, row, _outer_numbers(row, own)))
    shifts = Counter((n - p, role) for p, role, _, numbers in found for n in numbers)
    for p, role, row, numbers in found:
        if any(shifts[n - p, role] >= max(3, len(pages) // 3) for n in numbers):
            is_bare = all(_PAGE_NUMBER.match(lines[p][i].text.strip()) for i in row)
            kind: FurnitureRole = "page_number" if is_bare else role
            for i in row:
                marked[p].setdefault(i, kind)


def _outer_rows(
    page: PageContent, lines: Sequence[TextLine], marks: Marked
) -> list[tuple[FurnitureRole, list[int]]]:
    """Return the line indices of the first and of the last row, when they are set apart."""
    flat = [i for i, ln in enumerate(lines) if ln.angle == 0 and marks.get(i) != "stamp"]
    if not flat:
        return []
    found: list[tuple[FurnitureRole, list[int]]] = []
    ends: list[tuple[FurnitureRole, int]] = [("header", 1), ("footer", -1)]
    for role, sign in ends:
        first = min((lines[i] for i in flat), key=lambda ln: sign * ln.baseline)
        steps = {i: sign * (lines[i].baseline - first.baseline) for i in flat}
        row = [i for i in flat if steps[i] < 0.3 * first.size]
        after = min((steps[i] for i in flat if i not in row), default=page.height_pt)
        height = first.baseline if sign > 0 else page.height_pt - first.baseline
        if after >= COUNTED_GAP * first.size and height < COUNTED_SHARE * page.height_pt:
            found.append((role, row))
    return found


def _outer_numbers(row: Sequence[int], lines: Sequence[TextLine]) -> set[int]:
    """Return the numbers with which a row begins or ends."""
    ordered = sorted((lines[i] for i in row), key=lambda ln: ln.bbox_pt[0])
    text = " ".join(ln.text for ln in ordered)
    words = text.split()
    outer = {words[0], words[-1]} if words and not _LABEL_ALONE.match(text) else set()
    return {int(word) for word in outer if word.isascii() and word.isdigit() and len(word) <= 5}
