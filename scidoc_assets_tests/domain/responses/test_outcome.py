from __future__ import annotations

import pytest

from scidoc_assets.domain.responses.agent import advance, start_agent
from scidoc_assets.domain.responses.outcome import (
    agent_response,
    read_outcome,
    single_response,
    unasked_response,
)
from scidoc_assets.schemas.calls import ModelReply
from scidoc_assets.schemas.settings import ModelSettings
from scidoc_assets_tests.domain.responses.factory import (
    a_task,
    called,
    record,
    said,
    the_images,
)

MODEL = ModelSettings(model_id="lab/model", litellm_model="openai/x")


@pytest.mark.parametrize(
    ("call", "status"),
    [
        (said("Catalyst A."), "answered"),
        (said("  "), "empty"),
        (said("", status="empty"), "empty"),
        (said("I can't help with that."), "refused"),
        (said("I cannot tell from the caption which one it is."), "answered"),
        (record(ModelReply(text="", finish_reason="content_filter")), "refused"),
        (said("Catalyst A and", status="truncated"), "truncated"),
        (record(None, status="rate_limited"), "rate_limited"),
        (record(None, status="provider_error"), "provider_error"),
    ],
)
def test_a_refusal_or_an_empty_reply_is_not_a_wrong_answer(call, status: str) -> None:
    assert read_outcome(call).status == status


def test_thinking_is_kept_apart_from_the_answer() -> None:
    outcome = read_outcome(said("<think>hm</think>Catalyst A."))
    assert (outcome.text, outcome.thinking) == ("Catalyst A.", "hm")


def test_a_single_answer_keeps_usage_cost_and_what_was_seen() -> None:
    row = single_response(a_task(), "caption_only", MODEL, 0, said("Catalyst A."))
    assert (row.prompt_tokens, row.completion_tokens, row.cost_usd) == (10, None, 0.5)
    assert (row.sees, row.protocol, row.model) == ("text", "single", "lab/model")


def test_an_agents_row_adds_up_its_calls_and_keeps_every_turn() -> None:
    state = start_agent(a_task(), "lab/model", "pixels", "native_tools", the_images(), 4)
    crop = {"image_name": "figure1", "bbox": [0, 0, 1, 1], "reasoning": ""}
    state = advance(state, called(("crop_image", crop)))
    state = advance(state, called(("finish", {"text": "Catalyst A.", "reasoning": ""})))
    row = agent_response(a_task(), MODEL, 0, state)
    assert (row.status, row.text, row.protocol) == ("answered", "Catalyst A.", "native_tools")
    assert (row.cost_usd, row.latency_s) == (1.0, 2.0)
    assert [t.turn_index for t in row.turns] == [0, 1]


def test_one_unknown_cost_makes_the_whole_cost_unknown() -> None:
    state = start_agent(a_task(), "m", "pixels", "json_actions", the_images(), 2)
    state = advance(state, said("nonsense", cost_usd=None))
    state = advance(state, said('{"action": "finish", "text": "A"}'))
    assert agent_response(a_task(), MODEL, 0, state).cost_usd is None


def test_an_agent_that_finishes_with_a_refusal_refused() -> None:
    state = start_agent(a_task(), "m", "pixels", "json_actions", the_images(), 2)
    state = advance(state, said('{"action": "finish", "text": "I cannot help with that."}'))
    assert agent_response(a_task(), MODEL, 0, state).status == "refused"


def test_a_running_agent_has_no_row() -> None:
    state = start_agent(a_task(), "m", "pixels", "json_actions", the_images(), 2)
    with pytest.raises(ValueError, match="still runs"):
        agent_response(a_task(), MODEL, 0, state)


def test_an_answer_that_was_never_asked_for_is_a_row_with_its_reason() -> None:
    row = unasked_response(a_task(), "direct", MODEL, 0, "missing_key", "set LAB_API_KEY")
    assert (row.status, row.status_detail, row.text, row.attempts) == (
        "missing_key",
        "set LAB_API_KEY",
        None,
        0,
    )


def test_a_model_that_reads_ocr_text_is_a_baseline() -> None:
    model = MODEL.model_copy(update={"sees": "ocr_text"})
    row = single_response(a_task(), "direct", model, 0, said("A."))
    assert (row.is_baseline, row.sees) == (True, "ocr_text")
