"""Test of the fake layout model."""

from __future__ import annotations

import numpy as np

from scidoc_assets.gateways.layout.fake import FakeLayoutModel
from scidoc_assets.gateways.layout.interface import LayoutBox


def test_the_fake_says_what_it_was_told_and_counts() -> None:
    model = FakeLayoutModel([LayoutBox("figure", (0, 0, 9, 9), 0.8)])
    assert model.boxes(np.zeros((2, 2, 3), dtype=np.uint8))[0].score == 0.8
    assert model.calls == 1
