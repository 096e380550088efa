"""A figure-quality data set written out: the published layout, shards, card, Croissant.

`scidoc import` reads the folder back with the same ratings, gold and splits. Refuses pixels and
words of papers that do not allow them: such a figure has a locator and marks in their place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa

from scidoc_assets.domain.layouts.language import guess_language
from scidoc_assets.domain.quality.dataset_writing import published_ids, write_dataset
from scidoc_assets.domain.quality.published import FIGURES, MEANS
from scidoc_assets.domain.releases.card import CardFacts, CardTable
from scidoc_assets.domain.releases.croissant import CroissantColumn, texts
from scidoc_assets.domain.releases.passages import figure_without_passages
from scidoc_assets.schemas.quality import (
    NAME_OF,
    FigureQualityGold,
    FigureQualityItem,
    RaterRow,
)
from scidoc_assets.schemas.quality_metrics import SplitManifest
from scidoc_assets.schemas.releases import (
    LicenceClass,
    ReleasedFile,
    ReleasedSource,
    ReleaseSettings,
)
from scidoc_assets.storage.release_folder import ReleaseWriter, release_writer
from scidoc_assets.storage.release_pictures import ReleasePictures, ShownFigure, picture_suffix
from scidoc_assets.storage.release_shards import (
    IMAGE,
    TEXTS,
    image_cell,
    shard_schema,
    text_columns,
)

FIGURE_TABLE, EVALUATION, POOL = "figures", "evaluation", "pool"
_NAMES = tuple(NAME_OF.values())
_MEANS = {f"human_{name}": pa.float64() for name in (*_NAMES, "overall_score")}
_ANNOTATION = {
    **text_columns("source_type", "source_name"),
    **dict.fromkeys((*_NAMES, "overall_score"), pa.float64()),
    **text_columns(*(f"{name}_reason" for name in _NAMES), "summary", "suggestion", "annotated_at"),
}
SCHEMAS: dict[str, pa.Schema] = {
    FIGURE_TABLE: shard_schema(
        {
            **text_columns("figure_id", "paper_id"),
            "image": IMAGE,
            "fig_index": pa.int64(),
            **text_columns("venue", "title", "caption", "section", "figure_type"),
            "year": pa.int64(),
            "context_texts": TEXTS,
            "splits": TEXTS,
            "annotator_count": pa.int64(),
            **_MEANS,
            "annotations": pa.list_(pa.struct(_ANNOTATION)),
            "locator": pa.struct(
                {
                    **text_columns("figure_id", "paper_id", "sha256", "crop_sha256"),
                    "page_index": pa.int64(),
                    "bbox_pt": pa.list_(pa.float64()),
                    "dpi": pa.int64(),
                    "other_pages": pa.list_(pa.int64()),
                }
            ),
        }
    )
}
COLUMNS: dict[str, tuple[CroissantColumn, ...]] = {
    FIGURE_TABLE: (
        *texts("figure_id", "paper_id", "caption", "figure_type"),
        CroissantColumn("human_overall_score", "sc:Float"),
        CroissantColumn("image", "sc:ImageObject"),
    )
}


@dataclass(frozen=True)
class QualityContent:
    """Rows of one benchmark; `extra` are unknown keys of an import, per figure_id."""

    items: Sequence[FigureQualityItem]
    ratings: Sequence[RaterRow]
    gold: Sequence[FigureQualityGold]
    splits: Sequence[SplitManifest]
    extra: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    sources: Sequence[ReleasedSource] = ()


@dataclass
class QualityReport:
    """What was written; `located` figures left without pixels."""

    figures: int = 0
    rated: int = 0
    pictures: int = 0
    located: int = 0
    files: list[ReleasedFile] = field(default_factory=list)


def write_quality(
    part: Path,
    name: str,
    content: QualityContent,
    pictures: ReleasePictures,
    settings: ReleaseSettings,
    release_id: str,
) -> QualityReport:
    """Write the data set `name` into the folder `part`. Equal rows give equal bytes."""
    shown = {
        item.figure_id: ShownFigure(item.figure_id, item.paper_id, item.image_sha256)
        for item in content.items
    }
    with release_writer(part, SCHEMAS) as writer:
        images = _put_pictures(writer, content.items, shown, pictures)
        extra = {i: _extra(content, pictures, i, has_image=i in images) for i in shown}
        items = [_quotable(item, shown[item.figure_id], pictures) for item in content.items]
        written = write_dataset(items, content.ratings, content.gold, content.splits, extra, images)
        for path, data in written.files.items():
            rows = data.count(b"\n") - (path == MEANS)
            writer.file(path, data, "table" if path == MEANS else "lines", rows)
        for item, record in zip(content.items, written.records, strict=True):
            data = pictures.data(shown[item.figure_id]) if item.figure_id in images else None
            kind = pictures.licence_class(shown[item.figure_id])
            _put_row(writer, record, _splits_of(item, content.splits), data, kind)
        report = QualityReport(
            len(content.items), len(content.gold), len(images), len(shown) - len(images)
        )
        classes = {pictures.licence_class(figure) for figure in shown.values()}
        facts = _facts(writer, name, content, report, settings, "own_use" in classes)
        report.files = writer.describe(facts, COLUMNS, settings, release_id, "figure_quality")
    return report


def _put_pictures(
    writer: ReleaseWriter,
    items: Sequence[FigureQualityItem],
    shown: Mapping[str, ShownFigure],
    pictures: ReleasePictures,
) -> dict[str, str]:
    """Write the pictures that may leave; their paths by our figure id."""
    paths: dict[str, str] = {}
    for own, published in published_ids(items).items():
        if pictures.shows(shown[own]):
            data = pictures.data(shown[own])
            paths[own] = f"images/{published}.{picture_suffix(data)}"
            writer.picture(paths[own], data, pictures.licence_class(shown[own]))
    return paths


def _quotable(
    item: FigureQualityItem, figure: ShownFigure, pictures: ReleasePictures
) -> FigureQualityItem:
    """A figure of our corpus leaves with its words where it may leave with its pixels; the words of
    an imported data set are its own."""
    is_kept = item.figure_id in pictures.locators and not pictures.shows(figure)
    return figure_without_passages(item) if is_kept else item


def _extra(
    content: QualityContent, pictures: ReleasePictures, figure_id: str, has_image: bool
) -> dict[str, Any]:
    extra = dict(content.extra.get(figure_id, {}))
    if not has_image and figure_id in pictures.locators:
        extra["locator"] = pictures.locators[figure_id].model_dump(mode="json")
    return extra


def _splits_of(item: FigureQualityItem, splits: Sequence[SplitManifest]) -> list[str]:
    return [split.name for split in splits if item.figure_id in split.figure_ids]


def _put_row(
    writer: ReleaseWriter,
    record: Mapping[str, Any],
    splits: list[str],
    data: bytes | None,
    licence_class: LicenceClass,
) -> None:
    cell = None if data is None else image_cell(Path(str(record["image"])).name, data)
    row = {**record, "splits": splits, "image": cell}
    side = EVALUATION if splits else POOL
    writer.row(FIGURE_TABLE, side, row, licence_class, len(data or b""))


def _facts(
    writer: ReleaseWriter,
    name: str,
    content: QualityContent,
    report: QualityReport,
    settings: ReleaseSettings,
    has_closed_pixels: bool,
) -> CardFacts:
    counts = writer.rows_by_split(FIGURE_TABLE)
    rows = {side: counts.get(side, 0) for side in (EVALUATION, POOL)}
    about = "figures with caption, citing text, ratings and gold"
    return CardFacts(
        name=name,
        version=settings.version,
        licence=settings.licence,
        about="Scientific figures with caption and citing text, rated by people on five dimensions.",
        languages=_languages(content.items),
        tasks=["image-text-to-text"],
        tables=[CardTable(FIGURE_TABLE, about, rows, [FIGURES])],
        body=[_READING.format(rated=report.rated, ratings=len(content.ratings))],
        sources=content.sources,
        located=report.located,
        has_closed_pixels=has_closed_pixels,
    )


def _languages(items: Sequence[FigureQualityItem]) -> list[str]:
    """Languages of captions and citing texts, guessed paper by paper."""
    words: dict[str, list[str]] = {}
    for item in items:
        words.setdefault(item.paper_id, []).extend([item.caption or "", *item.context_raw])
    guesses = (guess_language(" ".join(said)) for said in words.values())
    return sorted({language for language in guesses if language})


_READING = (
    "## Reading it\n\n"
    "{rated} figures have gold, out of {ratings} ratings. Scores are 1-10, higher is better (a high "
    "`misleading_risk` is a low risk); null means nobody judged it, or that there is no caption or "
    "citing text to judge against. `evaluation` holds the figures of frozen splits "
    "(`splits/*.jsonl`), `pool` all others. A figure that leaves without pixels has a `locator`, "
    "and marks in place of its caption and citing text. "
    "`scidoc import` reads this folder back."
)
