"""Tests of pages and crops as pixels."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pymupdf
import pytest
from PIL import Image

from scidoc_assets.gateways.pdf.opening import PdfError
from scidoc_assets.gateways.pdf.render import (
    RenderError,
    crop,
    crop_png,
    ink_bounds,
    page_png,
    render,
)
from scidoc_assets_tests.painted import picture, save_pdf


def _size(png: bytes) -> tuple[int, int]:
    return Image.open(io.BytesIO(png)).size


def _black(page: pymupdf.Page) -> None:
    page.draw_rect(pymupdf.Rect(100, 200, 172, 236), color=None, fill=(0, 0, 0))


def test_a_crop_is_trimmed_to_its_ink_at_the_asked_dpi(tmp_path: Path) -> None:
    path = save_pdf(tmp_path / "a.pdf", _black)
    with pymupdf.open(path) as document:
        found = crop(document[0], (60, 150, 300, 400), 300, 10**8)
    assert found.bbox_pt == pytest.approx((100, 200, 172, 236), abs=0.3)
    assert (found.width_px, found.height_px) == pytest.approx((300, 150), abs=1)
    assert _size(found.png) == (found.width_px, found.height_px)


def test_slack_takes_in_ink_that_sticks_out(tmp_path: Path) -> None:
    path = save_pdf(tmp_path / "a.pdf", _black)
    with pymupdf.open(path) as document:
        found = crop(document[0], (101, 201, 171, 235), 72, 10**8, slack_pt=2.0)
    assert found.bbox_pt == pytest.approx((100, 200, 172, 236), abs=0.1)


def test_a_crop_of_a_rotated_page_is_what_is_displayed(tmp_path: Path) -> None:
    def paint(page: pymupdf.Page) -> None:
        _black(page)
        page.set_rotation(90)

    path = save_pdf(tmp_path / "a.pdf", paint)
    width, height = _size(crop_png(path, 0, (500, 50, 842, 400), 72))
    assert (width, height) == (36, 72)


def test_a_pixel_cap_refuses_before_rendering(tmp_path: Path) -> None:
    path = save_pdf(tmp_path / "a.pdf", _black)
    with pytest.raises(RenderError) as error:
        page_png(path, 0, 300, max_pixels=1000)
    assert error.value.reason == "pixel_limit"


def test_an_image_declared_too_large_is_never_decoded(tmp_path: Path) -> None:
    def paint(page: pymupdf.Page) -> None:
        page.insert_image(pymupdf.Rect(10, 10, 60, 60), stream=picture(60, 40))

    path = save_pdf(tmp_path / "a.pdf", paint)
    with pymupdf.open(path) as document, pytest.raises(RenderError) as error:
        render(document[0], None, 72, 2000)
    assert "60 x 40" in str(error.value)


def test_white_space_has_no_ink_and_stays_whole() -> None:
    assert ink_bounds(np.full((5, 7), 255, dtype=np.uint8)) == (0, 0, 7, 5)


def test_equal_input_gives_equal_bytes(tmp_path: Path) -> None:
    path = save_pdf(tmp_path / "a.pdf", _black)
    assert page_png(path, 0, 72) == page_png(path, 0, 72)


def test_colour_spaces_come_out_as_rgb(tmp_path: Path) -> None:
    def paint(page: pymupdf.Page) -> None:
        cmyk = pymupdf.Pixmap(pymupdf.csCMYK, 8, 8, bytes([0, 255, 255, 0] * 64), False)
        page.insert_image(pymupdf.Rect(10, 10, 50, 50), pixmap=pymupdf.Pixmap(pymupdf.csRGB, cmyk))
        page.draw_rect(pymupdf.Rect(60, 10, 90, 50), color=None, fill=(0, 1, 1, 0))

    path = save_pdf(tmp_path / "a.pdf", paint)
    image = Image.open(io.BytesIO(crop_png(path, 0, (5, 5, 100, 60), 72)))
    assert image.mode == "RGB"
    red, green, blue = image.getpixel((60, 20))  # type: ignore[misc]
    assert red > 150
    assert max(green, blue) < 120


def test_a_page_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    path = save_pdf(tmp_path / "a.pdf", _black)
    with pytest.raises(PdfError, match="page 5"):
        page_png(path, 5, 72)
