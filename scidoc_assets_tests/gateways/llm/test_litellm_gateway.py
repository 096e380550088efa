"""The real LiteLLM against a real server on loopback: faults, shapes and secrets (B26)."""

import io
import json
import os
from pathlib import Path

import pytest
from PIL import Image

from scidoc_assets.gateways.llm.limits import RetryPolicy
from scidoc_assets.gateways.llm.litellm_gateway import (
    LitellmProvider,
    _sent_usage,
    missing_variable,
)
from scidoc_assets.gateways.llm.opening import open_gateway
from scidoc_assets.gateways.llm.runner import call_all
from scidoc_assets.schemas.calls import (
    CallRecord,
    Message,
    ModelRequest,
    SamplingParams,
    TextPart,
    ToolCall,
    ToolSpec,
    image_part,
    text_message,
)
from scidoc_assets.schemas.settings import ModelSettings
from scidoc_assets.storage.journal import Journal
from scidoc_assets_tests.stub_server import StubReply, StubServer

KEY = "TOTALLYSECRETVALUE"
FAST = RetryPolicy(first_wait_s=0.01)


def card(stub: StubServer, **changes: object) -> ModelSettings:
    base = {"model_id": "m", "litellm_model": "openai/gpt-4o", "base_url": stub.url, "tries": 2}
    return ModelSettings.model_validate({**base, **changes})


def ask(
    stub: StubServer, folder: Path, *requests: ModelRequest, **changes: object
) -> list[CallRecord]:
    with Journal(folder / "j.sqlite") as journal:
        gateway = open_gateway(card(stub, **changes), journal, retry=FAST)
        return call_all(gateway, requests or [asked()])


def asked(text: str = "Why?", **changes: object) -> ModelRequest:
    request = ModelRequest(model_id="m", messages=(text_message("user", text),))
    return request.model_copy(update=changes)


TOO_LONG = StubReply(
    status=400,
    error="This model's maximum context length is 8192 tokens. Your messages came to 9000 tokens.",
    error_code="context_length_exceeded",
)
TOO_LONG_BY_CODE = StubReply(status=400, error="no", error_code="context_length_exceeded")
FLAGGED = StubReply(
    status=400,
    error="Invalid prompt: your prompt was flagged as potentially violating our usage policy.",
    error_code="invalid_prompt",
)
FILTERED = StubReply(
    status=400,
    error="The response was filtered due to the prompt triggering a content management policy.",
    error_code="content_filter",
)


@pytest.mark.parametrize(
    ("reply", "status", "cause", "tries"),
    [
        (StubReply(status=500), "provider_error", "server_error", 2),
        (StubReply(status=503), "provider_error", "server_error", 2),
        (StubReply(status=429, retry_after="0.05"), "rate_limited", "rate_limited", 2),
        (StubReply(fault="half_closed"), "provider_error", "connection", 2),
        (StubReply(fault="cut_body"), "provider_error", "connection", 2),
        (StubReply(fault="empty_body"), "provider_error", "bad_body", 2),
        (StubReply(fault="html"), "provider_error", "bad_body", 2),
        (StubReply(fault="not_json"), "provider_error", "bad_body", 2),
        (StubReply(fault="no_choices"), "provider_error", "bad_body", 2),
        (StubReply(fault="hang"), "provider_error", "timeout", 2),
        (StubReply(status=400), "provider_error", "bad_request", 1),
        (TOO_LONG, "provider_error", "context_length", 1),
        (TOO_LONG_BY_CODE, "provider_error", "context_length", 1),
        (FLAGGED, "refused", "content_filter", 1),
        (FILTERED, "refused", "content_filter", 1),
        (StubReply(status=401), "provider_error", "auth", 1),
        (StubReply(status=404), "provider_error", "not_found", 1),
        (StubReply(text=""), "empty", None, 1),
        (StubReply(text="I can't help with that."), "refused", None, 1),
        (StubReply(text="", finish_reason="content_filter"), "refused", None, 1),
        (StubReply(text=None, refusal="No."), "refused", None, 1),
        (StubReply(text="It ri", finish_reason="length"), "truncated", None, 1),
    ],
    ids=lambda value: (
        (value.fault or value.error_code or f"{value.status} {value.text}")
        if isinstance(value, StubReply)
        else None
    ),
)
def test_every_fault_has_its_status_and_the_calls_equal_the_tries(
    tmp_path: Path, reply: StubReply, status: str, cause: str | None, tries: int
) -> None:
    with StubServer(lambda r: reply) as stub:
        (record,) = ask(stub, tmp_path, timeout_s=0.5 if reply.fault == "hang" else 20)
        assert (record.status, record.cause) == (status, cause)
        assert stub.calls == len(record.attempts) == tries


def test_a_call_recovers_within_its_tries_and_keeps_the_failed_one(tmp_path: Path) -> None:
    def script(request) -> StubReply:
        return StubReply(status=500) if request.number == 0 else StubReply(text="yes")

    with StubServer(script) as stub:
        (record,) = ask(stub, tmp_path)
    assert record.status == "answered"
    assert [(a.outcome, a.http_status) for a in record.attempts] == [
        ("server_error", 500),
        ("ok", None),
    ]


