"""The one table every metric reads: one observation per planned (model, setting, task, repeat).

Joins tasks, responses and the labels of one judge. Refuses double rows and rows of unknown tasks:
a metric over them would be silently wrong. A planned row without answer or label stays, with None
where the label would be (spec evaluation.md, Metrics: missing counts against). An answer that a
judge has no label for was not judged: that counts as its failure, never as a `no` (bug log B18).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from scidoc_assets.schemas.labels import CorrectnessLabel, CoverageLabel
from scidoc_assets.schemas.observations import NO_RESPONSE, NOT_RUN, Crop, NotRunReason, Observation
from scidoc_assets.schemas.responses import POOLED, ReasoningResponse
from scidoc_assets.schemas.tasks import EvaluationTask

ItemT = TypeVar("ItemT")
RowT = TypeVar("RowT", ReasoningResponse, CorrectnessLabel, CoverageLabel)
RowKey = tuple[str, str, str, int]  # model, setting, task_id, repeat


@dataclass(frozen=True)
class PlannedRun:
    """A model in a setting that was to be run; `reason` says why it may not have been."""

    model: str
    setting: str
    repeats: int
    is_baseline: bool
    reason: NotRunReason


def observe(
    tasks: Sequence[EvaluationTask],
    responses: Sequence[ReasoningResponse],
    correctness: Sequence[CorrectnessLabel],
    coverage: Sequence[CoverageLabel],
    judge: str,
    repeats: int | None = None,
    planned: Sequence[PlannedRun] = (),
) -> list[Observation]:
    """Join one benchmark into observations: every task x repeat for each (model, setting) seen.

    `repeats` is the planned number (None: one more than the highest repeat seen for the pair).
    What was `planned` and has no response at all gives rows of status `not_run` with its reason.
    Labels of other judges are left out. Raises ValueError on rows of unknown tasks, several
    benchmarks, or two rows with one key.
    """
    task_ids = {task.task_id for task in tasks}
    answers = _keyed(responses, "response", task_ids)
    right = _keyed([c for c in correctness if c.judge == judge], "correctness label", task_ids)
    covered = _keyed([c for c in coverage if c.judge == judge], "coverage label", task_ids)
    _one_benchmark([*tasks, *responses])
    seen: dict[tuple[str, str], int] = defaultdict(int)
    for model, setting, _, repeat in answers:
        seen[model, setting] = max(seen[model, setting], repeat + 1)
    baselines = {r.model for r in responses if r.is_baseline}
    rows = [
        _observation(
            task,
            (model, setting, task.task_id, repeat),
            answers,
            right,
            covered,
            judge,
            model in baselines,
        )
        for (model, setting), highest in sorted(seen.items())
        for task in tasks
        for repeat in range(repeats or highest)
    ]
    absent = [run for run in planned if (run.model, run.setting) not in seen]
    return rows + [
        _never_run(t, run, i, judge) for run in absent for t in tasks for i in range(run.repeats)
    ]


def _observation(
    task: EvaluationTask,
    key: RowKey,
    answers: dict[RowKey, ReasoningResponse],
    right: dict[RowKey, CorrectnessLabel],
    covered: dict[RowKey, CoverageLabel],
    judge: str,
    is_baseline: bool,
) -> Observation:
    answer = answers.get(key)
    has_answer = answer is not None and answer.has_answer
    correctness = right.get(key) if has_answer else None
    coverage = covered.get(key) if has_answer else None
    model, setting, _, repeat = key
    return Observation(
        **_planned_keys(task, judge, model, setting, repeat),
        is_correct=correctness.is_correct if correctness else None,
        evidence=coverage.evidence_coverage if coverage else None,
        claims=coverage.claim_coverage if coverage else None,
        is_baseline=is_baseline,
        crops=_crops(answer),
        has_failed_correctness_judge=has_answer and _has_failed(correctness),
        has_failed_coverage_judge=has_answer and _has_failed(coverage),
        is_unlabelled=has_answer and (correctness is None or coverage is None),
        status=answer.status if answer else NO_RESPONSE,
    )


def _has_failed(label: CorrectnessLabel | CoverageLabel | None) -> bool:
    return label is None or label.status == "judge_failed"


def _never_run(task: EvaluationTask, run: PlannedRun, repeat: int, judge: str) -> Observation:
    return Observation(
        **_planned_keys(task, judge, run.model, run.setting, repeat),
        is_correct=None,
        evidence=None,
        claims=None,
        is_baseline=run.is_baseline,
        status=NOT_RUN,
        not_run_reason=run.reason,
    )


def _planned_keys(
    task: EvaluationTask, judge: str, model: str, setting: str, repeat: int
) -> dict[str, Any]:
    """What is known of a row before anything was asked."""
    return {
        "benchmark": task.benchmark,
        "judge": judge,
        "model": model,
        "setting": setting,
        "task_id": task.task_id,
        "repeat": repeat,
        "paper_id": task.paper_id,
        "difficulty": task.difficulty,
        "discipline": task.discipline or "unknown",
        "domain": task.domain or "unknown",
        "required_evidence": len(task.evidence),
        "required_claims": len(task.intermediate_claims),
    }


def _crops(answer: ReasoningResponse | None) -> list[Crop]:
    """Crops that were made; an invalid action is a turn, not a crop."""
    turns = answer.turns if answer else []
    return [
        Crop(image=t.image, bbox=t.bbox)
        for t in turns
        if t.action == "crop_image" and t.image and t.bbox
    ]


def only_run(observations: Iterable[Observation]) -> list[Observation]:
    """Observations without those of models that were never run: nothing is measured on them."""
    return [o for o in observations if o.has_run]


def has_failed_judge(row: Observation) -> bool:
    """Whether a judge failed on the row, for its correctness or for its coverage."""
    return row.has_failed_correctness_judge or row.has_failed_coverage_judge


def with_verdict(observations: Iterable[Observation]) -> list[Observation]:
    """Observations that were run, without those whose correctness judge failed: that says nothing
    of the answer, so no transition rests on it. What is left out shows in `n`."""
    return [o for o in only_run(observations) if not o.has_failed_correctness_judge]


def with_labels(observations: Iterable[Observation]) -> list[Observation]:
    """Observations that were run, without those on which a judge failed."""
    return [o for o in only_run(observations) if not has_failed_judge(o)]


def with_all_labels(
    observations: Iterable[Observation], settings: Collection[str]
) -> list[Observation]:
    """Observations that were run, without the (model, task, repeat) of which a judge failed in one
    of the settings: they are compared with each other."""
    run = only_run(observations)
    failed = {
        (o.model, o.task_id, o.repeat) for o in run if o.setting in settings and has_failed_judge(o)
    }
    return [o for o in run if (o.model, o.task_id, o.repeat) not in failed]


def grouped(items: Iterable[ItemT], key: str) -> dict[str, list[ItemT]]:
    """Items by an attribute, groups in sorted order."""
    groups: dict[str, list[ItemT]] = defaultdict(list)
    for item in items:
        groups[getattr(item, key)].append(item)
    return dict(sorted(groups.items()))


def by_model_and_pooled(observations: Sequence[Observation]) -> dict[str, list[Observation]]:
    """Observations per model, and all of them under `pooled`, in that order."""
    return {**grouped(observations, "model"), POOLED: list(observations)}


def single(observations: Sequence[Observation]) -> tuple[str, str]:
    """The (benchmark, judge) of the observations. Raises ValueError when there are several."""
    pairs = {(o.benchmark, o.judge) for o in observations}
    if len(pairs) != 1:
        raise ValueError(f"metrics take one benchmark and one judge at a time, got {sorted(pairs)}")
    return pairs.pop()


def _keyed(rows: Sequence[RowT], what: str, task_ids: set[str]) -> dict[RowKey, RowT]:
    found: dict[RowKey, RowT] = {}
    for row in rows:
        key = (row.model, row.setting, row.task_id, row.repeat)
        if row.task_id not in task_ids:
            raise ValueError(f"{what} of unknown task {row.task_id} (model {row.model})")
        if key in found:
            raise ValueError(f"two rows of one {what}: {key}")
        found[key] = row
    return found


def _one_benchmark(rows: Sequence[EvaluationTask | ReasoningResponse]) -> None:
    names = sorted({row.benchmark for row in rows})
    if len(names) > 1:
        raise ValueError(f"observations of several benchmarks: {', '.join(names)}")
