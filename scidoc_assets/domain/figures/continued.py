"""What goes on over a page end: captions that are cut, tables that run over.

Refuses to continue over anything but the very end of one page and the very start of the next.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from scidoc_assets.domain.figures.captions import Caption
from scidoc_assets.domain.figures.graphics import PageGraphics
from scidoc_assets.domain.figures.matching import Match
from scidoc_assets.domain.figures.strips import strips_in
from scidoc_assets.domain.figures.table_regions import table_region
from scidoc_assets.domain.figures.windows import loose_prose
from scidoc_assets.schemas.geometry import BBox, union
from scidoc_assets.schemas.pages import PageText, TextStyle

_CLOSED = re.compile(r"[.!?\u3002][\"'\u201d\u2019)\]]*\s*$")
MAX_LINES = 25
CaptionTail = tuple[int, tuple[int, ...], BBox, str]


def caption_tail(
    caption: Caption, pages: Sequence[PageText], others: set[tuple[int, int]], style: TextStyle
) -> CaptionTail | None:
    """Return (page index, line indices, box, text) of a caption's part on the next page.

    Only for a caption whose last line is the last of its page and does not close a sentence; the
    next page must begin in the caption's own type, smaller than or other than the body's.
    `others`: (page index, line index) pairs already taken by captions.
    """
    by_index = {p.page_index: p for p in pages}
    page, following = by_index[caption.page_index], by_index.get(caption.page_index + 1)
    last = page.lines[caption.line_ids[-1]]
    is_last = not any(
        ln.baseline > last.baseline + last.size and not _is_far(ln.bbox_pt, last.bbox_pt)
        for ln in page.lines
    )
    if following is None or not following.lines or not is_last or _CLOSED.search(caption.text):
        return None
    taken: list[int] = []
    for i, line in enumerate(following.lines[:MAX_LINES]):
        differs = abs(line.size - style.size) > 0.4 or line.font != style.font
        if abs(line.size - last.size) > 0.3 or not differs or (following.page_index, i) in others:
            break
        if taken and line.baseline - following.lines[taken[-1]].baseline > 1.6 * line.size:
            break
        taken.append(i)
    if not taken:
        return None
    lines = [following.lines[i] for i in taken]
    text = "\n".join(ln.text.strip() for ln in lines)
    return following.page_index, tuple(taken), union(ln.bbox_pt for ln in lines), text


def _is_far(a: BBox, b: BBox) -> bool:
    """Say whether two boxes do not overlap sideways."""
    return min(a[2], b[2]) <= max(a[0], b[0])


def table_parts(
    match: Match,
    pages: Sequence[PageText],
    graphics: Sequence[PageGraphics],
    captions: Sequence[Caption],
    style: TextStyle,
) -> list[tuple[int, BBox]]:
    """Return (page index, box) of the parts of a table on the pages around its caption.

    A table with its caption above that reaches the page's last line goes on at the top of the
    next page; a table with its caption below that starts at the page's first line began before.
    """
    if match.option is None or match.caption.label.kind != "table":
        return []
    step = 1 if match.option.side == "below" else -1
    where = {p.page_index: k for k, p in enumerate(pages)}
    k = where[match.caption.page_index]
    box = match.option.region.bbox_pt
    parts: list[tuple[int, BBox]] = []
    while 0 <= k + step < len(pages) and _reaches_end(pages[k], box, step):
        k += step
        found = _part_at_start(pages[k], graphics[k], captions, box, step, style)
        if found is None:
            break
        parts.append((pages[k].page_index, found))
        box = found
    return sorted(parts)


def _reaches_end(page: PageText, box: BBox, step: int) -> bool:
    """Say whether nothing of the page's text follows (or precedes) a box in its column."""
    beside = [ln.bbox_pt for ln in page.lines if not _is_far(ln.bbox_pt, box)]
    if step > 0:
        return all(b[3] <= box[3] + 4 for b in beside) and box[3] > 0.6 * page.height_pt
    return all(b[1] >= box[1] - 4 for b in beside) and box[1] < 0.3 * page.height_pt


def _part_at_start(
    page: PageText,
    graphics: PageGraphics,
    captions: Sequence[Caption],
    box: BBox,
    step: int,
    style: TextStyle,
) -> BBox | None:
    """Return the part of a table at the start (or end) of a page, None when there is none.

    It must keep the table's left and right edge within 12 pt.
    """
    own = [c for c in captions if c.page_index == page.page_index]
    taken = {i for c in own for i in c.line_ids}
    limit = _free_stretch(page, own, box, step)
    strips = strips_in(limit, page, graphics, taken, loose_prose(page, graphics, own, style))
    if step < 0:
        strips.reverse()
    region = table_region([s for s in strips if s.lines or s.graphics], style)
    if region is None or not any(s.is_tabular for s in region.strips):
        return None
    found = region.bbox_pt
    same_edges = abs(found[0] - box[0]) < 12 and abs(found[2] - box[2]) < 12
    at_edge = found[1] < 0.25 * page.height_pt if step > 0 else found[3] > 0.6 * page.height_pt
    return found if same_edges and at_edge else None


def _free_stretch(page: PageText, captions: Sequence[Caption], box: BBox, step: int) -> BBox:
    """Return the stretch from the page's start (or end) to its first text or caption there."""
    loose_lines = [
        ln.bbox_pt
        for i, ln in enumerate(page.lines)
        if page.is_prose[i] and not _is_far(ln.bbox_pt, box) and ln.bbox_pt[2] - ln.bbox_pt[0] > 100
    ]
    blocks = loose_lines + [c.bbox_pt for c in captions]
    heads = [
        ln.bbox_pt for ln, role in page.furniture if role in ("header", "footer", "page_number")
    ]
    middle = page.height_pt / 2
    top = max((b[3] for b in heads if b[3] < middle), default=0.0)
    bottom = min((b[1] for b in heads if b[1] > middle), default=page.height_pt)
    if step > 0:
        return (0.0, top, page.width_pt, min([b[1] for b in blocks] + [bottom]))
    return (0.0, max([b[3] for b in blocks] + [top]), page.width_pt, bottom)


def with_tail(caption: Caption, tail: CaptionTail | None) -> Caption:
    """Return a caption with the text of its part on the next page added."""
    return caption if tail is None else replace(caption, text=f"{caption.text}\n{tail[3]}")
