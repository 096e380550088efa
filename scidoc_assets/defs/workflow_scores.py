"""Workflow benchmark: every answer scored; means, gaps, and the audit of its judges."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Mapping, Sequence
from typing import Any

import dagster as dg

from scidoc_assets.defs.calling import model_of
from scidoc_assets.defs.gathering import gather_bounded
from scidoc_assets.defs.previews import rows_table
from scidoc_assets.defs.project import Project
from scidoc_assets.defs.stage import Rows, StageRefused, StageRun, TableCheck, stage
from scidoc_assets.defs.workflow import imports_digest
from scidoc_assets.defs.workflow_judges import ask_judge, primary_judge
from scidoc_assets.domain.workflow.aggregation import metrics_of, stability_of
from scidoc_assets.domain.workflow.evaluation import BadItemError
from scidoc_assets.domain.workflow.item_faults import picture_names
from scidoc_assets.domain.workflow.matched_settings import item_in
from scidoc_assets.domain.workflow.scoring import (
    failed_response,
    missing_rows,
    rule_verdict,
    score_row,
)
from scidoc_assets.gateways.sandbox.execution import score_execution
from scidoc_assets.schemas.workflow import (
    EXECUTED,
    UNSCORED,
    WorkflowInstance,
    WorkflowItem,
    WorkflowMetric,
    WorkflowResponse,
    WorkflowScore,
    WorkflowSetting,
    WorkflowStability,
)
from scidoc_assets.schemas.workflow_titles import GROUP_TITLES, SUBTASK_TITLES
from scidoc_assets.storage.workflow_imports import picture_bytes, read_workflows

Items = Sequence[WorkflowItem]
Scores = Sequence[WorkflowScore]


def _null_without_cause(rows: Rows) -> list[str]:
    return [
        f"{r.item_id} {r.repeat}"
        for r in rows
        if isinstance(r, WorkflowScore) and (r.score is None) != (r.cause in UNSCORED)
    ]


def _not_executed(rows: Rows) -> list[str]:
    return [
        f"{r.item_id}: {r.detail}"
        for r in rows
        if isinstance(r, WorkflowScore) and r.cause == "not_executed"
    ]


def _is_complete(rows: Rows) -> bool:
    """False while a judge's call failed: the next run asks again."""
    return not any(
        isinstance(r, WorkflowScore) and r.cause == "judge_failed" and r.judge_raw is None
        for r in rows
    )


def _outside(project: Project, key: str | None) -> str:
    """Imported reference pictures, and whether code can be run here."""
    model = model_of(project, key).model_id
    return f"{model} {imports_digest(project, key)} sandbox: {shutil.which('bwrap')}"


@stage(
    "workflow_scores",
    uses=("judges",),
    pool="llm_api",
    external=_outside,
    is_complete=_is_complete,
    checks=(
        TableCheck("empty_scores_have_a_cause", _null_without_cause, is_blocking=True),
        TableCheck("code_was_executed", _not_executed),
    ),
)
def workflow_scores(
    run: StageRun, workflow_items: Items, workflow_responses: Sequence[WorkflowResponse]
) -> Scores:
    """One row per answer. Raises StageRefused for an item whose evaluator cannot be used."""
    items = {(item.benchmark, item.item_id): item for item in workflow_items}
    known = [r for r in workflow_responses if (r.benchmark, r.item_id) in items]
    pairs = [(items[r.benchmark, r.item_id], r) for r in known]
    judged = [pair for pair in pairs if _is_judged(*pair)]
    try:
        rows = [_scored(run, *pair) for pair in pairs if not _is_judged(*pair)]
        rows += asyncio.run(_judged(run, judged)) if judged else []
    except BadItemError as error:
        raise StageRefused(str(error)) from error
    order = {(r.benchmark, r.item_id, r.repeat): place for place, r in enumerate(known)}
    return sorted(rows, key=lambda row: order[row.benchmark, row.item_id, row.repeat])


def _is_judged(item: WorkflowItem, response: WorkflowResponse) -> bool:
    return item.evaluator == "judge" and failed_response(response) is None


def _scored(run: StageRun, item: WorkflowItem, response: WorkflowResponse) -> WorkflowScore:
    failure = failed_response(response)
    if failure is not None:
        return score_row(item, response, failure)
    if item.evaluator not in EXECUTED:
        return score_row(item, response, rule_verdict(item, response))
    asked = item_in(item, response.setting)
    done = score_execution(
        run.project.gateways.sandbox(), asked, response.text, _reference_files(run.project, item)
    )
    return score_row(item, response, done.verdict, isolation=done.isolation)


def _reference_files(project: Project, item: WorkflowItem) -> dict[str, bytes]:
    names = picture_names(item)
    if not names:
        return {}
    for found in read_workflows(project.paths):
        if any((i.benchmark, i.item_id) == (item.benchmark, item.item_id) for i in found.items):
            return {name: picture_bytes(project.paths, found, name) for name in names}
    return {}


