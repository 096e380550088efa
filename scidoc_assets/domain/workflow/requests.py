"""Matched instances as model requests, and call outcomes as response rows.

Holds the order of parts and the two system prompts. Refuses to render: pictures come from a
callable, so that pixels, policy and models without eyes stay with the gateway.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from scidoc_assets.domain.workflow.matched_settings import answer_prompt
from scidoc_assets.schemas.calls import (
    CallRecord,
    ImagePart,
    Message,
    ModelRequest,
    Part,
    PromptRef,
    TextPart,
    text_message,
)
from scidoc_assets.schemas.replies import is_refusal, split_thinking
from scidoc_assets.schemas.workflow import (
    ContentPart,
    WorkflowInstance,
    WorkflowResponse,
)

Picture = Callable[[ContentPart], ImagePart]
_RESUMABLE = frozenset({"budget_stopped", "rate_limited", "provider_error"})
_LASTING = frozenset(
    {"images_not_seen", "image_policy", "context_length", "content_filter", "bad_request"}
)


def workflow_request(
    instance: WorkflowInstance, model_id: str, picture: Picture, repeat: int = 0
) -> ModelRequest:
    """The request of one instance: system prompt of its language, then its parts in order."""
    prompt = answer_prompt(instance.setting)
    parts: list[Part] = [
        TextPart(text=part.text or "") if part.kind == "text" else picture(part)
        for part in instance.parts
    ]
    return ModelRequest(
        model_id=model_id,
        messages=(
            text_message("system", prompt.text.strip()),
            Message(role="user", parts=tuple(parts)),
        ),
        repeat=repeat,
        prompt=PromptRef(name=prompt.name, version=prompt.version, hash=prompt.sha256),
    )


def response_row(
    instance: WorkflowInstance, record: CallRecord, is_baseline: bool
) -> WorkflowResponse:
    """The row of one call; refusals and empty texts get their own status (bug log B21)."""
    status, detail, text = _outcome(record)
    prompt = answer_prompt(instance.setting)
    usage = record.reply.usage if record.reply else None
    return WorkflowResponse(
        benchmark=instance.benchmark,
        model=record.model_id,
        setting=instance.setting,
        item_id=instance.item_id,
        repeat=record.repeat,
        status=status,
        status_detail=detail,
        text=text,
        is_baseline=is_baseline,
        prompt_name=prompt.name,
        prompt_version=prompt.version,
        prompt_hash=prompt.sha256,
        request_hash=record.request_hash,
        usage_json=None if usage is None else json.dumps(usage, sort_keys=True),
        cost_usd=record.cost_usd,
        latency_s=record.latency_s,
    )


def is_worth_asking_again(response: WorkflowResponse) -> bool:
    """Whether a later call may end in an answer: it was stopped, or failed for a passing cause.

    A picture that the model cannot take, or a text too long for it, fails again.
    """
    if response.status not in _RESUMABLE:
        return False
    return (response.status_detail or "").partition(":")[0] not in _LASTING


def _outcome(record: CallRecord) -> tuple[str, str | None, str | None]:
    reply = record.reply
    text = split_thinking(reply.text or "")[0] if reply else None
    if record.status != "answered":
        detail = ": ".join(part for part in (record.cause, record.detail) if part)
        return record.status, detail or None, text or None
    if not (text or "").strip():
        return "empty", "the reply has no text", None
    if is_refusal(text or ""):
        return "refused", "the text declines to answer", text
    return "answered", None, text
