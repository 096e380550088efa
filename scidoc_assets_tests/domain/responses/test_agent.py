from __future__ import annotations

import pytest

from scidoc_assets.domain.responses.agent import (
    LAST_TURN,
    AgentState,
    advance,
    next_request,
    start_agent,
)
from scidoc_assets.schemas.calls import ImagePart, Message, TextPart
from scidoc_assets_tests.domain.responses.factory import (
    a_task,
    called,
    record,
    said,
    the_images,
)

CROP = {"image_name": "figure1", "bbox": [0.25, 0.5, 0.75, 1.0], "reasoning": "the legend"}
FINISH = {"text": "Catalyst A.", "reasoning": "seen"}


def start(protocol: str = "native_tools", turns: int = 4, sees: str = "pixels") -> AgentState:
    return start_agent(a_task(), "model", sees, protocol, the_images(), turns)


def text_of(message: Message) -> str:
    return "\n".join(p.text for p in message.parts if isinstance(p, TextPart))


def test_the_first_request_shows_the_original_images_and_offers_both_tools() -> None:
    request = next_request(start())
    assert [t.name for t in request.tools] == ["crop_image", "finish"]
    names = [p.name for m in request.messages for p in m.parts if isinstance(p, ImagePart)]
    assert names == ["figure1", "table1"]
    assert "- figure1 (Figure 1, 200 x 100 px)" in text_of(request.messages[1])


def test_the_json_protocol_offers_no_native_tools_but_names_the_actions() -> None:
    request = next_request(start("json_actions"))
    assert request.tools == ()
    assert '"action": "crop_image"' in text_of(request.messages[0])


def test_a_crop_comes_back_as_an_image_after_the_tool_result() -> None:
    state = advance(start(), called(("crop_image", CROP)))
    (turn,) = state.turns
    assert (turn.action, turn.image, turn.bbox) == ("crop_image", "Figure 1", (0.25, 0.5, 0.75, 1))
    assistant, tool, user = next_request(state).messages[-3:]
    assert (assistant.role, tool.role, user.role) == ("assistant", "tool", "user")
    assert tool.tool_call_id == assistant.tool_calls[0].call_id
    (crop,) = [p for p in user.parts if isinstance(p, ImagePart)]
    assert (crop.name, crop.sha256) == ("figure1_crop1", turn.crop_sha256)
    assert "3 turns are left" in text_of(user)


def test_finish_ends_the_agent_with_its_text() -> None:
    state = advance(advance(start(), called(("crop_image", CROP))), called(("finish", FINISH)))
    assert (state.status, state.text) == ("answered", "Catalyst A.")
    assert [t.action for t in state.turns] == ["crop_image", "finish"]
    with pytest.raises(ValueError, match="over"):
        next_request(state)


def test_json_actions_do_the_same_as_native_tools() -> None:
    reply = '{"action": "crop_image", "image_name": "Figure 1", "bbox": [0.25, 0.5, 0.75, 1]}'
    state = advance(start("json_actions"), said(f"```json\n{reply}\n```"))
    native = advance(start(), called(("crop_image", CROP)))
    assert state.turns[0].bbox == native.turns[0].bbox
    assert state.turns[0].crop_sha256 == native.turns[0].crop_sha256
    assert [m.role for m in next_request(state).messages[-2:]] == ["assistant", "user"]


@pytest.mark.parametrize(
    ("calls", "message"),
    [
        ((), "the reply is empty"),
        ((("crop_image", CROP), ("finish", FINISH)), "2 tools were called"),
        ((("search", {}),), "no tool named 'search'"),
        ((("crop_image", {**CROP, "image_name": "figure1_crop1"}),), "original images only"),
        ((("crop_image", {**CROP, "bbox": [0.5, 0.5, 0.1, 0.1]}),), "no area"),
        ((("crop_image", {**CROP, "bbox": "left half"}),), "could not be read"),
        ((("crop_image", {"image_name": "figure1"}),), "could not be read"),
        ((("finish", {"text": "  "}),), "non-empty"),
    ],
)
def test_an_invalid_action_costs_a_turn_and_is_told_what_was_wrong(calls, message: str) -> None:
    state = advance(start(), called(*calls))
    assert state.status is None
    (turn,) = state.turns
    assert turn.action == "invalid"
    assert message in (turn.error or "")
    told = "\n".join(text_of(m) for m in next_request(state).messages[2:])
    assert message in told
    results = [m.tool_call_id for m in next_request(state).messages if m.role == "tool"]
    assert results == [f"id{i}" for i in range(len(calls))]


def test_two_json_actions_in_one_reply_are_invalid() -> None:
    reply = '{"action": "finish", "text": "A"} {"action": "finish", "text": "B"}'
    state = advance(start("json_actions"), said(reply))
    assert state.turns[0].action == "invalid"
    assert "ambiguous" in (state.turns[0].error or "")


def test_the_last_turn_asks_for_finish_and_without_it_the_budget_is_spent() -> None:
    state = advance(start(turns=2), called(("crop_image", CROP)))
    assert LAST_TURN in text_of(next_request(state).messages[-1])
    state = advance(state, called(("crop_image", CROP)))
    assert (state.status, state.text) == ("tool_budget", None)
    assert state.status_detail == "no finish within 2 turns: 2 x crop_image"


