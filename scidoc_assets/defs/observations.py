"""reasoning_observations: every planned row under every judge, read once for all metrics.

The only metrics stage that reads answers and labels; what follows reads its narrow rows. A model
that was configured and never run in a setting (its key is not set) has planned rows with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from scidoc_assets.defs.project import Project
from scidoc_assets.defs.stage import StageRun, stage
from scidoc_assets.domain.metrics.observations import PlannedRun, observe
from scidoc_assets.gateways.llm.opening import readiness
from scidoc_assets.schemas.labels import CorrectnessLabel, CoverageLabel
from scidoc_assets.schemas.observations import NotRunReason, Observation
from scidoc_assets.schemas.responses import ReasoningResponse
from scidoc_assets.schemas.settings import ModelSettings
from scidoc_assets.schemas.tasks import EvaluationTask

Tasks = Sequence[EvaluationTask]
Responses = Sequence[ReasoningResponse]
Correct = Sequence[CorrectnessLabel]
Cover = Sequence[CoverageLabel]
T = TypeVar("T", ReasoningResponse, CorrectnessLabel, CoverageLabel)


def _planned_settings(project: Project, key: str | None) -> str:
    """What decides which rows are planned. Which partitions are there, the inputs tell."""
    models = project.settings.models
    plan = [(m.model_id, m.is_baseline, m.sees, m.api_key_env) for m in models.models]
    judges = [judge.judge_id for judge in project.settings.judges.judges]
    return f"{plan}{models.settings}{models.repeats}{judges}"


@stage("reasoning_observations", external=_planned_settings)
def reasoning_observations(
    run: StageRun,
    evaluation_tasks: Tasks,
    reasoning_responses: Responses,
    correctness_labels: Correct,
    coverage_labels: Cover,
    imported_responses: Responses,
    imported_correctness_labels: Correct,
    imported_coverage_labels: Cover,
) -> Sequence[Observation]:
    """Observations of every benchmark and judge, built and imported ones alike."""
    absent = _absent_runs(run.project, reasoning_responses)
    # Tasks of a bundle carry its digest; only the built ones are planned for our models.
    built = {t.benchmark for t in evaluation_tasks if t.source_digest is None}
    judges = [judge.judge_id for judge in run.project.settings.judges.judges]
    return list(
        observe_all(
            evaluation_tasks,
            [*reasoning_responses, *imported_responses],
            [*correctness_labels, *imported_correctness_labels],
            [*coverage_labels, *imported_coverage_labels],
            dict.fromkeys(built, absent),
            judges,
        )
    )


def observe_all(
    tasks: Tasks,
    responses: Responses,
    correct: Correct,
    cover: Cover,
    planned: Mapping[str, Sequence[PlannedRun]] = {},
    judges: Sequence[str] = (),
) -> Iterator[Observation]:
    """Observations per benchmark and judge; `judges` are those of benchmarks without any label.

    Rows of tasks that no longer exist are left out: a partition that could not be made again (its
    key is gone) still holds them.
    """
    for benchmark in sorted({t.benchmark for t in tasks}):
        own = {t.task_id: t for t in tasks if t.benchmark == benchmark}

        def of(
            rows: Sequence[T], benchmark: str = benchmark, own: Mapping[str, object] = own
        ) -> list[T]:
            return [r for r in rows if r.benchmark == benchmark and r.task_id in own]

        answers, right, covered = of(responses), of(correct), of(cover)
        absent = planned.get(benchmark, ())
        for judge in sorted({r.judge for r in (*right, *covered)} or set(judges)):
            yield from observe(list(own.values()), answers, right, covered, judge, planned=absent)


def _absent_runs(project: Project, responses: Responses) -> list[PlannedRun]:
    """Configured models and settings of which the store holds no response."""
    seen = {(r.model, r.setting) for r in responses}
    models = project.settings.models
    return [
        PlannedRun(
            model.model_id,
            setting,
            models.repeats,
            model.is_baseline or model.sees == "ocr_text",
            _why_not_run(model),
        )
        for model in models.models
        for setting in models.settings
        if (model.model_id, setting) not in seen
    ]


def _why_not_run(model: ModelSettings) -> NotRunReason:
    state = readiness(model)
    if state.missing_variable is not None:
        return "missing_key"
    return "not_run" if state.is_ready else "model_unloadable"


STAGES = (reasoning_observations,)
