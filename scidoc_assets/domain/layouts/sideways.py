"""Pages whose text stands sideways (a wide table turned by 90 degrees on an upright page).

Such a page is turned upright for all rules, and every box is turned back afterwards. Refuses pages
with a mix of directions: most characters must read one way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from scidoc_assets.schemas.geometry import BBox
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


def as_displayed(
    page: PageContent, lines: Sequence[TextLine]
) -> tuple[PageContent, Sequence[TextLine]]:
    """Return a turned page's size and lines as they are displayed; any other page as it is.

    Running heads stand where the sheet has them, whatever way the rest was turned.
    """
    if not page.turned_by:
        return page, lines
    turn = Turn(page.turned_by, page.height_pt, page.width_pt)
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
