"""Contact sheets stay small, deterministic and complete."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from scidoc_assets.domain.figures.sheets import MAX_BYTES, SheetItem, contact_sheet
from scidoc_assets_tests.domain.figures.examples import line_plot, noise, png


def opened(encoded: bytes) -> Image.Image:
    return Image.open(io.BytesIO(encoded)).convert("RGB")


def speckle(seed: int) -> bytes:
    """Incompressible pixels: the worst that a sheet can be given."""
    pixels = np.random.default_rng(seed).integers(0, 256, (300, 400, 3), dtype=np.uint8)
    return png(pixels)


def test_a_sheet_shows_every_crop_in_its_cell() -> None:
    colours = ["red", "lime", "blue"]
    items = [SheetItem(c, "kept", png(Image.new("RGB", (300, 300), c))) for c in colours]
    sheet = opened(contact_sheet(items))
    centres = [sheet.getpixel((8 + 228 * place + 110, 118)) for place in range(3)]
    assert centres == [(255, 0, 0), (0, 255, 0), (0, 0, 255)]


def test_a_full_sheet_of_the_worst_crops_stays_below_the_limit() -> None:
    items = [SheetItem(f"p--figure-{n}", "dominant_colour", speckle(n)) for n in range(60)]
    encoded = contact_sheet(items)
    assert len(encoded) <= MAX_BYTES
    assert opened(encoded).width > 240


def test_a_sheet_of_plots_keeps_large_cells() -> None:
    plot = png(line_plot())
    encoded = contact_sheet([SheetItem(f"figure {n}", "kept", plot) for n in range(12)])
    assert len(encoded) <= MAX_BYTES
    assert opened(encoded).width > 6 * 180


def test_unreadable_and_missing_crops_are_empty_frames() -> None:
    sheet = opened(contact_sheet([SheetItem("a", "x", b"bad"), SheetItem("b", "y", None)]))
    assert sheet.getpixel((118, 118)) == sheet.getpixel((346, 118)) == sheet.getpixel((2, 2))


def test_no_figures_give_a_sheet_that_says_so() -> None:
    sheet = np.asarray(opened(contact_sheet([])))
    assert sheet.min() < 60


def test_more_figures_than_cells_are_counted_at_the_foot() -> None:
    item = SheetItem("a", "b", png(noise(1)))
    exact = opened(contact_sheet([item] * 48))
    more = opened(contact_sheet([item] * 49))
    assert more.height > exact.height


def test_the_same_items_give_the_same_bytes() -> None:
    items = [SheetItem("a", "long " * 30, png(noise(n))) for n in range(4)]
    assert contact_sheet(items) == contact_sheet(items)


def test_a_limit_that_nothing_fits_is_an_error() -> None:
    with pytest.raises(ValueError, match="does not fit 500 bytes"):
        contact_sheet([SheetItem("a", "b", speckle(1))] * 4, max_bytes=500)
