"""Limits of one model that hold across the processes of a project: slots, start times, back-off.

Partitions of a model run in several workers at once, and a provider counts the calls of all of
them. A slot is a lock on a small file, so the slots of a killed process are free at once. Refuses to
wait on a stored moment that is further away than any wait we would keep (a clock that was set).
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import struct
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

_POLL_S = 0.02
_STATE_FILE = "state"
_FARTHEST_S = 3600.0
_STATE = struct.Struct("<dd")  # wall clock: earliest next start, no start before


class ModelSlots:
    """Shared limits of one model; `max_concurrency` and `spacing_s` are this process's settings."""

    def __init__(
        self, folder: Path, model_id: str, max_concurrency: int, spacing_s: float = 0.0
    ) -> None:
        """Nothing is opened or created before the first call; then OSError may be raised."""
        self._place = folder / quote(model_id, safe="")
        self._files: dict[str, int] = {}
        self._idle = list(range(max_concurrency - 1, -1, -1))
        self._spacing_s = spacing_s
        # Gateways have no close: a worker that runs many partitions must not collect open files.
        weakref.finalize(self, _close, self._files)

    async def acquire(self) -> int:
        """Wait for a slot that no process holds; returns it for `release`."""
        while True:
            for index in reversed(range(len(self._idle))):
                slot = self._idle[index]
                if self._is_locked(slot):
                    del self._idle[index]
                    return slot
            await asyncio.sleep(_POLL_S)

    def release(self, slot: int) -> None:
        """Give a slot back."""
        fcntl.flock(self._file(f"slot-{slot}"), fcntl.LOCK_UN)
        self._idle.append(slot)

    def back_off(self, wait_s: float) -> None:
        """Let no process start a call of this model for `wait_s` seconds."""
        with self._locked_state() as (next_start, not_before):
            self._write(next_start, max(not_before, time.time() + wait_s))

    def back_off_left_s(self) -> float:
        """Seconds until a call may start; 0 when now."""
        return _left(self._read()[1])

    def reserve_start_s(self) -> float:
        """Seconds until this call's own place in the model's rate; 0 without a rate."""
        if not self._spacing_s:
            return 0.0
        with self._locked_state() as (next_start, not_before):
            start = time.time() + _left(next_start)
            self._write(start + self._spacing_s, not_before)
        return max(0.0, start - time.time())

    def _is_locked(self, slot: int) -> bool:
        """Whether the slot's lock could be taken now."""
        try:
            fcntl.flock(self._file(f"slot-{slot}"), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _file(self, name: str) -> int:
        if name not in self._files:
            self._place.mkdir(parents=True, exist_ok=True)
            self._files[name] = os.open(self._place / name, os.O_RDWR | os.O_CREAT, 0o644)
        return self._files[name]

    @contextmanager
    def _locked_state(self) -> Iterator[tuple[float, float]]:
        file = self._file(_STATE_FILE)
        fcntl.flock(file, fcntl.LOCK_EX)
        try:
            yield self._read()
        finally:
            fcntl.flock(file, fcntl.LOCK_UN)

    def _read(self) -> tuple[float, float]:
        data = os.pread(self._file(_STATE_FILE), _STATE.size, 0)
        return _STATE.unpack(data) if len(data) == _STATE.size else (0.0, 0.0)

    def _write(self, next_start: float, not_before: float) -> None:
        os.pwrite(self._file(_STATE_FILE), _STATE.pack(next_start, not_before), 0)


def _left(moment: float) -> float:
    left_s = moment - time.time()
    return left_s if 0.0 < left_s <= _FARTHEST_S else 0.0


def _close(files: dict[str, int]) -> None:
    for file in files.values():
        os.close(file)
    files.clear()
