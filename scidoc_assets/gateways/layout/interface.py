"""What a layout model offers: boxes of figures and tables on a page picture.

Refuses everything else a model may say (text, titles, captions): the rules read that better.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np

from scidoc_assets.schemas.geometry import BBox


@dataclass(frozen=True, slots=True)
class LayoutBox:
    """One box in pixels of the picture that was shown, with the model's own score in [0, 1]."""

    kind: Literal["figure", "table"]
    bbox_px: BBox
    score: float


class LayoutModel(Protocol):
    """A model that sees figures and tables on a page; `name` goes into the provenance."""

    name: str

    def boxes(self, pixels: np.ndarray) -> list[LayoutBox]:
        """Return the boxes on an RGB picture (height, width, 3)."""
        ...
