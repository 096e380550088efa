"""Training samples written out: JSON Lines with an image folder, Parquet shards with images inside.

The folder is written beside and put in place whole. Refuses to replace a folder that is not an
earlier export.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import uuid
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import pyarrow as pa
import pyarrow.parquet as pq

from scidoc_assets.domain.training.exports import SftForm, parquet_row, rl_record, sft_record
from scidoc_assets.domain.training.release import (
    SPLITS,
    ExportedFile,
    ExportFormat,
    croissant,
    dataset_card,
    dumped,
)
from scidoc_assets.schemas.training import TrainingSample
from scidoc_assets.storage.parquet import StoreError, explain_write_error

ROW_GROUP, SHARD_ROWS = 100, 1000
CROISSANT = "croissant.json"
_TURNS = pa.list_(pa.struct({"role": pa.string(), "content": pa.string()}))
_IMAGES = pa.list_(pa.struct({"bytes": pa.binary(), "path": pa.string()}))
_TEXTS = pa.list_(pa.string())


def _feature(kind: pa.DataType) -> Any:
    """A column as the Hugging Face loader names it; without it, images load as plain bytes."""
    if pa.types.is_list(kind):
        return {"feature": _feature(kind.value_type), "_type": "Sequence"}
    if kind == _IMAGES.value_type:
        return {"_type": "Image"}
    if pa.types.is_struct(kind):
        return {field.name: _feature(field.type) for field in kind.fields}
    return {"dtype": str(kind), "_type": "Value"}


def _schema(columns: dict[str, pa.DataType]) -> pa.Schema:
    features = {name: _feature(kind) for name, kind in columns.items()}
    about = json.dumps({"info": {"features": features}})
    fields = [pa.field(name, kind) for name, kind in columns.items()]
    return pa.schema(fields, metadata={"huggingface": about})


SCHEMAS: dict[ExportFormat, pa.Schema] = {
    "sft": _schema(
        {
            **dict.fromkeys(("id", "subtask", "language", "split"), pa.string()),
            "paper_ids": _TEXTS,
            "messages": _TURNS,
            "images": _IMAGES,
            **dict.fromkeys(
                ("verifier", "verifier_params", "ground_truth", "construction"), pa.string()
            ),
        }
    ),
    "rl": _schema(
        {
            "id": pa.string(),
            "data_source": pa.string(),
            "prompt": _TURNS,
            "images": _IMAGES,
            "reward_model": pa.struct(
                dict.fromkeys(("style", "verifier", "ground_truth", "params"), pa.string())
            ),
            "extra_info": pa.struct(
                {
                    **dict.fromkeys(("subtask", "language", "split"), pa.string()),
                    "paper_ids": _TEXTS,
                    "is_synthetic": pa.bool_(),
                    "rewritten_by": pa.string(),
                }
            ),
        }
    ),
}


@dataclass(frozen=True)
class Drawn:
    """A sample ready to leave: its pictures, or locators where its pages may not leave."""

    sample: TrainingSample
    pictures: list[tuple[str, bytes]]
    locators: list[Any] | None = None


@dataclass
class ExportReport:
    """What an export holds; `located` samples left without pixels."""

    samples: int = 0
    located: int = 0
    pictures: int = 0
    by_split: Counter[str] = field(default_factory=Counter)


def write_training(
    out: Path, drawn: Iterable[Drawn], form: ExportFormat, sft_form: SftForm, seed: int
) -> ExportReport:
    """Write an export folder. `drawn` may come in any order; equal input gives equal bytes.

    Raises StoreError when `out` is something else already, or cannot be written.
    """
    if out.exists() and any(out.iterdir()) and not (out / CROISSANT).is_file():
        raise StoreError(f"{out}: exists and is no export; name another folder or remove it")
    part = out.with_name(f".{out.name}.{uuid.uuid4().hex}.part")
    try:
        report = _write(part, out.name, drawn, form, sft_form, seed)
        shutil.rmtree(out, ignore_errors=True)
        os.replace(part, out)
    except OSError as error:
        raise StoreError(explain_write_error(out, error)) from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return report


def _write(
    part: Path,
    name: str,
    drawn: Iterable[Drawn],
    form: ExportFormat,
    sft_form: SftForm,
    seed: int,
) -> ExportReport:
    report, kept = ExportReport(), list[TrainingSample]()
    for folder in (form, "data", "images"):
        (part / folder).mkdir(parents=True)
    with ExitStack() as stack:
        lines = _Lines(part, stack)
        shards = _Shards(part / "data", form, stack)
        for item in drawn:
            names = [f"images/{file}" for file, _ in item.pictures]
            if item.locators is not None:
                names = [f"images/{file}" for file in _planned(item.sample)]
            record = _record(item.sample, names, form, sft_form)
            if item.locators is not None:
                lines.put("locators", item.sample.split, {**record, "locators": item.locators})
                report.located += 1
                continue
            lines.put(form, item.sample.split, record)
            for file, data in item.pictures:
                (part / "images" / file).write_bytes(data)
            shards.put(item, record)
            kept.append(item.sample)
            report.pictures += len(item.pictures)
    report.samples, report.by_split = len(kept), Counter(s.split for s in kept)
    card = dataset_card(name, form, kept, report.located, seed)
    (part / "README.md").write_text(card, encoding="utf-8")
    described = croissant(name, form, list(_files(part)), len(kept))
    (part / CROISSANT).write_text(dumped(described), encoding="utf-8")
    return report


def _planned(sample: TrainingSample) -> list[str]:
    """Names that a sample's pictures would have."""
    count = sum(item.kind != "text" for item in sample.inputs)
    return [f"{sample.sample_id}-{place}.png" for place in range(count)]


