"""An interchange bundle of a reasoning benchmark made into our rows (spec interchange.md).

All or nothing: every bad line is named with file, line number, field and reason, and then the whole
bundle is refused. Unknown keys are kept as JSON in `extra_json`. Rows carry the bundle's digest;
responses have protocol `imported`, labels status `imported`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pydantic import ValidationError

from scidoc_assets.domain.imports.lines import LabelLine, Line, ResponseLine, TaskLine
from scidoc_assets.domain.imports.rows import label_rows, response_row, task_row
from scidoc_assets.schemas.labels import CorrectnessLabel, CoverageLabel
from scidoc_assets.schemas.refused_lines import BadLine, LinesRefused
from scidoc_assets.schemas.responses import ReasoningResponse
from scidoc_assets.schemas.strict_json import strict_json, without_surrogates
from scidoc_assets.schemas.tasks import EvaluationTask

FILES = ("tasks.jsonl", "responses.jsonl", "labels.jsonl")
LineT = TypeVar("LineT", bound=Line)
Key = tuple[str, str, str, int]


class BundleRefused(LinesRefused):
    """The bundle has bad lines; nothing of it may be stored. `bad_lines` holds all of them."""


@dataclass(frozen=True)
class ImportedBundle:
    """Rows of one bundle. `replaced_surrogates` counts characters that UTF-8 cannot hold."""

    benchmark: str
    digest: str
    tasks: list[EvaluationTask]
    responses: list[ReasoningResponse]
    correctness: list[CorrectnessLabel]
    coverage: list[CoverageLabel]
    replaced_surrogates: int

    @property
    def has_labels(self) -> bool:
        """Whether the bundle brings labels, or has no answer that could be judged."""
        return bool(self.correctness or self.coverage) or not self.responses


@dataclass
class _Reading:
    """What has been read so far, and what was wrong with it."""

    bad: list[BadLine] = field(default_factory=list)
    replaced: int = 0
    places: dict[tuple[str, ...], int] = field(default_factory=dict)

    def refuse(self, file: str, number: int, name: str, reason: str) -> None:
        self.bad.append(BadLine(file, number, name, reason))

    def is_new(self, file: str, number: int, name: str, key: tuple[str, ...]) -> bool:
        """Whether a key is seen first; otherwise the line is refused naming the first one."""
        first = self.places.setdefault((file, *key), number)
        if first != number:
            self.refuse(file, number, name, f"same key as line {first}: {', '.join(key)}")
        return first == number


def bundle_digest(files: Mapping[str, bytes]) -> str:
    """SHA-256 over the names and bytes of the bundle's known files, in fixed order."""
    digest = hashlib.sha256()
    for name in FILES:
        data = files.get(name, b"")
        digest.update(f"{name}:{len(data)}\n".encode())
        digest.update(data)
    return digest.hexdigest()


def parse_bundle(benchmark: str, files: Mapping[str, bytes]) -> ImportedBundle:
    """Parse a bundle from its files' bytes (names of `FILES`; responses and labels may be absent).

    Raises BundleRefused with every bad line (broken JSON, wrong field, unknown task, double key,
    label of a missing response, label of an unknown node).
    """
    reading = _Reading()
    digest = bundle_digest(files)
    if not files.get("tasks.jsonl", b"").strip():
        reading.refuse("tasks.jsonl", 1, "(file)", "missing or empty: a bundle needs tasks")
    tasks = _read_tasks(reading, files, benchmark, digest)
    responses = _read_responses(reading, files, benchmark, digest, tasks)
    correctness, coverage = _read_labels(reading, files, benchmark, digest, tasks, responses)
    if reading.bad:
        raise BundleRefused(f"bundle {benchmark}", reading.bad)
    return ImportedBundle(
        benchmark,
        digest,
        list(tasks.values()),
        list(responses.values()),
        correctness,
        coverage,
        reading.replaced,
    )


def _read_tasks(
    reading: _Reading, files: Mapping[str, bytes], benchmark: str, digest: str
) -> dict[str, EvaluationTask]:
    found: dict[str, EvaluationTask] = {}
    for number, line in _lines(reading, files, "tasks.jsonl", TaskLine):
        if reading.is_new("tasks.jsonl", number, "task_id", (line.task_id,)):
            found[line.task_id] = task_row(line, benchmark, digest)
    return found


def _read_responses(
    reading: _Reading,
    files: Mapping[str, bytes],
    benchmark: str,
    digest: str,
    tasks: Mapping[str, EvaluationTask],
) -> dict[Key, ReasoningResponse]:
    file, found = "responses.jsonl", {}
    for number, line in _lines(reading, files, file, ResponseLine):
        key = (line.task_id, line.model, line.setting, line.repeat)
        if line.task_id not in tasks:
            reading.refuse(file, number, "task_id", f"no task {line.task_id} in tasks.jsonl")
        elif reading.is_new(file, number, "task_id", tuple(map(str, key))):
            found[key] = response_row(line, benchmark, digest)
    return found


def _read_labels(
    reading: _Reading,
    files: Mapping[str, bytes],
    benchmark: str,
    digest: str,
    tasks: Mapping[str, EvaluationTask],
    responses: Mapping[Key, ReasoningResponse],
) -> tuple[list[CorrectnessLabel], list[CoverageLabel]]:
    file = "labels.jsonl"
    correctness: list[CorrectnessLabel] = []
    coverage: list[CoverageLabel] = []
    for number, line in _lines(reading, files, file, LabelLine):
        key = (line.task_id, line.model, line.setting, line.repeat)
        if key not in responses:
            reason = f"no response {', '.join(map(str, key))} in responses.jsonl"
            reading.refuse(file, number, "task_id", reason)
            continue
        task = tasks[line.task_id]
        stray = _stray_nodes(line, task)
        for name, reason in stray:
            reading.refuse(file, number, name, reason)
        if not stray and reading.is_new(file, number, "judge", (*map(str, key), line.judge)):
            right, covered = label_rows(line, task, digest)
            correctness.append(right)
            coverage.append(covered)
    return correctness, coverage


def _stray_nodes(line: LabelLine, task: EvaluationTask) -> list[tuple[str, str]]:
    known = {
        "evidence": {node.node_id for node in task.evidence},
        "claims": {node.node_id for node in task.intermediate_claims},
    }
    return [
        (f"{name}.{node_id}", f"task {task.task_id} has no such node")
        for name, ids in known.items()
        for node_id in getattr(line, name) or {}
        if node_id not in ids
    ]


def _lines(
    reading: _Reading, files: Mapping[str, bytes], file: str, model: type[LineT]
) -> Iterator[tuple[int, LineT]]:
    for number, raw in enumerate(files.get(file, b"").split(b"\n"), start=1):
        if not raw.strip():
            continue
        try:
            value = _object(raw.decode("utf-8-sig" if number == 1 else "utf-8"), reading)
            yield number, model.model_validate_json(json.dumps(value))
        except ValidationError as error:
            for item in error.errors(include_url=False, include_input=False):
                path = ".".join(str(part) for part in item["loc"]) or "(line)"
                reading.refuse(file, number, path, item["msg"])
        except ValueError as error:
            reading.refuse(file, number, "(line)", str(error)[:200])


def _object(text: str, reading: _Reading) -> dict[str, Any]:
    """A JSON object by the strict reader. Raises ValueError on NaN, repeated keys, other types."""
    value = strict_json(text)
    if not isinstance(value, dict):
        raise ValueError(f"a line holds one JSON object, this one holds {type(value).__name__}")
    if "\\u" in text:
        value, count = without_surrogates(value)
        reading.replaced += count
    return value
