"""Captions and floats of a LaTeX source placed on the PDF's captions and graphics.

Captions are assigned one to one by their words and their printed number; a float goes where its
caption's target is. Refuses captions that neither words nor label support.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from scipy.optimize import linear_sum_assignment

from scidoc_assets.domain.latex.alignment import Placed
from scidoc_assets.domain.latex.elements import LatexElement
from scidoc_assets.domain.latex.similarity import part_similarity, squeeze, whole_similarity
from scidoc_assets.schemas.labelling import match_label, parse_label
from scidoc_assets.schemas.layouts import Block, Relation
from scidoc_assets.schemas.text import normalise

# Unrelated English captions are alike by 0.40 to 0.48 (measured over foreign pairs of papers).
ENOUGH_TEXT = 0.75
ENOUGH_WITH_LABEL = 0.62
LABEL_BONUS = 0.15
COMPARED = 300


def place_captions(elements: Sequence[LatexElement], blocks: Sequence[Block]) -> dict[int, Placed]:
    """Place caption elements on caption blocks (other text blocks only word for word).

    Keys are the elements' `order`; each block takes one caption at most.
    """
    captions = [e for e in elements if e.kind == "caption" and squeeze(e.text)]
    wanted = [b for b in blocks if b.category == "caption" or b.supercategory == "text"]
    if not captions or not wanted:
        return {}
    text = np.zeros((len(captions), len(wanted)))
    label = np.zeros(text.shape, dtype=bool)
    for column, block in enumerate(wanted):
        body = squeeze(_without_label(block.plain_text))
        for row, element in enumerate(captions):
            text[row, column] = _likeness(squeeze(element.text), body, block)
            label[row, column] = block.category == "caption" and _same_label(element, block)
    is_enough = (text >= ENOUGH_TEXT) | (label & (text >= ENOUGH_WITH_LABEL))
    scores = np.where(is_enough, text + LABEL_BONUS * label, 0.0)
    placed: dict[int, Placed] = {}
    for row, column in zip(*linear_sum_assignment(scores, maximize=True), strict=True):
        if scores[row, column] > 0:
            cue = "text_and_label" if label[row, column] else "text"
            confidence = round(min(1.0, float(scores[row, column])), 3)
            placed[captions[row].order] = Placed(wanted[column], confidence, cue)
    return placed


def place_floats(
    elements: Sequence[LatexElement],
    blocks: Sequence[Block],
    relations: Sequence[Relation],
    captions: Mapping[int, Placed],
) -> dict[int, Placed]:
    """Place float elements on the graphic that their caption belongs to.

    A float whose graphic is not printed (or was not found) stands for its caption: it is placed on
    the caption's block with the cue `caption_only`.
    """
    by_id = {b.block_id: b for b in blocks}
    targets = {b.block_id: list(b.caption_target_ids) for b in blocks}
    for relation in relations:
        if relation.type == "caption_target":
            targets.setdefault(relation.from_id, []).append(relation.to_id)
    placed: dict[int, Placed] = {}
    for element in elements:
        caption = captions.get(element.order)
        if element.kind != "caption" or caption is None or element.parent is None:
            continue
        graphic = _graphic(
            caption.block, [by_id[i] for i in targets[caption.block.block_id] if i in by_id], blocks
        )
        if graphic is not None:
            placed[element.parent] = Placed(graphic, caption.confidence, "caption_target")
        else:
            half = round(0.5 * caption.confidence, 3)
            placed[element.parent] = Placed(caption.block, half, "caption_only")
    return placed


def _graphic(caption: Block, targets: Sequence[Block], blocks: Sequence[Block]) -> Block | None:
    """Graphic of a caption: its target, else the float block that carries the same label."""
    found = next((b for b in targets if b.supercategory == "float"), None)
    if found is not None or caption.label is None:
        return found
    return next(
        (b for b in blocks if b.supercategory == "float" and b.label == caption.label), None
    )


def _likeness(element: str, body: str, block: Block) -> float:
    """Likeness of caption texts over their first 300 characters; captions may be cut off."""
    if not body:
        return 0.0
    a, b = element[:COMPARED], body[:COMPARED]
    length = min(len(a), len(b))
    value = max(
        whole_similarity(a, b), whole_similarity(a[:length], b[:length]) if length > 30 else 0
    )
    if block.category == "caption":
        return max(value, 0.95 * part_similarity(a, b))
    return value if value > 0.85 else 0.0


def _without_label(text: str) -> str:
    """Text behind a leading figure or table label."""
    flat = normalise(text).text
    found = match_label(flat)
    return flat[found.end :] if found and found.start == 0 else flat


def _same_label(element: LatexElement, block: Block) -> bool:
    printed = parse_label(block.label) or parse_label(block.plain_text[:60])
    if printed is None or element.number is None:
        return False
    kind = "Table" if element.float_kind == "table" else str(element.float_kind).title()
    own = parse_label(f"{kind} {element.number}")
    return own is not None and own.key == printed.key
