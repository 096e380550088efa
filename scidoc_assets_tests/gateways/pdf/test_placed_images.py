"""Tests of where a page shows images."""

from __future__ import annotations

import pymupdf
import pytest

from scidoc_assets.gateways.pdf.placed_images import placed_images
from scidoc_assets.schemas.geometry import BBox
from scidoc_assets.schemas.pages import PlacedImage

FRAME = (0.0, 0.0, 600.0, 800.0)


def _shown(bbox: BBox) -> list[dict[str, object]]:
    return [{"bbox": bbox, "width": 40, "height": 30}]


def test_images_are_cut_to_the_page() -> None:
    found = placed_images(_shown((-10.0, 700.0, 50.0, 900.0)), None, FRAME)
    assert found == [PlacedImage((0.0, 700.0, 50.0, 800.0), 40, 30)]


@pytest.mark.parametrize("bbox", [(-50.0, 0.0, -10.0, 40.0), (100.0, 100.0, 100.0, 140.0)])
def test_images_beside_the_page_or_without_breadth_are_not_shown(bbox: BBox) -> None:
    assert placed_images(_shown(bbox), None, FRAME) == []


def test_images_of_a_turned_page_stand_as_displayed() -> None:
    turn = pymupdf.Matrix(0, 1, -1, 0, 600, 0)
    [image] = placed_images(_shown((10.0, 20.0, 110.0, 220.0)), turn, FRAME)
    assert image.bbox_pt == (380.0, 10.0, 580.0, 110.0)
