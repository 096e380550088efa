"""Panel letters of a figure and the boxes of its panels.

Letters count when they are printed in or under the figure, or when the caption goes through them;
either way they must run from A (or a) without a gap. Refuses single letters and letters out of
order: an axis label `x` is no panel.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from scidoc_assets.domain.figures.graphics import Graphic
from scidoc_assets.schemas.figures import Panel
from scidoc_assets.schemas.geometry import BBox, union
from scidoc_assets.schemas.pages import TextLine

MAX_PANELS = 26
MIN_WHITE = 4.0  # points between graphics that stand apart
_PRINTED = re.compile(r"^\s*[(\[]?([A-Za-z])[)\].:]?(?:\s*[(\[]?[ivx]+[)\]])?\s*$")
_SUBCAPTION = re.compile(r"^\s*\(([A-Za-z])\)\s")
_IN_BRACKETS = re.compile(
    r"[(\[]\s*([A-Za-z])\s*(?:(?:,|and|&|-|\u2013|\u2014)\s*([A-Za-z])\s*)*[)\]]"
)
_AT_START = re.compile(r"(?:^|[.:;|]\s+|\s)([A-Z])(?:\s*[\-\u2013,&]\s*([A-Z]))?[.,:)|]\s*(?=\S)")
_LOW_AT_START = re.compile(r"(?:^|[.:;|]\s+)([a-z])(?:\s*[\-\u2013,&]\s*([a-z]))?[.,:)|]\s*(?=\S)")


def find_panels(
    caption: str | None, lines: Sequence[TextLine], graphics: Sequence[Graphic]
) -> list[Panel]:
    """Return the panels of a figure in letter order.

    `caption`: text behind the label. `lines` and `graphics`: what lies in the figure's region. A
    panel has a box only when its letter is printed as text.
    """
    printed = _printed_letters(lines)
    run = _run_of(printed)
    named = _named_letters(caption or "")
    if len(run) < 2:
        return [Panel(letter=letter) for letter in named]
    if named and named[0] == run[0] and len(named) > len(run):
        run = named
    boxes = _panel_boxes({k: printed[k] for k in run if k in printed}, graphics)
    return [Panel(letter=letter, bbox_pt=boxes.get(letter)) for letter in run]


def stand_side_by_side(graphics: Sequence[Graphic]) -> bool:
    """Say whether at least two graphics of like height stand beside each other, apart.

    Each fills a quarter of the whole width or more; so a legend or a colour bar is no second one.
    """
    drawn = [g.bbox_pt for g in graphics if g.kind != "rules"]
    if len(drawn) < 2:
        return False
    stacks: list[BBox] = []
    for box in sorted(drawn):
        if stacks and box[0] < stacks[-1][2] + MIN_WHITE:
            stacks[-1] = union((stacks[-1], box))
        else:
            stacks.append(box)
    whole = union(stacks)
    large = [
        b
        for b in stacks
        if b[2] - b[0] >= 0.25 * (whole[2] - whole[0])
        and b[3] - b[1] >= 0.6 * (whole[3] - whole[1])
    ]
    return len(large) >= 2


def _printed_letters(lines: Sequence[TextLine]) -> dict[str, BBox]:
    """Return letter -> box of letters that stand alone or open a sub-caption."""
    found: dict[str, BBox] = {}
    for line in lines:
        match = _PRINTED.match(line.text) or _SUBCAPTION.match(line.text)
        if match and match[1] not in found:
            found[match[1]] = line.bbox_pt
    return found


def _run_of(letters: dict[str, BBox] | set[str]) -> list[str]:
    """Return the longest run of letters from A or a without a gap."""
    best: list[str] = []
    for first in ("A", "a"):
        run: list[str] = []
        while chr(ord(first) + len(run)) in letters and len(run) < MAX_PANELS:
            run.append(chr(ord(first) + len(run)))
        if len(run) > len(best):
            best = run
    return best


def _named_letters(caption: str) -> list[str]:
    """Return the letters that a caption goes through, from A without a gap, at least two."""
    text = " ".join(caption.split())
    for pattern in (_IN_BRACKETS, _AT_START, _LOW_AT_START):
        letters: set[str] = set()
        for match in pattern.finditer(text):
            letters |= _expanded(match.group(0))
        run = _run_of(letters)
        if len(run) >= 2:
            return run
    return []


def _expanded(text: str) -> set[str]:
    """Return the single letters in a mention such as `(a-c)` or `A, B`."""
    found: set[str] = set()
    for match in re.finditer(r"\b([A-Za-z])\b(?:\s*[\-\u2013\u2014]\s*([A-Za-z])\b)?", text):
        first, last = match[1], match[2] or match[1]
        if first.islower() == last.islower() and ord(first) <= ord(last) < ord(first) + MAX_PANELS:
            found |= {chr(c) for c in range(ord(first), ord(last) + 1)}
    return found


def _panel_boxes(letters: dict[str, BBox], graphics: Sequence[Graphic]) -> dict[str, BBox]:
    """Return for each printed letter the box around it and the drawings nearest to it."""
    members: dict[str, list[BBox]] = {letter: [box] for letter, box in letters.items()}
    for graphic in graphics:
        nearest = min(letters, key=lambda k: _distance(letters[k], graphic.bbox_pt))
        members[nearest].append(graphic.bbox_pt)
    return {letter: union(boxes) for letter, boxes in members.items()}


def _distance(letter: BBox, box: BBox) -> float:
    """Return the squared gap between a letter and a drawing, 0 when they touch."""
    dx = max(box[0] - letter[2], letter[0] - box[2], 0.0)
    dy = max(box[1] - letter[3], letter[1] - box[3], 0.0)
    return dx * dx + dy * dy
