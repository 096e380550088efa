"""Tests of the meeting place of layout and figure rules."""

from __future__ import annotations

from pathlib import Path

import pymupdf

from scidoc_assets.gateways.layout.fake import FakeLayoutModel
from scidoc_assets.gateways.layout.interface import LayoutBox
from scidoc_assets.gateways.pdf.outcomes import ParseOptions
from scidoc_assets.gateways.pdf.parse import parse_paper
from scidoc_assets_tests.painted import picture, save_pdf, write_prose


def _orphan(page: pymupdf.Page) -> None:
    write_prose(page, 80, 6)
    page.draw_rect(pymupdf.Rect(500, 700, 504, 704), color=(0, 0, 0))
    page.insert_text((72, 400), "Figure 1: A plot of things.", fontsize=9)
    write_prose(page, 440, 10)


def _placed(page: pymupdf.Page) -> None:
    write_prose(page, 80, 6)
    page.insert_image(pymupdf.Rect(150, 200, 400, 366), stream=picture(150, 100))
    page.insert_text((150, 390), "Figure 1: A noisy picture of nothing.", fontsize=9)
    write_prose(page, 430, 10)


def _model() -> FakeLayoutModel:
    scale = 100 / 72
    box = (80 * scale, 200 * scale, 400 * scale, 385 * scale)
    return FakeLayoutModel([LayoutBox("figure", box, 0.9)])


def test_an_orphan_caption_is_helped_and_its_page_says_so(tmp_path: Path) -> None:
    path = save_pdf(tmp_path / "a.pdf", _orphan)
    found = parse_paper(path, "a", ParseOptions(has_crops=False), layout_model=_model())
    assert [f.row.reason for f in found.figures] == [None]
    assert found.layout.pages[0].layout_source == "rule+layout_model"


def test_the_model_is_off_when_the_options_say_so(tmp_path: Path) -> None:
    model = _model()
    options = ParseOptions(has_crops=False, use_layout_model=False)
    found = parse_paper(save_pdf(tmp_path / "a.pdf", _orphan), "a", options, layout_model=model)
    assert [f.row.reason for f in found.figures] == ["no_graphic"]
    assert model.calls == 0


def test_the_model_is_not_asked_when_the_rules_find_everything(tmp_path: Path) -> None:
    model = _model()
    options = ParseOptions(has_crops=False)
    found = parse_paper(save_pdf(tmp_path / "a.pdf", _placed), "a", options, layout_model=model)
    assert model.calls == 0
    assert found.layout.pages[0].layout_source == "rule"


def test_legends_and_algorithms_are_blocks_but_no_rows(tmp_path: Path) -> None:
    def paint(page: pymupdf.Page) -> None:
        write_prose(page, 80, 8)
        page.draw_line((72, 250), (520, 250))
        page.insert_text((72, 264), "Algorithm 1: Find all things", fontsize=10)
        page.draw_line((72, 270), (520, 270))
        for k in range(4):
            page.insert_text((80, 284 + 12 * k), f"{k + 1}: x = x + {k}", fontsize=9)
        page.draw_line((72, 328), (520, 328))
        write_prose(page, 380, 20)

    found = parse_paper(save_pdf(tmp_path / "a.pdf", paint), "a", ParseOptions(has_crops=False))
    assert found.figures == []
    assert "algorithm" in {b.category for b in found.layout.blocks}
