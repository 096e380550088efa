"""The published figure-quality layout read into our rows (spec figure-quality.md, Interchange).

`figures.jsonl`, `human_means.csv` and `splits/*.jsonl` as bytes; images stay with the caller. Texts
are cleaned, the raw ones kept. All or nothing: every bad line is named, then the import is refused.
A score on a dimension that gating switches off is masked and counted, never used.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from scidoc_assets.domain.quality.line_reading import (
    DatasetRefused,
    read_csv_lines,
    read_json_lines,
)
from scidoc_assets.domain.quality.published import (
    FIGURES,
    MEANS,
    PublishedAnnotation,
    PublishedFigure,
    SplitLine,
)
from scidoc_assets.domain.quality.published_rows import (
    SnippetChooser,
    first_snippets,
    gold_of,
    items_of,
    ratings_of,
)
from scidoc_assets.domain.quality.splits import imported_split
from scidoc_assets.schemas.quality import (
    NAME_OF,
    FigureQualityGold,
    FigureQualityItem,
    FiveScores,
    RaterRow,
)
from scidoc_assets.schemas.quality_metrics import SplitManifest
from scidoc_assets.schemas.refused_lines import BadLine

_CSV_HEADERS = {"human_overall_score": "overall_score", "overall": "overall_score"} | {
    f"human_{name}": name for name in NAME_OF.values()
}


class _MeansLine(PublishedAnnotation):
    """One line of human_means.csv."""

    source_name: str = "means"
    figure_id: str


@dataclass(frozen=True)
class PublishedDataset:
    """Rows of one import. `notes` say what was masked and where stated means disagree;
    `replaced_characters` counts those that the store cannot hold."""

    benchmark: str
    digest: str
    items: list[FigureQualityItem]
    ratings: list[RaterRow]
    gold: list[FigureQualityGold]
    splits: list[SplitManifest]
    images: dict[str, str]
    extra: dict[str, dict[str, object]]
    masked_scores: int
    notes: list[str] = field(default_factory=list)
    replaced_characters: int = 0


def is_published_layout(names: Sequence[str]) -> bool:
    """Whether a folder's relative file names are those of the published layout."""
    return FIGURES in names


def read_dataset(
    benchmark: str,
    files: Mapping[str, bytes],
    image_hashes: Mapping[str, str] | None = None,
    choose_snippets: SnippetChooser = first_snippets,
) -> PublishedDataset:
    """Read the files of a dataset folder, keyed by relative path.

    `image_hashes` maps `images/...` to the sha256 of bytes that the caller holds;
    `choose_snippets` ranks citing texts (contexts.snippets.choose_snippets). Raises DatasetRefused.
    """
    bad: list[BadLine] = []
    replaced: Counter[str] = Counter()
    lines = read_json_lines(FIGURES, files.get(FIGURES, b""), PublishedFigure, bad, replaced)
    means = _read_means(files, lines, bad)
    _refuse_repeats(FIGURES, lines, bad)
    split_lines = _read_splits(files, lines, bad)
    if not lines and not bad:
        bad.append(BadLine(FIGURES, 1, "(line)", "no figures in the file, or no such file"))
    if bad:
        raise DatasetRefused(f"dataset {benchmark}", bad)
    figures = [line for _, line in lines]
    digest = _digest(files)
    items = items_of(benchmark, figures, digest, image_hashes or {}, choose_snippets)
    ratings, masked = ratings_of(figures, items, digest)
    gold, notes = gold_of(figures, items, ratings, means)
    return PublishedDataset(
        benchmark=benchmark,
        digest=digest,
        items=items,
        ratings=ratings,
        gold=gold,
        splits=[
            imported_split(name, benchmark, ids, gold, digest) for name, ids in split_lines.items()
        ],
        images={f.figure_id: f.image for f in figures if f.image},
        extra={f.figure_id: f.extra() for f in figures if f.extra()},
        masked_scores=masked,
        notes=notes,
        replaced_characters=replaced.total(),
    )


class _OfFigure(Protocol):
    @property
    def figure_id(self) -> str: ...


def _refuse_repeats(file: str, lines: Sequence[tuple[int, _OfFigure]], bad: list[BadLine]) -> None:
    seen: dict[str, int] = {}
    for number, line in lines:
        if line.figure_id in seen:
            text = f"{line.figure_id} is already on line {seen[line.figure_id]}"
            bad.append(BadLine(file, number, "figure_id", text))
        seen.setdefault(line.figure_id, number)


def _read_means(
    files: Mapping[str, bytes], lines: Sequence[tuple[int, PublishedFigure]], bad: list[BadLine]
) -> dict[str, FiveScores]:
    """Means per figure: those of human_means.csv, else those the record states."""
    means = {line.figure_id: line.published_means() for _, line in lines}
    if MEANS not in files:
        return means
    rows = read_csv_lines(MEANS, files[MEANS], _MeansLine, bad, _CSV_HEADERS)
    _refuse_repeats(MEANS, rows, bad)
    for number, row in rows:
        if row.figure_id not in means:
            bad.append(BadLine(MEANS, number, "figure_id", f"no such figure: {row.figure_id}"))
            continue
        means[row.figure_id] = FiveScores(**{n: getattr(row, n) for n in NAME_OF.values()})
    return means


def _read_splits(
    files: Mapping[str, bytes], lines: Sequence[tuple[int, PublishedFigure]], bad: list[BadLine]
) -> dict[str, list[str]]:
    known = {line.figure_id for _, line in lines}
    splits: dict[str, list[str]] = {}
    for file in sorted(name for name in files if name.startswith("splits/")):
        rows = read_json_lines(file, files[file], SplitLine, bad)
        _refuse_repeats(file, rows, bad)
        for number, row in rows:
            if row.figure_id not in known:
                bad.append(BadLine(file, number, "figure_id", f"no such figure: {row.figure_id}"))
        name = file.removeprefix("splits/").removesuffix(".jsonl")
        splits[name] = [row.figure_id for _, row in rows]
    return splits


def _digest(files: Mapping[str, bytes]) -> str:
    whole = hashlib.sha256()
    for name in sorted(files):
        whole.update(f"{name}\x00{len(files[name])}\x00".encode())
        whole.update(files[name])
    return whole.hexdigest()
