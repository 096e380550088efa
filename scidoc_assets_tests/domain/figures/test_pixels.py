"""Decoding crops and measuring their pixels."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from scidoc_assets.domain.figures.pixels import (
    CropDecodeError,
    decode_crop,
    dominant_colour_share,
    shrink,
    trim_to_ink,
)
from scidoc_assets_tests.domain.figures.examples import line_plot, noise, png, solid


def test_transparency_is_laid_over_white_like_paper() -> None:
    clear = Image.new("RGBA", (60, 60), (255, 0, 0, 0))
    assert (decode_crop(png(clear)) == 255).all()


@pytest.mark.parametrize("mode", ["L", "1", "P", "CMYK"])
def test_every_colour_mode_becomes_rgb(mode: str) -> None:
    encoded = png(noise(1).convert(mode), format="TIFF")
    assert decode_crop(encoded).shape == (300, 400, 3)


@pytest.mark.parametrize("bad", [b"", b"not a picture", png(noise(1))[:200]])
def test_bytes_that_are_no_whole_picture_are_refused(bad: bytes) -> None:
    with pytest.raises(CropDecodeError, match=f"{len(bad)} bytes"):
        decode_crop(bad)


def test_a_blank_page_is_all_one_colour() -> None:
    assert dominant_colour_share(np.asarray(solid("white"))) == 1.0


def test_noise_of_jpeg_does_not_hide_a_solid_crop() -> None:
    encoded = png(solid("#4070a0"), format="JPEG", quality=40)
    assert dominant_colour_share(decode_crop(encoded)) == 1.0


def test_a_sparse_line_plot_has_a_lower_share_than_the_limit_at_any_dpi() -> None:
    shares = [dominant_colour_share(np.asarray(line_plot(dpi=dpi))) for dpi in (100, 300, 600)]
    assert max(shares) < 0.97
    assert max(shares) - min(shares) < 0.02


def test_a_speck_on_white_stays_above_the_limit_at_any_size() -> None:
    for side in (200, 2000):
        page = solid("white", (side, side))
        ImageDraw.Draw(page).rectangle((0, 0, side // 12, side // 12), fill="black")
        assert dominant_colour_share(np.asarray(page)) > 0.97


def test_trimming_removes_the_margin_whatever_its_colour() -> None:
    page = solid("black", (100, 80))
    ImageDraw.Draw(page).rectangle((20, 10, 59, 49), fill="white")
    assert trim_to_ink(np.asarray(page)).shape == (40, 40, 3)


def test_a_picture_without_ink_is_not_trimmed_away() -> None:
    assert trim_to_ink(np.asarray(solid("red", (90, 70)))).shape == (70, 90, 3)


def test_shrinking_never_enlarges() -> None:
    assert shrink(np.asarray(noise(1)), 200).shape == (150, 200, 3)
    assert shrink(np.asarray(noise(1)), 4000).shape == (300, 400, 3)
