"""Limits of one model: calls in flight, calls a minute, the shared back-off, and budgets.

State belongs to one process and one event loop at a time; what other processes do with the same
model comes in through `SharedLimits`. Refuses to spend past a budget: each
try reserves its upper bound first, so calls in flight cannot overshoot a USD limit unnoticed.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass

from scidoc_assets.gateways.llm.interface import SharedLimits
from scidoc_assets.schemas.calls import FailureCause


@dataclass(frozen=True)
class RetryPolicy:
    """The one retry layer. Waits double from `first_wait_s` up to `max_wait_s`.

    A Retry-After over `max_retry_after_s`, or `max_rate_limits` answers 429 with no success in
    between (None: tries x concurrency), closes the model for this run.
    """

    first_wait_s: float = 1.0
    max_wait_s: float = 60.0
    max_retry_after_s: float = 300.0
    max_rate_limits: int | None = None


DEFAULT_RETRY = RetryPolicy()


class Budget:
    """A cap in USD and in calls (tries at the provider), for a model or a whole run.

    Share one object between gateways for a run-level cap; start it from the journals' totals to
    resume. `reserve` and `settle` are called around every try.
    """

    def __init__(
        self,
        limit_usd: float | None = None,
        limit_calls: int | None = None,
        spent_usd: float = 0.0,
        spent_calls: int = 0,
    ) -> None:
        self.limit_usd = limit_usd
        self.limit_calls = limit_calls
        self.spent_usd = spent_usd
        self.spent_calls = spent_calls
        self._reserved_usd = 0.0

    def reserve(self, upper_bound_usd: float | None) -> FailureCause | None:
        """Count a try and set its upper bound aside; returns the cause when it must not be made."""
        if self.limit_calls is not None and self.spent_calls >= self.limit_calls:
            return "budget_calls"
        if self.limit_usd is not None:
            if upper_bound_usd is None:
                return "price_unknown"
            if self.spent_usd + self._reserved_usd + upper_bound_usd > self.limit_usd:
                return "budget_usd"
        self.spent_calls += 1
        self._reserved_usd += upper_bound_usd or 0.0
        return None

    def may_free(self, upper_bound_usd: float | None) -> bool:
        """Whether the try would fit once the calls in flight have cost nothing."""
        if self.limit_usd is None or upper_bound_usd is None:
            return False
        return self.spent_usd + upper_bound_usd <= self.limit_usd

    def settle(self, upper_bound_usd: float | None, actual_usd: float | None) -> None:
        """Replace a reservation by what the try cost (None: unknown, nothing is added)."""
        self._reserved_usd = max(0.0, self._reserved_usd - (upper_bound_usd or 0.0))
        self.spent_usd += actual_usd or 0.0

    def release(self, upper_bound_usd: float | None) -> None:
        """Take back a reservation whose try was never made."""
        self.spent_calls -= 1
        self._reserved_usd = max(0.0, self._reserved_usd - (upper_bound_usd or 0.0))


@dataclass(frozen=True)
class CallPass:
    """Leave to make one call: seconds waited for it (back-off and rate), and the shared slot."""

    waited_s: float
    slot: int | None


class CallGate:
    """Bounds calls in flight and per minute, and makes every call wait when one is told to.

    `closed` holds the cause and detail once the model must not be called again in this run.
    """

    def __init__(
        self,
        max_concurrency: int,
        requests_per_minute: int | None,
        shared: SharedLimits | None = None,
    ) -> None:
        self.closed: tuple[FailureCause, str] | None = None
        self._shared = shared
        self._max_concurrency = max_concurrency
        self._slots = asyncio.Semaphore(max_concurrency)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._spacing_s = 60.0 / requests_per_minute if requests_per_minute else 0.0
        self._next_start_s = 0.0
        self._not_before_s = 0.0

    def back_off(self, wait_s: float) -> None:
        """Let no call of this model start for `wait_s` seconds."""
        self._not_before_s = max(self._not_before_s, time.monotonic() + wait_s)
        if self._shared is not None:
            self._shared.back_off(wait_s)

    def close(self, cause: FailureCause, detail: str) -> None:
        """Stop the model for this run; the first reason stays."""
        if self.closed is None:
            self.closed = (cause, detail)

    async def enter(self) -> CallPass:
        """Wait for back-off, a slot and the rate; the pass goes back with `leave`."""
        self._follow_loop()
        waited_s = 0.0
        while True:
            waited_s += await _sleep(self._back_off_left_s())
            slot = await self._acquire()
            if self._back_off_left_s() <= 0 or self.closed is not None:
                break
            self._release(slot)
        try:
            if self.closed is None:
                waited_s += await _sleep(self._reserve_start_s())
        except asyncio.CancelledError:
            self._release(slot)
            raise
        return CallPass(waited_s, slot)

    def leave(self, given: CallPass) -> None:
        """Give the slot back."""
        self._release(given.slot)

    async def _acquire(self) -> int | None:
        await self._slots.acquire()
        if self._shared is None:
            return None
        try:
            return await self._shared.acquire()
        except asyncio.CancelledError:
            self._slots.release()
            raise

    def _release(self, slot: int | None) -> None:
        self._slots.release()
        if self._shared is not None and slot is not None:
            self._shared.release(slot)

    def _back_off_left_s(self) -> float:
        own_s = self._not_before_s - time.monotonic()
        return own_s if self._shared is None else max(own_s, self._shared.back_off_left_s())

    def _reserve_start_s(self) -> float:
        if not self._spacing_s:
            return 0.0
        if self._shared is not None:
            return self._shared.reserve_start_s()
        start_s = max(self._next_start_s, time.monotonic())
        self._next_start_s = start_s + self._spacing_s
        return start_s - time.monotonic()

    def _follow_loop(self) -> None:
        """New slots for a new event loop: a semaphore belongs to the loop that waited on it."""
        loop = asyncio.get_running_loop()
        if loop is not self._loop:
            self._loop = loop
            self._slots = asyncio.Semaphore(self._max_concurrency)


async def _sleep(wait_s: float) -> float:
    if wait_s <= 0:
        return 0.0
    await asyncio.sleep(wait_s)
    return wait_s
