"""One at a time: a lock file that its holder's process keeps, and loses with its life.

The kernel gives the lock back when the process ends, however it ends, so a file left over from a
`kill -9` holds nobody up. Refuses to wait.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scidoc_assets.storage.parquet import StoreError, explain_write_error


class HeldError(Exception):
    """Another process has the lock; the message names its command, its process and the way out."""


@contextmanager
def holding(path: Path, command: str) -> Iterator[None]:
    """Hold the lock file for the body of a command (`scidoc run`).

    Raises HeldError, or StoreError where the file cannot be made.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = path.open("a+b", buffering=0)
    except OSError as error:
        raise StoreError(explain_write_error(path, error)) from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            lock.truncate(0)
            lock.write(str(os.getpid()).encode())
        except BlockingIOError as error:
            lock.seek(0)
            holder = lock.read().decode(errors="replace") or "unknown"
            raise HeldError(
                f"{path.parent}: another `{command}` (process {holder}) is at work here; wait until "
                "it ends, or stop it with Ctrl-C"
            ) from error
        except OSError as error:
            raise StoreError(explain_write_error(path, error)) from error
        yield