def test_retry_after_is_kept_by_parallel_calls_and_litellm_does_not_retry_itself(
    tmp_path: Path,
) -> None:
    def script(request) -> StubReply:
        if request.number < 5:
            return StubReply(status=429, retry_after="0.6", latency_s=0.3)
        return StubReply(text="yes", latency_s=0.3)

    with StubServer(script) as stub:
        records = ask(
            stub, tmp_path, *(asked(str(i)) for i in range(8)), tries=3, max_concurrency=8
        )
        assert [r.status for r in records] == ["answered"] * 8
        assert stub.calls == 13 == sum(len(r.attempts) for r in records)
        assert stub.call_times_s[8] - stub.call_times_s[7] >= 0.5


def test_the_reply_is_kept_whole_with_thinking_apart(tmp_path: Path) -> None:
    usage = {
        "prompt_tokens": 11,
        "completion_tokens": 5,
        "total_tokens": 16,
        "prompt_tokens_details": {"cached_tokens": 4},
    }
    with StubServer(lambda r: StubReply("B rises.", thinking="let me see", usage=usage)) as stub:
        (record,) = ask(stub, tmp_path)
    assert record.reply is not None
    assert record.reply.text == "B rises."
    assert record.reply.thinking == "let me see"
    assert record.reply.served_model == "gpt-4o-stub"
    assert record.usage == usage
    assert "let me see" in record.reply.raw_json


def test_think_tags_are_split_off(tmp_path: Path) -> None:
    with StubServer(lambda r: StubReply("<think>hm</think>\nB rises.")) as stub:
        (record,) = ask(stub, tmp_path)
    assert record.reply is not None
    assert (record.reply.text, record.reply.thinking) == ("B rises.", "hm")


def test_the_price_of_a_server_by_url_is_unknown_whatever_its_model_is_called(
    tmp_path: Path,
) -> None:
    with StubServer() as stub:
        (record,) = ask(stub, tmp_path)
        (priced,) = ask(
            stub,
            tmp_path,
            asked("again"),
            price_input_per_million_usd=1.0,
            price_output_per_million_usd=2.0,
        )
    assert record.cost_usd is None
    assert priced.cost_usd == pytest.approx((10 * 1 + 3 * 2) / 1e6)


