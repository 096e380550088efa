"""Is what a service sent really the paper? A login page is not a PDF.

Looks at bytes only. Refuses nothing itself: gives the reason, or None for a whole PDF.
"""

from __future__ import annotations

import re
import zlib

from scidoc_assets.schemas.acquisition import FetchReason

# Readers accept a header within the first kilobyte and a trailer within the last ones.
_HEAD, _TAIL = 1024, 4096
_HTML = re.compile(
    rb"^\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)*<(!doctype\s+html|html|head|body)\b", re.I | re.S
)
_LOGIN = re.compile(
    rb"type\s*=\s*[\"']?password|sign[\s-]?in\b|log[\s-]?in\b|institutional access|captcha|"
    rb"are you (a )?(robot|human)|checking your browser",
    re.I,
)


def check_pdf(
    data: bytes, content_type: str | None, min_bytes: int, crc32: str | None
) -> FetchReason | None:
    """Why `data` is not the whole PDF, or None when it is.

    HTML is told apart into login (or robot check) and other pages; a PDF without its end mark was
    cut off; `crc32` is the service's own checksum, compared where there is one.
    """
    if not data.startswith(b"%PDF-") and is_html(data, content_type):
        return "login_page" if _LOGIN.search(data) else "html_page"
    if b"%PDF-" not in data[:_HEAD]:
        return "not_a_pdf"
    if len(data) < min_bytes:
        return "too_small"
    if b"%%EOF" not in data[-_TAIL:]:
        return "truncated"
    if crc32 is not None and f"{zlib.crc32(data):08x}" != crc32.lower():
        return "checksum_mismatch"
    return None


def is_html(data: bytes, content_type: str | None) -> bool:
    """Whether bytes are a web page, by what they hold or by what the service calls them."""
    named = (content_type or "").split(";")[0].strip().lower()
    return bool(_HTML.match(data[:_HEAD])) or named in ("text/html", "application/xhtml+xml")
