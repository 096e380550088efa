"""Running many calls: bounded workers over an iterator, so that memory stays flat.

Refuses to build all requests at once: items are drawn when a worker is free, and results leave as
they come, with the index of their item.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from typing import TypeVar

from scidoc_assets.gateways.llm.interface import ModelGateway
from scidoc_assets.schemas.calls import CallRecord, ModelRequest

ItemT = TypeVar("ItemT")
ResultT = TypeVar("ResultT")

# Calls that start together take turns at the processor, so all of them are late, in every round:
# 64 calls of 2 s lost 4 % to it. Started apart by more than a call costs, they do not meet.
STAGGER_S = 0.010


async def map_bounded(
    function: Callable[[ItemT], Awaitable[ResultT]], items: Iterable[ItemT], workers: int
) -> AsyncIterator[tuple[int, ResultT]]:
    """Yield (index, result) in order of completion, with at most `workers` running.

    Workers start `STAGGER_S` apart. The first exception of `function` cancels the rest and is
    raised.
    """
    indexed = enumerate(items)
    room = asyncio.Semaphore(2 * workers)
    done: asyncio.Queue[tuple[int, ResultT] | asyncio.Task[None]] = asyncio.Queue()

    async def work(number: int) -> None:
        wait_s = number * STAGGER_S
        for index, item in indexed:
            if wait_s:
                await asyncio.sleep(wait_s)
                wait_s = 0.0
            await room.acquire()
            done.put_nowait((index, await function(item)))

    tasks = [asyncio.create_task(work(number)) for number in range(workers)]
    for task in tasks:
        task.add_done_callback(done.put_nowait)
    remaining = workers
    try:
        while remaining:
            finished = await done.get()
            if isinstance(finished, asyncio.Task):
                finished.result()
                remaining -= 1
                continue
            room.release()
            yield finished
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def call_all(
    gateway: ModelGateway, requests: Iterable[ModelRequest], workers: int | None = None
) -> list[CallRecord]:
    """Call every request from synchronous code; records in the order of the requests.

    `workers` defaults to the model's `max_concurrency`. Must not run inside an event loop.
    """

    async def run() -> list[CallRecord]:
        bound = workers or gateway.settings.max_concurrency
        pairs = [pair async for pair in map_bounded(gateway.call, requests, bound)]
        return [record for _, record in sorted(pairs, key=lambda pair: pair[0])]

    return asyncio.run(run())