def test_a_hosted_model_costs_what_litellm_knows_cached_tokens_included(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = {
        "prompt_tokens": 1000,
        "completion_tokens": 100,
        "total_tokens": 1100,
        "prompt_tokens_details": {"cached_tokens": 400},
    }
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with StubServer(lambda r: StubReply("yes", usage=usage)) as stub:
        monkeypatch.setenv("OPENAI_API_BASE", stub.url)
        (record,) = ask(stub, tmp_path, base_url=None)
        assert stub.calls == 1
    price = LitellmProvider(card(stub, base_url=None)).price()
    assert price is not None
    assert record.cost_usd is not None
    full = (1000 * price.input_per_million_usd + 100 * price.output_per_million_usd) / 1e6
    assert full - 400 * price.input_per_million_usd / 1e6 < record.cost_usd < full


def test_everything_asked_for_reaches_the_server(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    Image.new("RGB", (4, 4)).save(buffer, "JPEG")
    schema = {
        "type": "object",
        "properties": {"a": {"anyOf": [{"type": "string"}, {"type": "null"}]}},
        "required": ["a"],
        "additionalProperties": False,
    }
    tool = ToolSpec(name="finish", description="End.", parameters={"type": "object"})
    call = ToolCall(call_id="c1", name="finish", arguments_json="{}")
    request = ModelRequest(
        model_id="m",
        messages=(
            text_message("system", "Be brief."),
            Message(role="user", parts=(TextPart(text="See:"), image_part(buffer.getvalue()))),
            Message(role="assistant", tool_calls=(call,)),
            Message(role="tool", parts=(TextPart(text="done"),), tool_call_id="c1"),
        ),
        sampling=SamplingParams(temperature=0.2, max_output_tokens=9, seed=5, stop=("END",)),
        tools=(tool,),
        tool_choice="auto",
        response_schema=schema,
    )
    with StubServer() as stub:
        (record,) = ask(stub, tmp_path, request)
        body = stub.requests[0].body
    assert record.status == "answered"
    assert body["messages"][0] == {"role": "system", "content": "Be brief."}
    image_url = body["messages"][1]["content"][1]["image_url"]["url"]
    assert image_url.startswith("data:image/jpeg;base64,/9j/")
    assert body["messages"][2]["tool_calls"][0]["id"] == "c1"
    assert body["messages"][3]["tool_call_id"] == "c1"
    assert (body["temperature"], body["max_tokens"], body["seed"]) == (0.2, 9, 5)
    assert body["stop"] == ["END"]
    assert body["tools"][0]["function"]["name"] == "finish"
    assert body["response_format"]["json_schema"]["schema"] == schema


def test_tool_calls_come_back_with_their_raw_arguments(tmp_path: Path) -> None:
    call = {
        "id": "c1",
        "type": "function",
        "function": {"name": "crop_image", "arguments": '{"bbox": [0, 0, 1, 1]}'},
    }
    reply = StubReply(text=None, tool_calls=[call], finish_reason="tool_calls")
    with StubServer(lambda r: reply) as stub:
        (record,) = ask(stub, tmp_path)
    assert record.status == "answered"
    assert record.reply is not None
    assert record.reply.tool_calls == (
        ToolCall(call_id="c1", name="crop_image", arguments_json='{"bbox": [0, 0, 1, 1]}'),
    )


def test_lone_surrogates_in_a_reply_are_replaced_and_stay_in_the_raw_reply(
    tmp_path: Path,
) -> None:
    with StubServer(lambda r: StubReply("half \ud83d emoji")) as stub:
        (record,) = ask(stub, tmp_path)
    assert record.status == "answered"
    assert record.reply is not None
    assert record.reply.text == "half ? emoji"
    assert "\\ud83d" in record.reply.raw_json


def test_a_key_is_sent_but_never_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("STUB_KEY", KEY)

    def script(request) -> StubReply:
        if request.text == "fail":
            return StubReply(status=400, error=f"key {KEY} is wrong, api_key={KEY}")
        return StubReply(text=f"you sent {KEY}")

    with StubServer(script) as stub:
        records = ask(stub, tmp_path, asked("fail"), asked("echo"), api_key_env="STUB_KEY")
        assert stub.requests[0].headers["authorization"] == f"Bearer {KEY}"
    assert records[0].status == "provider_error"
    stored = b"".join(p.read_bytes() for p in tmp_path.iterdir())
    assert records[1].reply is not None
    assert KEY not in records[1].reply.raw_json
    assert KEY.encode() not in stored
    assert KEY not in caplog.text


def test_a_key_of_the_environment_is_not_sent_to_a_server_by_url(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with StubServer() as stub:
        ask(stub, tmp_path)
        assert KEY not in json.dumps(stub.requests[0].headers)


def test_image_bytes_stay_out_of_errors_and_journal(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    Image.effect_noise((64, 64), 50).save(buffer, "PNG")
    part = image_part(buffer.getvalue())
    message = Message(role="user", parts=(TextPart(text="x"), part))

    def script(request) -> StubReply:
        url = request.body["messages"][0]["content"][1]["image_url"]["url"]
        return StubReply(status=400, error=f"cannot read {url}")

    with StubServer(script) as stub:
        (record,) = ask(stub, tmp_path, ModelRequest(model_id="m", messages=(message,)))
    assert "[image]" in (record.detail or "")
    stored = b"".join(p.read_bytes() for p in tmp_path.iterdir())
    assert buffer.getvalue()[60:90] not in stored
    assert b"base64" not in stored
    assert part.sha256.encode() in stored


def test_a_missing_key_names_the_variable_and_calls_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("STUB_KEY", raising=False)
    with StubServer() as stub:
        (record,) = ask(stub, tmp_path, api_key_env="STUB_KEY")
        assert stub.calls == 0
    assert record.status == "missing_key"
    assert "set the environment variable STUB_KEY" in (record.detail or "")


def test_litellm_knows_the_variable_of_a_hosted_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    hosted = ModelSettings(model_id="c", litellm_model="anthropic/claude-haiku-4-5")
    assert missing_variable(hosted) == "ANTHROPIC_API_KEY"
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    assert missing_variable(hosted) is None
    assert "seed" in LitellmProvider(hosted).unsupported_params()
    price = LitellmProvider(hosted).price()
    assert price is not None
    assert price.output_per_million_usd > price.input_per_million_usd > 0


def test_two_runs_in_one_process_use_two_event_loops(tmp_path: Path) -> None:
    with StubServer() as stub:
        first = ask(stub, tmp_path, asked("a"))
        second = ask(stub, tmp_path, asked("b"))
    assert [r.status for r in first + second] == ["answered"] * 2


def test_importing_litellm_asks_no_server_for_prices() -> None:
    LitellmProvider(ModelSettings(model_id="m", litellm_model="openai/m")).price()
    assert os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] == "True"


class _Usage:
    def __init__(self, **counts: int | None) -> None:
        self._counts = counts

    def model_dump(self, exclude_none: bool) -> dict[str, int | None]:
        return {k: v for k, v in self._counts.items() if v is not None or not exclude_none}


def test_usage_that_the_server_did_not_send_is_null_and_no_count_of_zero() -> None:
    made_up = _Usage(prompt_tokens=0, completion_tokens=0, total_tokens=0)
    assert _sent_usage(made_up) is None
    assert _sent_usage(None) is None
    sent = _Usage(prompt_tokens=7, completion_tokens=0, total_tokens=7, details=None)
    assert _sent_usage(sent) == {"prompt_tokens": 7, "completion_tokens": 0, "total_tokens": 7}
