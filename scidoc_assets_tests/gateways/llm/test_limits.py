"""Budgets, slots and shared back-off."""

import asyncio
import time
from pathlib import Path

from scidoc_assets.gateways.llm.limits import Budget, CallGate
from scidoc_assets.storage.model_slots import ModelSlots


def test_a_call_budget_counts_tries_and_stops_exactly() -> None:
    budget = Budget(limit_calls=2)
    assert [budget.reserve(None) for _ in range(3)] == [None, None, "budget_calls"]
    assert budget.spent_calls == 2


def test_a_budget_resumes_from_what_was_spent() -> None:
    budget = Budget(limit_usd=1.0, limit_calls=10, spent_usd=0.9, spent_calls=3)
    assert budget.reserve(0.2) == "budget_usd"
    assert budget.reserve(0.05) is None
    assert budget.spent_calls == 4


def test_calls_in_flight_cannot_overshoot_a_usd_budget() -> None:
    budget = Budget(limit_usd=1.0)
    assert [budget.reserve(0.4) for _ in range(3)] == [None, None, "budget_usd"]
    budget.settle(0.4, 0.1)
    assert budget.reserve(0.4) is None
    assert budget.spent_usd == 0.1


def test_a_usd_budget_without_a_price_stops_before_spending() -> None:
    assert Budget(limit_usd=1.0).reserve(None) == "price_unknown"


def test_no_more_calls_are_in_flight_than_configured() -> None:
    async def run() -> int:
        gate = CallGate(3, None)
        running = most = 0

        async def call() -> None:
            nonlocal running, most
            given = await gate.enter()
            running += 1
            most = max(most, running)
            await asyncio.sleep(0.005)
            running -= 1
            gate.leave(given)

        await asyncio.gather(*(call() for _ in range(12)))
        return most

    assert asyncio.run(run()) == 3


def test_calls_waiting_for_a_slot_keep_a_back_off_that_comes_meanwhile() -> None:
    async def run() -> tuple[float, float]:
        gate = CallGate(1, None)
        held = await gate.enter()
        waiting = asyncio.create_task(gate.enter())
        await asyncio.sleep(0)
        gate.back_off(0.1)
        told = time.monotonic()
        gate.leave(held)
        given = await waiting
        return time.monotonic() - told, given.waited_s

    after_s, waited_s = asyncio.run(run())
    assert after_s >= 0.1
    assert waited_s > 0


def test_starts_keep_the_configured_rate() -> None:
    async def run() -> list[float]:
        gate = CallGate(8, 60 * 50)  # one start in 20 ms
        starts: list[float] = []

        async def call() -> None:
            given = await gate.enter()
            starts.append(time.monotonic())
            gate.leave(given)

        await asyncio.gather(*(call() for _ in range(5)))
        return sorted(starts)

    starts = asyncio.run(run())
    assert starts[-1] - starts[0] >= 4 * 0.02 - 0.002


def test_the_first_reason_for_closing_stays() -> None:
    async def run() -> object:
        gate = CallGate(1, None)
        gate.close("auth", "bad key")
        gate.close("not_found", "later")
        await gate.enter()
        return gate.closed

    assert asyncio.run(run()) == ("auth", "bad key")


def test_a_back_off_told_to_one_gate_of_a_model_holds_for_its_others(tmp_path: Path) -> None:
    async def run() -> float:
        told, other = (CallGate(4, None, ModelSlots(tmp_path, "m", 4)) for _ in range(2))
        told.back_off(0.2)
        started = time.monotonic()
        other.leave(await other.enter())
        return time.monotonic() - started

    assert asyncio.run(run()) >= 0.15


def test_a_call_that_is_cancelled_while_it_waits_leaves_its_slot_to_others(tmp_path: Path) -> None:
    async def run() -> None:
        gate = CallGate(1, None, ModelSlots(tmp_path, "m", 1))
        held = await gate.enter()
        waiting = asyncio.create_task(gate.enter())
        await asyncio.sleep(0.01)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        gate.leave(held)
        async with asyncio.timeout(5):
            gate.leave(await gate.enter())

    asyncio.run(run())
