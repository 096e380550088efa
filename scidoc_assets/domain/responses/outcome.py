"""What a call, or an agent's run of calls, is called as an answer (spec evaluation.md, Responses).

A refusal, an empty reply and a spent turn budget are statuses, never wrong answers (bug log B21).
Every planned answer becomes a row. Refuses to add up costs when one of them is unknown: null.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from scidoc_assets.domain.responses.agent import AgentState, why_unanswered
from scidoc_assets.domain.responses.prompts import SETTINGS_WITH_IMAGES
from scidoc_assets.schemas.calls import CallRecord, PromptRef
from scidoc_assets.schemas.replies import is_refusal, split_thinking
from scidoc_assets.schemas.responses import ReasoningResponse, ResponseStatus, Setting, Turn
from scidoc_assets.schemas.settings import ModelSettings
from scidoc_assets.schemas.tasks import ReasoningTask

_REFUSED_FINISH = frozenset({"content_filter", "refusal", "safety", "prohibited_content"})


@dataclass(frozen=True)
class Outcome:
    """Status of an answer, its text, and the thinking that came with it."""

    status: ResponseStatus
    detail: str | None
    text: str | None
    thinking: str | None


def read_outcome(record: CallRecord) -> Outcome:
    """Outcome of a single call: by its status, its finish reason, and the text by rule."""
    reply = record.reply
    if reply is None:
        return Outcome(record.status, why_unanswered(record), None, None)
    text, inline = split_thinking(reply.text or "")
    thinking = reply.thinking or inline
    if reply.finish_reason in _REFUSED_FINISH:
        return Outcome("refused", f"finish_reason {reply.finish_reason}", text or None, thinking)
    if record.status != "answered":
        return Outcome(record.status, why_unanswered(record), text or None, thinking)
    return text_outcome(text, thinking)


def text_outcome(text: str, thinking: str | None) -> Outcome:
    """Outcome of a final text: empty, refused by rule, or answered."""
    if not text.strip():
        return Outcome("empty", "the reply has no text", None, thinking)
    if is_refusal(text):
        return Outcome("refused", "the text declines to answer", text, thinking)
    return Outcome("answered", None, text, thinking)


def single_response(
    task: ReasoningTask, setting: Setting, model: ModelSettings, repeat: int, record: CallRecord
) -> ReasoningResponse:
    """The row of a setting that takes one call."""
    outcome = read_outcome(record)
    turn = Turn(turn_index=0, action="answer", request_hash=record.request_hash)
    return _row(task, setting, model, repeat, outcome, [record], [turn], "single")


def agent_response(
    task: ReasoningTask, model: ModelSettings, repeat: int, state: AgentState
) -> ReasoningResponse:
    """The row of an agent that is over. Raises ValueError while it runs."""
    if state.status is None:
        raise ValueError(f"task {task.task_id}: the agent still runs, it has no outcome yet")
    thoughts = [r.reply.thinking for r in state.records if r.reply and r.reply.thinking]
    thinking = "\n\n".join(thoughts) or None
    if state.status == "answered":
        outcome = text_outcome(state.text or "", thinking)
    else:
        outcome = Outcome(state.status, state.status_detail, None, thinking)
    return _row(
        task, "agentic", model, repeat, outcome, state.records, list(state.turns), state.protocol
    )


def unasked_response(
    task: ReasoningTask,
    setting: Setting,
    model: ModelSettings,
    repeat: int,
    status: ResponseStatus,
    detail: str,
) -> ReasoningResponse:
    """The row of a planned answer that could not be asked for (missing key, no image, budget)."""
    return _row(task, setting, model, repeat, Outcome(status, detail, None, None), [], [], "single")


def _row(
    task: ReasoningTask,
    setting: Setting,
    model: ModelSettings,
    repeat: int,
    outcome: Outcome,
    records: Sequence[CallRecord],
    turns: list[Turn],
    protocol,
) -> ReasoningResponse:
    last = records[-1] if records else None
    prompt: PromptRef | None = last.prompt if last else None
    usages = [r.usage for r in records if r.usage is not None]
    return ReasoningResponse(
        benchmark=task.benchmark,
        model=model.model_id,
        setting=setting,
        task_id=task.task_id,
        repeat=repeat,
        status=outcome.status,
        status_detail=outcome.detail,
        text=outcome.text,
        thinking=outcome.thinking,
        finish_reason=last.reply.finish_reason if last and last.reply else None,
        turns=turns,
        protocol=protocol,
        sees=model.sees if setting in SETTINGS_WITH_IMAGES else "text",
        is_baseline=model.is_baseline or model.sees == "ocr_text",
        usage_json=json.dumps(usages, sort_keys=True) if usages else None,
        prompt_tokens=_total(usages, "prompt_tokens"),
        completion_tokens=_total(usages, "completion_tokens"),
        cost_usd=_cost(records),
        latency_s=sum(r.latency_s for r in records) if records else None,
        attempts=sum(len(r.attempts) for r in records),
        request_hash=last.request_hash if last else None,
        prompt_name=prompt.name if prompt else None,
        prompt_version=prompt.version if prompt else None,
        prompt_hash=prompt.hash if prompt else None,
        served_model=last.reply.served_model if last and last.reply else None,
        created_at=last.started_at if last else None,
        source_digest=None,
        cause=last.cause if last else None,
    )


def _total(usages: Sequence[dict], name: str) -> int | None:
    counts = [u.get(name) for u in usages]
    whole = [c for c in counts if isinstance(c, int) and not isinstance(c, bool)]
    return sum(whole) if whole and len(whole) == len(counts) else None


def _cost(records: Sequence[CallRecord]) -> float | None:
    costs = [r.cost_usd for r in records]
    known = [c for c in costs if c is not None]
    return sum(known) if known and len(known) == len(costs) else None
