"""What the house asks of an OCR engine, and how one fails.

An engine reads one encoded picture and returns its lines with boxes in the picture's own pixels.
Engines load their models at the first `read`, once per process, run on one thread, and never
reach for the network.
"""

from __future__ import annotations

from typing import Literal, Protocol

from scidoc_assets.schemas.figures import OcrRegion

OcrFault = Literal["package_missing", "weights_missing", "weights_unusable", "picture_unreadable"]


class OcrError(RuntimeError):
    """An engine that cannot start, or a picture that it cannot read.

    `fault` is the cause, from a closed list; the message names the thing and the way out.
    """

    def __init__(self, fault: OcrFault, message: str) -> None:
        super().__init__(message)
        self.fault: OcrFault = fault


class OcrEngine(Protocol):
    """Reads text in pictures. `name` and `version` go into every row that the text enters."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    def read(self, png: bytes, max_side_px: int) -> list[OcrRegion]:
        """Lines of an encoded picture, top to bottom, boxes in pixels of that picture.

        The long side is reduced to `max_side_px` for reading. Raises OcrError.
        """
        ...
