"""Snippets of a citing paragraph for a prompt, at most 500 characters each.

Sizes are those of seed 001 A.4. Refuses to hide a gap: what is left out inside a snippet is printed
as an ellipsis.
"""

from __future__ import annotations

from collections.abc import Sequence

from scidoc_assets.schemas.payload import SNIPPET_CHARS, cut_text

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
    return cut_text(_render(sentences, chosen), limit).text


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
