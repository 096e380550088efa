"""Where a page shows images: places on the displayed page and declared sizes.

Refuses pixels.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scidoc_assets.gateways.pdf.library import pymupdf
from scidoc_assets.gateways.pdf.text_lines import turned_box
from scidoc_assets.schemas.geometry import BBox, clipped
from scidoc_assets.schemas.pages import PlacedImage


def placed_images(
    shown: Iterable[Mapping[str, Any]], turn: pymupdf.Matrix | None, frame: BBox
) -> list[PlacedImage]:
    """Return the images that PyMuPDF lists on a page, cut to the page's `frame`.

    `turn` maps the frame of the unrotated page to the displayed one; None where they are one.
    """
    found: list[PlacedImage] = []
    for info in shown:
        box = clipped(turned_box(info["bbox"], turn), frame)
        if box is not None and box[2] > box[0] and box[3] > box[1]:
            found.append(PlacedImage(box, int(info["width"]), int(info["height"])))
    return found
