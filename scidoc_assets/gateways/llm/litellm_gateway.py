"""LiteLLM as a provider: hosted models and OpenAI-compatible servers by URL.

LiteLLM is imported at the first call (it takes seconds), with its price fetch, retries, cache,
parameter dropping and debug prints off. Refuses to send a key of the environment to a server that
was not given one, and to let a key or image bytes into an error.
"""

from __future__ import annotations

import base64
import json
import logging
import os
from functools import cached_property, lru_cache
from types import ModuleType
from typing import Any

from scidoc_assets.gateways.llm.interface import CallFailure
from scidoc_assets.gateways.llm.litellm_errors import failure_of
from scidoc_assets.gateways.llm.prices import TokenPrice
from scidoc_assets.gateways.llm.redaction import hide_secrets
from scidoc_assets.schemas.calls import (
    ImagePart,
    Message,
    ModelReply,
    ModelRequest,
    Part,
    ProviderIdentity,
    TextPart,
    ToolCall,
)
from scidoc_assets.schemas.replies import split_thinking
from scidoc_assets.schemas.settings import ModelSettings

_NO_KEY = "not-needed"  # the OpenAI client wants one; it would take OPENAI_API_KEY otherwise
_OWN_DEFAULTS = frozenset({"seed", "temperature"})
# What LiteLLM raises besides its own errors when a server answers something odd.
_ODD_REPLY_ERRORS = (ValueError, TypeError, KeyError, IndexError, AttributeError, OSError)


@lru_cache(maxsize=1)
def load_litellm() -> ModuleType:
    """Import LiteLLM once, offline and quiet."""
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    os.environ.setdefault("LITELLM_MODE", "PRODUCTION")  # no .env file read behind our back
    import litellm

    litellm.drop_params = False
    litellm.num_retries = None
    litellm.cache = None
    litellm.telemetry = False
    litellm.suppress_debug_info = True
    logging.getLogger("LiteLLM").setLevel(logging.CRITICAL)
    return litellm


class LitellmProvider:
    """One configured LiteLLM model."""

    def __init__(self, settings: ModelSettings) -> None:
        self.settings = settings
        self._model = settings.litellm_model or ""
        self._is_loaded = False

    @property
    def identity(self) -> ProviderIdentity:
        """LiteLLM's model name and the server's URL."""
        return ProviderIdentity(
            provider="litellm", served_as=self._model, base_url=self.settings.base_url
        )

    def price(self) -> TokenPrice | None:
        """LiteLLM's price of a hosted model; None for a server by URL or an unknown model."""
        return self._known_price

    @cached_property
    def _known_price(self) -> TokenPrice | None:
        if self.settings.base_url is not None:
            return None
        costs = load_litellm().model_cost
        found = costs.get(self._model) or costs.get(self._model.partition("/")[2]) or {}
        price_in, price_out = found.get("input_cost_per_token"), found.get("output_cost_per_token")
        if price_in is None or price_out is None:
            return None
        return TokenPrice(price_in * 1e6, price_out * 1e6)

    def unsupported_params(self) -> frozenset[str]:
        """Which of our default parameters the model does not take, as LiteLLM knows it."""
        if self.settings.base_url is not None or missing_variable(self.settings) is not None:
            return frozenset()
        return _unsupported_params(self._model)

    def load(self) -> None:
        """Check the key, then import LiteLLM; raises CallFailure `missing_key`."""
        if self._is_loaded:
            return
        missing = missing_variable(self.settings)
        if missing is not None:
            raise CallFailure(
                "missing_key",
                f"{self.settings.model_id}: set the environment variable {missing}",
            )
        load_litellm()
        self._is_loaded = True

    async def attempt(self, request: ModelRequest) -> ModelReply:
        """One call; raises CallFailure."""
        litellm = load_litellm()
        import openai
        from litellm._internal_context import is_internal_call

        # LiteLLM would gather prompts and images of every call for log callbacks that we do not
        # have: a tenth of its CPU, and one more place that holds them.
        token = is_internal_call.set(True)
        try:
            response = await litellm.acompletion(**self._arguments(request))
            return self._reply(response)
        except (openai.OpenAIError, *_ODD_REPLY_ERRORS) as error:
            raise failure_of(error, self._secrets()) from error
        finally:
            is_internal_call.reset(token)

    def _arguments(self, request: ModelRequest) -> dict[str, Any]:
        sampling = request.sampling
        arguments: dict[str, Any] = {
            "model": self._model,
            "messages": [openai_message(m) for m in request.messages],
            "temperature": sampling.temperature,
            "top_p": sampling.top_p,
            "max_tokens": sampling.max_output_tokens,
            "seed": sampling.seed,
            "stop": list(sampling.stop) or None,
            "tools": [_openai_tool(t.name, t.description, t.parameters) for t in request.tools]
            or None,
            "tool_choice": request.tool_choice,
            "response_format": _response_format(request.response_schema),
            "base_url": self.settings.base_url,
            "api_key": self._key(),
            "timeout": self.settings.timeout_s,
            "max_retries": 0,
        }
        given = {name: value for name, value in arguments.items() if value is not None}
        return {**sampling.extra, **given}

    def _reply(self, response: Any) -> ModelReply:
        choice = response.choices[0]
        message = choice.message
        text, inline = split_thinking(self._clean(message.content))
        thinking = self._clean(getattr(message, "reasoning_content", None)) or inline
        extra = getattr(message, "provider_specific_fields", None) or {}
        usage = getattr(response, "usage", None)
        hidden = getattr(response, "_hidden_params", None) or {}
        return ModelReply(
            # LiteLLM splits think tags off itself and leaves the line break.
            text=(text.lstrip() if thinking else text) or None,
            thinking=thinking or None,
            refusal=self._clean(extra.get("refusal")) or None,
            tool_calls=tuple(self._tool_call(c) for c in message.tool_calls or ()),
            finish_reason=choice.finish_reason,
            served_model=response.model,
            usage=_sent_usage(usage),
            raw_json=hide_secrets(_raw_json(response), self._secrets()),
            cost_usd=hidden.get("response_cost") if self.price() is not None else None,
        )

    def _tool_call(self, call: Any) -> ToolCall:
        return ToolCall(
            call_id=call.id or "",
            name=call.function.name or "",
            arguments_json=self._clean(call.function.arguments),
        )

    def _clean(self, text: str | None) -> str:
        return hide_secrets(_storable(text or ""), self._secrets())

    def _key(self) -> str | None:
        if self.settings.api_key_env is not None:
            return os.environ.get(self.settings.api_key_env)
        return _NO_KEY if self.settings.base_url is not None else None

    def _secrets(self) -> tuple[str, ...]:
        key = self._key()
        return (key,) if key and key != _NO_KEY else ()


