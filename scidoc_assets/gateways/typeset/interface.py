"""What a typesetter is: the request, the result, the closed list of failures.

Holds data and the protocol only. Refuses any engine's name, option or import.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol


class TypesetFailure(StrEnum):
    """Why a document could not be typeset."""

    BAD_FILE_NAME = "bad_file_name"
    SOURCE_ERROR = "source_error"
    UNKNOWN_FONT = "unknown_font"
    NO_INK = "no_ink"


class TypesetError(RuntimeError):
    """A document could not be typeset; `reason` is from the closed list, the message names it."""

    def __init__(self, reason: TypesetFailure, name: str, detail: str) -> None:
        super().__init__(f"typesetting {name}: {reason.value}: {detail}")
        self.reason = reason


@dataclass(frozen=True)
class Mark:
    """A position that the document reported about itself.

    `x`, `y` are points of the displayed page from its top-left corner, `page_index` counts from 0.
    For a block `width` and `height` are its size in points and (x, y) its top-left corner; for a
    unit of text `height` is 0, x its right end and y its baseline.
    """

    kind: str
    name: str
    page_index: int
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class TypesetDocument:
    """A compiled document: the PDF and the marks in document order."""

    pdf: bytes
    marks: tuple[Mark, ...] = field(default=())


class Typesetter(Protocol):
    """Anything that turns one source text and its files into a PDF."""

    def typeset(
        self, name: str, source: str, files: Mapping[str, bytes], fonts: Mapping[str, bytes]
    ) -> TypesetDocument:
        """Compile `source`; `files` and `fonts` map plain file names to bytes.

        The same arguments give the same bytes on any machine. Raises `TypesetError`.
        """
        ...
