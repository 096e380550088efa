"""One model behind the door: defaults, image policy, limits, budgets and the one retry layer.

Every outcome is a `CallRecord`. Refuses to retry what cannot get better, to exceed the configured
tries, and to send a request whose images or budget do not allow it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cached_property

from scidoc_assets.gateways.llm.images import fit_images
from scidoc_assets.gateways.llm.interface import (
    CallFailure,
    Price,
    Provider,
    SharedLimits,
    SpendCap,
)
from scidoc_assets.gateways.llm.limits import DEFAULT_RETRY, CallGate, RetryPolicy
from scidoc_assets.gateways.llm.prices import configured_price, cost_usd, upper_bound_usd
from scidoc_assets.gateways.llm.statuses import budget_detail, status_of_failure, status_of_reply
from scidoc_assets.schemas.calls import (
    RETRIABLE,
    Attempt,
    CallRecord,
    ModelReply,
    ModelRequest,
    PreparedCall,
    SamplingParams,
    request_hash,
)
from scidoc_assets.schemas.settings import ModelSettings

_RESERVED_POLL_S = 0.05
_CLOSING: frozenset[str] = frozenset({"auth", "not_found", "missing_key", "model_unloadable"})


class ProviderGateway:
    """Calls one configured model. One object per model and process; used from one event loop."""

    def __init__(
        self,
        settings: ModelSettings,
        provider: Provider,
        budgets: Sequence[SpendCap] = (),
        retry: RetryPolicy = DEFAULT_RETRY,
        shared: SharedLimits | None = None,
    ) -> None:
        self.settings = settings
        self.provider = provider
        self._budgets = tuple(budgets)
        self._retry = retry
        self._gate = CallGate(settings.max_concurrency, settings.requests_per_minute, shared)
        self._rate_limits_in_a_row = 0

    @cached_property
    def price(self) -> Price | None:
        """The configured price, otherwise the provider's, otherwise None."""
        return configured_price(self.settings) or self.provider.price()

    def prepare(self, request: ModelRequest) -> PreparedCall:
        """Fill sampling defaults, fit images, hash. Raises CallFailure (image policy)."""
        sampling = self._with_defaults(request.sampling, request.repeat)
        filled = request.model_copy(update={"sampling": sampling})
        fitted, images = fit_images(filled, self.settings)
        digest = request_hash(fitted, self.provider.identity)
        return PreparedCall(request=fitted, request_hash=digest, images=images)

    async def call(self, request: ModelRequest) -> CallRecord:
        """Prepare and send; a request that must not be sent becomes a record too."""
        try:
            prepared = self.prepare(request)
        except CallFailure as failure:
            return self.refusal_record(request, failure)
        return await self.send(prepared)

    def refusal_record(self, request: ModelRequest, failure: CallFailure) -> CallRecord:
        """The record of a request that was never sent; hashed as it was asked."""
        prepared = PreparedCall(
            request=request, request_hash=request_hash(request, self.provider.identity), images=()
        )
        return self._record(prepared, [], failure)

    async def send(self, prepared: PreparedCall) -> CallRecord:
        """Call with at most `settings.tries` tries; waits follow Retry-After or double."""
        attempts: list[Attempt] = []
        wait_s = 0.0
        try:
            self.provider.load()
        except CallFailure as failure:
            return self._record(prepared, attempts, failure)
        while True:
            if wait_s:
                await asyncio.sleep(wait_s)
            outcome = await self._try_once(prepared, attempts, wait_s)
            if isinstance(outcome, ModelReply):
                return self._record(prepared, attempts, outcome)
            if outcome.cause not in RETRIABLE or len(attempts) >= self.settings.tries:
                return self._record(prepared, attempts, outcome)
            wait_s = self._own_wait_s(outcome, len(attempts), prepared.request_hash)

    async def _try_once(
        self, prepared: PreparedCall, attempts: list[Attempt], waited_s: float
    ) -> ModelReply | CallFailure:
        given = await self._gate.enter()
        try:
            bound = upper_bound_usd(prepared.request, prepared.images, self.price)
            stopped = await self._reserve(bound)
            if stopped is not None:
                return stopped
            started = time.monotonic()
            try:
                outcome = await self._attempt(prepared.request)
            except asyncio.CancelledError:
                self._settle(bound, None)
                raise
            self._settle(bound, outcome)
        finally:
            self._gate.leave(given)
        is_failure = isinstance(outcome, CallFailure)
        attempts.append(
            Attempt(
                number=len(attempts) + 1,
                outcome=outcome.cause if is_failure else "ok",
                http_status=outcome.http_status if is_failure else None,
                latency_s=time.monotonic() - started,
                waited_s=waited_s + given.waited_s,
                detail=outcome.detail if is_failure else None,
            )
        )
        self._learn(outcome, len(attempts), prepared.request_hash)
        return outcome

    async def _attempt(self, request: ModelRequest) -> ModelReply | CallFailure:
        try:
            async with asyncio.timeout(self.settings.timeout_s):
                return await self.provider.attempt(request)
        except CallFailure as failure:
            return failure
        except TimeoutError:
            return CallFailure("timeout", f"no reply within {self.settings.timeout_s:g} s")

    async def _reserve(self, bound: float | None) -> CallFailure | None:
        """Reserve the try, waiting while only calls in flight keep the budget from it; the failure
        to return when it must not be made."""
        until = time.monotonic() + self.settings.timeout_s
        while True:
            stopped = self._stop_cause(bound)
            if stopped is None or stopped.cause != "budget_usd" or time.monotonic() > until:
                return stopped
            if not all(b.limit_usd is None or b.may_free(bound) for b in self._budgets):
                return stopped
            await asyncio.sleep(_RESERVED_POLL_S)

    def _stop_cause(self, bound: float | None) -> CallFailure | None:
        """Reserve the try at every budget; the failure to return when it must not be made."""
        if self._gate.closed is not None:
            return CallFailure(*self._gate.closed)
        reserved: list[SpendCap] = []
        for budget in self._budgets:
            cause = budget.reserve(bound)
            if cause is not None:
                for earlier in reserved:
                    earlier.release(bound)
                return CallFailure(cause, budget_detail(cause, budget, self.settings.model_id))
            reserved.append(budget)
        return None

    def _settle(self, bound: float | None, outcome: ModelReply | CallFailure | None) -> None:
        cost = self._cost(outcome) if isinstance(outcome, ModelReply) else None
        for budget in self._budgets:
            budget.settle(bound, cost)

    def _learn(self, outcome: ModelReply | CallFailure, n_tries: int, digest: str) -> None:
        """Share what a try told with every other call of this model."""
        if isinstance(outcome, ModelReply):
            self._rate_limits_in_a_row = 0
            return
        if outcome.cause in _CLOSING:
            self._gate.close(outcome.cause, outcome.detail)
        if outcome.retry_after_s is not None:
            if outcome.retry_after_s > self._retry.max_retry_after_s:
                detail = f"the provider asks to wait {outcome.retry_after_s:g} s; run again later"
                self._gate.close("retry_after_too_long", detail)
            else:
                self._gate.back_off(outcome.retry_after_s)
        if outcome.cause == "rate_limited":
            if outcome.retry_after_s is None:
                self._gate.back_off(self._doubled_wait_s(n_tries, digest))
            self._count_rate_limit()

    def _count_rate_limit(self) -> None:
        self._rate_limits_in_a_row += 1
        cap = self._retry.max_rate_limits or self.settings.tries * self.settings.max_concurrency
        if self._rate_limits_in_a_row >= cap:
            detail = f"{cap} answers 429 in a row; lower the rate or run again later"
            self._gate.close("rate_limit_cap", detail)

    def _own_wait_s(self, failure: CallFailure, n_tries: int, digest: str) -> float:
        """Wait of this call alone; zero where the gate makes the whole model wait."""
        if failure.cause == "rate_limited" or failure.retry_after_s is not None:
            return 0.0
        return self._doubled_wait_s(n_tries, digest)

    def _doubled_wait_s(self, n_tries: int, digest: str) -> float:
        wait_s = min(self._retry.max_wait_s, self._retry.first_wait_s * 2 ** (n_tries - 1))
        # Spread by the request's own hash: no thundering herd, and the same run twice.
        return wait_s * (0.75 + int(digest[:4], 16) / 0xFFFF / 2)

    def _with_defaults(self, asked: SamplingParams, repeat: int) -> SamplingParams:
        """Configured defaults for what the request leaves open and the model takes.

        Each repeat has a seed of its own: with one for all, a server that keeps seeds would give
        one answer several times, and intervals over repeats would be too narrow.
        """
        seed = self.settings.seed
        defaults = {
            "temperature": self.settings.temperature,
            "seed": None if seed is None else seed + repeat,
            "max_output_tokens": self.settings.max_output_tokens,
        }
        unsupported = self.provider.unsupported_params()
        filled = {
            name: value
            for name, value in defaults.items()
            if getattr(asked, name) is None and value is not None and name not in unsupported
        }
        return asked.model_copy(update=filled)

    def _cost(self, reply: ModelReply) -> float | None:
        configured = configured_price(self.settings)
        if configured is not None:
            return cost_usd(reply.usage, configured)
        return reply.cost_usd

    def _record(
        self,
        prepared: PreparedCall,
        attempts: list[Attempt],
        outcome: ModelReply | CallFailure,
    ) -> CallRecord:
        if isinstance(outcome, ModelReply):
            reply, failure, status = outcome, None, status_of_reply(outcome)
        else:
            reply, failure, status = None, outcome, status_of_failure(outcome.cause)
        return CallRecord(
            request_hash=prepared.request_hash,
            repeat=prepared.request.repeat,
            model_id=self.settings.model_id,
            status=status,
            cause=failure.cause if failure else None,
            detail=failure.detail if failure else None,
            reply=reply,
            attempts=tuple(attempts),
            cost_usd=self._cost(reply) if reply else None,
            latency_s=sum(a.latency_s for a in attempts),
            started_at=datetime.now(UTC).isoformat(timespec="milliseconds"),
            images=prepared.images,
            prompt=prepared.request.prompt,
            is_replayed=False,
        )
