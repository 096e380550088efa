"""LaTeX elements aligned to the blocks of the PDF (spec documents.md).

Running elements (headings, paragraphs, list items, equations) keep their order, so one monotone
alignment places them all together; floats may print anywhere and are placed by caption text and
label. Refuses weak pairs: what stays under its threshold stays unaligned, with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scidoc_assets.domain.latex.elements import LatexElement
from scidoc_assets.domain.latex.similarity import (
    OPENING,
    SHORT,
    opening_similarity,
    part_similarity,
    squeeze,
    symbol_share,
    whole_similarity,
)
from scidoc_assets.schemas.latex import AlignmentCue, ElementKind
from scidoc_assets.schemas.layouts import Block

THRESHOLDS: dict[ElementKind, float] = {
    "title": 0.75,
    "abstract": 0.7,
    "heading": 0.8,
    "paragraph": 0.7,
    "list_item": 0.7,
    "equation": 0.5,
}
_NUMBERING = re.compile(r"^(?:(?:[A-Z]|\d+)(?:\.\d+)*|[IVXL]+)[.:)]?\s+(?=\S)")
_OUTSIDE = frozenset({"furniture", "caption", "float", "reference"})
_PRINTED_NUMBER = re.compile(r"\(([A-Z]?\d+(?:\.\d+)*[a-z]?'?)\)\s*$", re.MULTILINE)
NUMBER_WEIGHT = 0.4
CLEAR = 0.9
STRAY_SHARE = 0.8


@dataclass(frozen=True, slots=True)
class Placed:
    """The block of an element, how sure, and by what."""

    block: Block
    confidence: float
    cue: AlignmentCue


def place_running(elements: Sequence[LatexElement], blocks: Sequence[Block]) -> dict[int, Placed]:
    """Place elements that stand in the flow of text; keys are their `order`.

    Maximises the summed likeness over all placements in which the order of elements is that of
    their blocks (several elements may share a block). What that leaves out but is plainly printed
    elsewhere is placed there with less confidence.
    """
    running = [e for e in elements if e.kind in THRESHOLDS]
    flow = [b for b in sorted(blocks, key=lambda b: b.order) if _in_flow(b)]
    if not running or not flow:
        return {}
    scores, labelled = _scores(running, flow)
    placed: dict[int, Placed] = {}
    pairs = _monotone(scores)
    found = [(row, column, 1.0) for row, column in pairs]
    found += [(row, column, STRAY_SHARE) for row, column in _strays(scores, pairs)]
    for row, column, share in found:
        cue: AlignmentCue = "text_and_label" if labelled[row, column] else "text"
        confidence = round(min(1.0, share * float(scores[row, column])), 3)
        placed[running[row].order] = Placed(flow[column], confidence, cue)
    return placed


def _strays(scores: np.ndarray, pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Pairs out of order that are clear all the same: one block alone is nearly the same text.

    Reading order may be wrong where columns and boxes mix.
    """
    done = {row for row, _ in pairs}
    clear = scores >= CLEAR
    return [
        (row, int(np.argmax(scores[row])))
        for row in range(len(scores))
        if row not in done and clear[row].sum() == 1 and clear[:, np.argmax(scores[row])].sum() == 1
    ]


def _in_flow(block: Block) -> bool:
    return block.supercategory not in _OUTSIDE and bool(block.plain_text.strip())


def _scores(
    running: Sequence[LatexElement], flow: Sequence[Block]
) -> tuple[np.ndarray, np.ndarray]:
    """(elements, blocks) likeness, 0 under the threshold; and where the printed number agrees."""
    squeezed = [squeeze(b.plain_text) for b in flow]
    bare = [squeeze(_NUMBERING.sub("", b.plain_text.strip())) for b in flow]
    scores = np.zeros((len(running), len(flow)))
    labelled = np.zeros(scores.shape, dtype=bool)
    for row, element in enumerate(running):
        text = squeeze(element.text)
        for column, block in enumerate(flow):
            if element.kind == "equation":
                value, has_number = _equation_score(element, text, block, squeezed[column])
                labelled[row, column] = has_number
            else:
                value = _text_score(element.kind, text, block, squeezed[column], bare[column])
            if value >= THRESHOLDS[element.kind]:
                scores[row, column] = value
    return scores, labelled


def _text_score(kind: ElementKind, text: str, block: Block, squeezed: str, bare: str) -> float:
    if kind == "heading":
        return _heading_score(text, block, squeezed, bare)
    if kind == "title":
        is_title = block.category == "title"
        return (
            part_similarity(text, squeezed) if is_title else 0.95 * whole_similarity(text, squeezed)
        )
    if block.category in ("title", "author"):
        return 0.0
    if block.category == "section_header" and len(squeezed) < len(text[:OPENING]) + SHORT:
        return 0.0
    return max(opening_similarity(text, squeezed), opening_similarity(text, bare))


def _heading_score(text: str, block: Block, squeezed: str, bare: str) -> float:
    """A heading is a block of its own, or opens a block (a run-in heading)."""
    value = max(whole_similarity(text, squeezed), whole_similarity(text, bare))
    if block.category == "section_header":
        run_in = max(s.startswith(text) for s in (squeezed, bare)) if len(text) > 5 else False
        return max(value, 0.95 if run_in else 0.0)
    opens = any(
        len(text) > 5 and whole_similarity(text, s[: len(text)]) > 0.95 for s in (squeezed, bare)
    )
    return max(0.95 * value, 0.9 if opens else 0.0)


def _equation_score(
    element: LatexElement, text: str, block: Block, squeezed: str
) -> tuple[float, bool]:
    """Likeness of a formula, raised where its printed number ends a line of the block."""
    if block.supercategory == "heading" or not text or not squeezed:
        return 0.0, False
    share = symbol_share(text, squeezed)
    is_formula = block.category == "equation"
    if is_formula or len(squeezed) < 3 * len(text):
        like = 0.5 * share + 0.5 * whole_similarity(text, squeezed)
    else:
        like = 0.8 * part_similarity(text, squeezed)
    printed = _PRINTED_NUMBER.findall(block.plain_text)
    has_number = element.number in printed
    if has_number:
        like = (1 - NUMBER_WEIGHT) * like + NUMBER_WEIGHT
    elif element.number is not None:
        # Another number speaks against the pair; none may be lost in extraction.
        like *= (1 - NUMBER_WEIGHT) if printed else 0.9
    return like if is_formula else 0.97 * like, has_number


def _monotone(scores: np.ndarray) -> list[tuple[int, int]]:
    """Pairs (row, column) of the best alignment with columns that never go back."""
    rows, columns = scores.shape
    best = np.zeros((rows + 1, columns + 1))
    for row in range(rows):
        taken = np.where(scores[row] > 0, best[row, 1:] + scores[row], 0.0)
        best[row + 1, 1:] = np.maximum(best[row, 1:], np.maximum.accumulate(taken))
    pairs: list[tuple[int, int]] = []
    column = columns
    for row in range(rows, 0, -1):
        if best[row, column] <= best[row - 1, column]:
            continue
        gains = np.where(
            scores[row - 1, :column] > 0,
            best[row - 1, 1 : column + 1] + scores[row - 1, :column],
            0.0,
        )
        column = int(np.argmax(gains)) + 1
        pairs.append((row - 1, column - 1))
    return pairs[::-1]
