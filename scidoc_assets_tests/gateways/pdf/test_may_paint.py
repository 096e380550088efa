"""Tests of what a page may paint, and of the walks over it that are saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pymupdf
import pytest

from scidoc_assets.gateways.pdf.extract import page_content
from scidoc_assets.gateways.pdf.may_paint import LIGHT_PLACES, MayPaint, may_paint
from scidoc_assets_tests.painted import picture, save_pdf

PAGE = (0.0, 0.0, 595.0, 842.0)
PLACE = (100.0, 100.0, 160.0, 140.0)


def _page(tmp_path: Path, paint: Callable[[pymupdf.Page], None]) -> pymupdf.Page:
    return pymupdf.open(save_pdf(tmp_path / "a.pdf", paint))[0]


def _written(content: bytes) -> pymupdf.Page:
    """A page with this content stream and no resources."""
    document: Any = pymupdf.open()
    page = document.new_page()
    stream = document.get_new_xref()
    document.update_object(stream, "<<>>")
    document.update_stream(stream, content)
    page.set_contents(stream)
    return page


def _in_forms(tmp_path: Path, depth: int, paint: Callable[[pymupdf.Page], None]) -> pymupdf.Page:
    """A page whose forms, one in the other, end in what `paint` paints."""
    path = save_pdf(tmp_path / "0.pdf", paint)
    for k in range(1, depth + 1):
        inner = pymupdf.open(path)

        def around(page: pymupdf.Page, inner: pymupdf.Document = inner) -> None:
            page.show_pdf_page(pymupdf.Rect(PAGE), inner, 0)

        path = save_pdf(tmp_path / f"{k}.pdf", around)
    return pymupdf.open(path)[0]


def _words(page: pymupdf.Page) -> None:
    page.insert_text((72, 100), "b f s S all words, of a sort f* and B.")


def _line(page: pymupdf.Page) -> None:
    page.draw_line((10, 10), (500, 800))


def _picture(page: pymupdf.Page) -> None:
    page.insert_image(pymupdf.Rect(PAGE), stream=picture(), keep_proportion=False)


def _refuse_walks(page: pymupdf.Page, monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    def walk(**_: object) -> None:
        raise AssertionError("the page was walked over")

    for name in names:
        monkeypatch.setattr(page, name, walk)


def test_a_page_of_words_costs_the_walk_for_text_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = _page(tmp_path, _words)
    assert may_paint(page) == MayPaint(paths=False, images="none")
    _refuse_walks(page, monkeypatch, "get_image_info", "get_cdrawings")
    assert len(page_content(page).lines) == 1


@pytest.mark.parametrize("operator", ["f", "F", "f*", "S", "s", "B", "B*", "b", "b*"])
@pytest.mark.parametrize("after", ["", "\n", " ", "/G gs", "[1]0 d", "%c\n", "(a)Tj"])
def test_every_operator_that_paints_a_path_is_seen(operator: str, after: str) -> None:
    page = _written(f"10 10 100 100 re {operator}{after}".encode())
    assert may_paint(page).paths
    assert len(page_content(page).paths) == 1


def test_clips_and_ended_paths_paint_nothing() -> None:
    page = _written(b"q 10 10 100 100 re W n Q q 1 0 0 1 5 5 cm Q")
    assert not may_paint(page).paths
    assert not page.get_drawings()


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_what_forms_paint_is_found(tmp_path: Path, depth: int) -> None:
    shown = _in_forms(tmp_path, depth, _picture)
    assert may_paint(shown).images == "apart"
    assert [i.bbox_pt for i in page_content(shown).images] == [pytest.approx(PAGE, abs=2)]
    drawn = _in_forms(tmp_path, depth, _line)
    assert may_paint(drawn) == MayPaint(paths=True, images="none")
    assert len(page_content(drawn).paths) == 1
    assert may_paint(_in_forms(tmp_path, depth, _words)) == MayPaint(paths=False, images="none")


def test_forms_nested_deeper_than_calls_can_be_are_all_looked_into() -> None:
    page = _written(b"/X Do")
    document: Any = page.parent
    inner, content = None, b"0 0 5 5 re f"
    for _ in range(2000):
        form = document.get_new_xref()
        places = f"/Resources<</XObject<</X {inner} 0 R>>>>" if inner else ""
        document.update_object(form, f"<</Subtype/Form/BBox[0 0 9 9]{places}>>")
        document.update_stream(form, content)
        inner, content = form, b"/X Do"
    document.xref_set_key(page.xref, "Resources", f"<</XObject<</X {inner} 0 R>>>>")
    assert may_paint(page).paths


def test_patterns_may_paint_anything(tmp_path: Path) -> None:
    page = _in_forms(tmp_path, 1, _words)
    document: Any = page.parent
    form = page.get_xobjects()[0][0]  # the outer one: its resources are its own
    document.xref_set_key(form, "Resources/Pattern", f"<</P0 {form} 0 R>>")
    assert may_paint(page) == MayPaint(paths=True, images="apart")
    own = _page(tmp_path, _words)
    document = own.parent
    document.xref_set_key(own.xref, "Resources", f"<</Pattern<</P0 {own.xref} 0 R>>>>")
    assert may_paint(own) == MayPaint(paths=True, images="apart")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("Font", "<</Type/Font/Subtype/Type3>>"),
        ("ExtGState", "<</SMask<</S/Luminosity/G 1 0 R>>>>"),
    ],
)
def test_drawn_type_and_soft_masks_may_paint_paths(tmp_path: Path, key: str, value: str) -> None:
    page = _page(tmp_path, _words)
    document: Any = page.parent
    xref = document.get_new_xref()
    document.update_object(xref, value)
    for entry in (f"{xref} 0 R", value):  # an object of its own, or written in place
        document.xref_set_key(page.xref, "Resources", f"<</{key}<</X {entry}>>>>")
        assert may_paint(page) == MayPaint(paths=True, images="none")
    document.xref_set_key(page.xref, "Resources", f"<</{key}<</X<</SMask/None>>>>>>")
    assert may_paint(page) == MayPaint(paths=False, images="none")


def test_annotations_may_paint_anything(tmp_path: Path) -> None:
    def paint(page: pymupdf.Page) -> None:
        _words(page)
        page.add_rect_annot(pymupdf.Rect(10, 10, 100, 100))

    page = _page(tmp_path, paint)
    assert may_paint(page) == MayPaint(paths=True, images="apart")
    assert len(page_content(page).paths) == 1


def test_resources_of_the_page_tree_are_the_page_s_own(tmp_path: Path) -> None:
    def paint(page: pymupdf.Page) -> None:
        page.insert_image(pymupdf.Rect(PLACE), stream=picture())

    page = _page(tmp_path, paint)
    document: Any = page.parent
    parent = int(document.xref_get_key(page.xref, "Parent")[1].split()[0])
    document.xref_set_key(parent, "Resources", document.xref_get_key(page.xref, "Resources")[1])
    document.xref_set_key(page.xref, "Resources", "null")
    again = pymupdf.open(stream=document.tobytes())
    assert again.xref_get_key(again[0].xref, "Resources")[0] == "null"
    assert [i.bbox_pt for i in page_content(again[0]).images] == [pytest.approx(PLACE, abs=1)]


def test_light_pictures_are_read_with_the_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def paint(page: pymupdf.Page) -> None:
        _words(page)
        page.insert_image(pymupdf.Rect(PLACE), stream=_jpeg(400, 300))

    page = _page(tmp_path, paint)
    assert may_paint(page) == MayPaint(paths=False, images="with_text")
    [apart] = [image["bbox"] for image in page.get_image_info()]
    _refuse_walks(page, monkeypatch, "get_image_info", "get_cdrawings")
    [image] = page_content(page).images
    assert (image.bbox_pt, image.width_px, image.height_px) == (apart, 400, 300)


def test_pictures_that_would_have_to_be_decoded_are_read_apart(tmp_path: Path) -> None:
    def large(page: pymupdf.Page) -> None:
        page.insert_image(pymupdf.Rect(PLACE), pixmap=_pixels(400, 300))

    def masked(page: pymupdf.Page) -> None:
        mask = pymupdf.Pixmap(pymupdf.csGRAY, pymupdf.IRect(0, 0, 40, 30)).tobytes("png")
        page.insert_image(pymupdf.Rect(PLACE), stream=_jpeg(40, 30), mask=mask)

    def often(page: pymupdf.Page) -> None:
        xref = page.insert_image(pymupdf.Rect(PLACE), stream=_jpeg(40, 30))
        for k in range(LIGHT_PLACES):
            page.insert_image(pymupdf.Rect(PLACE) * pymupdf.Matrix(1, 0, 0, 1, k, k), xref=xref)

    for paint, count in ((large, 1), (masked, 1), (often, LIGHT_PLACES + 1)):
        page = _page(tmp_path, paint)
        assert may_paint(page).images == "apart"
        assert len(page_content(page).images) == count


@pytest.mark.parametrize(
    ("head", "walk"),
    [
        ("/W 2 /H 2", "with_text"),
        ("/Width 2/Height 2", "with_text"),
        ("/W 2000 /H 2000", "apart"),
        ("/W 2", "apart"),
        (f"/W 2 /H 2 /Decode [{'0 1 ' * 400}]", "apart"),
    ],
)
def test_inline_pictures_are_light_when_they_say_so(head: str, walk: str) -> None:
    page = _written(f"q 50 0 0 50 100 100 cm\nBI\n{head} /BPC 8 /CS /G\nID abcd\nEI Q".encode())
    assert may_paint(page).images == walk


def _pixels(width: int, height: int) -> pymupdf.Pixmap:
    pixels = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, width, height))
    pixels.clear_with(90)
    return pixels


def _jpeg(width: int, height: int) -> bytes:
    return _pixels(width, height).tobytes("jpeg")
