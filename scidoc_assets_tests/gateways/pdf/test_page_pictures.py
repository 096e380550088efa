from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from scidoc_assets.gateways.pdf.outcomes import ParseOptions
from scidoc_assets.gateways.pdf.page_pictures import shoot_pages
from scidoc_assets.gateways.pdf.workers import open_pool
from scidoc_assets.schemas.settings import ParseLimits
from scidoc_assets_tests.painted import save_pdf, write_prose

OPTIONS = ParseOptions(limits=ParseLimits(page_pixels=2_000_000, memory_mb=1000))


@pytest.fixture(scope="module")
def pool():
    with open_pool(OPTIONS, workers=1) as running:
        yield running


def test_pages_come_in_order_at_the_asked_dpi(tmp_path: Path, pool) -> None:
    path = save_pdf(tmp_path / "p.pdf", *[lambda page: write_prose(page, 100, 3)] * 10)
    shots = list(shoot_pages(path, range(10), OPTIONS, pool, dpi=36))
    assert [s.page_index for s in shots] == list(range(10))
    assert all(s.reason is None and s.png for s in shots)
    assert Image.open(io.BytesIO(shots[0].png or b"")).size == (298, 421)


def test_a_page_over_the_pixel_limit_loses_its_picture_only(tmp_path: Path, pool) -> None:
    path = save_pdf(tmp_path / "p.pdf", lambda page: write_prose(page, 100, 3))
    (shot,) = shoot_pages(path, [0], OPTIONS, pool, dpi=600)
    assert (shot.png, shot.reason) == (None, "pixel_limit")


def test_a_file_that_does_not_open_gives_its_reason_for_every_page(tmp_path: Path, pool) -> None:
    path = tmp_path / "p.pdf"
    path.write_bytes(b"")
    assert [s.reason for s in shoot_pages(path, [0, 1], OPTIONS, pool)] == ["empty_file"] * 2