@pytest.mark.parametrize(
    ("reply", "fault", "status"),
    [
        (said("", status="empty"), "empty_reply", "empty"),
        (said("<think>hm</think>"), "empty_reply", "empty"),
        (called(("finish", {"text": " "})), "empty_answer", "empty"),
        (said("The legend sh", status="truncated"), "truncated_reply", "truncated"),
        (called(("finish", {}), finish_reason="length"), "truncated_reply", "truncated"),
        (said("<think>no</think>I can't help with that."), "refusal", "refused"),
        (said("It is catalyst A."), "no_action", "tool_budget"),
        (called(("crop_image", CROP), ("finish", FINISH)), "several_actions", "tool_budget"),
        (called(("search", {})), "unknown_action", "tool_budget"),
        (called(("finish", {"answer": "A"})), "unreadable_action", "tool_budget"),
        (called(("crop_image", {**CROP, "image_name": "figure9"})), "unknown_image", "tool_budget"),
        (called(("crop_image", {**CROP, "bbox": [1, 1, 0, 0]})), "unusable_box", "tool_budget"),
    ],
)
def test_a_budget_that_ends_without_finish_says_what_the_last_turn_got(
    reply, fault: str, status: str
) -> None:
    state = advance(advance(start(turns=2), called(("crop_image", CROP))), reply)
    assert [t.fault for t in state.turns] == [None, fault]
    assert (state.status, state.text) == (status, None)
    assert state.status_detail == f"no finish within 2 turns: 1 x crop_image, 1 x {fault}"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("It is catalyst A.", "no_action"),
        ('{"action": "finish", "text": "A"} {"action": "finish", "text": "B"}', "several_actions"),
        ('{"action": "search"}', "unknown_action"),
        ('{"action": "finish"}', "unreadable_action"),
        ('{"action": "finish", "text": ""}', "empty_answer"),
    ],
)
def test_the_json_protocol_knows_the_same_faults(text: str, fault: str) -> None:
    assert advance(start("json_actions"), said(text)).turns[0].fault == fault


def test_an_empty_turn_before_a_finish_does_not_make_the_answer_empty() -> None:
    state = advance(advance(start(), said("", status="empty")), called(("finish", FINISH)))
    assert (state.status, state.text) == ("answered", "Catalyst A.")


def test_a_budget_of_one_turn_asks_for_finish_at_once() -> None:
    assert LAST_TURN in text_of(next_request(start(turns=1)).messages[-1])


def test_a_cut_box_is_logged_in_the_turn_and_told_to_the_model() -> None:
    state = advance(start(), called(("crop_image", {**CROP, "bbox": [0.5, 0.5, 1.2, 1.0]})))
    (turn,) = state.turns
    assert (turn.action, turn.bbox) == ("crop_image", (0.5, 0.5, 1.0, 1.0))
    assert "[0.5, 0.5, 1.2, 1.0] -> [0.5, 0.5, 1.0, 1.0]" in (turn.error or "")


def test_a_model_without_eyes_gets_the_text_of_its_crop() -> None:
    state = start(sees="ocr_text")
    state = advance(state, called(("crop_image", {**CROP, "bbox": [0, 0, 0.5, 0.5]})))
    user = next_request(state).messages[-1]
    assert "## Image text\n### figure1_crop1\n[0.200, 0.200, 0.600, 0.400] cycle number" in text_of(
        user
    )
    assert not any(isinstance(p, ImagePart) for p in user.parts)


@pytest.mark.parametrize("status", ["refused", "provider_error", "budget_stopped", "missing_key"])
def test_a_failed_call_ends_the_agent_with_its_status(status: str) -> None:
    state = advance(start(), record(None, status=status, detail="why"))
    assert (state.status, state.status_detail, state.turns) == (status, "why", ())


def test_an_empty_reply_costs_a_turn_and_the_run_goes_on() -> None:
    state = advance(start("json_actions"), said("", status="empty"))
    assert state.status is None
    assert state.turns[0].action == "invalid"
    assert text_of(next_request(state).messages[-2]) == "(empty reply)"


def test_advancing_does_not_change_the_state_given() -> None:
    first = start()
    advance(first, called(("crop_image", CROP)))
    assert len(next_request(first).messages) == 2


def test_a_constrained_model_is_held_to_actions_and_on_the_last_turn_to_finish() -> None:
    state = start_agent(
        a_task(), "m", "pixels", "json_actions", the_images(), 2, is_constrained=True
    )
    first = next_request(state).response_schema
    assert first is not None
    assert len(first["anyOf"]) == 2
    state = advance(state, said("nonsense"))
    last = next_request(state).response_schema
    assert last is not None
    assert last["properties"]["action"] == {"const": "finish"}


def test_without_constraint_or_with_native_tools_no_schema_is_sent() -> None:
    native = start_agent(
        a_task(), "m", "pixels", "native_tools", the_images(), 2, is_constrained=True
    )
    assert next_request(native).response_schema is None
    assert next_request(start("json_actions")).response_schema is None


def test_a_crop_beyond_the_images_a_provider_takes_is_an_invalid_action_not_a_failed_call() -> None:
    state = start_agent(a_task(), "model", "pixels", "native_tools", the_images(), 4, max_images=3)
    state = advance(state, called(("crop_image", CROP)))
    state = advance(state, called(("crop_image", CROP)))
    assert [t.fault for t in state.turns] == [None, "too_many_images"]
    shown = [p for m in next_request(state).messages for p in m.parts if isinstance(p, ImagePart)]
    assert len(shown) == 3
    assert "finish with what can be seen" in text_of(next_request(state).messages[-2])
    state = advance(state, called(("finish", FINISH)))
    assert (state.status, state.text) == ("answered", "Catalyst A.")