def missing_variable(settings: ModelSettings) -> str | None:
    """The environment variable that holds this model's key and is not set, or None.

    Without `api_key_env` and without a URL, LiteLLM knows which variable its provider wants.
    """
    if settings.provider != "litellm":
        return None
    if settings.api_key_env is not None:
        return None if os.environ.get(settings.api_key_env) else settings.api_key_env
    if settings.base_url is not None:
        return None
    missing = load_litellm().validate_environment(model=settings.litellm_model)["missing_keys"]
    return missing[0] if missing else None


def openai_message(message: Message) -> dict[str, Any]:
    """A message in the chat-completions shape; images as data URLs of their real type."""
    shaped: dict[str, Any] = {"role": message.role}
    if len(message.parts) == 1 and isinstance(message.parts[0], TextPart):
        shaped["content"] = message.parts[0].text
    else:
        shaped["content"] = [_openai_part(p) for p in message.parts] or None
    if message.tool_call_id is not None:
        shaped["tool_call_id"] = message.tool_call_id
    if message.tool_calls:
        shaped["tool_calls"] = [
            {
                "id": c.call_id,
                "type": "function",
                "function": {"name": c.name, "arguments": c.arguments_json},
            }
            for c in message.tool_calls
        ]
    return shaped


@lru_cache(maxsize=64)
def _unsupported_params(model: str) -> frozenset[str]:
    supported = load_litellm().get_supported_openai_params(model=model)
    return frozenset() if supported is None else _OWN_DEFAULTS - set(supported)


def _openai_part(part: Part) -> dict[str, Any]:
    if isinstance(part, ImagePart):
        body = base64.b64encode(part.data).decode("ascii")
        url = f"data:{part.media_type};base64,{body}"
        return {"type": "image_url", "image_url": {"url": url}}
    return {"type": "text", "text": part.text}


def _openai_tool(name: str, description: str, parameters: dict[str, Any]) -> dict[str, Any]:
    function = {"name": name, "description": description, "parameters": parameters}
    return {"type": "function", "function": function}


def _response_format(schema: dict[str, Any] | None) -> dict[str, Any] | None:
    if schema is None:
        return None
    return {"type": "json_schema", "json_schema": {"name": "reply", "schema": schema}}


def _storable(text: str) -> str:
    """The text with lone surrogates replaced by `?`; the raw reply keeps them, escaped."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def _sent_usage(usage: Any) -> dict[str, Any] | None:
    """Usage as the server sent it; None for the zeros that LiteLLM puts where it sent none (no
    request has an empty prompt)."""
    found = usage.model_dump(exclude_none=True) if usage else {}
    return found if any(found.get(k) for k in ("prompt_tokens", "total_tokens")) else None


def _raw_json(response: Any) -> str:
    try:
        return response.model_dump_json(exclude_none=True)
    except ValueError:  # lone surrogates: UTF-8 cannot hold them, JSON escapes can
        return json.dumps(response.model_dump(exclude_none=True), default=str)
