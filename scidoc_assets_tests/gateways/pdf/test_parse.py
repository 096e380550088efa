"""Tests of one paper from file to rows and crops."""

from __future__ import annotations

import hashlib
import io
import json
import re
import unicodedata
from pathlib import Path

import numpy as np
import pymupdf
import pytest
from PIL import Image
from pymupdf.mupdf import FzErrorLibrary

from scidoc_assets.gateways.pdf.opening import PdfError
from scidoc_assets.gateways.pdf.outcomes import ParseOptions
from scidoc_assets.gateways.pdf.parse import parse_paper
from scidoc_assets.schemas.figures import OcrRegion
from scidoc_assets.schemas.geometry import iou
from scidoc_assets_tests.painted import picture, save_pdf, write_prose

SHARED = Path(__file__).parents[3] / "../shared/corpus"


def _figure_page(page: pymupdf.Page) -> None:
    page.insert_text((72, 60), "A Study of Things", fontsize=20, fontname="hebo")
    write_prose(page, 100, 6)
    page.insert_image(pymupdf.Rect(150, 200, 400, 366), stream=picture(150, 100))
    page.insert_text((150, 390), "Figure 1: A noisy picture of nothing.", fontsize=9)
    write_prose(page, 430, 20)


def _plot_page(page: pymupdf.Page) -> None:
    write_prose(page, 80, 6)
    for k in range(200):
        page.draw_line(
            (150 + k, 220 + 40 * np.sin(k / 9)), (151 + k, 220 + 40 * np.sin((k + 1) / 9))
        )
    page.insert_text((150, 290), "Figure 2: A curve drawn with lines.", fontsize=9)
    write_prose(page, 330, 20)


def test_a_paper_gives_layout_figures_and_crops(tmp_path: Path) -> None:
    path = save_pdf(tmp_path / "a.pdf", _figure_page, _plot_page)
    found = parse_paper(path, "a", ParseOptions())
    assert found.layout.title == "A Study of Things"
    assert found.layout.num_pages == 2
    assert [(f.row.label, f.row.page_index, f.row.source) for f in found.figures] == [
        ("Figure 1", 0, "raster"),
        ("Figure 2", 1, "vector"),
    ]
    for figure in found.figures:
        assert figure.crop_png is not None
        assert figure.row.crop_sha256 == hashlib.sha256(figure.crop_png).hexdigest()
        assert Image.open(io.BytesIO(figure.crop_png)).size == (
            figure.row.crop_width_px,
            figure.row.crop_height_px,
        )
    assert found.figures[0].row.bbox_pt == pytest.approx((150, 200, 400, 366), abs=1)


def test_the_same_file_gives_the_same_rows(tmp_path: Path) -> None:
    path = save_pdf(tmp_path / "a.pdf", _figure_page, _plot_page)
    one, two = (parse_paper(path, "a", ParseOptions()) for _ in range(2))
    assert one.layout.model_copy(update={"parse_s": 0.0}) == two.layout.model_copy(
        update={"parse_s": 0.0}
    )
    assert one.figures == two.figures


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_a_figure_on_a_rotated_page_has_a_box_of_the_displayed_page(
    tmp_path: Path, rotation: int
) -> None:
    """The page is painted turned, so that it is displayed upright after /Rotate."""

    def paint(page: pymupdf.Page) -> None:
        source = pymupdf.open()
        _figure_page(source.new_page(width=595, height=842))
        page.show_pdf_page(page.rect, source, 0, rotate=rotation)
        page.set_rotation(rotation)

    size = (842.0, 595.0) if rotation != 180 else (595.0, 842.0)
    path = save_pdf(tmp_path / "a.pdf", paint, width=size[0], height=size[1])
    found = parse_paper(path, "a", ParseOptions())
    page = found.layout.pages[0]
    assert (page.width_pt, page.height_pt) == (595, 842)
    assert [f.row.label for f in found.figures] == ["Figure 1"]
    box = found.figures[0].row.bbox_pt
    assert box is not None
    assert iou(box, (150, 200, 400, 366)) > 0.95


def test_a_crop_box_moves_every_box(tmp_path: Path) -> None:
    def paint(page: pymupdf.Page) -> None:
        _figure_page(page)
        page.set_cropbox(pymupdf.Rect(40, 30, 560, 820))

    found = parse_paper(save_pdf(tmp_path / "a.pdf", paint), "a", ParseOptions())
    box = found.figures[0].row.bbox_pt
    assert box is not None
    assert iou(box, (110, 170, 360, 336)) > 0.95


def test_white_margins_under_the_text_do_not_widen_a_figure(tmp_path: Path) -> None:
    def paint(page: pymupdf.Page) -> None:
        pixels = np.full((400, 400, 3), 255, dtype=np.uint8)
        pixels[120:280, 80:320] = np.random.default_rng(1).integers(0, 200, (160, 240, 3))
        pixmap = pymupdf.Pixmap(pymupdf.csRGB, 400, 400, pixels.tobytes(), False)
        page.insert_image(pymupdf.Rect(100, 100, 500, 500), pixmap=pixmap)
        write_prose(page, 90, 9)
        page.insert_text((150, 410), "Figure 1: A picture with wide white margins.", fontsize=9)
        write_prose(page, 440, 20)

    found = parse_paper(save_pdf(tmp_path / "a.pdf", paint), "a", ParseOptions())
    assert [f.row.label for f in found.figures] == ["Figure 1"]
    assert found.figures[0].row.bbox_pt == pytest.approx((180, 220, 420, 380), abs=1.5)