def _record(
    sample: TrainingSample, names: Sequence[str], form: ExportFormat, sft_form: SftForm
) -> dict[str, Any]:
    return rl_record(sample, names) if form == "rl" else sft_record(sample, names, sft_form)


class _Lines:
    """JSON Lines files by folder and split, opened at their first line."""

    def __init__(self, root: Path, stack: ExitStack) -> None:
        self._root, self._stack = root, stack
        self._files: dict[tuple[str, str], IO[str]] = {}

    def put(self, folder: str, split: str, record: dict[str, Any]) -> None:
        """Append one object."""
        if (folder, split) not in self._files:
            path = self._root / folder / f"{split}.jsonl"
            path.parent.mkdir(exist_ok=True)
            file = path.open("w", encoding="utf-8", newline="\n")
            self._files[folder, split] = self._stack.enter_context(file)
        self._files[folder, split].write(json.dumps(record, ensure_ascii=False) + "\n")


class _Shards:
    """Parquet shards of each split: small row groups, since images are inside."""

    def __init__(self, folder: Path, form: ExportFormat, stack: ExitStack) -> None:
        self._folder = folder
        self._form: ExportFormat = form
        self._rows: dict[str, list[dict[str, Any]]] = {split: [] for split in SPLITS}
        self._writers: dict[str, pq.ParquetWriter] = {}
        self._counts: Counter[str] = Counter()
        stack.callback(self._close)

    def put(self, item: Drawn, record: dict[str, Any]) -> None:
        """Add one row; a full row group is written."""
        split = item.sample.split
        self._rows[split].append(self._row(item, record))
        if len(self._rows[split]) == ROW_GROUP:
            self._flush(split)

    def _row(self, item: Drawn, record: dict[str, Any]) -> dict[str, Any]:
        if self._form == "sft":
            return parquet_row(item.sample, item.pictures)
        pictures = [{"path": name, "bytes": data} for name, data in item.pictures]
        return {**record, "images": pictures}

    def _flush(self, split: str) -> None:
        rows = self._rows[split]
        if not rows:
            return
        schema = SCHEMAS[self._form]
        shard, is_new = divmod(self._counts[split], SHARD_ROWS)
        if is_new == 0:
            self._end(split)
            path = self._folder / f"{split}-{shard:05d}.parquet"
            self._writers[split] = pq.ParquetWriter(path, schema, compression="zstd")
        self._writers[split].write_table(pa.Table.from_pylist(rows, schema=schema))
        self._counts[split] += len(rows)
        rows.clear()

    def _end(self, split: str) -> None:
        writer = self._writers.pop(split, None)
        if writer is not None:
            writer.close()

    def _close(self) -> None:
        for split in SPLITS:
            self._flush(split)
            self._end(split)


def _files(root: Path) -> Iterator[ExportedFile]:
    for path in sorted((root / "data").glob("*.parquet")):
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        yield ExportedFile(path.relative_to(root).as_posix(), digest, path.stat().st_size)
