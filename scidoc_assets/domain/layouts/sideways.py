"""Pages whose text stands sideways (a wide table turned by 90 degrees on an upright page).

Such a page is turned upright for all rules, and every box is turned back afterwards. Refuses pages
with a mix of directions: most characters must read one way, and no caption may stand level.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from scidoc_assets.schemas.geometry import BBox
from scidoc_assets.schemas.labelling import match_label
from scidoc_assets.schemas.pages import PageContent, PlacedImage, TextLine, TextSpan, make_line

MIN_CHARS = 60
MIN_SHARE = 0.6
ASCENT = 0.78


@dataclass(frozen=True, slots=True)
class Turn:
    """How a page was turned: `angle` is the reading direction it had, size before turning."""

    angle: int
    width_pt: float
    height_pt: float

    def forward(self, box: BBox) -> BBox:
        """Map a box of the displayed page to the upright page."""
        x0, y0, x1, y1 = box
        if self.angle == 270:
            return (self.height_pt - y1, x0, self.height_pt - y0, x1)
        return (y0, self.width_pt - x1, y1, self.width_pt - x0)

    def back(self, box: BBox) -> BBox:
        """Map a box of the upright page to the displayed page."""
        x0, y0, x1, y1 = box
        if self.angle == 270:
            return (y0, self.height_pt - x1, y1, self.height_pt - x0)
        return (self.width_pt - y1, x0, self.width_pt - y0, x1)


def upright(content: PageContent) -> tuple[PageContent, Turn | None]:
    """Return a page turned so that most of its text reads from left to right, and the turn."""
    weights: Counter[int] = Counter()
    for line in content.lines:
        weights[line.angle] += len(line.text)
    if not weights:
        return content, None
    if any(line.angle == 0 and _opens_caption(line.text) for line in content.lines):
        return content, None
    angle, chars = weights.most_common(1)[0]
    if angle not in (90, 270) or chars < MIN_CHARS or chars < MIN_SHARE * sum(weights.values()):
        return content, None
    turn = Turn(angle, content.width_pt, content.height_pt)
    paths = content.paths
    boxes = np.asarray([turn.forward(tuple(b)) for b in paths.boxes.tolist()], dtype=np.float64)
    turned = replace(
        content,
        width_pt=content.height_pt,
        height_pt=content.width_pt,
        lines=tuple(_turned_line(line, turn) for line in content.lines),
        paths=replace(paths, boxes=boxes.reshape(-1, 4)),
        images=tuple(
            PlacedImage(turn.forward(im.bbox_pt), im.width_px, im.height_px)
            for im in content.images
        ),
        ink_boxes=tuple(turn.forward(b) for b in content.ink_boxes),
        turned_by=angle,
    )
    return turned, turn


def _opens_caption(text: str) -> bool:
    """Say whether a line begins with a label and a mark: "Figure 7: ..."."""
    found = match_label(text) if text[:1].isupper() else None
    return found is not None and text[found.end :].lstrip()[:1] in (".", ":", "|")


def as_displayed(
    page: PageContent, lines: Sequence[TextLine]
) -> tuple[PageContent, Sequence[TextLine]]:
    """Return a turned page's size and lines as they are displayed; any other page as it is.

    Running heads stand where the sheet has them, whatever way the rest was turned.
    """
    return _turned_back(page, lines, page.turned_by)


def as_on_the_sheet(
    page: PageContent, lines: Sequence[TextLine]
) -> tuple[PageContent, Sequence[TextLine]]:
    """Return the size and lines of a page with /Rotate as without it; any other as displayed.

    A wide table may stand on a page that is rotated with it, and the running head is not.
    """
    angle = page.turned_by or (-page.rotation) % 360
    return _turned_back(page, lines, angle if angle in (90, 270) else 0)


def _turned_back(
    page: PageContent, lines: Sequence[TextLine], angle: int
) -> tuple[PageContent, Sequence[TextLine]]:
    """Return a page's size and lines before it was turned by `angle`; 0 leaves it alone."""
    if not angle:
        return page, lines
    turn = Turn(angle, page.height_pt, page.width_pt)
    shown: list[TextLine] = []
    for line in lines:
        box = turn.back(line.bbox_pt)
        baseline = box[3] - (1 - ASCENT) * line.size
        angle = (line.angle + turn.angle) % 360
        shown.append(replace(line, bbox_pt=box, baseline=baseline, angle=angle))
    return replace(page, width_pt=page.height_pt, height_pt=page.width_pt), shown


def _turned_line(line: TextLine, turn: Turn) -> TextLine:
    """Return a line on the upright page; spans share its length by their number of characters."""
    x0, y0, x1, y1 = turn.forward(line.bbox_pt)
    angle = (line.angle - turn.angle) % 360
    baseline = y1
    if angle == 0:
        baseline = y0 + ASCENT * (y1 - y0)
        y0, y1 = baseline - ASCENT * line.size, baseline + (1 - ASCENT) * line.size
    spans: list[TextSpan] = []
    total = max(1, sum(len(s.text) for s in line.spans))
    reach = x0
    for span in line.spans:
        end = reach + (x1 - x0) * len(span.text) / total
        spans.append(span._replace(x0=reach, x1=end))
        reach = end
    return make_line(
        (x0, y0, x1, y1), baseline, line.size, angle, line.block, tuple(spans), line.text
    )
