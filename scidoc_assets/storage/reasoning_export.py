"""A reasoning benchmark written out: an interchange bundle with pictures, shards, card, Croissant.

`scidoc import` reads the folder back with equal metrics. Refuses labels of which only one of the
two rows is there, or that judge nodes which their task has lost: their numbers are in the report.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa

from scidoc_assets.domain.imports.bundle import FILES
from scidoc_assets.domain.imports.writing import label_line, response_line, task_line
from scidoc_assets.domain.releases.card import CardFacts, CardTable
from scidoc_assets.domain.releases.croissant import CroissantColumn, texts
from scidoc_assets.domain.releases.passages import task_without_passages
from scidoc_assets.domain.tasks.released import released_keys
from scidoc_assets.schemas.labels import ATOMS, CorrectnessLabel, CoverageLabel, LabelKeys
from scidoc_assets.schemas.releases import (
    LicenceClass,
    ReleasedFile,
    ReleasedSource,
    ReleaseSettings,
)
from scidoc_assets.schemas.responses import ReasoningResponse
from scidoc_assets.schemas.tasks import EvaluationTask, ReasoningTask
from scidoc_assets.storage.release_folder import ReleaseWriter, heaviest, release_writer
from scidoc_assets.storage.release_pictures import ReleasePictures, ShownFigure, picture_name
from scidoc_assets.storage.release_shards import (
    IMAGES,
    TEXTS,
    image_cell,
    shard_schema,
    text_columns,
)

SPLIT = "test"  # a benchmark is for measuring: it has no other side
TASKS, RESPONSES, LABELS = FILES
_BBOX = pa.list_(pa.float64())
_NODE = pa.struct(text_columns("node_id", "label", "visual_evidence_text", "citation"))
_ANSWER_KEYS = {**text_columns("task_id", "model", "setting"), "repeat": pa.int64()}
_VERDICTS = pa.list_(pa.struct(text_columns("node_id", "verdict")))
SCHEMAS: dict[str, pa.Schema] = {
    "tasks": shard_schema(
        {
            **text_columns("task_id", "paper_id", "discipline", "domain", "difficulty"),
            **text_columns("question", "gold_answer"),
            "images": IMAGES,
            "image_names": TEXTS,
            "evidence": pa.list_(_NODE),
            "intermediate_claims": pa.list_(_NODE),
            "regions": pa.list_(
                pa.struct({**text_columns("region_id", "image"), "bbox": _BBOX, "evidence": TEXTS})
            ),
            **text_columns("image_records", "graph"),
        }
    ),
    "responses": shard_schema(
        {
            **_ANSWER_KEYS,
            **text_columns("status", "text"),
            "turns": pa.list_(
                pa.struct({**text_columns("action", "image", "text"), "bbox": _BBOX})
            ),
            "is_baseline": pa.bool_(),
            "cost_usd": pa.float64(),
            "latency_s": pa.float64(),
        }
    ),
    "labels": shard_schema(
        {
            **_ANSWER_KEYS,
            **text_columns("judge", *ATOMS),
            "evidence": _VERDICTS,
            "claims": _VERDICTS,
            **text_columns("correctness_failure", "coverage_failure"),
            "is_baseline": pa.bool_(),
        }
    ),
}
COLUMNS: dict[str, tuple[CroissantColumn, ...]] = {
    "tasks": (
        *texts("task_id", "paper_id", "difficulty", "question", "gold_answer"),
        CroissantColumn("images", "sc:ImageObject", True),
    ),
    "responses": texts("task_id", "model", "setting", "status", "text"),
    "labels": texts("task_id", "model", "setting", "judge", *ATOMS),
}
_ABOUT = {
    "tasks": "question, gold answer, required evidence and claims, gold regions, pictures",
    "responses": "answers of models, with their turns",
    "labels": "a judge's four atoms and covered nodes per answer",
}


@dataclass(frozen=True)
class ReasoningContent:
    """Rows of one benchmark. `built` are tasks of our own, by id; an imported one has none."""

    tasks: Sequence[EvaluationTask]
    built: Mapping[str, ReasoningTask]
    responses: Sequence[ReasoningResponse]
    correctness: Sequence[CorrectnessLabel]
    coverage: Sequence[CoverageLabel]
    sources: Sequence[ReleasedSource] = ()


@dataclass
class ReasoningReport:
    """What was written. Left out: `half_labels`, judgements of which one row was missing, and
    `stale_labels`, those of nodes that their task no longer has."""

    tasks: int = 0
    responses: int = 0
    labels: int = 0
    half_labels: int = 0
    stale_labels: int = 0
    located: int = 0
    pictures: dict[str, LicenceClass] = field(default_factory=dict)
    files: list[ReleasedFile] = field(default_factory=list)


def write_reasoning(
    part: Path,
    name: str,
    content: ReasoningContent,
    pictures: ReleasePictures,
    settings: ReleaseSettings,
    release_id: str,
) -> ReasoningReport:
    """Write the data set `name` into the folder `part`. Equal rows give equal bytes."""
    report = ReasoningReport()
    with release_writer(part, SCHEMAS) as writer:
        for file in FILES:
            writer.empty(file, file.removesuffix(".jsonl"), SPLIT)
        for task in content.tasks:
            _put_task(writer, task, content.built.get(task.task_id), pictures, report)
        for response in content.responses:
            line = response_line(response)
            writer.line(RESPONSES, line, "responses", SPLIT)
            writer.row("responses", SPLIT, {"is_baseline": False, **line})
        _put_labels(writer, content, report)
        report.tasks, report.responses = len(content.tasks), len(content.responses)
        facts = _facts(writer, name, content, report, settings)
        report.files = writer.describe(facts, COLUMNS, settings, release_id, "reasoning")
    return report


def _put_task(
    writer: ReleaseWriter,
    task: EvaluationTask,
    built: ReasoningTask | None,
    pictures: ReleasePictures,
    report: ReasoningReport,
) -> None:
    figures = [ShownFigure(i.figure_id, task.paper_id, i.crop_sha256) for i in _images(built)]
    figures = [_owned(figure, pictures) for figure in figures]
    paths: dict[str, str] = {}
    cells: list[dict[str, Any]] = []
    for figure in (f for f in figures if pictures.shows(f)):
        data = pictures.data(figure)
        path = f"images/{picture_name(figure, data)}"
        if path not in report.pictures:
            report.pictures[path] = pictures.licence_class(figure)
            writer.picture(path, data, report.pictures[path])
        paths[figure.figure_id] = path
        cells.append(image_cell(Path(path).name, data))
    report.located += len(figures) - len(cells)
    line = task_line(task, released_keys(built, paths, pictures.locators) if built else None)
    if built and not pictures.quotes([built.paper_id, *built.other_paper_ids]):
        line = task_without_passages(line)
    shown: set[LicenceClass] = {pictures.licence_class(f) for f in figures}
    writer.line(TASKS, line, "tasks", SPLIT, "locators" if "locators" in shown else "text")
    row = {**line, "images": cells, "image_names": [i.alias for i in _images(built)]}
    row |= {"image_records": _json(line.get("images")), "graph": _json(line.get("graph"))}
    writer.row("tasks", SPLIT, row, heaviest(shown), sum(len(c["bytes"]) for c in cells))


def _images(built: ReasoningTask | None) -> Sequence[Any]:
    return built.images if built else ()


def _owned(figure: ShownFigure, pictures: ReleasePictures) -> ShownFigure:
    """A figure under the paper it is of: a cross-paper task shows those of others too."""
    locator = pictures.locators.get(figure.figure_id)
    owner = locator.paper_id if locator else figure.paper_id
    return ShownFigure(figure.figure_id, owner, figure.sha256)


def _put_labels(writer: ReleaseWriter, content: ReasoningContent, report: ReasoningReport) -> None:
    for right, covered in _paired(content, report):
        line = label_line(right, covered)
        writer.line(LABELS, line, "labels", SPLIT)
        row = {"is_baseline": False, **line, **line.get("atoms", {})}
        for name in ("evidence", "claims"):
            row[name] = [{"node_id": i, "verdict": v} for i, v in line.get(name, {}).items()]
        writer.row("labels", SPLIT, row)
        report.labels += 1


def _paired(
    content: ReasoningContent, report: ReasoningReport
) -> Iterator[tuple[CorrectnessLabel, CoverageLabel]]:
    """Both rows of each judgement, in the order of the correctness labels."""
    covered = {_key(row): row for row in content.coverage}
    found = [(row, covered.pop(_key(row), None)) for row in content.correctness]
    report.half_labels = len(covered) + sum(other is None for _, other in found)
    whole = [(row, other) for row, other in found if other is not None]
    nodes = {
        task.task_id: {n.node_id for n in (*task.evidence, *task.intermediate_claims)}
        for task in content.tasks
    }
    fresh = [(row, other) for row, other in whole if _judged_nodes(other) <= nodes[row.task_id]]
    report.stale_labels = len(whole) - len(fresh)
    return iter(fresh)


def _judged_nodes(row: CoverageLabel) -> set[str]:
    return {label.node_id for label in (*row.evidence, *row.claims)}


def _key(row: LabelKeys) -> tuple[object, ...]:
    return row.task_id, row.model, row.setting, row.repeat, row.judge


def _json(value: Any) -> str | None:
    return None if value is None else json.dumps(value, ensure_ascii=False, sort_keys=True)


def _facts(
    writer: ReleaseWriter,
    name: str,
    content: ReasoningContent,
    report: ReasoningReport,
    settings: ReleaseSettings,
) -> CardFacts:
    languages = sorted({t.language for t in content.built.values() if t.language})
    return CardFacts(
        name=name,
        version=settings.version,
        licence=settings.licence,
        about="Multi-step reasoning tasks over scientific figures, with gold evidence and regions.",
        languages=languages,
        tasks=["visual-question-answering"],
        tables=[
            CardTable(table, _ABOUT[table], {SPLIT: writer.rows_by_split(table).get(SPLIT, 0)}, [f])
            for table, f in zip(SCHEMAS, FILES, strict=True)
        ],
        body=[_READING],
        sources=content.sources,
        located=report.located,
        has_closed_pixels="own_use" in report.pictures.values(),
    )


_READING = (
    "## Reading it\n\n"
    "`images` holds the pictures that may leave, `image_names` all names that a task uses; "
    "`image_records` (JSON) gives each its file or its locator, `graph` (JSON) the argument. Boxes "
    "are [x0, y0, x1, y1] in [0, 1] of the named picture, top-left origin. A judge without a "
    "verdict has its reason in `*_failure`; rows of keyless baselines have `is_baseline`. "
    "`scidoc import` of this folder gives the same metrics."
)
