"""An evaluation task, a response and judge calls for the tests of this folder."""

from __future__ import annotations

from scidoc_assets.schemas.calls import CallRecord, ModelReply, PromptRef
from scidoc_assets.schemas.responses import ReasoningResponse
from scidoc_assets.schemas.tasks import EvaluationNode, EvaluationTask


def a_task(**fields) -> EvaluationTask:
    values = {
        "benchmark": "papers",
        "task_id": "task-1",
        "paper_id": "paper-1",
        "discipline": None,
        "domain": None,
        "difficulty": "easy",
        "question": "How does doping change the stability of the catalyst?",
        "gold_answer": "Figure 1 shows the activity of both catalysts over ten cycles. "
        "Doping therefore makes the catalyst more stable.",
        "evidence": [
            EvaluationNode(
                node_id="e1",
                label="Original wording of the paper.",
                visual_evidence_text="The doped catalyst retained 90% of its activity.",
            ),
            EvaluationNode(node_id="e2", label="The undoped catalyst lost 60% of its activity."),
        ],
        "intermediate_claims": [
            EvaluationNode(node_id="c1", label="Doping slows the loss of activity.")
        ],
        "regions": [],
    }
    return EvaluationTask(**{**values, **fields})


def a_response(text: str | None, status: str = "answered") -> ReasoningResponse:
    return ReasoningResponse(
        benchmark="papers",
        model="lab/model",
        setting="direct",
        task_id="task-1",
        repeat=0,
        status=status,
        status_detail=None,
        text=text,
        thinking=None,
        finish_reason=None,
        turns=[],
        protocol="single",
        sees="pixels",
        is_baseline=False,
        usage_json=None,
        prompt_tokens=None,
        completion_tokens=None,
        cost_usd=None,
        latency_s=None,
        attempts=1,
        request_hash=None,
        prompt_name=None,
        prompt_version=None,
        prompt_hash=None,
        served_model=None,
        created_at=None,
        source_digest=None,
    )


def judged(text: str | None, status: str = "answered", **fields) -> CallRecord:
    return CallRecord(
        request_hash="hash",
        repeat=0,
        model_id="judge",
        status=status,
        reply=None if text is None else ModelReply(text=text),
        started_at="2026-01-01T00:00:00Z",
        prompt=PromptRef(name="labels/coverage", version="v1", hash="h"),
        **fields,
    )
