"""Processor seconds that one page may take: a page over them ends its worker, and a note says which.

MuPDF does not come back to Python while it reads a page, so only the kernel can stop it: a timer on
the process's own processor time, whose signal ends the process. Waiting for a busy machine does not
count. Refuses to run in a process that is not a parse worker: it would be ended, too.
"""

from __future__ import annotations

import signal
from pathlib import Path

PAGE_EXIT = -signal.SIGPROF  # exit code of a process that the timer ended


class PageClock:
    """Winds the timer for one page after the other and notes the page in a small file."""

    def __init__(self, note: Path, seconds: float) -> None:
        """Keep where to note the page and its seconds; nothing runs before `start`."""
        self._note = note
        self._seconds = seconds

    def start(self, page_index: int) -> None:
        """Give the page that is read next its seconds."""
        self._note.write_text(str(page_index), encoding="ascii")
        signal.setitimer(signal.ITIMER_PROF, self._seconds)

    def stop(self) -> None:
        """Let the process go on without limit."""
        signal.setitimer(signal.ITIMER_PROF, 0.0)


def noted_page(note: Path) -> int | None:
    """Return the page that a clock noted last, None when it noted none."""
    return int(note.read_text(encoding="ascii")) if note.exists() else None
