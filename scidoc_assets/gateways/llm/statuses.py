"""What a try's outcome is called: status of a reply, status of a failure, words for a stopped budget.

Refuses to call a refusal or an empty reply an answer (bug log B21).
"""

from __future__ import annotations

from scidoc_assets.gateways.llm.interface import SpendCap
from scidoc_assets.schemas.calls import CallStatus, FailureCause, ModelReply
from scidoc_assets.schemas.replies import is_refusal

_REFUSED_FINISH = frozenset({"content_filter", "refusal", "safety", "prohibited_content"})
_STATUS_OF_CAUSE: dict[str, CallStatus] = {
    "rate_limited": "rate_limited",
    "retry_after_too_long": "rate_limited",
    "rate_limit_cap": "rate_limited",
    "budget_calls": "budget_stopped",
    "budget_usd": "budget_stopped",
    "price_unknown": "budget_stopped",
    "missing_key": "missing_key",
    "content_filter": "refused",
}


def status_of_reply(reply: ModelReply) -> CallStatus:
    """Status of a reply that arrived (bug log B21): refused and empty are not wrong answers."""
    if reply.refusal or reply.finish_reason in _REFUSED_FINISH:
        return "refused"
    if reply.tool_calls:
        return "answered"
    text = (reply.text or "").strip()
    if reply.finish_reason == "length":
        return "truncated"
    if not text:
        return "empty"
    return "refused" if is_refusal(text) else "answered"


def status_of_failure(cause: FailureCause) -> CallStatus:
    """Status of a call that ended without a reply."""
    return _STATUS_OF_CAUSE.get(cause, "provider_error")


def budget_detail(cause: FailureCause, budget: SpendCap, model_id: str) -> str:
    """Which budget stopped the model, and which setting raises it."""
    if cause == "budget_calls":
        return f"{model_id}: {budget.spent_calls} of {budget.limit_calls} calls made; raise budget_calls"
    if cause == "budget_usd":
        return (
            f"{model_id}: {budget.spent_usd:.4f} of {budget.limit_usd:.4f} USD spent, the next call "
            "could exceed it; raise budget_usd"
        )
    return (
        f"{model_id}: budget_usd needs price_input_per_million_usd and price_output_per_million_usd"
    )
