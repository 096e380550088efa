"""Pictures of figures on their way out: bytes where the licence allows, else a locator.

Refuses a picture that should leave and is not in the blob store (StoreError names it).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field

from scidoc_assets.schemas.calls import sniff_media_type
from scidoc_assets.schemas.releases import LicenceClass, PageLocator

_UNSAFE = re.compile(r"[^A-Za-z0-9_.-]+")
_DIGITS = 8


@dataclass(frozen=True)
class ShownFigure:
    """A figure that a data set shows: whose it is, and its picture's digest (null: it has none)."""

    figure_id: str
    paper_id: str
    sha256: str | None


@dataclass(frozen=True)
class ReleasePictures:
    """Reads pictures by digest; `open_papers` may leave as pixels, `has_all`: all of them do."""

    read: Callable[[str], bytes]
    open_papers: Collection[str]
    locators: Mapping[str, PageLocator] = field(default_factory=dict)
    has_all: bool = False

    def licence_class(self, figure: ShownFigure) -> LicenceClass:
        """How a figure leaves: `open` or `own_use` with pixels, `locators` without."""
        if figure.sha256 is not None and figure.paper_id in self.open_papers:
            return "open"
        return "own_use" if figure.sha256 is not None and self.has_all else "locators"

    def shows(self, figure: ShownFigure) -> bool:
        """Whether the figure leaves with its pixels."""
        return self.licence_class(figure) != "locators"

    def quotes(self, paper_ids: Iterable[str]) -> bool:
        """Whether passages of these papers leave: where pixels of all of them may."""
        return self.has_all or all(paper_id in self.open_papers for paper_id in paper_ids)

    def data(self, figure: ShownFigure) -> bytes:
        """The picture's bytes. Raises StoreError when the store has lost it."""
        return self.read(str(figure.sha256))


def picture_name(figure: ShownFigure, data: bytes) -> str:
    """File name of a picture: readable, unique by its digest, with the suffix of its type."""
    stem = _UNSAFE.sub("-", figure.figure_id).strip("-.")
    return f"{stem}-{str(figure.sha256)[:_DIGITS]}.{picture_suffix(data)}"


def picture_suffix(data: bytes) -> str:
    """Suffix of a picture's type without a dot (`png`, `jpg`); `png` where the type is foreign."""
    media_type = sniff_media_type(data) or "image/png"
    return media_type.rsplit("/", 1)[-1].replace("jpeg", "jpg")
