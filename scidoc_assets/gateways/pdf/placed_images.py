"""Where a page shows images, without decoding one.

MuPDF has to walk over the whole page to say where its images lie; the walk is saved where nothing on
the page can paint one. Refuses pixels: only places and declared sizes are read.
"""

from __future__ import annotations

import re
from typing import Any

from scidoc_assets.gateways.pdf.library import FzErrorBase, pymupdf
from scidoc_assets.gateways.pdf.text_lines import turned_box
from scidoc_assets.schemas.geometry import BBox, clipped
from scidoc_assets.schemas.pages import PlacedImage

MAX_DEPTH = 64
_INLINE = b"BI"
_REFERENCE = re.compile(r"(\d+) \d+ R")
_INLINE_IMAGE = re.compile(rb"(?:^|\s)BI\s")


def placed_images(
    page: pymupdf.Page, turn: pymupdf.Matrix | None, frame: BBox
) -> list[PlacedImage]:
    """Return the images placed on the page, cut to its `frame`; pixels are not decoded.

    `turn` maps the frame of the unrotated page to the displayed one; None where they are one.
    """
    if not _may_show_images(page):
        return []
    found: list[PlacedImage] = []
    for info in page.get_image_info():
        box = clipped(turned_box(info["bbox"], turn), frame)
        if box is not None and box[2] > box[0] and box[3] > box[1]:
            found.append(PlacedImage(box, int(info["width"]), int(info["height"])))
    return found


def _may_show_images(page: pymupdf.Page) -> bool:
    """Say whether a page's resources name an image, or an inline one may stand in its streams."""
    document: Any = page.parent  # typed as optional; a page that is read has one
    owner = _owner_of_resources(document, page.xref)
    painted = _entries(document, owner, "XObject")
    if not painted:
        return _has_inline_image(_contents(page))
    if _entries(document, owner, "Pattern") or _has_inline_image(_contents(page)):
        return True
    seen: set[int] = set()
    return any(_may_hold_image(document, xref, seen) for xref in sorted(painted))


def _may_hold_image(document: pymupdf.Document, xref: int, seen: set[int]) -> bool:
    """Say whether an object is an image, or a form that may show one; `seen` were asked before.

    A form with patterns may: a pattern can hold an image.
    """
    if xref in seen:
        return False
    seen.add(xref)
    if document.xref_get_key(xref, "Subtype")[1] == "/Image":
        return True
    if _entries(document, xref, "Pattern") or _has_inline_image(_stream(document, xref)):
        return True
    painted = sorted(_entries(document, xref, "XObject"))
    return any(_may_hold_image(document, other, seen) for other in painted)


def _owner_of_resources(document: pymupdf.Document, xref: int) -> int:
    """Return the page, or the node of the page tree above it, that has the page's resources."""
    for _ in range(MAX_DEPTH):
        if document.xref_get_key(xref, "Resources")[0] != "null":
            return xref
        sort, parent = document.xref_get_key(xref, "Parent")
        if sort != "xref":
            break
        xref = int(parent.split()[0])
    return xref


def _entries(document: pymupdf.Document, xref: int, kind: str) -> set[int]:
    """Return the objects of one kind that the resources of a page or form refer to."""
    sort, value = document.xref_get_key(xref, f"Resources/{kind}")
    if sort == "xref":
        value = document.xref_object(int(value.split()[0]), compressed=True)
    return set(map(int, _REFERENCE.findall(value)))


def _has_inline_image(stream: bytes | None) -> bool:
    """Say whether an inline image may begin in a content stream; None is one that is broken."""
    return stream is None or (_INLINE in stream and _INLINE_IMAGE.search(stream) is not None)


def _contents(page: pymupdf.Page) -> bytes:
    """Return the page's content stream; empty when it cannot be decoded."""
    try:
        return page.read_contents() or b""
    except FzErrorBase:
        return b""


def _stream(document: pymupdf.Document, xref: int) -> bytes | None:
    """Return the content stream of a form, None when it cannot be decoded."""
    try:
        return document.xref_stream(xref)
    except (FzErrorBase, ValueError):
        return None
