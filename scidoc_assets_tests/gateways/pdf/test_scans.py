"""Tests of scanned pages."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from scidoc_assets.gateways.pdf.extract import page_content
from scidoc_assets.gateways.pdf.scans import is_scan, with_ink
from scidoc_assets_tests.painted import save_pdf, write_prose


def _scanned(page: pymupdf.Page) -> None:
    """Paint a page, then show only its picture with an invisible text layer."""
    source = pymupdf.open()
    original = source.new_page(width=595, height=842)
    write_prose(original, 80, 12)
    original.draw_rect(pymupdf.Rect(150, 300, 400, 480), color=(0, 0, 0), width=2)
    page.insert_image(page.rect, pixmap=original.get_pixmap(dpi=100))
    page.insert_text((72, 92), "the quick study of many things", fontsize=10, render_mode=3)


def test_a_page_that_is_one_picture_is_a_scan(tmp_path: Path) -> None:
    page = pymupdf.open(save_pdf(tmp_path / "a.pdf", _scanned))[0]
    assert is_scan(page_content(page))


def test_a_page_with_a_large_figure_and_text_beside_it_is_none(tmp_path: Path) -> None:
    def paint(page: pymupdf.Page) -> None:
        write_prose(page, 660, 10)
        box = pymupdf.Rect(0, 0, 595, 640)
        page.insert_image(box, pixmap=pymupdf.Pixmap(pymupdf.csGRAY, pymupdf.IRect(0, 0, 50, 50)))

    page = pymupdf.open(save_pdf(tmp_path / "a.pdf", paint))[0]
    assert not is_scan(page_content(page))


def test_drawings_are_found_in_the_pixels_of_a_scan(tmp_path: Path) -> None:
    page = pymupdf.open(save_pdf(tmp_path / "a.pdf", _scanned))[0]
    content = with_ink(page, page_content(page), 10**7)
    assert content.images == ()
    assert len(content.ink_boxes) == 1
    assert content.ink_boxes[0] == pytest.approx((150, 300, 400, 480), abs=4)
