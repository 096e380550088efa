"""Rules that belong to running heads and feet: no figure or table may take them.

Refuses to judge by place alone: a rule goes only when it stands right beside a running head or
foot and does so, equally long and equally far, on at least two pages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from scidoc_assets.domain.figures.graphics import THIN
from scidoc_assets.schemas.geometry import BBox
from scidoc_assets.schemas.pages import PageContent, PageText, PathTable, TextLine

NEAR_HEAD = 12.0
MIN_SHARE = 0.3

_Key = tuple[int, int]


def without_running_rules(
    contents: Sequence[PageContent], pages: Sequence[PageText]
) -> list[PageContent]:
    """Return the pages without the rules under running heads and over running feet.

    `pages[i]` is the text of `contents[i]`, furniture marked. On pages turned upright heads and
    their rules stand upright.
    """
    found = [_candidates(c, p) for c, p in zip(contents, pages, strict=True)]
    seen = Counter(key for own in found for key in set(own.values()))
    result: list[PageContent] = []
    for content, own in zip(contents, found, strict=True):
        gone = [k for k, key in own.items() if sum(seen[n] for n in _near(key)) > 1]
        result.append(replace(content, paths=_without(content.paths, gone)) if gone else content)
    return result


def _near(key: _Key) -> list[_Key]:
    """Return the keys that differ from one by 3 pt in the gap and 1 pt in length at most.

    Lines that do not stand level have boxes of another height, hence the 3 pt.
    """
    gap, length = key
    return [(gap + i, length + j) for i in range(-3, 4) for j in (-1, 0, 1)]


def _candidates(content: PageContent, page: PageText) -> dict[int, _Key]:
    """Return thin paths beside a head or foot: index -> (gap, length), in points."""
    heads = [ln for ln, role in page.furniture if role in ("header", "footer", "page_number")]
    found: dict[int, _Key] = {}
    if not heads:
        return found
    boxes = content.paths.boxes
    thin = np.flatnonzero(np.minimum(*(boxes[:, 2:] - boxes[:, :2]).T) <= THIN)
    for k in thin.tolist():
        x0, y0, x1, y1 = boxes[k].tolist()
        keys = [key for head in heads if (key := _beside(head, (x0, y0, x1, y1), content))]
        if keys:
            found[k] = min(keys)
    return found


def _beside(head: TextLine, rule: BBox, content: PageContent) -> _Key | None:
    """Return how a rule lies to a head, None unless it runs along it, long and near."""
    is_flat = head.angle == 0
    along, across = (0, 1) if is_flat else (1, 0)
    length = rule[along + 2] - rule[along]
    sheet = content.width_pt if is_flat else content.height_pt
    if length < MIN_SHARE * sheet or rule[across + 2] - rule[across] > THIN:
        return None
    box = head.bbox_pt
    gap = max(rule[across] - box[across + 2], box[across] - rule[across + 2])
    return (round(gap), round(length)) if -2.0 <= gap <= NEAR_HEAD else None


def _without(paths: PathTable, gone: Sequence[int]) -> PathTable:
    """Return the paths but for some."""
    keep = np.ones(len(paths), dtype=np.bool_)
    keep[list(gone)] = False
    return PathTable(
        paths.boxes[keep],
        paths.is_filled[keep],
        paths.is_stroked[keep],
        paths.is_pale[keep],
        paths.is_box[keep],
    )
