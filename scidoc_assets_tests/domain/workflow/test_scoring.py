"""Every planned response has a score row; calls that failed score 0 with their cause."""

from __future__ import annotations

from typing import Any

import pytest

from scidoc_assets.domain.workflow.answers import Verdict
from scidoc_assets.domain.workflow.scoring import (
    missing_rows,
    needs_outcome,
    rule_verdict,
    score_row,
)
from scidoc_assets.schemas.workflow import WORKFLOW_SETTINGS, WorkflowResponse
from scidoc_assets_tests.domain.workflow.conftest import make_item

ITEM = make_item(reference_json='"B"')


def make_response(text: str | None, status: str = "answered", **changes: Any) -> WorkflowResponse:
    values: dict[str, Any] = {
        "benchmark": "b", "model": "m", "setting": "en_images_first", "item_id": "q1", "repeat": 0,
        "status": status, "status_detail": None, "text": text, "is_baseline": False,
        "prompt_name": None, "prompt_version": None, "prompt_hash": None, "request_hash": None,
        "usage_json": None, "cost_usd": None, "latency_s": None,
    }  # fmt: skip
    return WorkflowResponse(**{**values, **changes})


@pytest.mark.parametrize(
    ("response", "score", "cause"),
    [
        (make_response("B"), 1.0, None),
        (make_response("A"), 0.0, "wrong"),
        (make_response("B", "truncated"), 0.0, "truncated"),
        (make_response(None, "refused"), 0.0, "refused"),
        (make_response(None, "rate_limited"), 0.0, "no_response"),
    ],
)
def test_a_failed_call_scores_0_with_its_cause(
    response: WorkflowResponse, score: float, cause: str | None
) -> None:
    verdict = rule_verdict(ITEM, response)
    assert (verdict.score, verdict.cause) == (score, cause)


def test_planned_answers_without_a_row_become_zeros() -> None:
    done = score_row(ITEM, make_response("B"), Verdict(1.0))
    rows = missing_rows([ITEM], [done], {"m": False, "n": True})
    assert len(rows) == 2 * len(WORKFLOW_SETTINGS) - 1
    assert {(r.score, r.cause) for r in rows} == {(0.0, "no_response")}
    assert all(r.is_baseline == (r.model == "n") for r in rows)


def test_judge_and_execution_items_need_an_outcome() -> None:
    assert needs_outcome(make_item(evaluator="judge"))
    assert needs_outcome(make_item(evaluator="image"))
    assert not needs_outcome(ITEM)
