"""The small interfaces of the model gateway, and the one failure type that crosses them.

`Provider` makes a single try; `ModelGateway` answers a request with a `CallRecord` and never
raises for a provider's fault. Refuses failures without a cause from the closed list.
"""

from __future__ import annotations

from typing import Protocol

from scidoc_assets.schemas.calls import (
    CallRecord,
    FailureCause,
    ModelReply,
    ModelRequest,
    PreparedCall,
    ProviderIdentity,
)
from scidoc_assets.schemas.settings import ModelSettings


class CallFailure(Exception):
    """One try, or a request, that failed: cause, redacted detail, and what the provider said.

    `retry_after_s` is the provider's own wait, in seconds, when it sent one.
    """

    def __init__(
        self,
        cause: FailureCause,
        detail: str,
        http_status: int | None = None,
        retry_after_s: float | None = None,
    ) -> None:
        self.cause: FailureCause = cause
        self.detail = detail
        self.http_status = http_status
        self.retry_after_s = retry_after_s
        super().__init__(f"{cause}: {detail}")


class Price(Protocol):
    """What tokens cost; used to reserve budget and to estimate a dry run."""

    @property
    def input_per_million_usd(self) -> float: ...

    @property
    def output_per_million_usd(self) -> float: ...


class SpendCap(Protocol):
    """A budget in USD and calls: `limits.Budget` in one process, `storage/ledger.py` for several.

    `reserve` comes before every try and names the cause when it must not be made; then `settle`
    follows, or `release` when the try was not made after all. `may_free` tells a budget that is only
    reserved (calls in flight usually cost less than their upper bound) from one that is spent.
    """

    @property
    def limit_usd(self) -> float | None: ...

    @property
    def limit_calls(self) -> int | None: ...

    @property
    def spent_usd(self) -> float: ...

    @property
    def spent_calls(self) -> int: ...

    def reserve(self, upper_bound_usd: float | None) -> FailureCause | None: ...

    def may_free(self, upper_bound_usd: float | None) -> bool: ...

    def settle(self, upper_bound_usd: float | None, actual_usd: float | None) -> None: ...

    def release(self, upper_bound_usd: float | None) -> None: ...


class SharedLimits(Protocol):
    """Slots, rate and back-off of a model that all processes keep (storage/model_slots.py)."""

    async def acquire(self) -> int: ...

    def release(self, slot: int) -> None: ...

    def back_off(self, wait_s: float) -> None: ...

    def back_off_left_s(self) -> float: ...

    def reserve_start_s(self) -> float: ...


class Provider(Protocol):
    """Makes one try, without retrying, waiting or counting."""

    @property
    def identity(self) -> ProviderIdentity:
        """What answers; part of the request hash."""
        ...

    def price(self) -> Price | None:
        """Price per million tokens, or None when it is unknown."""
        ...

    def unsupported_params(self) -> frozenset[str]:
        """Sampling parameters that this model does not take (`seed`, `temperature`...)."""
        ...

    def load(self) -> None:
        """Import or load what the first call needs, once; raises CallFailure.

        Called before any clock runs, so that loading does not count as latency or time out.
        """
        ...

    async def attempt(self, request: ModelRequest) -> ModelReply:
        """One call at the provider; raises CallFailure."""
        ...


class ModelGateway(Protocol):
    """The door every stage uses."""

    @property
    def settings(self) -> ModelSettings:
        """The model's card: what it sees, its tools, its limits."""
        ...

    def prepare(self, request: ModelRequest) -> PreparedCall:
        """Fill defaults, fit images and hash; raises CallFailure for a request never to be sent."""
        ...

    async def send(self, prepared: PreparedCall) -> CallRecord:
        """Call a prepared request; every outcome is a record."""
        ...

    async def call(self, request: ModelRequest) -> CallRecord:
        """Prepare and send."""
        ...


class CallJournal(Protocol):
    """What the gateway needs of a journal (storage/journal.py has the real one)."""

    def lookup(self, request_hash: str, repeat: int = 0) -> CallRecord | None: ...

    def record(self, record: CallRecord, request: ModelRequest | None = None) -> None: ...
