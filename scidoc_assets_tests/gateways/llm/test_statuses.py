"""Statuses of replies and failures (bug log B21)."""

import pytest

from scidoc_assets.gateways.llm.statuses import status_of_failure, status_of_reply
from scidoc_assets.schemas.calls import ModelReply, ToolCall

CALL = ToolCall(call_id="1", name="finish", arguments_json="{}")


@pytest.mark.parametrize(
    ("reply", "status"),
    [
        (ModelReply(text="A rises.", finish_reason="stop"), "answered"),
        (ModelReply(text=None, tool_calls=(CALL,), finish_reason="tool_calls"), "answered"),
        (ModelReply(text=None, finish_reason="stop"), "empty"),
        (ModelReply(text=" \n", finish_reason="stop"), "empty"),
        (ModelReply(text="I can't help with that.", finish_reason="stop"), "refused"),
        (ModelReply(text="", finish_reason="content_filter"), "refused"),
        (ModelReply(text=None, refusal="No.", finish_reason="stop"), "refused"),
        (ModelReply(text="A rises beca", finish_reason="length"), "truncated"),
        (ModelReply(text=None, thinking="hm", finish_reason="length"), "truncated"),
    ],
)
def test_a_reply_that_is_no_answer_has_its_own_status(reply: ModelReply, status: str) -> None:
    assert status_of_reply(reply) == status


@pytest.mark.parametrize(
    ("cause", "status"),
    [
        ("rate_limited", "rate_limited"),
        ("rate_limit_cap", "rate_limited"),
        ("budget_usd", "budget_stopped"),
        ("missing_key", "missing_key"),
        ("content_filter", "refused"),
        ("timeout", "provider_error"),
        ("image_policy", "provider_error"),
    ],
)
def test_every_failure_has_a_status_of_the_spec(cause, status: str) -> None:
    assert status_of_failure(cause) == status
