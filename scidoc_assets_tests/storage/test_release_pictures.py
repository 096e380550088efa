"""Pixels leave where the licence allows it, or where the owner asked for all of them."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from scidoc_assets.storage.release_pictures import (
    ReleasePictures,
    ShownFigure,
    picture_name,
    picture_suffix,
)
from scidoc_assets_tests.domain.responses.factory import png

OPEN = ShownFigure("open/fig 1", "open", "ab" * 32)
CLOSED = ShownFigure("closed/fig 1", "closed", "cd" * 32)
LOST = ShownFigure("open/fig 2", "open", None)


@pytest.mark.parametrize(
    ("figure", "has_all", "licence_class"),
    [
        (OPEN, False, "open"),
        (OPEN, True, "open"),
        (CLOSED, False, "locators"),
        (CLOSED, True, "own_use"),
        (LOST, False, "locators"),
        (LOST, True, "locators"),
    ],
)
def test_how_a_figure_leaves(figure: ShownFigure, has_all: bool, licence_class: str) -> None:
    pictures = ReleasePictures(lambda sha256: b"", {"open"}, has_all=has_all)
    assert pictures.licence_class(figure) == licence_class
    assert pictures.shows(figure) == (licence_class != "locators")


def test_a_picture_is_named_by_figure_digest_and_type() -> None:
    assert picture_name(OPEN, png(3, 3)) == "open-fig-1-abababab.png"
    out = io.BytesIO()
    Image.new("RGB", (3, 3)).save(out, "JPEG")
    assert picture_suffix(out.getvalue()) == "jpg"
