"""A login page is not a PDF."""

from __future__ import annotations

import zlib

import pytest

from scidoc_assets.domain.acquisition.content import check_pdf

WHOLE = b"%PDF-1.5\n" + b"x" * 2000 + b"\n%%EOF\n"
LOGIN = b"<!doctype html><html><body><form><input type='password'></form></body></html>"


def test_a_whole_pdf_has_no_reason() -> None:
    assert check_pdf(WHOLE, "application/pdf", 1000, None) is None


def test_a_pdf_is_a_pdf_whatever_the_service_calls_it() -> None:
    assert check_pdf(WHOLE, "text/html; charset=utf-8", 1000, None) is None


@pytest.mark.parametrize(
    ("data", "content_type", "reason"),
    [
        (LOGIN, "application/pdf", "login_page"),
        (b"\n<html><p>Please sign in to continue</p>", None, "login_page"),
        (b"<!-- x --><!DOCTYPE HTML><html>Checking your browser", None, "login_page"),
        (b"<html><body>Gone fishing</body></html>", None, "html_page"),
        (b"plain words", "text/html", "html_page"),
        (b"", "application/pdf", "not_a_pdf"),
        (b"PK\x03\x04 a zip", "application/pdf", "not_a_pdf"),
        (b"%PDF-1.5\n%%EOF", "application/pdf", "too_small"),
        (WHOLE[:-7] + b"x" * 5000, "application/pdf", "truncated"),
    ],
)
def test_what_is_not_the_paper_has_its_reason(
    data: bytes, content_type: str | None, reason: str
) -> None:
    assert check_pdf(data, content_type, 1000, None) == reason


def test_a_published_checksum_is_compared() -> None:
    right = f"{zlib.crc32(WHOLE):08X}"
    assert check_pdf(WHOLE, None, 1000, right) is None
    assert check_pdf(WHOLE.replace(b"x", b"y", 1), None, 1000, right) == "checksum_mismatch"


def test_bytes_before_the_header_are_allowed() -> None:
    assert check_pdf(b"\n\n" + WHOLE, None, 1000, None) is None