def test_a_sideways_table_comes_back_in_the_displayed_frame(tmp_path: Path) -> None:
    def paint(page: pymupdf.Page) -> None:
        for r in range(8):
            for c in range(4):
                page.insert_text((200 + 16 * r, 700 - 120 * c), f"cell {r} {c}", rotate=90)
        caption = "Table 1: Numbers that need the long side of the page to be shown."
        page.insert_text((170, 700), caption, rotate=90)

    pages = [lambda page: write_prose(page, 80, 40), paint]
    found = parse_paper(save_pdf(tmp_path / "a.pdf", *pages), "a", ParseOptions())
    row = found.figures[0].row
    assert (row.label, row.page_index) == ("Table 1", 1)
    assert row.bbox_pt is not None
    assert row.bbox_pt[0] > 180
    assert row.bbox_pt[3] - row.bbox_pt[1] > 300


def test_a_page_over_the_pixel_cap_keeps_its_row_without_crop(tmp_path: Path) -> None:
    from scidoc_assets.schemas.settings import ParseLimits

    path = save_pdf(tmp_path / "a.pdf", _figure_page)
    found = parse_paper(path, "a", ParseOptions(limits=ParseLimits(page_pixels=9000)))
    assert [(f.row.reason, f.crop_png) for f in found.figures] == [("pixel_limit", None)]


def test_a_figure_whose_rendering_breaks_keeps_its_row_without_crop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: object, **options: object) -> None:
        raise FzErrorLibrary("a shading of unknown type")

    monkeypatch.setattr(pymupdf.Page, "get_pixmap", broken)
    found = parse_paper(save_pdf(tmp_path / "a.pdf", _figure_page), "a", ParseOptions())
    assert [(f.row.label, f.row.reason, f.crop_png) for f in found.figures] == [
        ("Figure 1", "crop_failed", None)
    ]


def test_a_page_lost_before_is_a_failed_row_and_the_others_are_read(tmp_path: Path) -> None:
    path = save_pdf(tmp_path / "a.pdf", _figure_page, _plot_page)
    found = parse_paper(path, "a", ParseOptions(has_crops=False), lost_pages={0})
    pages = [(p.status, p.reason, p.width_pt > 0) for p in found.layout.pages]
    assert pages == [("failed", "page_time_limit", True), ("ok", None, True)]
    assert [f.row.label for f in found.figures] == ["Figure 2"]


def test_a_paper_that_takes_all_memory_has_its_reason(tmp_path: Path) -> None:
    def greedy(png: bytes) -> list[OcrRegion]:
        raise MemoryError

    def scan(page: pymupdf.Page) -> None:
        page.insert_image(page.rect, stream=picture(), keep_proportion=False)

    with pytest.raises(PdfError, match="out of memory") as error:
        parse_paper(save_pdf(tmp_path / "a.pdf", scan), "a", ParseOptions(), greedy)
    assert error.value.reason == "memory_limit"


def test_a_paper_that_cannot_be_used_raises_with_its_reason(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(b"not a pdf at all")
    with pytest.raises(PdfError) as error:
        parse_paper(path, "a", ParseOptions())
    assert error.value.reason == "not_a_pdf"


def test_shifted_letters_flag_the_page(tmp_path: Path) -> None:
    from scidoc_assets_tests.painted import WORDS

    shifted = "".join(chr(ord(c) - 1) if c.isalpha() else c for c in " ".join(WORDS))

    def paint(page: pymupdf.Page) -> None:
        for k in range(12):
            page.insert_text((72, 80 + 12 * k), shifted[k : k + 86], fontsize=10)

    page = parse_paper(save_pdf(tmp_path / "a.pdf", paint), "a", ParseOptions()).layout.pages[0]
    assert (page.status, page.reason) == ("flagged", "text_layer_unreliable")


def _key(label: str) -> str:
    text = unicodedata.normalize("NFKC", label).lower()
    kind = "t" if re.search(r"table|tab|\u8868", text) else "s" if "scheme" in text else "f"
    return kind + re.sub(r"\W", "", re.sub(r"^\D*?(?=s?\d)", "", text))


@pytest.mark.skipif(not SHARED.exists(), reason="the shared corpus is not here")
@pytest.mark.parametrize("stem", ["arxiv_ulbdm", "rescience_loupe", "zfn_scan", "acl_s2orc"])
def test_objects_of_real_papers_are_found_where_the_truth_has_them(stem: str) -> None:
    truth = json.loads((SHARED / f"papers/{stem}.truth.json").read_text("utf-8"))["objects"]
    options = ParseOptions(has_crops=False)
    found = parse_paper(SHARED / f"papers/{stem}.pdf", stem, options).figures
    by_key = {(_key(f.row.label), f.row.page_index): f.row for f in found if f.row.label}
    assert set(by_key) == {(_key(o["label"]), o["page"]) for o in truth}
    for entry in truth:
        box = by_key[_key(entry["label"]), entry["page"]].bbox_pt
        assert box is not None
        assert iou(box, tuple(entry["bbox"])) > 0.6, entry["label"]
