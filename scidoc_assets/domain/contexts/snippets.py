"""Prompt payload of a figure: snippets of at most 500 characters, and the paper's figure map.

Sizes are those of seed 001 A.4. Refuses to cut silently: what is left out is returned as a count,
and a gap inside a snippet is printed as an ellipsis.
"""

from __future__ import annotations

from collections.abc import Sequence

from scidoc_assets.schemas.contexts import FigureMapEntry
from scidoc_assets.schemas.figures import FigureParts

SNIPPET_CHARS = 500
MAX_SNIPPETS = 2
MAP_CAPTION_CHARS = 220
_GAP = " \u2026 "


def build_snippet(
    sentences: Sequence[str], citing: Sequence[int], limit: int = SNIPPET_CHARS
) -> str:
    """At most `limit` characters of a paragraph, the `citing` sentences before their neighbours.

    `citing` are indices into `sentences`. Order of reading is kept; raises ValueError when no
    sentence is citing.
    """
    if not citing:
        raise ValueError("a snippet needs at least one citing sentence")
    chosen = [citing[0]]
    for index in _by_nearness(len(sentences), citing):
        wider = sorted({*chosen, index})
        if len(_render(sentences, wider)) <= limit:
            chosen = wider
    return cut_text(_render(sentences, chosen), limit)


def cut_text(text: str, limit: int) -> str:
    """`text`, or its first words with an ellipsis so that it is at most `limit` characters."""
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    space = head.rfind(" ")
    if space > limit // 2:
        head = head[:space]
    return head.rstrip() + "\u2026"


def build_figure_map(figures: Sequence[FigureParts]) -> list[FigureMapEntry]:
    """The captioned objects of a paper in the order given, captions cut at 220 characters."""
    entries = []
    for figure in figures:
        if not figure.caption:
            continue
        short = cut_text(figure.caption, MAP_CAPTION_CHARS)
        left_out = len(figure.caption) - len(short.removesuffix("\u2026"))
        entries.append(
            FigureMapEntry(
                figure_id=figure.figure_id,
                label=figure.label,
                caption=short,
                chars_cut=left_out if short != figure.caption else 0,
            )
        )
    return entries


def _by_nearness(count: int, citing: Sequence[int]) -> list[int]:
    """Indices in the order of wanting: citing ones, then by distance, what follows first."""

    def wanted(index: int) -> tuple[int, int]:
        nearest = min(citing, key=lambda c: (abs(index - c), c > index))
        return abs(index - nearest), 0 if index >= nearest else 1

    return sorted(range(count), key=lambda index: (*wanted(index), index))


def _render(sentences: Sequence[str], chosen: Sequence[int]) -> str:
    text = ""
    for position, index in enumerate(chosen):
        if position:
            text += " " if index == chosen[position - 1] + 1 else _GAP
        text += sentences[index]
    return text
