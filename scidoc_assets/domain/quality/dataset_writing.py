"""Our rows written in the published figure-quality layout, as bytes per relative path.

Writes `figures.jsonl`, `human_means.csv`, `splits/*.jsonl`; pictures stay with the caller. Refuses
nothing; ids that do not have the published form are given one, ours stays beside it, and a figure
that leaves without pixels has its locator in place of its image.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scidoc_assets.domain.quality.gold import group_by_figure
from scidoc_assets.domain.quality.published import FIGURES, MEANS
from scidoc_assets.schemas.quality import (
    DIMENSIONS,
    NAME_OF,
    FigureQualityGold,
    FigureQualityItem,
    RaterRow,
)
from scidoc_assets.schemas.quality_metrics import SplitManifest

_PUBLISHED_ID = re.compile(r"__fig\d{4,}$")
_NAMES = tuple(NAME_OF[d] for d in DIMENSIONS)


@dataclass(frozen=True)
class WrittenDataset:
    """Files by relative path, and the records of `figures.jsonl` in the order of the items."""

    files: dict[str, bytes]
    records: list[dict[str, Any]]


def write_dataset(
    items: Sequence[FigureQualityItem],
    ratings: Sequence[RaterRow],
    gold: Sequence[FigureQualityGold],
    splits: Sequence[SplitManifest] = (),
    extra: Mapping[str, Mapping[str, Any]] | None = None,
    images: Mapping[str, str] | None = None,
) -> WrittenDataset:
    """The dataset's files. `extra` are further keys per figure: those of an earlier import, locators.

    `images` are the paths (`images/...`) of the figures that have a picture; None: all of them do.
    """
    ids = published_ids(items)
    gold_of = {row.figure_id: row for row in gold}
    ratings_of = group_by_figure(ratings)
    records = [
        _record(
            item,
            ids[item.figure_id],
            ratings_of.get(item.figure_id, []),
            gold_of.get(item.figure_id),
            (extra or {}).get(item.figure_id, {}),
            _image(item, ids[item.figure_id], images),
        )
        for item in items
    ]
    files = {FIGURES: _json_lines(records), MEANS: _means_csv(gold, ids)}
    for split in splits:
        lines = [
            {"figure_id": ids[figure_id]} for figure_id in split.figure_ids if figure_id in ids
        ]
        files[f"splits/{split.name}.jsonl"] = _json_lines(lines)
    return WrittenDataset(files, records)


def _image(
    item: FigureQualityItem, published_id: str, images: Mapping[str, str] | None
) -> str | None:
    return f"images/{published_id}.png" if images is None else images.get(item.figure_id)


def published_ids(items: Sequence[FigureQualityItem]) -> dict[str, str]:
    """Published id of each figure: its own if it has the form, else `<paper>__fig0001` by order."""
    ids: dict[str, str] = {}
    count: dict[str, int] = {}
    for item in items:
        count[item.paper_id] = count.get(item.paper_id, 0) + 1
        is_published = bool(_PUBLISHED_ID.search(item.figure_id))
        ids[item.figure_id] = (
            item.figure_id if is_published else f"{item.paper_id}__fig{count[item.paper_id]:04d}"
        )
    return ids


def _record(
    item: FigureQualityItem,
    published_id: str,
    ratings: Sequence[RaterRow],
    gold: FigureQualityGold | None,
    extra: Mapping[str, Any],
    image: str | None,
) -> dict[str, Any]:
    record: dict[str, Any] = {
        **extra,
        "figure_id": published_id,
        "paper_id": item.paper_id,
        "fig_index": item.fig_index,
        "venue": item.venue,
        "year": item.year,
        "title": item.title,
        "caption": item.caption_raw or "",
        "section": item.section,
        "context_texts": item.context_raw,
        "context_count": len(item.context_raw),
        "figure_type": item.figure_type,
        "width": item.width_px,
        "height": item.height_px,
        "annotator_count": gold.raters if gold else len(ratings),
        "image": image,
    }
    if published_id != item.figure_id:
        record["scidoc_figure_id"] = item.figure_id
    for name in _NAMES:
        record[f"human_{name}"] = getattr(gold, name) if gold else None
    record["human_overall_score"] = gold.overall if gold else None
    record["annotations"] = [_annotation(row) for row in ratings]
    return record


def _annotation(row: RaterRow) -> dict[str, Any]:
    reasons = {f"{name}_reason": getattr(row, f"{name}_reason") for name in _NAMES}
    return {
        "source_type": "human",
        "source_name": row.rater_id,
        **{name: getattr(row, name) for name in _NAMES},
        "overall_score": row.mean(),
        "summary": row.summary,
        "suggestion": row.suggestion,
        **reasons,
        "annotated_at": row.rated_at,
    }


def _means_csv(gold: Sequence[FigureQualityGold], ids: Mapping[str, str]) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["figure_id", *(f"human_{n}" for n in _NAMES), "human_overall_score"])
    for row in gold:
        scores = [getattr(row, name) for name in _NAMES]
        writer.writerow([ids.get(row.figure_id, row.figure_id), *scores, row.overall])
    return out.getvalue().encode("utf-8")


def _json_lines(records: Sequence[Mapping[str, Any]]) -> bytes:
    lines = [json.dumps(r, ensure_ascii=False, allow_nan=False) + "\n" for r in records]
    return "".join(lines).encode("utf-8")
