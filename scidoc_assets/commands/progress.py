"""What `scidoc run` shows while it works: bars on a terminal, lines in a log.

A log gets a line as a phase begins, then at most one in `LINE_EVERY_S`; failures are shown at once
in both.
"""

from __future__ import annotations

import time
from types import TracebackType

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)

from scidoc_assets.defs.runner import Phase
from scidoc_assets.defs.runner_jobs import JobResult

LINE_EVERY_S = 20.0


class RunProgress:
    """Told of phases and results by the runner, in the order in which they come."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._bars = Progress(
            TextColumn("{task.description:<24}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=console,
            disable=not console.is_terminal,
        )
        self._started_s = self._said_s = time.monotonic()
        self._label, self._bar, self._done, self._count = "", TaskID(0), 0, 0

    def __enter__(self) -> RunProgress:
        self._bars.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._bars.stop()

    def on_phase(self, phase: Phase, count: int) -> None:
        """A phase begins that has `count` partitions to make."""
        names = [s.spec.group for s in phase.stages]
        self._label = names[0] if names[0] == names[-1] else f"{names[0]} … {names[-1]}"
        self._done, self._count = 0, count
        self._bar = self._bars.add_task(self._label, total=count)
        self._say()

    def on_result(self, result: JobResult) -> None:
        """One partition ended."""
        self._done += 1
        self._bars.advance(self._bar)
        for error in result.errors:
            place = f" [{result.job.partition}]" if result.job.partition else ""
            self._print(f"failed{place}: {error}")
        if time.monotonic() - self._said_s >= LINE_EVERY_S:
            self._say()

    def _say(self) -> None:
        if self._console.is_terminal:
            return
        self._said_s = time.monotonic()
        spent_s = self._said_s - self._started_s
        self._print(f"{spent_s:5.0f} s  {self._label:<24} {self._done}/{self._count}")

    def _print(self, line: str) -> None:
        self._console.print(line, markup=False, highlight=False, soft_wrap=True)
