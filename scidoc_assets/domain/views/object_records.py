"""The figures and tables of one paper as plain records, as `scidoc parse --json` prints them.

Refuses to leave anything out: graphics without a caption stay, with label and caption null and
their reason (bug-log row B01).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from scidoc_assets.schemas.contexts import ContextBinding, Mention
from scidoc_assets.schemas.figures import FigureParts
from scidoc_assets.schemas.labelling import parse_label

CROP_FOLDER = "crops"


def object_records(
    figures: Sequence[FigureParts],
    bindings: Sequence[ContextBinding],
    mentions: Sequence[Mention],
) -> list[dict[str, Any]]:
    """One record per figure row, in the order given.

    `bbox_pt` and boxes of captions and panels in points of the displayed page, `page_index` from
    0; `mention_count` counts the body paragraphs that name the label; `mentions` lists every place
    that does, captions and headings included (`place`). `reason`: why a caption, a graphic or a
    crop is missing. Raises KeyError for a figure without binding.
    """
    count_of = {b.figure_id: b.mention_count for b in bindings}
    by_key: dict[str, list[dict[str, Any]]] = {}
    for mention in mentions:
        by_key.setdefault(mention.label_key, []).append(_mention_record(mention))
    return [_record(f, count_of[f.figure_id], by_key) for f in figures]


def crop_name(figure: FigureParts) -> str | None:
    """Path of a figure's crop below the folder of a paper, None when it has no crop."""
    if figure.crop_sha256 is None:
        return None
    return str(PurePosixPath(CROP_FOLDER) / f"{figure.figure_id}.png")


def _record(
    figure: FigureParts, mention_count: int, by_key: Mapping[str, list[dict[str, Any]]]
) -> dict[str, Any]:
    label = parse_label(figure.label)
    return {
        "figure_id": figure.figure_id,
        "label": figure.label,
        "kind": figure.kind,
        "page_index": figure.page_index,
        "bbox_pt": _box(figure.bbox_pt),
        "caption": figure.caption,
        "caption_page_index": figure.caption_page_index,
        "caption_boxes_pt": [_box(b) for b in figure.caption_boxes_pt],
        "mention_count": mention_count,
        "mentions": by_key.get(label.key, []) if label else [],
        "panels": [{"letter": p.letter, "bbox_pt": _box(p.bbox_pt)} for p in figure.panels],
        "continues_on": list(figure.continues_on),
        "source": figure.source,
        "reason": getattr(figure, "reason", None),
        "crop": crop_name(figure),
        "crop_width_px": figure.crop_width_px,
        "crop_height_px": figure.crop_height_px,
        "crop_dpi": figure.crop_dpi,
    }


def _mention_record(mention: Mention) -> dict[str, Any]:
    return {
        "block_id": mention.block_id,
        "page_index": mention.page_index,
        "surface": mention.surface,
        "panels": list(mention.panels),
        "place": mention.place,
    }


def _box(box: tuple[float, float, float, float] | None) -> list[float] | None:
    return None if box is None else [round(v, 3) for v in box]
