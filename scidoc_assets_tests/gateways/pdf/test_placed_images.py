"""Tests of where a page shows images, and of the walk that is saved where none can be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pymupdf
import pytest

from scidoc_assets.gateways.pdf.placed_images import placed_images
from scidoc_assets.schemas.geometry import BBox
from scidoc_assets_tests.painted import picture, save_pdf

FRAME = (0.0, 0.0, 595.0, 842.0)


def _boxes(page: pymupdf.Page) -> list[BBox]:
    return [image.bbox_pt for image in placed_images(page, None, FRAME)]


def _shown_inside(tmp_path: Path, depth: int, *, has_picture: bool) -> pymupdf.Page:
    """A page whose forms, one in the other, end in a picture or in a line."""

    def innermost(page: pymupdf.Page) -> None:
        if has_picture:
            page.insert_image(pymupdf.Rect(0, 0, 595, 842), stream=picture(), keep_proportion=False)
        else:
            page.draw_line((10, 10), (500, 800))

    path = save_pdf(tmp_path / "0.pdf", innermost)
    for k in range(1, depth + 1):
        inner = pymupdf.open(path)

        def around(page: pymupdf.Page, inner: pymupdf.Document = inner) -> None:
            page.show_pdf_page(pymupdf.Rect(FRAME), inner, 0)

        path = save_pdf(tmp_path / f"{k}.pdf", around)
    return pymupdf.open(path)[0]


def _refuse_walk(page: pymupdf.Page, monkeypatch: pytest.MonkeyPatch) -> None:
    def walk() -> None:
        raise AssertionError("the page was walked over")

    monkeypatch.setattr(page, "get_image_info", walk)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_picture_inside_forms_is_found(tmp_path: Path, depth: int) -> None:
    page = _shown_inside(tmp_path, depth, has_picture=True)
    assert _boxes(page) == [pytest.approx(FRAME, abs=2)]


def test_forms_that_only_draw_cost_no_walk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = _shown_inside(tmp_path, 2, has_picture=False)
    _refuse_walk(page, monkeypatch)
    assert _boxes(page) == []


def test_a_form_with_a_pattern_is_walked_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = _shown_inside(tmp_path, 1, has_picture=False)
    document: Any = page.parent
    form = page.get_xobjects()[0][0]  # the outer one: its resources are its own
    document.xref_set_key(form, "Resources/Pattern", f"<</P0 {form} 0 R>>")
    _refuse_walk(page, monkeypatch)
    with pytest.raises(AssertionError, match="walked"):
        _boxes(page)


def test_resources_of_the_page_tree_are_the_page_s_own(tmp_path: Path) -> None:
    place = (100.0, 100.0, 160.0, 140.0)

    def paint(page: pymupdf.Page) -> None:
        page.insert_image(pymupdf.Rect(place), stream=picture())

    path = save_pdf(tmp_path / "a.pdf", paint)
    document = pymupdf.open(path)
    page = document[0]
    parent = int(document.xref_get_key(page.xref, "Parent")[1].split()[0])
    document.xref_set_key(parent, "Resources", document.xref_get_key(page.xref, "Resources")[1])
    document.xref_set_key(page.xref, "Resources", "null")
    again = pymupdf.open(stream=document.tobytes())
    assert again.xref_get_key(again[0].xref, "Resources")[0] == "null"
    assert _boxes(again[0]) == [pytest.approx(place, abs=1)]
