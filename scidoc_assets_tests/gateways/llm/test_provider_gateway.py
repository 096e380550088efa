"""Defaults, the one retry layer, shared stops and costs, over a fake provider."""

import asyncio
import time

import pytest

from scidoc_assets.gateways.llm.fake import NO_WAIT, FakeProvider, fake_gateway
from scidoc_assets.gateways.llm.interface import CallFailure
from scidoc_assets.gateways.llm.limits import Budget, RetryPolicy
from scidoc_assets.gateways.llm.prices import TokenPrice
from scidoc_assets.gateways.llm.provider_gateway import ProviderGateway
from scidoc_assets.gateways.llm.runner import call_all
from scidoc_assets.schemas.calls import ModelReply, ModelRequest, SamplingParams, text_message
from scidoc_assets.schemas.settings import ModelSettings


def asked(text: str = "Why?", **changes: object) -> ModelRequest:
    request = ModelRequest(model_id="m", messages=(text_message("user", text),))
    return request.model_copy(update=changes)


def settings(**changes: object) -> ModelSettings:
    return ModelSettings.model_validate({"model_id": "m", "litellm_model": "fake/m", **changes})


def n_calls(gateway: ProviderGateway) -> int:
    assert isinstance(gateway.provider, FakeProvider)
    return len(gateway.provider.requests)


@pytest.mark.parametrize(
    "cause", ["rate_limited", "server_error", "timeout", "connection", "bad_body"]
)
def test_calls_made_equal_the_tries_configured(cause) -> None:
    gateway = fake_gateway(lambda request: CallFailure(cause, "no"), settings(tries=3))
    (record,) = call_all(gateway, [asked()])
    assert n_calls(gateway) == 3
    assert [a.outcome for a in record.attempts] == [cause] * 3
    assert record.status == ("rate_limited" if cause == "rate_limited" else "provider_error")


@pytest.mark.parametrize("cause", ["bad_request", "context_length", "content_filter"])
def test_what_cannot_get_better_is_tried_once(cause) -> None:
    gateway = fake_gateway(lambda request: CallFailure(cause, "no"), settings(tries=5))
    (record,) = call_all(gateway, [asked()])
    assert n_calls(gateway) == 1
    assert record.status == ("refused" if cause == "content_filter" else "provider_error")


def test_a_wrong_key_stops_the_model_after_one_call() -> None:
    gateway = fake_gateway(lambda r: CallFailure("auth", "denied"), settings(max_concurrency=1))
    records = call_all(gateway, [asked(str(i)) for i in range(5)])
    assert n_calls(gateway) == 1
    assert {(r.status, r.cause) for r in records} == {("provider_error", "auth")}


def test_all_calls_of_a_model_keep_one_retry_after() -> None:
    """Bug log B26: shared back-off, one layer, tries as configured."""
    asked_at: dict[str, list[float]] = {}

    def script(request: ModelRequest) -> str | CallFailure:
        name = str(request.messages[-1].parts[0])
        asked_at.setdefault(name, []).append(time.monotonic())
        if len(asked_at[name]) == 1 and list(asked_at).index(name) < 5:
            return CallFailure("rate_limited", "slow", 429, retry_after_s=0.15)
        return "yes"

    gateway = fake_gateway(script, settings(tries=3, max_concurrency=8))
    records = call_all(gateway, [asked(str(i)) for i in range(8)])
    assert [r.status for r in records] == ["answered"] * 8
    assert [len(times) for times in asked_at.values()] == [2] * 5 + [1] * 3
    assert all(times[1] - times[0] >= 0.15 for times in asked_at.values() if len(times) == 2)


def test_without_retry_after_the_whole_model_still_backs_off() -> None:
    starts: list[float] = []

    def script(request: ModelRequest) -> str | CallFailure:
        starts.append(time.monotonic())
        return CallFailure("rate_limited", "slow", 429) if len(starts) == 1 else "yes"

    gateway = fake_gateway(script, settings(max_concurrency=1), retry=RetryPolicy(first_wait_s=0.1))
    records = call_all(gateway, [asked(str(i)) for i in range(3)], workers=3)
    assert [r.status for r in records] == ["answered"] * 3
    assert starts[1] - starts[0] >= 0.075


def test_one_gateway_serves_several_event_loops() -> None:
    gateway = fake_gateway(lambda r: "yes", settings(max_concurrency=1))
    for _ in range(2):
        records = call_all(gateway, [asked(str(i)) for i in range(4)], workers=4)
        assert [r.status for r in records] == ["answered"] * 4


def test_many_rate_limits_in_a_row_stop_the_run_as_rate_limited() -> None:
    retry = RetryPolicy(first_wait_s=0.0, max_rate_limits=4)
    gateway = fake_gateway(
        lambda r: CallFailure("rate_limited", "slow", 429, retry_after_s=0.0),
        settings(tries=3, max_concurrency=1),
        retry=retry,
    )
    records = call_all(gateway, [asked(str(i)) for i in range(20)])
    assert n_calls(gateway) == 4
    assert {r.status for r in records} == {"rate_limited"}
    assert records[-1].cause == "rate_limit_cap"
    assert records[-1].attempts == ()


def test_a_retry_after_of_hours_is_not_waited_for() -> None:
    gateway = fake_gateway(
        lambda r: CallFailure("rate_limited", "quota", 429, retry_after_s=7200.0), settings()
    )
    records = call_all(gateway, [asked("a"), asked("b")])
    assert {(r.status, r.cause) for r in records} <= {
        ("rate_limited", "retry_after_too_long"),
        ("rate_limited", "rate_limited"),
    }
    assert "7200 s" in (records[0].detail or "")


