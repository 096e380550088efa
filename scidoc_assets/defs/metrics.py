"""Metrics over every benchmark and judge: scores, pairs, localisation, error routing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import dagster as dg

from scidoc_assets.defs.previews import picture
from scidoc_assets.defs.project import Project
from scidoc_assets.defs.stage import Rows, Stage, StageRun, TableCheck, stage
from scidoc_assets.domain.metrics.coverage import diagnose_coverage
from scidoc_assets.domain.metrics.leaderboard import leaderboard_markdown
from scidoc_assets.domain.metrics.localisation import localise
from scidoc_assets.domain.metrics.observations import Observation, observe
from scidoc_assets.domain.metrics.paired import pair_settings
from scidoc_assets.domain.metrics.plots import (
    plot_coverage,
    plot_leaderboard,
    plot_routing,
    plot_transitions,
)
from scidoc_assets.domain.metrics.reasoning import score_reasoning
from scidoc_assets.domain.metrics.routing import route_errors, tabulate_changes, tabulate_routes
from scidoc_assets.schemas.labels import CorrectnessLabel, CoverageLabel
from scidoc_assets.schemas.metrics import (
    CoverageDiagnostic,
    ErrorRoute,
    ErrorRouteChange,
    PairedTransition,
    ReasoningMetric,
)
from scidoc_assets.schemas.responses import ReasoningResponse
from scidoc_assets.schemas.settings import JudgesFile
from scidoc_assets.schemas.tasks import EvaluationTask

Tasks = Sequence[EvaluationTask]
Responses = Sequence[ReasoningResponse]
Correct = Sequence[CorrectnessLabel]
Cover = Sequence[CoverageLabel]
T = TypeVar("T", ReasoningResponse, CorrectnessLabel, CoverageLabel)


@dataclass(frozen=True)
class Board:
    """Observations of one benchmark under one judge, with its tasks by id."""

    observations: list[Observation]
    tasks: dict[str, EvaluationTask]


def boards(tasks: Tasks, responses: Responses, correct: Correct, cover: Cover) -> Iterator[Board]:
    """One board per benchmark and judge. Rows of tasks that no longer exist are left out: a
    partition that could not be made again (its key is gone) still holds them."""
    for benchmark in sorted({t.benchmark for t in tasks}):
        own = {t.task_id: t for t in tasks if t.benchmark == benchmark}

        def of(
            rows: Sequence[T], benchmark: str = benchmark, own: Mapping[str, object] = own
        ) -> list[T]:
            return [r for r in rows if r.benchmark == benchmark and r.task_id in own]

        answers, right, covered = of(responses), of(correct), of(cover)
        for judge in sorted({r.judge for r in (*right, *covered)}):
            rows = observe(list(own.values()), answers, right, covered, judge)
            if rows:
                yield Board(rows, own)


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


def _leaderboard(project: Project, rows: Rows) -> Mapping[str, Any]:
    metrics = [r for r in rows if isinstance(r, ReasoningMetric)]
    if not metrics:
        return {}
    return {
        "leaderboard": dg.MarkdownMetadataValue(leaderboard_markdown(metrics)),
        "leaderboard_plot": picture(plot_leaderboard(metrics), "leaderboard"),
    }


def _coverage_plot(project: Project, rows: Rows) -> Mapping[str, Any]:
    bands = [r for r in rows if isinstance(r, CoverageDiagnostic)]
    return {"coverage": picture(plot_coverage(bands), "accuracy by coverage")} if bands else {}


def _transitions_plot(project: Project, rows: Rows) -> Mapping[str, Any]:
    pairs = [r for r in rows if isinstance(r, PairedTransition)]
    return {"transitions": picture(plot_transitions(pairs), "rescues, losses")} if pairs else {}


def _routing_plot(project: Project, rows: Rows) -> Mapping[str, Any]:
    routes = [r for r in rows if isinstance(r, ErrorRoute)]
    return {"routing": picture(plot_routing(routes), "error routing")} if routes else {}


Rule = Callable[[Board, JudgesFile], Rows]


def _board_stage(
    name: str,
    rule: Rule,
    checks: tuple[TableCheck, ...] = (),
    preview: Callable[[Project, Rows], Mapping[str, Any]] | None = None,
) -> Stage:
    """A stage that applies `rule(board, judges)` to every benchmark and judge."""

    def body(
        run: StageRun,
        evaluation_tasks: Tasks,
        reasoning_responses: Responses,
        correctness_labels: Correct,
        coverage_labels: Cover,
        imported_responses: Responses,
        imported_correctness_labels: Correct,
        imported_coverage_labels: Cover,
    ) -> Rows:
        judges = run.project.settings.judges
        found = boards(
            evaluation_tasks,
            [*reasoning_responses, *imported_responses],
            [*correctness_labels, *imported_correctness_labels],
            [*coverage_labels, *imported_coverage_labels],
        )
        return [row for board in found for row in rule(board, judges)]

    return stage(name, "1", uses=("judges",), checks=checks, preview=preview)(body)


def _routes(board: Board, judges: JudgesFile) -> Sequence[ErrorRoute]:
    return tabulate_routes(board.observations, route_errors(board.observations, board.tasks))


def _changes(board: Board, judges: JudgesFile) -> Sequence[ErrorRouteChange]:
    first = board.observations[0]
    rows = tabulate_changes(first.benchmark, route_errors(board.observations, board.tasks))
    return [row.model_copy(update={"judge": first.judge}) for row in rows]


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
        preview=_leaderboard,
    ),
    _board_stage(
        "coverage_diagnostics",
        lambda board, judges: diagnose_coverage(
            board.observations, judges.bootstrap_resamples, judges.seed
        ),
        preview=_coverage_plot,
    ),
    _board_stage(
        "paired_transitions",
        lambda board, judges: pair_settings(
            board.observations, resamples=judges.bootstrap_resamples, seed=judges.seed
        ),
        preview=_transitions_plot,
    ),
    _board_stage(
        "localisation",
        lambda board, judges: localise(
            board.observations, board.tasks, resamples=judges.bootstrap_resamples, seed=judges.seed
        ),
    ),
    _board_stage("error_routing", _routes, preview=_routing_plot),
    _board_stage("error_routing_changes", _changes),
)
