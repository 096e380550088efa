"""Tests of reading all pages with a decision for each."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from scidoc_assets.gateways.pdf.outcomes import ParseOptions
from scidoc_assets.gateways.pdf.read_pages import ocr_lines, read_pages
from scidoc_assets.schemas.figures import OcrRegion
from scidoc_assets_tests.painted import picture, save_pdf, write_prose


def _full_picture(page: pymupdf.Page) -> None:
    page.insert_image(page.rect, stream=picture(120, 170), keep_proportion=False)


def _read(path: Path, ocr=None, **options):
    with pymupdf.open(path) as document:
        return read_pages(document, ParseOptions(**options), ocr)


def test_a_page_of_text_is_plainly_fine(tmp_path: Path) -> None:
    found = _read(save_pdf(tmp_path / "a.pdf", lambda page: write_prose(page, 80, 20)))[0]
    assert (found.reason, found.text_source, found.source) == (None, "text_layer", "rule")


def test_a_page_that_is_a_picture_has_no_text_layer(tmp_path: Path) -> None:
    found = _read(save_pdf(tmp_path / "a.pdf", _full_picture))[0]
    assert (found.reason, found.has_text_layer, found.text_source) == (
        "no_text_layer",
        False,
        "none",
    )


def test_a_blank_page_is_not_said_to_lack_a_text_layer(tmp_path: Path) -> None:
    assert _read(save_pdf(tmp_path / "a.pdf", lambda page: None))[0].reason is None


def test_a_page_that_took_too_long_before_is_not_read_again_and_the_others_are(
    tmp_path: Path,
) -> None:
    path = save_pdf(tmp_path / "a.pdf", *[lambda page: write_prose(page, 80, 20)] * 2)
    with pymupdf.open(path) as document:
        slow, fine = read_pages(document, ParseOptions(), None, lost_pages={0})
    assert (slow.reason, slow.is_failed, slow.content.lines) == ("page_time_limit", True, ())
    assert (fine.reason, fine.is_failed) == (None, False)


def test_a_scan_over_the_pixel_limit_is_told_and_not_rendered(tmp_path: Path) -> None:
    path = save_pdf(tmp_path / "a.pdf", _full_picture)
    limits = ParseOptions().limits.model_copy(update={"page_pixels": 1000})
    (found,) = _read(path, limits=limits)
    assert (found.reason, found.source) == ("pixel_limit", "rule")


def test_ocr_reads_pages_without_text_up_to_its_budget(tmp_path: Path) -> None:
    calls: list[int] = []

    def reader(png: bytes) -> list[OcrRegion]:
        calls.append(len(png))
        return [OcrRegion(text="Seen words", confidence=0.9, bbox_px=(100, 200, 400, 230))]

    path = save_pdf(tmp_path / "a.pdf", _full_picture, _full_picture, _full_picture)
    pages = _read(path, reader, ocr_max_pages=2)
    assert len(calls) == 2
    assert [p.text_source for p in pages] == ["ocr", "ocr", "none"]
    assert [ln.text for ln in pages[0].content.lines] == ["Seen words"]
    assert pages[0].source.endswith("+ocr")


def test_ocr_boxes_become_points() -> None:
    region = OcrRegion(text="Words", confidence=0.9, bbox_px=(200, 400, 600, 450))
    line = ocr_lines([region], 72 / 200)[0]
    assert line.bbox_pt == pytest.approx((72, 144, 216, 162))
    assert line.size == pytest.approx(14.4)


def test_a_broken_page_fails_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from scidoc_assets.gateways.pdf import read_pages as module

    whole = module.page_content

    def breaks(page):
        if page.number == 1:
            raise RuntimeError("broken content")
        return whole(page)

    monkeypatch.setattr(module, "page_content", breaks)
    painters = [lambda page: write_prose(page, 80, 10)] * 3
    pages = _read(save_pdf(tmp_path / "a.pdf", *painters))
    assert [(p.is_failed, p.reason) for p in pages] == [
        (False, None),
        (True, "page_unreadable"),
        (False, None),
    ]
    assert pages[1].content.width_pt == 595
