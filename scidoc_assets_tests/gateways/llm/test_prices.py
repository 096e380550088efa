"""Costs: unknown is null, never zero."""

from scidoc_assets.gateways.llm.prices import (
    TokenPrice,
    configured_price,
    cost_usd,
    estimated_prompt_tokens,
    upper_bound_usd,
)
from scidoc_assets.schemas.calls import (
    Message,
    ModelRequest,
    SamplingParams,
    SentImage,
    ToolCall,
    text_message,
)
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


def prompt_tokens(*texts: str, images: tuple[SentImage, ...] = ()) -> int:
    messages = tuple(text_message("user", text) for text in texts)
    return estimated_prompt_tokens(ModelRequest(model_id="m", messages=messages), images)


def test_the_bound_holds_for_scripts_that_take_a_token_or_two_a_sign() -> None:
    assert prompt_tokens("催化剂在十个循环后仍保持活性" * 100) >= 14 * 100 * 1.5
    assert prompt_tokens("촉매" * 100) >= 2 * 100 * 1.5
    assert prompt_tokens("word " * 100) < 5 * 100  # Latin text is not charged by the letter


def test_small_images_and_tool_calls_are_not_free() -> None:
    tiny = SentImage(
        name=None,
        sha256_original="0",
        sha256_sent="0",
        width_original_px=8,
        height_original_px=8,
        width_sent_px=8,
        height_sent_px=8,
        n_bytes_sent=80,
        scale=1.0,
    )
    assert prompt_tokens("a", images=(tiny, tiny)) >= 2 * 258
    call = ToolCall(call_id="1", name="finish", arguments_json="x" * 5000)
    spoken = ModelRequest(model_id="m", messages=(Message(role="assistant", tool_calls=(call,)),))
    assert estimated_prompt_tokens(spoken, ()) >= 1000