async def _judged(
    run: StageRun, pairs: Sequence[tuple[WorkflowItem, WorkflowResponse]]
) -> list[WorkflowScore]:
    judge = primary_judge(run.project.settings.judges)
    place = str(run.partition)
    with ask_judge(run.project, judge, place) as ask:

        async def score(pair: tuple[WorkflowItem, WorkflowResponse]) -> WorkflowScore:
            verdict, raw = await ask(*pair)
            return score_row(*pair, verdict, judge.judge_id, raw)

        workers = judge.model.max_concurrency if judge.model else 1
        return await gather_bounded(score, pairs, workers)


def complete_scores(
    items: Items, instances: Sequence[WorkflowInstance], scores: Scores, repeats: int
) -> list[WorkflowScore]:
    """Scores of items that are still there, and rows of 0 for planned answers that never came.

    Planned are the models and settings that were run at all, and what could be shown there.
    """
    by_key = {(item.benchmark, item.item_id): item for item in items}
    rows = [s for s in scores if (s.benchmark, s.item_id) in by_key]
    shown: dict[tuple[str, WorkflowSetting], list[WorkflowItem]] = {}
    for i in instances:
        if i.reason is None and (i.benchmark, i.item_id) in by_key:
            place = shown.setdefault((i.benchmark, i.setting), [])
            place.append(by_key[i.benchmark, i.item_id])
    ran: dict[tuple[str, WorkflowSetting, str], bool] = {
        (s.benchmark, s.setting, s.model): s.is_baseline for s in rows
    }
    missing: list[WorkflowScore] = []
    for (benchmark, setting, model), is_baseline in sorted(ran.items()):
        planned = shown.get((benchmark, setting), [])
        done = [s for s in rows if s.benchmark == benchmark]
        missing += missing_rows(planned, done, {model: is_baseline}, [setting], repeats)
    return [*rows, *missing]


def _board(project: Project, rows: Rows) -> Mapping[str, Any]:
    columns = ("benchmark", "model", "scope", "scope_value", "value", "n", "planned_n", "reason")
    overall = [r for r in rows if isinstance(r, WorkflowMetric) and r.scope == "overall"]
    settings = [r for r in rows if isinstance(r, WorkflowMetric) and r.scope == "setting"]
    parts = [r for r in rows if isinstance(r, WorkflowMetric) and r.scope in ("group", "subtask")]
    titles = {**GROUP_TITLES, **SUBTASK_TITLES}
    lines = [
        f"| {r.benchmark} | {r.model} | {titles.get(r.scope_value, r.scope_value)} "
        f"| {'' if r.value is None else f'{r.value:.1f}'} | {r.n} |"
        for r in parts
    ]
    head = "| benchmark | model | capability | value | n |\n|---|---|---|---|---|"
    return {
        "overall": dg.MarkdownMetadataValue(rows_table(overall, columns)),
        "settings": dg.MarkdownMetadataValue(rows_table(settings, columns)),
        "capabilities": dg.MarkdownMetadataValue("\n".join([head, *lines])),
    }


def _empty_without_reason(rows: Rows) -> list[str]:
    return [
        f"{r.model} {r.scope} {r.scope_value}"
        for r in rows
        if isinstance(r, WorkflowMetric) and (r.value is None) != (r.reason is not None)
    ]


def _over_the_plan(rows: Rows) -> list[str]:
    return [
        f"{r.model} {r.scope} {r.scope_value}"
        for r in rows
        if isinstance(r, WorkflowMetric) and r.n + r.unscored_n != r.planned_n
    ]


@stage(
    "workflow_metrics",
    uses=("workflow",),
    preview=_board,
    checks=(
        TableCheck("empty_values_have_a_reason", _empty_without_reason, is_blocking=True),
        TableCheck("counts_add_up_to_the_plan", _over_the_plan, is_blocking=True),
    ),
)
def workflow_metrics(
    run: StageRun,
    workflow_items: Items,
    workflow_instances: Sequence[WorkflowInstance],
    workflow_scores: Scores,
) -> Sequence[WorkflowMetric]:
    """Means x 100 of every model over all instances, by setting, group and subtask."""
    settings = run.project.settings.workflow
    rows = complete_scores(workflow_items, workflow_instances, workflow_scores, settings.repeats)
    return metrics_of(rows, settings.max_unscored_share)


@stage("workflow_stability", uses=("workflow",))
def workflow_stability(
    run: StageRun,
    workflow_items: Items,
    workflow_instances: Sequence[WorkflowInstance],
    workflow_scores: Scores,
    workflow_metrics: Sequence[WorkflowMetric],
) -> Sequence[WorkflowStability]:
    """How much language and representation change a model's score, with intervals."""
    settings = run.project.settings.workflow
    rows = complete_scores(workflow_items, workflow_instances, workflow_scores, settings.repeats)
    return stability_of(workflow_metrics, rows, settings.bootstrap_resamples, settings.seed)


STAGES = (workflow_scores, workflow_metrics, workflow_stability)
