"""Token estimates and costs. A price that nobody gave is None, never zero.

Costs from configured prices charge cached input tokens at the full input price: an upper bound.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from scidoc_assets.gateways.llm.interface import Price
from scidoc_assets.schemas.calls import ModelRequest, SentImage, TextPart
from scidoc_assets.schemas.settings import ModelSettings

# Upper bounds: English runs at about 4 characters a token, numbers at 2 to 3; Chinese, Japanese and
# Korean signs take up to 2 tokens each.
CHARS_PER_TOKEN = 2.5
_TOKENS_PER_WIDE_CHAR = 2.0
_WIDE = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
_PIXELS_PER_TOKEN = 512.0
_IMAGE_TOKENS = 300  # the least that providers charge for an image, however small
_MESSAGE_TOKENS = 8


@dataclass(frozen=True)
class TokenPrice:
    """USD per million input and output tokens."""

    input_per_million_usd: float
    output_per_million_usd: float


def configured_price(settings: ModelSettings) -> TokenPrice | None:
    """The price written in models.yaml, when both halves are there."""
    price_in = settings.price_input_per_million_usd
    price_out = settings.price_output_per_million_usd
    if price_in is None or price_out is None:
        return None
    return TokenPrice(price_in, price_out)


def estimated_prompt_tokens(request: ModelRequest, images: tuple[SentImage, ...]) -> int:
    """Upper bound on the tokens of a prepared request (text by length, images by area)."""
    texts = [p.text for m in request.messages for p in m.parts if isinstance(p, TextPart)]
    texts += [c.name + c.arguments_json for m in request.messages for c in m.tool_calls]
    texts += [t.name + t.description + str(t.parameters) for t in request.tools]
    if request.response_schema is not None:
        texts.append(str(request.response_schema))
    pixels = sum(i.width_sent_px * i.height_sent_px for i in images)
    fixed = _MESSAGE_TOKENS * len(request.messages) + _IMAGE_TOKENS * len(images)
    return int(sum(map(_text_tokens, texts)) + pixels / _PIXELS_PER_TOKEN) + fixed


def _text_tokens(text: str) -> float:
    wide = 0 if text.isascii() else len(_WIDE.findall(text))
    return (len(text) - wide) / CHARS_PER_TOKEN + wide * _TOKENS_PER_WIDE_CHAR


def upper_bound_usd(
    request: ModelRequest, images: tuple[SentImage, ...], price: Price | None
) -> float | None:
    """Most that one try can cost, or None without a price."""
    if price is None:
        return None
    prompt = estimated_prompt_tokens(request, images) * price.input_per_million_usd
    output = (request.sampling.max_output_tokens or 0) * price.output_per_million_usd
    return (prompt + output) / 1e6


def cost_usd(usage: dict[str, Any] | None, price: Price | None) -> float | None:
    """Cost of a reply from its usage, or None when usage or price is unknown."""
    if usage is None or price is None:
        return None
    prompt, output = usage.get("prompt_tokens"), usage.get("completion_tokens")
    if not isinstance(prompt, int) or not isinstance(output, int):
        return None
    return (prompt * price.input_per_million_usd + output * price.output_per_million_usd) / 1e6
