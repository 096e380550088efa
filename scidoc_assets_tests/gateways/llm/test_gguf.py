"""The embedded GGUF model: real generation, one thread, no network."""

import json

import pytest

from scidoc_assets.gateways.llm.gguf import GgufProvider, cut_to
from scidoc_assets.gateways.llm.opening import SMOLLM2
from scidoc_assets.gateways.llm.provider_gateway import ProviderGateway
from scidoc_assets.gateways.llm.runner import call_all
from scidoc_assets.schemas.calls import CallRecord, ModelRequest, text_message
from scidoc_assets.schemas.settings import ModelSettings

CARD = ModelSettings(
    model_id=SMOLLM2,
    provider="embedded",
    sees="ocr_text",
    tools="json",
    context_tokens=256,
    max_output_tokens=16,
    tries=1,
)


def ask(*texts: str, card: ModelSettings = CARD, **changes: object) -> list[CallRecord]:
    requests = [
        ModelRequest(model_id=SMOLLM2, messages=(text_message("user", t),)).model_copy(
            update=changes
        )
        for t in texts
    ]
    return call_all(ProviderGateway(card, GgufProvider(card)), requests)


def test_the_model_of_the_wheel_generates_and_repeats_itself_byte_for_byte() -> None:
    one, two = ask("Name a colour.", "Name a colour.")
    assert one.status in ("answered", "truncated")
    assert one.reply is not None
    assert one.reply.text
    assert one.reply.raw_json == two.reply.raw_json if two.reply else False
    assert one.usage is not None
    assert one.usage["completion_tokens"] > 0
    assert one.cost_usd == 0.0


def test_a_response_schema_shapes_the_reply() -> None:
    schema = {
        "type": "object",
        "properties": {"is_higher": {"type": "boolean"}},
        "required": ["is_higher"],
        "additionalProperties": False,
    }
    card = CARD.model_copy(update={"max_output_tokens": 48})
    (record,) = ask("Is A higher than B?", card=card, response_schema=schema)
    assert record.reply is not None
    assert isinstance(json.loads(record.reply.text or "")["is_higher"], bool)


def test_a_prompt_over_the_context_is_cut_and_the_cut_recorded() -> None:
    (record,) = ask("1.23 4.5, " * 300)
    assert record.reply is not None
    assert record.reply.prompt_cut_chars > 1000
    assert record.usage is not None
    assert record.usage["prompt_tokens"] <= 256


def test_the_middle_of_the_longest_text_is_cut_with_a_mark() -> None:
    messages = [
        {"role": "system", "content": "rules"},
        {"role": "user", "content": "A" * 500 + "B" * 500},
    ]
    cut = cut_to(messages, 300)
    assert cut[0] == messages[0]
    assert cut[1]["content"].startswith("AAA")
    assert cut[1]["content"].endswith("BBB")
    assert "characters left out" in cut[1]["content"]
    assert sum(len(m["content"]) for m in cut) <= 310
    assert cut_to(messages, 2000) == messages


def test_a_missing_file_is_named_with_the_way_out(tmp_path) -> None:
    path = str(tmp_path / "none.gguf")
    card = CARD.model_copy(update={"model_id": "local/none", "gguf_path": path})
    with pytest.raises(Exception, match=r"none\.gguf; correct gguf_path in models\.yaml"):
        GgufProvider(card).load()


def test_a_file_that_is_no_model_fails_by_name_and_stops_nothing_else(tmp_path) -> None:
    path = tmp_path / "broken.gguf"
    path.write_bytes(b"GGUF but not really")
    card = CARD.model_copy(update={"model_id": "local/broken", "gguf_path": str(path)})
    (record,) = ask("x", card=card)
    assert (record.status, record.cause) == ("provider_error", "model_unloadable")
    assert "broken.gguf" in (record.detail or "")
