"""What a page may paint, told from its resources and content streams without running them.

MuPDF interprets the whole page once for each kind of thing that is asked for. A walk for paths, or
one of its own for images, is saved where it can bring nothing. Says yes where it cannot be sure.
Refuses to decode pixels, and to guess what a broken stream holds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Literal

from scidoc_assets.gateways.pdf.library import FzErrorBase, pymupdf

ImageWalk = Literal["none", "with_text", "apart"]

MAX_DEPTH = 64
# Read together with the text, MuPDF copies JPEG files out and makes a PNG of everything else.
LIGHT_PIXELS = 20_000
LIGHT_BYTES = 1_000_000
LIGHT_PLACES = 50
_REFERENCE = re.compile(r"(\d+) \d+ R")
_PAINTS_PATH = re.compile(rb"[\0\s\])>}](?:[fFSsbB]\*?|sh)(?=[\0\s\[(<{/%])")
# Begins with letters, for these are found fast; what stands before them is looked at afterwards.
_INLINE_IMAGE = re.compile(rb"BI(?<![^\0\s]BI)[\0\s](?:(.{0,1000}?)[\0\s]ID[\0\s])?", re.DOTALL)
_INLINE_SIDE = re.compile(rb"/(?:W|H|Width|Height)\s+(\d+)")
_SOFT_MASK = re.compile(r"/SMask(?!\s*/None)")
_PLACED = re.compile(rb"\bDo\b")


@dataclass(frozen=True, slots=True)
class MayPaint:
    """Whether a page may paint paths, and in which walk its images are read: none, the text's, or
    one of their own."""

    paths: bool
    images: ImageWalk


@dataclass(slots=True)
class _Survey:
    """What was seen so far of one page; `seen` are forms that were asked before."""

    document: Any
    paths: bool = False
    images: ImageWalk = "none"
    seen: set[int] = field(default_factory=set)


def may_paint(page: pymupdf.Page) -> MayPaint:
    """Return what the page's content, its forms and its annotations may paint.

    Images are read with the text where all of them are the page's own, few, and either JPEG files
    of up to `LIGHT_BYTES` or of up to `LIGHT_PIXELS` pixels.
    """
    document: Any = page.parent  # typed as optional; a page that is read has one
    owner = _owner_of_resources(document, page.xref)
    contents = _contents(page)
    if (
        contents is None
        or page.first_annot is not None
        or page.first_widget is not None
        or _entries(document, owner, "Pattern")
    ):
        return MayPaint(True, "apart")
    placed = _subtypes(document, owner, "XObject")
    survey = _Survey(document)
    survey.images = _own_images(document, placed, contents)
    survey.paths = _PAINTS_PATH.search(b" %b " % contents) is not None
    pending = _forms(placed)
    while pending:
        pending.extend(_look_into(survey, pending.pop()))
    survey.paths = survey.paths or _paints_by_resources(document, owner)
    return MayPaint(survey.paths, survey.images)


def _look_into(survey: _Survey, form: int) -> list[int]:
    """Add what a form may paint, anything if it has patterns; return the forms inside it."""
    if form in survey.seen:
        return []
    survey.seen.add(form)
    document = survey.document
    stream = _stream(document, form)
    if stream is None or _entries(document, form, "Pattern"):
        survey.paths, survey.images = True, "apart"
        return []
    inside = _subtypes(document, form, "XObject")
    if "/Image" in inside.values() or _inline_images(stream) != []:
        survey.images = "apart"
    survey.paths = (
        survey.paths
        or _PAINTS_PATH.search(b" %b " % stream) is not None
        or _paints_by_resources(document, form)
    )
    return _forms(inside)


def _forms(placed: dict[int, str]) -> list[int]:
    """Return the forms among objects that are placed."""
    return [xref for xref, subtype in placed.items() if subtype == "/Form"]


def _own_images(document: Any, placed: dict[int, str], contents: bytes) -> ImageWalk:
    """Say how the images that a page places itself are to be read."""
    stored = [xref for xref, subtype in placed.items() if subtype == "/Image"]
    inline = _inline_images(contents)
    if inline == [] and not stored:
        return "none"
    if inline is None or len(inline) > 10 * LIGHT_PLACES or sum(inline) > LIGHT_PIXELS:
        return "apart"
    if stored and len(_PLACED.findall(contents)) > LIGHT_PLACES:
        return "apart"
    return "with_text" if all(_is_light(document, xref) for xref in stored) else "apart"


def _is_light(document: Any, image: int) -> bool:
    """Say whether MuPDF hands an image on with little work."""
    width, height, length = (_number(document, image, k) for k in ("Width", "Height", "Length"))
    if width is None or height is None or length is None:
        return False
    if any(document.xref_get_key(image, key)[0] == "xref" for key in ("SMask", "Mask")):
        return False
    is_jpeg = document.xref_get_key(image, "Filter")[1] in ("/DCTDecode", "[/DCTDecode]")
    return length <= LIGHT_BYTES if is_jpeg else width * height <= LIGHT_PIXELS


def _number(document: Any, xref: int, key: str) -> int | None:
    """Return a whole number of an object, stored in it or in an object of its own."""
    sort, value = document.xref_get_key(xref, key)
    if sort == "xref":
        value = document.xref_object(int(value.split()[0]))
    return int(value) if value.isdigit() else None


def _inline_images(stream: bytes) -> list[int] | None:
    """Return the pixels of each inline image that may begin in a stream; None: not to be told."""
    heads = _INLINE_IMAGE.findall(stream)
    sides = [[int(side) for side in _INLINE_SIDE.findall(head)] for head in heads]
    if any(len(pair) != 2 for pair in sides):
        return None
    return [width * height for width, height in sides]


def _paints_by_resources(document: Any, owner: int) -> bool:
    """Say whether type or a soft mask may paint paths: a font whose glyphs are drawn, a group."""
    if "/Type3" in _text_of(document, owner, "Font"):
        return True
    if "/Type3" in _subtypes(document, owner, "Font").values():
        return True
    if _SOFT_MASK.search(_text_of(document, owner, "ExtGState")):
        return True
    states = _entries(document, owner, "ExtGState")
    return any(document.xref_get_key(state, "SMask")[0] not in ("null", "name") for state in states)


def _owner_of_resources(document: Any, xref: int) -> int:
    """Return the page, or the node of the page tree above it, that has the page's resources."""
    for _ in range(MAX_DEPTH):
        if document.xref_get_key(xref, "Resources")[0] != "null":
            return xref
        sort, parent = document.xref_get_key(xref, "Parent")
        if sort != "xref":
            break
        xref = int(parent.split()[0])
    return xref


def _entries(document: Any, xref: int, kind: str) -> set[int]:
    """Return the objects of one kind that the resources of a page or form refer to."""
    return set(map(int, _REFERENCE.findall(_text_of(document, xref, kind))))


def _text_of(document: Any, xref: int, kind: str) -> str:
    """Return the entry of one kind in the resources of a page or form, as it is written."""
    sort, value = document.xref_get_key(xref, f"Resources/{kind}")
    if sort == "xref":
        value = document.xref_object(int(value.split()[0]), compressed=True)
    return value


def _subtypes(document: Any, owner: int, kind: str) -> dict[int, str]:
    """Return the subtype of each object of one kind that resources refer to."""
    entries = _entries(document, owner, kind)
    return {xref: document.xref_get_key(xref, "Subtype")[1] for xref in entries}


def _contents(page: pymupdf.Page) -> bytes | None:
    """Return the page's content stream, None when it cannot be decoded."""
    try:
        return page.read_contents() or b""
    except FzErrorBase:
        return None


def _stream(document: Any, xref: int) -> bytes | None:
    """Return the content stream of a form, None when it cannot be decoded."""
    try:
        return document.xref_stream(xref)
    except (FzErrorBase, ValueError):
        return None
