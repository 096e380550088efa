"""The one table every metric reads: one observation per planned (model, setting, task, repeat).

Joins tasks, responses and the labels of one judge. Refuses double rows and rows of unknown tasks:
a metric over them would be silently wrong. A planned row without answer or label stays, with None
where the label would be (spec evaluation.md, Metrics: missing counts against).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from scidoc_assets.schemas.geometry import BBox
from scidoc_assets.schemas.labels import CorrectnessLabel, CoverageLabel
from scidoc_assets.schemas.responses import ReasoningResponse
from scidoc_assets.schemas.tasks import EvaluationTask

POOLED = "pooled"
ItemT = TypeVar("ItemT")
RowT = TypeVar("RowT", ReasoningResponse, CorrectnessLabel, CoverageLabel)
RowKey = tuple[str, str, str, int]  # model, setting, task_id, repeat


@dataclass(frozen=True, slots=True)
class Observation:
    """A planned row. None means: no answer or no usable label.

    `evidence` and `claims` are shares in [0, 1]; `claims` is also None where the task has none
    (`required_claims` is 0). `crops` are (image, normalised box on the original image).
    """

    benchmark: str
    judge: str
    model: str
    setting: str
    task_id: str
    repeat: int
    paper_id: str
    difficulty: str
    discipline: str
    domain: str
    is_correct: bool | None
    evidence: float | None
    claims: float | None
    required_evidence: int
    required_claims: int
    is_baseline: bool
    crops: tuple[tuple[str, BBox], ...] = ()
    has_failed_correctness_judge: bool = False
    has_failed_coverage_judge: bool = False

    @property
    def is_right(self) -> bool:
        """Correctness with a missing label counted as wrong."""
        return bool(self.is_correct)

    @property
    def evidence_or_zero(self) -> float:
        """Evidence coverage with a missing label counted as 0."""
        return self.evidence or 0.0

    @property
    def claims_or_zero(self) -> float | None:
        """Claim coverage with a missing label counted as 0; None where the task has no claim."""
        return (self.claims or 0.0) if self.required_claims else None


def observe(
    tasks: Sequence[EvaluationTask],
    responses: Sequence[ReasoningResponse],
    correctness: Sequence[CorrectnessLabel],
    coverage: Sequence[CoverageLabel],
    judge: str,
    repeats: int | None = None,
) -> list[Observation]:
    """Join one benchmark into observations: every task x repeat for each (model, setting) seen.

    `repeats` is the planned number (None: one more than the highest repeat seen for the pair).
    Labels of other judges are left out. Raises ValueError on rows of unknown tasks, several
    benchmarks, or two rows with one key.
    """
    task_ids = {task.task_id for task in tasks}
    answers = _keyed(responses, "response", task_ids)
    right = _keyed([c for c in correctness if c.judge == judge], "correctness label", task_ids)
    covered = _keyed([c for c in coverage if c.judge == judge], "coverage label", task_ids)
    _one_benchmark([*tasks, *responses])
    planned: dict[tuple[str, str], int] = defaultdict(int)
    for model, setting, _, repeat in answers:
        planned[model, setting] = max(planned[model, setting], repeat + 1)
    baselines = {r.model for r in responses if r.is_baseline}
    return [
        _observation(
            task,
            (model, setting, task.task_id, repeat),
            answers,
            right,
            covered,
            judge,
            model in baselines,
        )
        for (model, setting), seen in sorted(planned.items())
        for task in tasks
        for repeat in range(repeats or seen)
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
    model, setting, task_id, repeat = key
    return Observation(
        benchmark=task.benchmark,
        judge=judge,
        model=model,
        setting=setting,
        task_id=task_id,
        repeat=repeat,
        paper_id=task.paper_id,
        difficulty=task.difficulty,
        discipline=task.discipline or "unknown",
        domain=task.domain or "unknown",
        is_correct=correctness.is_correct if correctness else None,
        evidence=coverage.evidence_coverage if coverage else None,
        claims=coverage.claim_coverage if coverage else None,
        required_evidence=len(task.evidence),
        required_claims=len(task.intermediate_claims),
        is_baseline=is_baseline,
        crops=_crops(answer),
        has_failed_correctness_judge=correctness is not None
        and correctness.status == "judge_failed",
        has_failed_coverage_judge=coverage is not None and coverage.status == "judge_failed",
    )


def _crops(answer: ReasoningResponse | None) -> tuple[tuple[str, BBox], ...]:
    """Crops that were made; an invalid action is a turn, not a crop."""
    turns = answer.turns if answer else []
    return tuple(
        (t.image, t.bbox) for t in turns if t.action == "crop_image" and t.image and t.bbox
    )


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
