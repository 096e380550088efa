from __future__ import annotations

import io
import math

import pytest
from PIL import Image

from scidoc_assets.domain.responses.cropping import (
    InvalidCrop,
    box_in_pixels,
    check_box,
    cut_image,
    find_image,
    lines_inside,
)
from scidoc_assets_tests.domain.responses.factory import the_images


def test_a_box_inside_the_image_is_taken_as_it_is() -> None:
    checked = check_box([0.1, 0.2, 0.6, 0.5])
    assert (checked.bbox, checked.note) == ((0.1, 0.2, 0.6, 0.5), None)


def test_a_box_partly_outside_is_cut_and_both_boxes_are_logged() -> None:
    checked = check_box([-0.1, 0.2, 0.6, 1.3])
    assert checked.bbox == (0.0, 0.2, 0.6, 1.0)
    assert checked.note == "bbox cut to the image: [-0.1, 0.2, 0.6, 1.3] -> [0.0, 0.2, 0.6, 1.0]"


@pytest.mark.parametrize(
    ("box", "message"),
    [
        ([0.6, 0.2, 0.1, 0.5], "no area"),
        ([0.6, 0.2, 0.6, 0.5], "no area"),
        ([1.2, 0.2, 1.6, 0.5], "outside the image"),
        ([-0.9, -0.9, -0.1, -0.1], "outside the image"),
        ([0, 0, 500, 300], "not normalised"),
        ([0, 0, math.nan, 0.5], "finite"),
        ([0, 0, 0.5], "four finite numbers"),
    ],
)
def test_an_unusable_box_is_refused_with_a_message(box: list[float], message: str) -> None:
    with pytest.raises(InvalidCrop, match=message):
        check_box(box)


def test_a_crop_has_the_original_resolution_and_the_right_place() -> None:
    image = the_images()[0]
    with Image.open(io.BytesIO(cut_image(image, (0.25, 0.5, 0.75, 1.0)))) as crop:
        assert crop.size == (100, 50)
        assert crop.getpixel((0, 0)) == (50, 50, 0)
        assert crop.getpixel((99, 49)) == (149, 99, 0)


def test_the_smallest_box_is_one_pixel() -> None:
    assert box_in_pixels((0.999, 0.999, 1.0, 1.0), 200, 100) == (199, 99, 200, 100)


def test_images_are_found_by_name_or_alias() -> None:
    images = the_images()
    assert find_image("figure1", images) is find_image("Figure 1", images) is images[0]


def test_a_crop_of_a_crop_is_refused() -> None:
    with pytest.raises(InvalidCrop, match="crop original images only: figure1, table1"):
        find_image("figure1_crop1", the_images())


def test_an_unknown_image_is_refused_naming_what_there_is() -> None:
    with pytest.raises(InvalidCrop, match="no image named 'figure9'; available images: figure1"):
        find_image("figure9", the_images())


def test_text_of_a_crop_is_the_lines_centred_in_it_in_the_crops_frame() -> None:
    lines = the_images()[0].ocr  # one line at (0.1, 0.1, 0.3, 0.2)
    (inside,) = lines_inside(lines, (0.0, 0.0, 0.5, 0.5))
    assert inside.bbox == pytest.approx((0.2, 0.2, 0.6, 0.4))
    assert lines_inside(lines, (0.5, 0.5, 1.0, 1.0)) == ()
