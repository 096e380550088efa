"""Ink boxes are tight, in points, and never made up."""

from __future__ import annotations

import pymupdf
import pytest

from scidoc_assets.gateways.typeset.ink import InkRuler
from scidoc_assets.gateways.typeset.interface import TypesetError, TypesetFailure


def _page_with_a_filled_box() -> bytes:
    document = pymupdf.open()
    page = document.new_page(width=300, height=200)
    page.draw_rect(pymupdf.Rect(50, 40, 110, 70), color=None, fill=(0, 0, 0))
    return document.tobytes()


def test_a_generous_box_is_trimmed_to_the_drawn_rectangle() -> None:
    ruler = InkRuler("p", _page_with_a_filled_box())
    assert ruler.trim(0, (10, 10, 290, 190)) == pytest.approx((50, 40, 110, 70), abs=0.34)


def test_ink_outside_the_given_box_is_not_measured() -> None:
    ruler = InkRuler("p", _page_with_a_filled_box())
    assert ruler.trim(0, (60, 30, 100, 100)) == pytest.approx((60, 40, 100, 70), abs=0.34)


def test_an_empty_region_is_an_error_that_names_document_and_box() -> None:
    ruler = InkRuler("paper-3", _page_with_a_filled_box())
    with pytest.raises(TypesetError, match=r"paper-3.*no_ink") as caught:
        ruler.trim(0, (150, 100, 200, 150))
    assert caught.value.reason is TypesetFailure.NO_INK


def test_page_sizes_are_those_of_the_displayed_page() -> None:
    assert InkRuler("p", _page_with_a_filled_box()).page_sizes_pt() == [(300, 200)]
