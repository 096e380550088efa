"""Running heads, feet, page numbers, line numbers and stamps: text that is not the paper's own.

Judged over the whole document, since furniture is what repeats. Refuses to call a line furniture
for its place alone, except bare page numbers and sideways stamps in the outer margin.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from scidoc_assets.schemas.pages import FurnitureRole, PageContent, TextLine

MARGIN_SHARE = 0.11
STAMP_SHARE = 0.09
MIN_LINE_NUMBERS = 5
MIN_LETTERS = 4
_PAGE_NUMBER = re.compile(
    r"^[\-\u2013\u2014\s|]*(?:page\s*)?[A-Z]?\d{1,5}(?:\s*(?:/|of)\s*\d{1,4})?[\-\u2013\u2014\s|]*$"
    r"|^[ivxl]{1,6}$",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d+")

Marked = dict[int, FurnitureRole]


def mark_furniture(
    pages: Sequence[PageContent], lines: Sequence[Sequence[TextLine]]
) -> list[Marked]:
    """Return, for each page, line index -> role of the lines that are furniture.

    `lines[i]` are the lines of `pages[i]`, any order. A head or foot repeats, with digits
    ignored, at one height on at least two pages out of the next few (so odd and even pages may
    differ) inside the outer 11 % of the page.
    """
    marked: list[Marked] = [{} for _ in pages]
    for index, (page, own) in enumerate(zip(pages, lines, strict=True)):
        marked[index].update(_stamps(page, own))
    _mark_repeats(pages, lines, marked)
    _mark_page_numbers(pages, lines, marked)
    return marked


def _stamps(page: PageContent, lines: Sequence[TextLine]) -> Marked:
    """Mark sideways text in the outer margins and very large slanted watermarks."""
    found: Marked = {}
    for index, line in enumerate(lines):
        if line.angle == 0:
            continue
        x0, y0, x1, y1 = line.bbox_pt
        side = x1 < STAMP_SHARE * page.width_pt or x0 > (1 - STAMP_SHARE) * page.width_pt
        is_sideways = side and y1 - y0 > 0.15 * page.height_pt
        is_watermark = line.angle % 90 and line.size > 40 and x1 - x0 > 0.3 * page.width_pt
        if is_sideways or is_watermark:
            found[index] = "stamp"
    return found


def line_numbers(page: PageContent, lines: Sequence[TextLine]) -> Marked:
    """Return index -> role of a column of rising bare integers with no text on its outer side.

    To be called on unjoined pieces, before a number grows together with its line.
    """
    numbers = [
        (i, line)
        for i, line in enumerate(lines)
        if line.angle == 0 and line.text.strip().isdigit() and len(line.text.strip()) <= 4
    ]
    stacks: dict[int, list[tuple[int, TextLine]]] = defaultdict(list)
    for i, line in numbers:
        stacks[round(line.bbox_pt[2] / 3)].append((i, line))
    found: Marked = {}
    for key, stack in stacks.items():
        near = sorted(stack + stacks.get(key + 1, []), key=lambda item: item[1].baseline)
        if len(near) >= MIN_LINE_NUMBERS and _is_numbering(page, lines, near):
            found.update({i: "line_number" for i, _ in near})
    return found


def _is_numbering(
    page: PageContent, lines: Sequence[TextLine], stack: Sequence[tuple[int, TextLine]]
) -> bool:
    """Say whether stacked integers count up by a fixed step over most of the page's margin."""
    values = [int(line.text) for _, line in stack]
    steps = [b - a for a, b in itertools.pairwise(values)]
    if not steps or sum(s in (1, 5, 10) for s in steps) < 0.9 * len(steps):
        return False
    left = min(line.bbox_pt[0] for _, line in stack)
    right = max(line.bbox_pt[2] for _, line in stack)
    own = {i for i, _ in stack}
    others = [
        ln for i, ln in enumerate(lines) if i not in own and ln.angle == 0 and len(ln.text) > 20
    ]
    outside = (
        sum(ln.bbox_pt[0] < left for ln in others),
        sum(ln.bbox_pt[2] > right for ln in others),
    )
    top, bottom = stack[0][1].baseline, stack[-1][1].baseline
    return min(outside) <= 0.1 * len(others) and bottom - top > 0.15 * page.height_pt


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
            if sum(map(str.isalpha, key)) < MIN_LETTERS:
                continue
            height = round(line.baseline / 6)
            seen[key, height].add(p)
            places.append((p, i, key, height, role))
    for p, i, key, height, role in places:
        where = seen[key, height] | seen.get((key, height - 1), set())
        where |= seen.get((key, height + 1), set())
        if len(where) >= min(3, max(2, len(pages) // 3)):
            marked[p].setdefault(i, role)


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
    """Mark bare numbers, outermost on their page, that count up with the pages.

    The distance between number and page index must be the same on at least two pages and a third
    of all candidates; a document of one or two pages has no such evidence and is believed.
    """
    candidates: list[tuple[int, int, int | None]] = []
    for p, (page, own) in enumerate(zip(pages, lines, strict=True)):
        candidates.extend((p, i, shift) for i, shift in _outer_numbers(p, page, own))
    shifts = Counter(shift for _, _, shift in candidates if shift is not None)
    for p, i, shift in candidates:
        votes = shifts[shift] if shift is not None else len(pages)
        if votes >= min(len(pages), max(2, len(candidates) // 3)):
            marked[p][i] = "page_number"


def _outer_numbers(
    p: int, page: PageContent, lines: Sequence[TextLine]
) -> list[tuple[int, int | None]]:
    """Return (line index, number minus page index or None for Roman) of outermost bare numbers."""
    flat = [ln for ln in lines if ln.angle == 0]
    if not flat:
        return []
    top, bottom = min(ln.baseline for ln in flat), max(ln.baseline for ln in flat)
    found: list[tuple[int, int | None]] = []
    for i, line in enumerate(lines):
        is_outer = line.baseline < top + 12 or line.baseline > bottom - 12
        if is_outer and _margin_role(page, line) and _PAGE_NUMBER.match(line.text.strip()):
            digits = _DIGITS.search(line.text)
            found.append((i, int(digits.group()) - p if digits else None))
    return found
