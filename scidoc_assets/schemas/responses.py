"""Model responses on reasoning tasks (spec evaluation.md, Responses; interchange.md)."""

from __future__ import annotations

from typing import Literal

from scidoc_assets.schemas.calls import FailureCause
from scidoc_assets.schemas.geometry import BBoxUnit, Row

Setting = Literal["question_only", "caption_only", "direct", "evidence_hint", "agentic"]
POOLED = "pooled"  # the model name of metrics over all models
ResponseStatus = Literal[
    "answered",
    "empty",
    "refused",
    "truncated",
    "tool_budget",
    "provider_error",
    "budget_stopped",
    "rate_limited",
    "missing_key",
]
TurnAction = Literal["answer", "crop_image", "finish", "invalid"]
TurnFault = Literal[
    "empty_reply",  # no text and no tool call
    "truncated_reply",  # stopped at the token limit before an action was whole
    "refusal",
    "no_action",  # text without a tool call, or without JSON
    "several_actions",
    "unknown_action",
    "unreadable_action",  # broken JSON, missing or wrongly typed arguments
    "empty_answer",  # `finish` without a text
    "unknown_image",
    "unusable_box",
    "too_many_images",
]


class Turn(Row):
    """One turn of the agent (or the only one). `bbox` is normalised on the original image.

    `fault` is the closed-list reason of an `invalid` turn, `error` says it in words.
    """

    turn_index: int
    action: TurnAction
    image: str | None = None
    bbox: BBoxUnit | None = None
    crop_sha256: str | None = None
    text: str | None = None
    error: str | None = None
    request_hash: str | None = None
    fault: TurnFault | None = None


class ReasoningResponse(Row):
    """One planned answer: (model, setting, task, repeat). Never missing: a failure is a status.

    `cause` is the closed-list reason of a failed call, `status_detail` says it in words.
    """

    benchmark: str
    model: str
    setting: Setting
    task_id: str
    repeat: int
    status: ResponseStatus
    status_detail: str | None
    text: str | None
    thinking: str | None
    finish_reason: str | None
    turns: list[Turn]
    protocol: Literal["single", "native_tools", "json_actions", "imported"]
    sees: Literal["pixels", "ocr_text", "text"] | None
    is_baseline: bool
    usage_json: str | None
    prompt_tokens: int | None
    completion_tokens: int | None
    cost_usd: float | None
    latency_s: float | None
    attempts: int
    request_hash: str | None
    prompt_name: str | None
    prompt_version: str | None
    prompt_hash: str | None
    served_model: str | None
    created_at: str | None
    source_digest: str | None
    extra_json: str | None = None
    cause: FailureCause | None = None

    @property
    def has_answer(self) -> bool:
        """Whether there is a text to judge: answered, or cut off at the token limit with text."""
        return self.status in ("answered", "truncated") and bool((self.text or "").strip())
