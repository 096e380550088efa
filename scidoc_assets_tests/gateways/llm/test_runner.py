"""Bounded workers over an iterator."""

import asyncio
from collections.abc import Iterator

import pytest

from scidoc_assets.gateways.llm import runner
from scidoc_assets.gateways.llm.fake import fake_gateway
from scidoc_assets.gateways.llm.runner import call_all, map_bounded
from scidoc_assets.schemas.calls import ModelRequest, TextPart, text_message


def asked(text: str) -> ModelRequest:
    return ModelRequest(model_id="m", messages=(text_message("user", text),))


def test_records_come_back_in_the_order_of_the_requests() -> None:
    def echo(request: ModelRequest) -> str:
        part = request.messages[0].parts[0]
        assert isinstance(part, TextPart)
        return part.text

    records = call_all(fake_gateway(echo), (asked(str(i)) for i in range(40)), workers=7)
    assert [r.reply.text for r in records if r.reply] == [str(i) for i in range(40)]


def test_items_are_drawn_only_when_a_worker_is_free() -> None:
    drawn: list[int] = []

    def items() -> Iterator[int]:
        for number in range(100):
            drawn.append(number)
            yield number

    async def run() -> int:
        async def double(number: int) -> int:
            await asyncio.sleep(0)
            return 2 * number

        async for _ in map_bounded(double, items(), workers=2):
            await asyncio.sleep(0.01)
            break
        return len(drawn)

    assert asyncio.run(run()) <= 8  # two waiting results and one item in hand per worker, and some


def test_workers_start_one_after_the_other_so_that_their_calls_do_not_queue_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(runner, "STAGGER_S", 0.2)

    async def run() -> list[int]:
        async def pause(number: int) -> int:
            await asyncio.sleep(0)
            return number

        return [number async for number, _ in map_bounded(pause, range(6), workers=3)]

    # The first worker has done all that the others do not hold before these begin.
    assert asyncio.run(run()) == [0, 3, 4, 5, 1, 2]


def test_an_exception_stops_the_other_workers_and_is_raised() -> None:
    finished: list[int] = []

    async def run() -> None:
        async def work(number: int) -> int:
            if number == 3:
                raise RuntimeError("number 3")
            await asyncio.sleep(0.002)
            finished.append(number)
            return number

        async for _ in map_bounded(work, range(1000), workers=2):
            pass

    with pytest.raises(RuntimeError, match="number 3"):
        asyncio.run(run())
    assert len(finished) < 10


def test_no_items_give_no_results() -> None:
    assert call_all(fake_gateway([]), []) == []