def test_a_silent_provider_times_out_and_the_latency_says_so() -> None:
    class Silent(FakeProvider):
        async def attempt(self, request: ModelRequest) -> ModelReply:
            await asyncio.sleep(60)
            raise AssertionError("never reached")

    gateway = ProviderGateway(settings(timeout_s=0.05, tries=2), Silent([]), retry=NO_WAIT)
    (record,) = call_all(gateway, [asked()])
    assert (record.status, record.cause) == ("provider_error", "timeout")
    assert record.latency_s >= 0.1


def test_a_call_budget_stops_cleanly_and_resumes_when_raised() -> None:
    budget = Budget(limit_calls=3)
    gateway = fake_gateway(lambda r: "yes", settings(max_concurrency=1), [budget])
    records = call_all(gateway, [asked(str(i)) for i in range(5)])
    assert [r.status for r in records] == ["answered"] * 3 + ["budget_stopped"] * 2
    assert "3 of 3 calls made; raise budget_calls" in (records[-1].detail or "")
    budget.limit_calls = 5
    assert [r.status for r in call_all(gateway, [asked("x"), asked("y")])] == ["answered"] * 2


def test_retries_count_against_the_call_budget() -> None:
    gateway = fake_gateway(
        lambda r: CallFailure("server_error", "no"), settings(tries=5), [Budget(limit_calls=2)]
    )
    (record,) = call_all(gateway, [asked()])
    assert n_calls(gateway) == 2
    assert record.status == "budget_stopped"
    assert len(record.attempts) == 2


def test_a_usd_budget_is_never_exceeded() -> None:
    def reply(request: ModelRequest) -> ModelReply:
        return ModelReply(
            text="yes",
            finish_reason="stop",
            usage={"prompt_tokens": 10, "completion_tokens": 1000},
        )

    card = settings(
        max_output_tokens=1000,
        price_input_per_million_usd=1.0,
        price_output_per_million_usd=100.0,
        max_concurrency=4,
    )
    budget = Budget(limit_usd=0.35)
    records = call_all(fake_gateway(reply, card, [budget]), [asked(str(i)) for i in range(10)])
    assert sum(r.status == "answered" for r in records) == 3
    assert budget.spent_usd <= 0.35
    assert records[0].cost_usd == pytest.approx(0.10001)


def test_a_budget_that_calls_in_flight_hold_is_waited_for_not_called_spent() -> None:
    def reply(request: ModelRequest) -> ModelReply:
        usage = {"prompt_tokens": 10, "completion_tokens": 1}
        return ModelReply(text="yes", finish_reason="stop", usage=usage)

    card = settings(
        max_output_tokens=1000,
        price_input_per_million_usd=1.0,
        price_output_per_million_usd=100.0,
        max_concurrency=8,
    )
    # Room for the upper bound of two calls at a time, and for all ten at what they really cost.
    budget = Budget(limit_usd=0.25)
    records = call_all(fake_gateway(reply, card, [budget]), [asked(str(i)) for i in range(10)])
    assert {r.status for r in records} == {"answered"}
    assert budget.spent_usd < 0.01


def test_the_tighter_of_two_budgets_stops_and_the_other_is_not_charged() -> None:
    run, model = Budget(limit_calls=10), Budget(limit_calls=1)
    gateway = fake_gateway(lambda r: "yes", settings(max_concurrency=1), [run, model])
    call_all(gateway, [asked("a"), asked("b")])
    assert (run.spent_calls, model.spent_calls) == (1, 1)


def test_an_unknown_price_is_null_and_not_zero() -> None:
    (record,) = call_all(fake_gateway(["yes"]), [asked()])
    assert record.cost_usd is None


def test_configured_defaults_fill_what_the_request_leaves_open() -> None:
    gateway = fake_gateway(["yes"], settings(temperature=0.3, seed=7, max_output_tokens=50))
    request = asked(sampling=SamplingParams(seed=9))
    filled = gateway.prepare(request).request.sampling
    assert (filled.temperature, filled.seed, filled.max_output_tokens) == (0.3, 9, 50)


def test_each_repeat_has_its_own_seed_and_an_asked_one_stands() -> None:
    gateway = fake_gateway(["yes"], settings(seed=7))
    seeds = [gateway.prepare(asked(repeat=r)).request.sampling.seed for r in (0, 1, 2)]
    assert seeds == [7, 8, 9]
    fixed = asked(repeat=2, sampling=SamplingParams(seed=3))
    assert gateway.prepare(fixed).request.sampling.seed == 3
    unseeded = fake_gateway(["yes"], settings(seed=None))
    assert unseeded.prepare(asked(repeat=2)).request.sampling.seed is None


def test_defaults_the_model_does_not_take_are_left_out_before_hashing() -> None:
    provider = FakeProvider(["yes"], unsupported=frozenset({"seed"}))
    gateway = ProviderGateway(settings(seed=7), provider)
    assert gateway.prepare(asked()).request.sampling.seed is None


def test_a_changed_default_is_a_new_call() -> None:
    one = fake_gateway([], settings(temperature=0.0)).prepare(asked())
    two = fake_gateway([], settings(temperature=0.5)).prepare(asked())
    assert one.request_hash != two.request_hash


def test_the_price_of_the_provider_serves_when_none_is_configured() -> None:
    gateway = fake_gateway([], price=TokenPrice(1.0, 2.0))
    assert gateway.price == TokenPrice(1.0, 2.0)
