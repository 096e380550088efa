"""Textures: seeded, bounded, and different where they should be."""

from __future__ import annotations

import numpy as np
import pytest

from scidoc_assets.sample.pictures import SIDE_PX, texture


@pytest.mark.parametrize("name", ["cells", "grains", "gel", "rings", "drop"])
def test_a_texture_is_a_grey_square_that_its_seed_decides(name: str) -> None:
    first = texture(name, 1, 1.5)
    assert first.shape == (SIDE_PX, SIDE_PX)
    assert first.min() >= 0
    assert first.max() <= 1
    assert first.std() > 0.05
    assert np.array_equal(first, texture(name, 1, 1.5))
    assert not np.array_equal(first, texture(name, 2, 1.5))


def test_a_denser_field_of_cells_is_brighter() -> None:
    assert texture("cells", 3, 2.0).mean() > texture("cells", 3, 0.3).mean() + 0.05


def test_a_flatter_drop_is_wider() -> None:
    def width(density: float) -> int:
        dark = texture("drop", 4, density)[:240] < 0.3
        return int(np.ptp(np.flatnonzero(dark.any(axis=0))))

    assert width(3.5) > width(2.1) + 20
