"""A layout model for tests that says what it was told to say.

Refuses to look at pixels.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scidoc_assets.gateways.layout.interface import LayoutBox


class FakeLayoutModel:
    """Returns the same boxes for every page and counts how often it was asked."""

    name = "fake-layout"

    def __init__(self, boxes: Sequence[LayoutBox]) -> None:
        self._boxes = list(boxes)
        self.calls = 0

    def boxes(self, pixels: np.ndarray) -> list[LayoutBox]:
        """Return the boxes given at the start."""
        self.calls += 1
        return list(self._boxes)
