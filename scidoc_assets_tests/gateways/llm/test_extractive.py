"""The rule baseline: answers, actions, limits."""

import asyncio
import json

import pytest

from scidoc_assets.domain.quality.answers import read_single
from scidoc_assets.domain.quality.payloads import single_request
from scidoc_assets.gateways.llm.extractive import (
    NOTHING_FOUND,
    RULE_VERSION,
    ExtractiveProvider,
    image_texts,
    richest_region,
)
from scidoc_assets.gateways.llm.opening import EXTRACTIVE
from scidoc_assets.gateways.llm.provider_gateway import ProviderGateway
from scidoc_assets.gateways.llm.runner import call_all
from scidoc_assets.schemas.calls import (
    CallRecord,
    Message,
    ModelRequest,
    ToolSpec,
    text_message,
)
from scidoc_assets.schemas.settings import ModelSettings
from scidoc_assets_tests.domain.quality.rows_by_hand import item

CARD = ModelSettings(
    model_id=EXTRACTIVE, provider="embedded", sees="ocr_text", tools="json", is_baseline=True
)
QUESTION = "## Question\nWhich enzyme keeps its activity at high temperature?\n"
CAPTIONS = (
    "## Captions\n"
    "- Figure 1: Map of the sampling sites.\n"
    "- Figure 2: Activity of the enzyme K7 stays above 80% at high temperature. Bars: s.d.\n"
    "- Table 1: Primers.\n"
)
IMAGES = (
    "## Image text\n### figure1\n[0.100, 0.100, 0.200, 0.150] Activity\n"
    "[0.700, 0.800, 0.900, 0.850] enzyme K7 at 60 degrees\n\n"
    "## Image text\n### figure2\n(no text)\n"
)
RULES = "Crop with crop_image, end with finish.\n"


def ask(*messages: Message, **changes: object) -> CallRecord:
    request = ModelRequest(model_id=EXTRACTIVE, messages=messages).model_copy(update=changes)
    (record,) = call_all(ProviderGateway(CARD, ExtractiveProvider(CARD)), [request])
    return record


def said(record: CallRecord) -> str:
    assert record.reply is not None
    assert record.reply.text is not None
    return record.reply.text


def test_the_answer_is_the_sentence_nearest_to_the_question() -> None:
    record = ask(text_message("user", QUESTION + CAPTIONS))
    assert said(record).startswith("Figure 2: Activity of the enzyme K7 stays above 80%")
    assert "Primers" not in said(record)
    assert record.cost_usd == 0.0


def test_evidence_outweighs_captions() -> None:
    evidence = "## Evidence\n- E1 (Figure 2): The enzyme K7 keeps its activity at 60 degrees.\n"
    record = ask(text_message("user", QUESTION + CAPTIONS + evidence))
    assert said(record).startswith("E1 (Figure 2): The enzyme K7 keeps its activity")


def test_the_same_request_gives_the_same_answer() -> None:
    message = text_message("user", QUESTION + CAPTIONS + IMAGES)
    assert ask(message).reply == ask(message).reply


def test_without_material_it_says_so_instead_of_inventing() -> None:
    assert said(ask(text_message("user", QUESTION))) == NOTHING_FOUND


def test_instructions_are_never_quoted_as_an_answer() -> None:
    rules = "## Rules\nThe enzyme question needs activity at high temperature named.\n"
    assert said(ask(text_message("user", rules + QUESTION))) == NOTHING_FOUND


def test_a_chinese_question_is_answered_from_chinese_captions() -> None:
    prompt = (
        "## Question\n哪种酶在高温下保持活性？\n"
        "## Captions\n图1：采样点分布图。\n图2：酶K7在高温下保持活性。\n"
    )
    assert said(ask(text_message("user", prompt))).startswith("图2：酶K7在高温下保持活性。")


def test_it_looks_once_at_each_image_and_then_finishes() -> None:
    messages = [text_message("system", RULES), text_message("user", QUESTION + IMAGES)]
    actions = []
    for _ in range(3):
        record = ask(*messages)
        actions.append(json.loads(said(record)))
        crop = "## Image text\n### figure1_crop1\nenzyme K7 at 60 degrees\n## Result of the turn\n4 left."
        messages += [text_message("assistant", said(record)), text_message("user", crop)]
    assert [a["action"] for a in actions] == ["crop_image", "crop_image", "finish"]
    assert [a.get("image_name") for a in actions] == ["figure1", "figure2", None]
    assert actions[0]["bbox"] == [0.5, 0.5, 1.0, 1.0]
    assert "enzyme K7 at 60 degrees" in actions[2]["text"]


def test_on_the_last_turn_it_finishes_whatever_is_left_to_see() -> None:
    last = "\nThis is the last turn: finish now with your final answer."
    record = ask(text_message("system", RULES), text_message("user", QUESTION + IMAGES + last))
    assert json.loads(said(record))["action"] == "finish"


def test_native_tools_are_called_where_they_are_offered() -> None:
    tools = tuple(
        ToolSpec(name=name, description="d", parameters={"type": "object"})
        for name in ("crop_image", "finish")
    )
    record = ask(text_message("user", QUESTION + IMAGES), tools=tools)
    assert record.reply is not None
    (call,) = record.reply.tool_calls
    assert call.name == "crop_image"
    assert json.loads(call.arguments_json)["image_name"] == "figure1"


def test_a_response_schema_is_refused_by_name() -> None:
    record = ask(text_message("user", QUESTION), response_schema={"type": "object"})
    assert (record.status, record.cause) == ("provider_error", "schema_unsupported")


@pytest.mark.parametrize("text", ["", "no boxes here", "[0.1, 0.2] half a box"])
def test_an_image_without_boxes_is_looked_at_whole(text: str) -> None:
    assert richest_region(text) == (0.05, 0.05, 0.95, 0.95)


def test_image_names_are_read_from_the_blocks_of_the_prompt() -> None:
    assert list(image_texts(QUESTION + IMAGES)) == ["figure1", "figure2"]


def test_a_figure_quality_request_is_judged_by_its_rules() -> None:
    request = single_request(item(), "embedded/extractive", None, True)
    reply = asyncio.run(ExtractiveProvider(CARD).attempt(request))
    reading = read_single(str(reply.text), item())
    assert reading.entry is not None
    assert reply.served_model == RULE_VERSION
