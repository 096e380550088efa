"""What is drawn on a page besides text: pictures and drawings, and rules.

Paths and images that touch or nearly touch are one graphic. Refuses to count what cannot be seen
(pale fills, boxes as large as the page) and keeps thin straight rules apart, since a rule alone
is typography, not a drawing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from scipy import ndimage

from scidoc_assets.schemas.geometry import BBox
from scidoc_assets.schemas.pages import FloatArray, PageContent

CELL = 2.0
JOIN_CELLS = 1
THIN = 2.6
MIN_RULE = 14.0
PAGE_SHARE = 0.85
SIDE_SHARE = 0.9

GraphicKind = Literal["raster", "vector", "mixed", "rules"]


@dataclass(frozen=True, slots=True)
class Graphic:
    """A connected drawing. `is_frame`: a box, also a shaded one or of four rules, surrounds it."""

    bbox_pt: BBox
    kind: GraphicKind
    is_frame: bool = False


@dataclass(frozen=True, slots=True)
class PageGraphics:
    """Graphics of a page and its horizontal rules, both top to bottom."""

    graphics: tuple[Graphic, ...]
    rules: tuple[BBox, ...]


def page_graphics(content: PageContent) -> PageGraphics:
    """Group the paths and images of a page to graphics; list its horizontal rules.

    Components are found on a grid of 2 pt cells, joined over gaps of up to about 8 pt, so the cost
    does not grow with the square of the number of paths.
    """
    if not (len(content.paths) or content.images or content.ink_boxes):
        return PageGraphics((), ())
    boxes, is_image, is_thin = _elements(content)
    rules = tuple(_boxes(_h_rules(content)))
    if not len(boxes):
        return PageGraphics((), rules)
    labels, count = _components(boxes, content)
    found: list[Graphic] = []
    for k in range(1, count + 1):
        own = labels == k
        if own.any():
            found.append(_graphic(boxes[own], is_image[own], is_thin[own]))
    found.sort(key=lambda g: (g.bbox_pt[1], g.bbox_pt[0]))
    return PageGraphics(tuple(found), rules)


def _elements(content: PageContent) -> tuple[FloatArray, np.ndarray, np.ndarray]:
    """Return boxes of all visible elements and flags: image, thin straight."""
    paths = content.paths
    area = (paths.boxes[:, 2] - paths.boxes[:, 0]) * (paths.boxes[:, 3] - paths.boxes[:, 1])
    visible = ~paths.is_pale & (area < PAGE_SHARE * content.width_pt * content.height_pt)
    drawn = paths.boxes[visible]
    placed = [im.bbox_pt for im in content.images if not _is_page_sized(im.bbox_pt, content)]
    placed += list(content.ink_boxes)
    boxes = np.vstack([drawn, np.asarray(placed, dtype=np.float64).reshape(-1, 4)])
    is_image = np.zeros(len(boxes), dtype=np.bool_)
    is_image[len(drawn) :] = True
    size = np.minimum(boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1])
    is_thin = (size <= THIN) & ~is_image
    return boxes, is_image, is_thin


def _is_page_sized(box: BBox, content: PageContent) -> bool:
    """Say whether a box covers nearly the whole page (a scan or a background)."""
    share = (box[2] - box[0]) * (box[3] - box[1]) / (content.width_pt * content.height_pt)
    return share >= PAGE_SHARE


def _h_rules(content: PageContent) -> FloatArray:
    """Return visible thin horizontal boxes of some length, sorted top to bottom."""
    paths = content.paths
    width = paths.boxes[:, 2] - paths.boxes[:, 0]
    height = paths.boxes[:, 3] - paths.boxes[:, 1]
    rules = paths.boxes[~paths.is_pale & (height <= THIN) & (width >= MIN_RULE)]
    thin = [
        im.bbox_pt
        for im in content.images
        if im.bbox_pt[3] - im.bbox_pt[1] <= THIN and im.bbox_pt[2] - im.bbox_pt[0] >= MIN_RULE
    ]
    rules = np.vstack([rules, np.asarray(thin, dtype=np.float64).reshape(-1, 4)])
    return _chained(rules[np.lexsort((rules[:, 0], rules[:, 1]))])


def _chained(rules: FloatArray) -> FloatArray:
    """Join rules of one height that touch end to end (cell borders drawn one by one)."""
    joined: list[list[float]] = []
    for x0, y0, x1, y1 in rules.tolist():
        last = joined[-1] if joined else None
        if last and abs(y0 - last[1]) <= 1.0 and x0 <= last[2] + 3.0:
            last[2], last[3] = max(last[2], x1), max(last[3], y1)
        else:
            joined.append([x0, y0, x1, y1])
    return np.asarray(joined, dtype=np.float64).reshape(-1, 4)


def _boxes(array: FloatArray) -> list[BBox]:
    """Return rows of an array as boxes."""
    return [(float(a), float(b), float(c), float(d)) for a, b, c, d in array]


def _components(boxes: FloatArray, content: PageContent) -> tuple[np.ndarray, int]:
    """Return the component number of every box and how many components there are."""
    rows = int(content.height_pt / CELL) + 3
    cols = int(content.width_pt / CELL) + 3
    x0 = np.clip((boxes[:, 0] / CELL).astype(int) - JOIN_CELLS, 0, cols - 2)
    y0 = np.clip((boxes[:, 1] / CELL).astype(int) - JOIN_CELLS, 0, rows - 2)
    x1 = np.clip((boxes[:, 2] / CELL).astype(int) + 1 + JOIN_CELLS, x0 + 1, cols - 1)
    y1 = np.clip((boxes[:, 3] / CELL).astype(int) + 1 + JOIN_CELLS, y0 + 1, rows - 1)
    left, top = x0.min(), y0.min()  # only the part of the page that is drawn on
    x0, y0, x1, y1 = x0 - left, y0 - top, x1 - left, y1 - top
    delta = np.zeros((y1.max() + 1, x1.max() + 1), dtype=np.int32)
    np.add.at(delta, (y0, x0), 1)
    np.add.at(delta, (y1, x1), 1)
    np.add.at(delta, (y0, x1), -1)
    np.add.at(delta, (y1, x0), -1)
    covered = delta.cumsum(axis=0).cumsum(axis=1) > 0
    found: Any = ndimage.label(covered, structure=np.ones((3, 3), dtype=int))
    labels, count = found
    return labels[(y0 + y1) // 2, (x0 + x1) // 2], int(count)


def _graphic(boxes: FloatArray, is_image: np.ndarray, is_thin: np.ndarray) -> Graphic:
    """Make one graphic of the elements of a component."""
    x0, y0 = boxes[:, :2].min(axis=0)
    x1, y1 = boxes[:, 2:].max(axis=0)
    areas = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    areas_all = max(float((x1 - x0) * (y1 - y0)), 1.0)
    kind: GraphicKind = "vector"
    if is_image.all():
        kind = "raster"
    elif is_image.any():
        kind = "mixed"
    elif is_thin.all():
        kind = "rules"
    box = (float(x0), float(y0), float(x1), float(y1))
    is_boxed = bool(not is_image.any() and kind == "vector" and (areas >= 0.9 * areas_all).any())
    return Graphic(box, kind, is_boxed or (kind == "rules" and _has_four_sides(boxes, box)))


def _has_four_sides(boxes: FloatArray, around: BBox) -> bool:
    """Say whether rules run along all four sides of a box, whole or in pieces."""
    for k in range(4):
        along = 1 - k % 2
        near = np.abs(boxes[:, k] - around[k]) < THIN
        covered = (boxes[near, along + 2] - boxes[near, along]).sum()
        if covered < SIDE_SHARE * (around[along + 2] - around[along]):
            return False
    return True


def graphics_in(box: BBox, graphics: Sequence[Graphic], share: float) -> list[Graphic]:
    """Return the graphics that lie inside a box by at least `share` of their own area."""
    return [g for g in graphics if graphics_share(g.bbox_pt, box) >= share]


def graphics_share(inner: BBox, outer: BBox) -> float:
    """Return the share of a graphic's box `inner` that lies in `outer`; thin boxes count as 0.5 pt thick."""
    w = max(inner[2] - inner[0], 0.5)
    h = max(inner[3] - inner[1], 0.5)
    dx = min(inner[2], outer[2]) - max(inner[0], outer[0])
    dy = min(inner[3], outer[3]) - max(inner[1], outer[1])
    return (
        max(0.0, min(dx + 0.5, w)) * max(0.0, min(dy + 0.5, h)) / (w * h)
        if dx > -0.5 and dy > -0.5
        else 0.0
    )
