"""Test of the packaged layout model."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from scidoc_assets.gateways.layout.cdla import CdlaModel
from scidoc_assets.gateways.pdf.render import render
from scidoc_assets_tests.painted import picture, save_pdf, write_prose


@pytest.mark.slow
def test_a_picture_between_paragraphs_is_seen(tmp_path: Path) -> None:
    def paint(page: pymupdf.Page) -> None:
        write_prose(page, 80, 12)
        page.insert_image(pymupdf.Rect(150, 260, 400, 426), stream=picture(150, 100))
        page.insert_text((150, 450), "Figure 1: A noisy picture of nothing.", fontsize=9)
        write_prose(page, 490, 20)

    with pymupdf.open(save_pdf(tmp_path / "a.pdf", paint)) as document:
        boxes = CdlaModel().boxes(render(document[0], None, 100, 10**7))
    assert [b.kind for b in boxes] == ["figure"]
    assert boxes[0].bbox_px == pytest.approx((208, 361, 556, 592), abs=25)
