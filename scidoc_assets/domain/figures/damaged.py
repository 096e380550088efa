"""Caption labels that a poor OCR layer has damaged ("F'g- '. A wave" for "Fig. 1. A wave").

Used on scanned pages only. Refuses to invent a number: it is filled in only when the captions
around it leave exactly that number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from scidoc_assets.domain.figures.captions import Caption
from scidoc_assets.domain.figures.labels import Label
from scidoc_assets.schemas.labelling import ObjectLabel

UNREAD = -1
_DAMAGED = re.compile(r"^\s*[FP]\W?[il1!|']?\W?[gq9]\W{0,3}\s*[^\w\s]?[\dlI|'\W]{1,3}\s+(?=[A-Z(])")


def parse_damaged(text: str) -> Label | None:
    """Return a figure label with the number `UNREAD`, None when nothing looks like one."""
    found = _DAMAGED.match(text)
    if found is None:
        return None
    return Label(ObjectLabel("figure", "", UNREAD), "", found.end(), ".", False)


def with_numbers(captions: Sequence[Caption]) -> list[Caption]:
    """Number the damaged captions between read ones; drop those that stay open.

    The label is written as the next read caption of the document writes it.
    """
    read = [c for c in captions if c.label.kind == "figure" and c.label.series == ""]
    known = [c for c in read if c.label.number != UNREAD]
    result: list[Caption] = []
    for caption in captions:
        if caption.label.number != UNREAD:
            result.append(caption)
            continue
        number = _gap_number(read, caption)
        if number is not None and known:
            result.append(_numbered(caption, number, known[0]))
    return result


def _gap_number(read: Sequence[Caption], caption: Caption) -> int | None:
    """Return the only number that fits between the read captions before and after."""
    place = next(k for k, c in enumerate(read) if c is caption)
    before = [(k, c.label.number) for k, c in enumerate(read[:place]) if c.label.number != UNREAD]
    after = [
        (k, c.label.number) for k, c in enumerate(read) if k > place and c.label.number != UNREAD
    ]
    low_place, low = before[-1] if before else (-1, 0)
    if not after:
        return None
    high_place, high = after[0]
    fits = high - low == high_place - low_place
    return low + place - low_place if fits else None


def _numbered(caption: Caption, number: int, model: Caption) -> Caption:
    """Return a caption with its number, its label written like another caption's."""
    mark = model.label.delimiter[:1]
    written = model.text[: model.label.end]
    written = written[: len(written) - len(model.label.printed)] + str(number)
    text = f"{written}{mark} {caption.text[caption.label.end :]}"
    read = ObjectLabel("figure", "", number)
    label = replace(caption.label, read=read, printed=str(number), end=len(written))
    return replace(caption, text=text, label=label)
