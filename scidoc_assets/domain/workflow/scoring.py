"""From responses and verdicts to score rows: one row for every planned response.

Refuses to lose a planned response: one that never came, or came without an answer, scores 0 with
its cause; a null score stays null.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product

from scidoc_assets.domain.workflow.answers import Verdict
from scidoc_assets.domain.workflow.evaluation import EVALUATORS, score_response
from scidoc_assets.domain.workflow.matched_settings import item_in
from scidoc_assets.schemas.workflow import (
    WORKFLOW_SETTINGS,
    ScoreCause,
    WorkflowItem,
    WorkflowResponse,
    WorkflowScore,
    WorkflowSetting,
)

_STATUS_CAUSES: dict[str, ScoreCause] = {
    "empty": "empty",
    "refused": "refused",
    "truncated": "truncated",
}


def failed_response(response: WorkflowResponse) -> Verdict | None:
    """The verdict of a response whose call did not end in an answer, or None if it did."""
    if response.status == "answered" and response.text is not None:
        return None
    cause = _STATUS_CAUSES.get(response.status, "no_response")
    return Verdict(0.0, cause, response.status_detail or response.status)


def needs_outcome(item: WorkflowItem) -> bool:
    """Whether an item is scored from outside: by a judge's reply or by running code."""
    return EVALUATORS[item.evaluator].grade is None


def rule_verdict(item: WorkflowItem, response: WorkflowResponse) -> Verdict:
    """The verdict of a rule-based item. Raises ValueError for judge and execution items."""
    asked = item_in(item, response.setting)
    return failed_response(response) or score_response(asked, response.text)


def score_row(
    item: WorkflowItem,
    response: WorkflowResponse,
    verdict: Verdict,
    judge: str | None = None,
    judge_raw: str | None = None,
    isolation: str | None = None,
) -> WorkflowScore:
    """The row of one verdict; `isolation` says what held executed code in."""
    return WorkflowScore(
        benchmark=item.benchmark,
        model=response.model,
        setting=response.setting,
        item_id=item.item_id,
        repeat=response.repeat,
        group=item.group,
        subtask=item.subtask,
        evaluator=item.evaluator,
        score=verdict.score,
        cause=verdict.cause,
        detail=verdict.detail,
        judge=judge,
        judge_raw=judge_raw,
        isolation=isolation,
        is_baseline=response.is_baseline,
    )


def missing_rows(
    items: Sequence[WorkflowItem],
    scores: Iterable[WorkflowScore],
    is_baseline: Mapping[str, bool],
    settings: Sequence[WorkflowSetting] = WORKFLOW_SETTINGS,
    repeats: int = 1,
) -> list[WorkflowScore]:
    """Rows of 0 (`no_response`) for planned answers of the models that have no score row.

    `is_baseline` holds the planned models.
    """
    done = {(s.model, s.setting, s.item_id, s.repeat) for s in scores}
    planned = product(sorted(is_baseline), settings, items, range(repeats))
    return [
        score_row(item, _no_response(item, model, setting, repeat, is_baseline[model]), NOTHING)
        for model, setting, item, repeat in planned
        if (model, setting, item.item_id, repeat) not in done
    ]


NOTHING = Verdict(0.0, "no_response", "planned, but no response was recorded")


def _no_response(
    item: WorkflowItem, model: str, setting: WorkflowSetting, repeat: int, is_baseline: bool
) -> WorkflowResponse:
    return WorkflowResponse(
        benchmark=item.benchmark,
        model=model,
        setting=setting,
        item_id=item.item_id,
        repeat=repeat,
        status="no_response",
        status_detail=None,
        text=None,
        is_baseline=is_baseline,
        prompt_name=None,
        prompt_version=None,
        prompt_hash=None,
        request_hash=None,
        usage_json=None,
        cost_usd=None,
        latency_s=None,
    )
