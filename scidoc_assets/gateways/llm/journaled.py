"""Lookup, call, record: the gateway with a journal in front.

A finished call is never made again; an outcome is in the journal before the caller sees it. Two
calls of one key at the same time are one call. Refuses nothing of its own: a journal that cannot
be written stops the run with the journal's error.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

from scidoc_assets.gateways.llm.interface import CallFailure, CallJournal
from scidoc_assets.gateways.llm.prices import estimated_prompt_tokens, upper_bound_usd
from scidoc_assets.gateways.llm.provider_gateway import ProviderGateway
from scidoc_assets.schemas.calls import CallPlan, CallRecord, ModelRequest, PreparedCall
from scidoc_assets.schemas.settings import ModelSettings

_Key = tuple[str, int]


class JournaledGateway:
    """A `ModelGateway` over another one and a journal."""

    def __init__(self, gateway: ProviderGateway, journal: CallJournal) -> None:
        self.gateway = gateway
        self.journal = journal
        self._in_flight: dict[_Key, asyncio.Future[CallRecord | None]] = {}
        self._made = self._replayed = 0

    @property
    def settings(self) -> ModelSettings:
        """The model's card."""
        return self.gateway.settings

    def tally(self) -> dict[str, int]:
        """Calls that were made and calls that the journal answered, since this gateway was opened."""
        return {"calls_made": self._made, "calls_replayed": self._replayed}

    def prepare(self, request: ModelRequest) -> PreparedCall:
        """As the wrapped gateway."""
        return self.gateway.prepare(request)

    async def call(self, request: ModelRequest) -> CallRecord:
        """Answer from the journal, or call and record; raises only JournalError."""
        try:
            prepared = self.prepare(request)
        except CallFailure as failure:
            return self.gateway.refusal_record(request, failure)
        return await self.send(prepared)

    async def send(self, prepared: PreparedCall) -> CallRecord:
        """As `call`, for a prepared request."""
        key = (prepared.request_hash, prepared.request.repeat)
        while (waiting := self._in_flight.get(key)) is not None:
            record = await waiting
            if record is not None:
                self._replayed += 1
                return record.model_copy(update={"is_replayed": True})
        found = self.journal.lookup(*key)
        if found is not None:
            self._replayed += 1
            return found
        future: asyncio.Future[CallRecord | None] = asyncio.get_running_loop().create_future()
        self._in_flight[key] = future
        record = None
        try:
            made = await self.gateway.send(prepared)
            if made.attempts:
                self._made += 1
                self.journal.record(made, prepared.request)
            record = made
            return made
        finally:
            del self._in_flight[key]
            # None tells those who wait that this call died, so that one of them makes it.
            future.set_result(record)

    def plan(self, requests: Iterable[ModelRequest]) -> CallPlan:
        """Dry run: how many calls, images, tokens and USD (upper bounds), without calling."""
        n_requests = n_journalled = n_images = n_refused = tokens = 0
        costs: list[float | None] = []
        for request in requests:
            n_requests += 1
            try:
                prepared = self.prepare(request)
            except CallFailure:
                n_refused += 1
                continue
            if self.journal.lookup(prepared.request_hash, request.repeat) is not None:
                n_journalled += 1
                continue
            n_images += len(prepared.images)
            tokens += estimated_prompt_tokens(prepared.request, prepared.images)
            costs.append(upper_bound_usd(prepared.request, prepared.images, self.gateway.price))
        known = [cost for cost in costs if cost is not None]
        return CallPlan(
            n_requests=n_requests,
            n_journalled=n_journalled,
            n_calls=len(costs),
            n_images=n_images,
            n_refused=n_refused,
            estimated_prompt_tokens=tokens,
            estimated_cost_usd=sum(known) if len(known) == len(costs) else None,
        )


def add_plans(plans: Sequence[CallPlan]) -> CallPlan:
    """Several plans as one; one unknown cost makes the whole cost unknown."""
    costs = [plan.estimated_cost_usd for plan in plans]
    known = [cost for cost in costs if cost is not None]
    return CallPlan(
        n_requests=sum(p.n_requests for p in plans),
        n_journalled=sum(p.n_journalled for p in plans),
        n_calls=sum(p.n_calls for p in plans),
        n_images=sum(p.n_images for p in plans),
        n_refused=sum(p.n_refused for p in plans),
        estimated_prompt_tokens=sum(p.estimated_prompt_tokens for p in plans),
        estimated_cost_usd=sum(known) if len(known) == len(costs) else None,
    )
