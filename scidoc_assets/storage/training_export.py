"""Training samples written out: JSON Lines with an image folder, Parquet shards with images inside.

The folder is written beside and put in place whole. Refuses to replace a folder that is not an
earlier export, and rejected samples.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa

from scidoc_assets.domain.releases.card import CardFacts, CardTable
from scidoc_assets.domain.releases.croissant import CroissantColumn, texts
from scidoc_assets.domain.training.exports import SftForm, parquet_row, rl_record, sft_record
from scidoc_assets.domain.training.release import (
    ABOUT,
    FLAT_COLUMNS,
    SPLITS,
    ExportFormat,
    card_sections,
)
from scidoc_assets.schemas.releases import (
    LicenceClass,
    ReleasedFile,
    ReleasedSource,
    ReleaseSettings,
)
from scidoc_assets.schemas.training import TrainingSample
from scidoc_assets.storage.release_folder import ReleaseWriter, release_folder, release_writer
from scidoc_assets.storage.release_shards import (
    IMAGES,
    TEXTS,
    image_cell,
    shard_schema,
    text_columns,
)

LEFT_OUT = "left_out.jsonl"
_TURNS = pa.list_(pa.struct(text_columns("role", "content")))
_SAMPLE = text_columns("subtask", "language", "split")
SCHEMAS: dict[str, pa.Schema] = {
    "sft": shard_schema(
        {
            **text_columns("id"),
            **_SAMPLE,
            "paper_ids": TEXTS,
            "messages": _TURNS,
            "images": IMAGES,
            **text_columns("verifier", "verifier_params", "ground_truth", "construction"),
        }
    ),
    "rl": shard_schema(
        {
            **text_columns("id", "data_source"),
            "prompt": _TURNS,
            "images": IMAGES,
            "reward_model": pa.struct(text_columns("style", "verifier", "ground_truth", "params")),
            "extra_info": pa.struct(
                {
                    **_SAMPLE,
                    "paper_ids": TEXTS,
                    "is_synthetic": pa.bool_(),
                    **text_columns("rewritten_by"),
                }
            ),
        }
    ),
}


@dataclass(frozen=True)
class Drawn:
    """A sample ready to leave: its pictures, or locators where its pages or texts may not leave.

    `failure` says why its pictures could not be drawn; such a sample is left out and counted.
    """

    sample: TrainingSample
    pictures: list[tuple[str, bytes]]
    locators: list[Any] | None = None
    licence_class: LicenceClass = "synthetic"
    failure: str | None = None


@dataclass(frozen=True)
class TrainingExport:
    """How samples leave: name of the data set, forms of one folder, chat form of its lines, sources.

    `note` goes into the card: what this export leaves out on purpose.
    """

    name: str
    forms: tuple[ExportFormat, ...]
    settings: ReleaseSettings
    sft_form: SftForm = "messages"
    seed: int = 0
    sources: Sequence[ReleasedSource] = ()
    is_frozen: bool = False
    note: str | None = None


@dataclass
class ExportReport:
    """What an export holds; `located` samples left without pixels, `left_out` failed to be drawn."""

    samples: int = 0
    located: int = 0
    pictures: int = 0
    left_out: list[str] = field(default_factory=list)
    has_closed_pixels: bool = False
    by_split: Counter[str] = field(default_factory=Counter)
    files: list[ReleasedFile] = field(default_factory=list)


def write_training(out: Path, drawn: Iterable[Drawn], export: TrainingExport) -> ExportReport:
    """Write an export folder. `drawn` in equal order gives equal bytes.

    Raises StoreError when `out` is something else already, or cannot be written.
    """
    with release_folder(out, export.is_frozen) as part, release_writer(part, SCHEMAS) as writer:
        report, kept = ExportReport(), list[TrainingSample]()
        for item in drawn:
            if item.failure is not None:
                record = {"id": item.sample.sample_id, "reason": item.failure}
                writer.line(LEFT_OUT, record, "left_out", item.sample.split)
                report.left_out.append(item.failure)
                continue
            if item.locators is not None:
                _put_located(writer, item, item.locators, export)
                report.located += 1
                continue
            _put(writer, item, export)
            kept.append(item.sample)
            report.pictures += len(item.pictures)
            report.has_closed_pixels |= item.licence_class == "own_use"
        report.samples, report.by_split = len(kept), Counter(s.split for s in kept)
        facts = _facts(writer, kept, report, export)
        columns = {form: _columns(form) for form in export.forms}
        report.files = writer.describe(facts, columns, export.settings, export.name, "training")
    return report


def _put(writer: ReleaseWriter, item: Drawn, export: TrainingExport) -> None:
    split = item.sample.split
    is_own_use = item.licence_class == "own_use"
    shown: LicenceClass = item.licence_class if item.pictures or is_own_use else "text"
    for name, data in item.pictures:
        writer.picture(f"images/{name}", data, shown)
    names = [f"images/{name}" for name, _ in item.pictures]
    cells = [image_cell(name, data) for name, data in item.pictures]
    size = sum(len(data) for _, data in item.pictures)
    for form in export.forms:
        record = _record(item.sample, names, form, export.sft_form)
        writer.line(f"{form}/{split}.jsonl", record, form, split)
        row = (
            parquet_row(item.sample, item.pictures)
            if form == "sft"
            else {**record, "images": cells}
        )
        writer.row(form, split, row, shown, size)


def _put_located(
    writer: ReleaseWriter, item: Drawn, locators: list[Any], export: TrainingExport
) -> None:
    """Lines of a sample without its pixels, with the names that its pictures would have."""
    sample = item.sample
    count = sum(part.kind != "text" for part in sample.inputs)
    names = [f"images/{sample.sample_id}-{place}.png" for place in range(count)]
    for form in export.forms:
        record = {**_record(sample, names, form, export.sft_form), "locators": locators}
        path = f"locators/{form}-{sample.split}.jsonl"
        writer.line(path, record, form, sample.split, "locators")


def _record(
    sample: TrainingSample, names: Sequence[str], form: ExportFormat, sft_form: SftForm
) -> dict[str, Any]:
    return rl_record(sample, names) if form == "rl" else sft_record(sample, names, sft_form)


def _facts(
    writer: ReleaseWriter,
    kept: Sequence[TrainingSample],
    report: ExportReport,
    export: TrainingExport,
) -> CardFacts:
    tables = []
    for form in export.forms:
        counts = writer.rows_by_split(form)
        rows = {split: counts.get(split, 0) for split in SPLITS}
        tables.append(CardTable(form, ABOUT[form], rows, (f"{form}/*.jsonl",)))
    return CardFacts(
        name=export.name,
        version=export.settings.version,
        licence=export.settings.licence,
        about="Verified training samples over scientific papers.",
        languages=sorted({s.language for s in kept}),
        tasks=["image-text-to-text"],
        tables=tables,
        body=[*([export.note] if export.note else []), *card_sections(kept, export.seed)],
        sources=export.sources,
        located=report.located,
        has_closed_pixels=report.has_closed_pixels,
    )


def _columns(form: ExportFormat) -> list[CroissantColumn]:
    return [*texts(*FLAT_COLUMNS[form]), CroissantColumn("images", "sc:ImageObject", True)]
