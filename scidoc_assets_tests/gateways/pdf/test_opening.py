"""Tests of opening PDFs and of the reasons for not doing so."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from scidoc_assets.gateways.pdf.opening import PdfError, open_pdf, probe
from scidoc_assets.schemas.settings import ParseLimits
from scidoc_assets_tests.painted import save_pdf, write_prose

NASTY = Path(__file__).parents[3] / "../shared/corpus/nasty"


def _pdf(tmp_path: Path, pages: int = 1) -> Path:
    return save_pdf(tmp_path / "a.pdf", *[lambda page: write_prose(page, 80, 30)] * pages)


def test_a_sound_file_opens_with_its_pages(tmp_path: Path) -> None:
    found = probe(_pdf(tmp_path, 3))
    assert (found.status, found.reason, found.pages) == ("ok", None, 3)


def _locked(path: Path) -> None:
    document = pymupdf.open()
    document.new_page()
    document.save(path, encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="secret", owner_pw="owner")


def _without_pages(path: Path) -> None:
    parts = [
        b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj",
        b"2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj",
        b"trailer\n<< /Root 1 0 R >>\n%%EOF\n",
    ]
    path.write_bytes(b"\n".join(parts))


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda p: p.write_bytes(b""), "empty_file"),
        (lambda p: p.write_bytes(b"../other/file.pdf"), "not_a_pdf"),
        (lambda p: p.write_bytes(b"<html>Please log in</html>" * 50), "not_a_pdf"),
        (_locked, "encrypted"),
        (lambda p: None, "unreadable_file"),
        (_without_pages, "no_pages"),
    ],
)
def test_an_unusable_file_gives_its_reason(tmp_path: Path, make, reason: str) -> None:
    path = tmp_path / "bad.pdf"
    make(path)
    found = probe(path)
    assert (found.status, found.reason, found.pages) == ("failed", reason, None)
    assert "bad.pdf" in (found.detail or "")


def test_a_cut_off_file_is_damaged_not_silently_empty(tmp_path: Path) -> None:
    whole = _pdf(tmp_path, 4).read_bytes()
    cut = tmp_path / "cut.pdf"
    cut.write_bytes(whole[: len(whole) // 10])
    assert probe(cut).reason == "damaged"


def test_limits_on_pages_and_bytes_have_their_own_reasons(tmp_path: Path) -> None:
    path = _pdf(tmp_path, 3)
    with pytest.raises(PdfError) as pages:
        open_pdf(path, ParseLimits(pages=2))
    assert pages.value.reason == "too_many_pages"
    big = tmp_path / "big.pdf"
    big.write_bytes(path.read_bytes() + b"\n%" + b"0" * 1_100_000)
    with pytest.raises(PdfError) as size:
        open_pdf(big, ParseLimits(file_mb=1))
    assert size.value.reason == "too_large"


def test_a_name_that_is_not_ascii_opens(tmp_path: Path) -> None:
    """B15."""
    path = save_pdf(tmp_path / "\u8bba\u6587_\u00e9.pdf", lambda page: write_prose(page, 80, 3))
    assert probe(path).status == "ok"


@pytest.mark.skipif(not NASTY.exists(), reason="the shared corpus is not here")
@pytest.mark.parametrize(
    ("name", "reason", "pages"),
    [
        ("empty_zero_bytes", "empty_file", None),
        ("not_a_pdf", "not_a_pdf", None),
        ("encrypted_user_password", "encrypted", None),
        ("encrypted_empty_password", None, 1),
        ("cyclic_page_tree", "damaged", None),
        ("fuzzed_no_trailer", "damaged", None),
        ("no_root_82_bytes", "no_pages", None),
        ("truncated_paper", "damaged", None),
        ("xref_damaged_recoverable", None, 10),
        ("jbig2_bomb", None, 1),
        ("cropbox_offset", None, 1),
    ],
)
def test_each_nasty_file_ends_as_its_manifest_names(name: str, reason, pages) -> None:
    found = probe(NASTY / f"{name}.pdf")
    assert (found.reason, found.pages) == (reason, pages)
