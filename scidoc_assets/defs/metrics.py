"""Metrics over every benchmark and judge: scores, pairs, localisation, error routing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from scidoc_assets.defs.metric_views import (
    Preview,
    show_changes,
    show_coverage,
    show_localisation,
    show_metrics,
    show_routing,
    show_transitions,
)
from scidoc_assets.defs.stage import Rows, Stage, StageRun, TableCheck, stage
from scidoc_assets.domain.metrics.coverage import diagnose_coverage
from scidoc_assets.domain.metrics.localisation import localise
from scidoc_assets.domain.metrics.observations import (
    has_failed_judge,
    with_all_labels,
    with_labels,
    with_verdict,
)
from scidoc_assets.domain.metrics.paired import pair_settings
from scidoc_assets.domain.metrics.reasoning import score_reasoning
from scidoc_assets.domain.metrics.routing import (
    SETTINGS,
    route_errors,
    tabulate_changes,
    tabulate_routes,
)
from scidoc_assets.schemas.metrics import (
    ErrorRoute,
    ErrorRouteChange,
    ReasoningMetric,
)
from scidoc_assets.schemas.observations import Observation
from scidoc_assets.schemas.settings import JudgesFile
from scidoc_assets.schemas.tasks import EvaluationTask

Tasks = Sequence[EvaluationTask]
Observations = Sequence[Observation]


@dataclass(frozen=True)
class Board:
    """Observations of one benchmark under one judge, with its tasks by id."""

    observations: list[Observation]
    tasks: dict[str, EvaluationTask]


def boards(observations: Observations, tasks: Tasks) -> Iterator[Board]:
    """One board per benchmark and judge that has observations."""
    groups: dict[tuple[str, str], list[Observation]] = {}
    for row in observations:
        groups.setdefault((row.benchmark, row.judge), []).append(row)
    for (benchmark, _), rows in sorted(groups.items()):
        yield Board(rows, {t.task_id: t for t in tasks if t.benchmark == benchmark})


def _failed_over_planned(rows: Rows) -> list[str]:
    return [
        f"{r.model} {r.setting} {r.metric}"
        for r in rows
        if isinstance(r, ReasoningMetric) and (r.n > r.planned_n or r.failed_n > r.planned_n)
    ]


def _null_without_reason(rows: Rows) -> list[str]:
    return [
        f"{r.model} {r.setting} {r.metric}"
        for r in rows
        if isinstance(r, ReasoningMetric) and r.value is None and r.reason is None
    ]


Rule = Callable[[Board, JudgesFile], Rows]


def _board_stage(
    name: str,
    rule: Rule,
    checks: tuple[TableCheck, ...] = (),
    preview: Preview | None = None,
) -> Stage:
    """A stage that applies `rule(board, judges)` to every benchmark and judge."""

    def body(run: StageRun, reasoning_observations: Observations, evaluation_tasks: Tasks) -> Rows:
        judges = run.project.settings.judges
        # The leaderboard holds them as failed; the other tables leave some of them out.
        run.notes["rows_with_a_failed_judge"] = sum(map(has_failed_judge, reasoning_observations))
        run.notes["answers_without_a_label"] = sum(r.is_unlabelled for r in reasoning_observations)
        found = boards(reasoning_observations, evaluation_tasks)
        return [row for board in found for row in rule(board, judges)]

    return stage(name, uses=("judges",), checks=checks, preview=preview)(body)


def _routes(board: Board, judges: JudgesFile) -> Sequence[ErrorRoute]:
    rows = with_all_labels(board.observations, SETTINGS)
    routed = route_errors(rows, board.tasks)
    return tabulate_routes(rows, routed, judges.bootstrap_resamples, judges.seed)


def _changes(board: Board, judges: JudgesFile) -> Sequence[ErrorRouteChange]:
    first = board.observations[0]
    rows = with_all_labels(board.observations, SETTINGS)
    routed = route_errors(rows, board.tasks)
    changes = tabulate_changes(first.benchmark, routed)
    return [row.model_copy(update={"judge": first.judge}) for row in changes]


STAGES = (
    _board_stage(
        "reasoning_metrics",
        lambda board, judges: score_reasoning(
            board.observations, judges.bootstrap_resamples, judges.seed, judges.max_failed_share
        ),
        checks=(
            TableCheck("counts_stay_within_the_plan", _failed_over_planned, is_blocking=True),
            TableCheck("empty_values_have_a_reason", _null_without_reason, is_blocking=True),
        ),
        preview=show_metrics,
    ),
    _board_stage(
        "coverage_diagnostics",
        lambda board, judges: diagnose_coverage(
            with_labels(board.observations), judges.bootstrap_resamples, judges.seed
        ),
        preview=show_coverage,
    ),
    _board_stage(
        "paired_transitions",
        lambda board, judges: pair_settings(
            with_verdict(board.observations), resamples=judges.bootstrap_resamples, seed=judges.seed
        ),
        preview=show_transitions,
    ),
    _board_stage(
        "localisation",
        lambda board, judges: localise(
            with_labels(board.observations),
            board.tasks,
            resamples=judges.bootstrap_resamples,
            seed=judges.seed,
        ),
        preview=show_localisation,
    ),
    _board_stage("error_routing", _routes, preview=show_routing),
    _board_stage("error_routing_changes", _changes, preview=show_changes),
)
