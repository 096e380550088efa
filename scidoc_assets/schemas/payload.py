"""Sizes of a figure's prompt payload and the one way to cut a text to them (seed 001 A.4).

Refuses to cut silently: every cut returns how many characters it left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scidoc_assets.schemas.contexts import FigureMapEntry

SNIPPET_CHARS = 500
MAX_SNIPPETS = 2
MAP_CAPTION_CHARS = 220
ELLIPSIS = "\u2026"


@dataclass(frozen=True, slots=True)
class CutText:
    """A text at its payload length; `chars_cut` characters of the whole are left out."""

    text: str
    chars_cut: int


def cut_text(text: str, limit: int) -> CutText:
    """`text`, or its first words with an ellipsis, at most `limit` characters."""
    if len(text) <= limit:
        return CutText(text, 0)
    head = text[: limit - len(ELLIPSIS)]
    space = head.rfind(" ")
    head = (head[:space] if space > limit // 2 else head).rstrip()
    return CutText(head + ELLIPSIS, len(text) - len(head))


def build_figure_map(captions: Iterable[tuple[str, str | None, str]]) -> list[FigureMapEntry]:
    """The paper-level figure map from (figure_id, label, caption), captions cut at 220."""
    entries = []
    for figure_id, label, caption in captions:
        short = cut_text(caption, MAP_CAPTION_CHARS)
        entries.append(
            FigureMapEntry(
                figure_id=figure_id, label=label, caption=short.text, chars_cut=short.chars_cut
            )
        )
    return entries
