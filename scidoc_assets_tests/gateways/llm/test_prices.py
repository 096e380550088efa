"""Costs: unknown is null, never zero."""

from scidoc_assets.gateways.llm.prices import (
    TokenPrice,
    configured_price,
    cost_usd,
    upper_bound_usd,
)
from scidoc_assets.schemas.calls import ModelRequest, SamplingParams, text_message
from scidoc_assets.schemas.settings import ModelSettings

PRICE = TokenPrice(2.0, 10.0)
REQUEST = ModelRequest(
    model_id="m",
    messages=(text_message("user", "word " * 1000),),
    sampling=SamplingParams(max_output_tokens=100),
)


def test_cost_is_usage_times_price() -> None:
    usage = {"prompt_tokens": 1_000_000, "completion_tokens": 100_000}
    assert cost_usd(usage, PRICE) == 3.0


def test_cost_is_null_without_a_price_or_without_usage() -> None:
    assert cost_usd({"prompt_tokens": 1, "completion_tokens": 1}, None) is None
    assert cost_usd(None, PRICE) is None
    assert cost_usd({"total_tokens": 5}, PRICE) is None


def test_half_a_price_is_no_price() -> None:
    settings = ModelSettings(
        model_id="m", litellm_model="openai/m", price_input_per_million_usd=1.0
    )
    assert configured_price(settings) is None


def test_the_upper_bound_is_above_a_usual_token_count() -> None:
    bound = upper_bound_usd(REQUEST, (), PRICE)
    assert bound is not None
    assert bound > (1000 * 1.3 * 2.0 + 100 * 10.0) / 1e6
    assert upper_bound_usd(REQUEST, (), None) is None
