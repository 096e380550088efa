"""Test of the layout box."""

from __future__ import annotations

import dataclasses

import pytest

from scidoc_assets.gateways.layout.interface import LayoutBox


def test_a_box_cannot_be_changed() -> None:
    box = LayoutBox("table", (0, 0, 9, 9), 0.8)
    with pytest.raises(dataclasses.FrozenInstanceError):
        box.score = 0.1  # type: ignore[misc]
