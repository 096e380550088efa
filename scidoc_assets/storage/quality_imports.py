"""Published figure-quality datasets and rater files, copied into the project and read back.

A dataset (`figures.jsonl` and what is beside it) becomes `data/datasets/<name>`, its images with
their hashes in one file; rater files become `data/review/figure_quality/ratings/<name>`. Both are
read without a fault first. Refuses a folder with any bad line; nothing of it is stored.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from scidoc_assets.domain.contexts.snippets import choose_snippets
from scidoc_assets.domain.quality.interchange import (
    PublishedDataset,
    is_published_layout,
    read_dataset,
)
from scidoc_assets.domain.quality.items import BENCHMARK
from scidoc_assets.domain.quality.line_reading import DatasetRefused
from scidoc_assets.domain.quality.published import FIGURES, MEANS
from scidoc_assets.domain.quality.rater_files import (
    check_rater_files,
    is_rater_file,
    read_rater_files,
)
from scidoc_assets.domain.quality.split_plans import plan_splits, split_name
from scidoc_assets.schemas.calls import sniff_media_type
from scidoc_assets.schemas.quality import FigureQualityItem, RaterRow
from scidoc_assets.storage.frozen_splits import freeze, read_frozen
from scidoc_assets.storage.imported_folders import (
    BundleError,
    import_name,
    imported_folders,
)
from scidoc_assets.storage.paths import ProjectPaths
from scidoc_assets.storage.whole_folder import replaced_folder

HASHES = "image_hashes.json"


@dataclass(frozen=True)
class DatasetImport:
    """What an import of a dataset brought in."""

    name: str
    figures: int
    ratings: int
    images: int
    splits: list[str]
    masked_scores: int
    notes: list[str]
    replaced_characters: int


def is_dataset(folder: Path) -> bool:
    """Whether a folder has the published figure-quality layout."""
    return is_published_layout([p.name for p in folder.iterdir()])


def is_rater_folder(folder: Path) -> bool:
    """Whether a folder holds rater files of our own."""
    return any(is_rater_file(p.name) for p in folder.iterdir())


def add_dataset(paths: ProjectPaths, folder: Path) -> DatasetImport:
    """Import a dataset folder, replacing an earlier import of that name; freeze its splits.

    Raises BundleError on bad lines or a name that cannot be used, StoreError when not writable.
    """
    name = import_name(folder, BENCHMARK)
    files = _dataset_files(folder)
    try:
        dataset = read_dataset(name, files, {}, choose_snippets)
    except DatasetRefused as refused:
        raise BundleError(str(refused)) from refused
    wanted = sorted(set(dataset.images.values()))
    hashes = {image: digest for image in wanted if (digest := _image_hash(folder / image))}
    files[HASHES] = json.dumps(hashes, indent=0, sort_keys=True).encode()
    with replaced_folder(paths.datasets / name) as part:
        _put(part, files)
        for image in hashes:
            (part / image).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(folder / image, part / image)
    plan = plan_splits([], dataset.splits, read_frozen(paths.splits), dataset.gold)
    for split in plan.to_freeze:
        freeze(paths.splits, split)
    return DatasetImport(
        name,
        len(dataset.items),
        len(dataset.ratings),
        len(hashes),
        [split_name(s) for s in plan.manifests if s.benchmark == name],
        dataset.masked_scores,
        dataset.notes,
        dataset.replaced_characters,
    )


def add_rater_files(
    paths: ProjectPaths,
    folder: Path,
    items: Sequence[FigureQualityItem],
    earlier: Sequence[RaterRow],
) -> tuple[str, int]:
    """Import a folder of rater files, replacing an earlier import of that name; (name, ratings).

    Raises BundleError naming every bad line, StoreError when not writable.
    """
    name = import_name(folder, BENCHMARK)
    files = _rater_files(folder)
    try:
        found = check_rater_files(name, files, items, earlier)
    except DatasetRefused as refused:
        raise BundleError(str(refused)) from refused
    with replaced_folder(paths.ratings / name) as part:
        _put(part, files)
    return name, len(found.rows)


def known_ratings(
    paths: ProjectPaths, items: Sequence[FigureQualityItem], without: str
) -> list[RaterRow]:
    """Ratings that are there before rater files named `without` come in (again)."""
    imported = [rating for d in read_datasets(paths.datasets) for rating in d.ratings]
    own = read_rater_files(rater_files_of(paths.ratings, without), items, imported)
    return [*imported, *own.rows]


def dataset_names(datasets: Path) -> list[str]:
    """Imported datasets, by name."""
    return [p.name for p in imported_folders(datasets)]


def datasets_digest(datasets: Path) -> str:
    """One digest over all imported datasets, for freshness (images by their stored hashes)."""
    return ";".join(f"{p.name}:{_digest(p)}" for p in imported_folders(datasets))


def read_datasets(datasets: Path) -> list[PublishedDataset]:
    """All imported datasets by name. Raises BundleError when one was damaged since its import."""
    return [_parsed(str(p), _digest(p)) for p in imported_folders(datasets)]


def rater_files_of(ratings: Path, without: str | None = None) -> dict[str, bytes]:
    """Every stored rater file by `<import>/<file>`, those of the import `without` left out."""
    return {
        f"{folder.name}/{name}": data
        for folder in imported_folders(ratings)
        if folder.name != without
        for name, data in _rater_files(folder).items()
    }


def rater_files_digest(ratings: Path) -> str:
    """One digest over all rater files, for freshness."""
    files = rater_files_of(ratings)
    return ";".join(f"{n}:{hashlib.sha256(files[n]).hexdigest()}" for n in sorted(files))


def image_bytes(datasets: Path, benchmark: str, image: str) -> bytes | None:
    """Bytes of an imported image (`images/...`), or None when the import had none."""
    path = datasets / benchmark / image
    return path.read_bytes() if path.is_file() else None


@lru_cache(maxsize=8)
def _parsed(folder: str, digest: str) -> PublishedDataset:
    path = Path(folder)
    files = _dataset_files(path)
    hashes = json.loads((path / HASHES).read_text(encoding="utf-8"))
    try:
        return read_dataset(path.name, files, hashes, choose_snippets)
    except DatasetRefused as refused:
        raise BundleError(str(refused)) from refused


def _digest(folder: Path) -> str:
    whole = hashlib.sha256()
    for name, data in sorted(
        (_dataset_files(folder) | {HASHES: (folder / HASHES).read_bytes()}).items()
    ):
        whole.update(f"{name}\x00{len(data)}\x00".encode() + data)
    return whole.hexdigest()


def _dataset_files(folder: Path) -> dict[str, bytes]:
    paths = [folder / FIGURES, folder / MEANS, *sorted(folder.glob("splits/*.jsonl"))]
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in paths if p.is_file()}


def _rater_files(folder: Path) -> dict[str, bytes]:
    return {
        p.name: p.read_bytes()
        for p in sorted(folder.iterdir())
        if p.is_file() and is_rater_file(p.name)
    }


def _image_hash(path: Path) -> str | None:
    """SHA-256 of a picture of a type that models take; None when it is missing or foreign."""
    if not path.is_file():
        return None
    data = path.read_bytes()
    return hashlib.sha256(data).hexdigest() if sniff_media_type(data) else None


def _put(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
