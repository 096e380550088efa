from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import time
from pathlib import Path

import pytest

from scidoc_assets.storage.model_slots import ModelSlots

MODEL = "org/model"


def hold(folder: Path, count: int, ready) -> None:
    async def take() -> None:
        slots = ModelSlots(folder, MODEL, 3)
        for _ in range(count):
            await slots.acquire()
        ready.set()
        await asyncio.sleep(60)

    asyncio.run(take())


async def take_within(slots: ModelSlots, seconds: float) -> int | None:
    try:
        async with asyncio.timeout(seconds):
            return await slots.acquire()
    except TimeoutError:
        return None


def test_two_processes_share_the_slots_and_a_killed_one_frees_its_own(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    ready = context.Event()
    other = context.Process(target=hold, args=(tmp_path, 2, ready))
    other.start()
    assert ready.wait(60)

    async def run() -> None:
        slots = ModelSlots(tmp_path, MODEL, 3)
        assert await take_within(slots, 5) is not None
        assert await take_within(slots, 0.1) is None
        assert other.pid is not None
        os.kill(other.pid, signal.SIGKILL)
        other.join(10)
        assert await take_within(slots, 5) is not None

    asyncio.run(run())


def test_models_do_not_share_slots(tmp_path: Path) -> None:
    async def run() -> None:
        assert await take_within(ModelSlots(tmp_path, "a", 1), 5) == 0
        assert await take_within(ModelSlots(tmp_path, "a/b", 1), 5) == 0

    asyncio.run(run())


def test_starts_of_a_model_keep_one_rate_over_all_its_users(tmp_path: Path) -> None:
    users = [ModelSlots(tmp_path, MODEL, 1, spacing_s=10.0) for _ in range(2)]
    waits = [users[i % 2].reserve_start_s() for i in range(4)]
    assert waits == pytest.approx([0.0, 10.0, 20.0, 30.0], abs=1.0)
    assert ModelSlots(tmp_path, MODEL, 1).reserve_start_s() == 0.0


def test_a_back_off_is_seen_by_others_and_a_clock_that_was_set_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told, other = ModelSlots(tmp_path, MODEL, 1), ModelSlots(tmp_path, MODEL, 1)
    assert other.back_off_left_s() == 0.0
    told.back_off(100.0)
    assert 90.0 < other.back_off_left_s() <= 100.0
    told.back_off(1.0)  # a shorter one does not cut the longer
    assert other.back_off_left_s() > 90.0
    earlier = time.time() - 86_400
    monkeypatch.setattr(time, "time", lambda: earlier)
    assert other.back_off_left_s() == 0.0


def test_nothing_is_written_before_the_first_call_and_files_are_closed_after_the_last(
    tmp_path: Path,
) -> None:
    slots = ModelSlots(tmp_path, MODEL, 2)
    assert list(tmp_path.iterdir()) == []
    asyncio.run(take_within(slots, 5))
    opened = list(slots._files.values())
    assert opened
    del slots
    for file in opened:
        with pytest.raises(OSError, match="Bad file"):
            os.fstat(file)
