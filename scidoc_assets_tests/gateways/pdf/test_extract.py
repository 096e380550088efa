"""Tests of reading pages as plain data, in the frame of the displayed page."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from scidoc_assets.gateways.pdf.extract import page_content
from scidoc_assets_tests.painted import picture, save_pdf


def _open(path: Path) -> pymupdf.Page:
    return pymupdf.open(path)[0]


def _paint(page: pymupdf.Page) -> None:
    page.insert_text((100, 200), "Hello words", fontsize=12)
    page.draw_rect(pymupdf.Rect(100, 300, 200, 350), color=(0, 0, 0))
    page.insert_image(pymupdf.Rect(300, 300, 360, 340), stream=picture())


def test_text_paths_and_images_are_read_with_their_boxes(tmp_path: Path) -> None:
    content = page_content(_open(save_pdf(tmp_path / "a.pdf", _paint)))
    assert [ln.text for ln in content.lines] == ["Hello words"]
    assert content.lines[0].bbox_pt[0] == pytest.approx(100, abs=2)
    assert content.lines[0].baseline == pytest.approx(200, abs=0.1)
    assert tuple(content.paths.boxes[0]) == pytest.approx((100, 300, 200, 350), abs=1)
    assert content.images[0].bbox_pt == pytest.approx((300, 300, 360, 340), abs=1)
    assert (content.images[0].width_px, content.images[0].height_px) == (60, 40)


def test_a_rotated_page_is_read_as_it_is_displayed(tmp_path: Path) -> None:
    def paint(page: pymupdf.Page) -> None:
        _paint(page)
        page.set_rotation(90)

    page = _open(save_pdf(tmp_path / "a.pdf", paint))
    content = page_content(page)
    assert (content.width_pt, content.height_pt) == (842, 595)
    x0, y0, x1, y1 = content.paths.boxes[0]
    assert (x0, y0, x1, y1) == pytest.approx((842 - 350, 100, 842 - 300, 200), abs=1)
    assert content.lines[0].angle == 90
    ink = _ink_box(page)
    everything = [*content.paths.boxes.tolist(), *(im.bbox_pt for im in content.images)]
    assert min(b[0] for b in everything) == pytest.approx(ink[0], abs=1.5)
    assert max(b[2] for b in everything) <= ink[2] + 1.5


def _ink_box(page: pymupdf.Page) -> tuple[float, float, float, float]:
    from scidoc_assets.gateways.pdf.render import ink_bounds, render

    left, top, right, bottom = ink_bounds(render(page, None, 72, 10**7, is_grey=True))
    return float(left), float(top), float(right), float(bottom)


def test_boxes_are_relative_to_the_crop_box(tmp_path: Path) -> None:
    def paint(page: pymupdf.Page) -> None:
        _paint(page)
        page.set_cropbox(pymupdf.Rect(50, 150, 500, 600))

    content = page_content(_open(save_pdf(tmp_path / "a.pdf", paint)))
    assert (content.width_pt, content.height_pt) == (450, 450)
    assert content.lines[0].baseline == pytest.approx(50, abs=0.1)
    assert tuple(content.paths.boxes[0]) == pytest.approx((50, 150, 150, 200), abs=1)
    assert content.images[0].bbox_pt == pytest.approx((250, 150, 310, 190), abs=1)


def test_white_paths_are_pale(tmp_path: Path) -> None:
    def paint(page: pymupdf.Page) -> None:
        page.draw_rect(pymupdf.Rect(10, 10, 90, 90), color=None, fill=(1, 1, 1))
        page.draw_rect(pymupdf.Rect(110, 10, 190, 90), color=None, fill=(0.2, 0.2, 0.2))

    content = page_content(_open(save_pdf(tmp_path / "a.pdf", paint)))
    assert content.paths.is_pale.tolist() == [True, False]


def test_a_page_without_anything_is_empty(tmp_path: Path) -> None:
    content = page_content(_open(save_pdf(tmp_path / "a.pdf", lambda page: None)))
    assert (content.lines, len(content.paths), content.images) == ((), 0, ())


def test_a_broad_stroke_covers_its_breadth_but_not_beyond_its_ends(tmp_path: Path) -> None:
    def paint(page: pymupdf.Page) -> None:
        page.draw_line((100, 200), (300, 200), color=(0.8, 0.8, 0.8), width=80)
        page.draw_line((400, 300), (400, 500), color=(0, 0, 0), width=40)
        page.draw_line((100, 600), (300, 600), color=(0, 0, 0), width=0.4)

    boxes = page_content(_open(save_pdf(tmp_path / "a.pdf", paint))).paths.boxes
    assert tuple(boxes[0]) == pytest.approx((100, 160, 300, 240), abs=0.5)
    assert tuple(boxes[1]) == pytest.approx((380, 300, 420, 500), abs=0.5)
    assert tuple(boxes[2]) == pytest.approx((100, 600, 300, 600), abs=0.5)


def test_a_broad_stroked_frame_covers_its_outer_edge(tmp_path: Path) -> None:
    def paint(page: pymupdf.Page) -> None:
        page.draw_rect(pymupdf.Rect(100, 200, 300, 400), color=(0, 0, 1), width=10)

    boxes = page_content(_open(save_pdf(tmp_path / "a.pdf", paint))).paths.boxes
    assert tuple(boxes[0]) == pytest.approx((95, 195, 305, 405), abs=0.5)
