"""A fake provider for tests: scripted replies behind the real gateway, no model, no network.

Refuses to answer past the end of a scripted list, so that an unplanned call shows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scidoc_assets.gateways.llm.interface import CallFailure, SpendCap
from scidoc_assets.gateways.llm.limits import RetryPolicy
from scidoc_assets.gateways.llm.prices import TokenPrice
from scidoc_assets.gateways.llm.provider_gateway import ProviderGateway
from scidoc_assets.schemas.calls import ModelReply, ModelRequest, ProviderIdentity
from scidoc_assets.schemas.settings import ModelSettings

FakeAnswer = str | ModelReply | CallFailure
FakeScript = Sequence[FakeAnswer] | Callable[[ModelRequest], FakeAnswer]
NO_WAIT = RetryPolicy(first_wait_s=0.0)


class FakeProvider:
    """Answers from a list in order, or by a function of the request; keeps what it was asked."""

    def __init__(
        self,
        script: FakeScript,
        served_as: str = "fake/model",
        price: TokenPrice | None = None,
        unsupported: frozenset[str] = frozenset(),
    ) -> None:
        self.requests: list[ModelRequest] = []
        self._script = script
        self._served_as = served_as
        self._price = price
        self._unsupported = unsupported

    @property
    def identity(self) -> ProviderIdentity:
        """The fake's name."""
        return ProviderIdentity(provider="fake", served_as=self._served_as)

    def price(self) -> TokenPrice | None:
        """The price given at construction."""
        return self._price

    def unsupported_params(self) -> frozenset[str]:
        """The parameters given at construction."""
        return self._unsupported

    def load(self) -> None:
        """Nothing to load."""

    async def attempt(self, request: ModelRequest) -> ModelReply:
        """The next scripted answer; an answer that is a CallFailure is raised."""
        self.requests.append(request)
        if callable(self._script):
            answer = self._script(request)
        else:
            answer = self._script[len(self.requests) - 1]
        if isinstance(answer, CallFailure):
            raise answer
        if isinstance(answer, str):
            return ModelReply(text=answer, finish_reason="stop", served_model=self._served_as)
        return answer


def fake_gateway(
    script: FakeScript,
    settings: ModelSettings | None = None,
    budgets: Sequence[SpendCap] = (),
    retry: RetryPolicy = NO_WAIT,
    price: TokenPrice | None = None,
) -> ProviderGateway:
    """The real gateway over a fake provider; `gateway.provider.requests` holds what was asked."""
    card = settings or ModelSettings(model_id="fake/model", litellm_model="fake/model")
    return ProviderGateway(card, FakeProvider(script, price=price), budgets, retry)
