"""A run says where it is, on a terminal and in a log."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from scidoc_assets.commands import progress as under_test
from scidoc_assets.commands.progress import RunProgress
from scidoc_assets.defs.runner import phases_of
from scidoc_assets.defs.runner_jobs import Job, JobResult
from scidoc_assets.defs.stages import STAGES

PHASE = phases_of(STAGES)[0]
LONG = "no way " * 40


def shown(is_terminal: bool) -> str:
    """What two results, one of them failed, leave on a screen or in a log."""
    file = io.StringIO()
    with RunProgress(Console(file=file, force_terminal=is_terminal, width=80)) as progress:
        progress.on_phase(PHASE, 2)
        progress.on_result(JobResult(Job(("raw_pdfs",), "0f", (), "shard")))
        progress.on_result(JobResult(Job(("raw_pdfs",), "1f", (), "shard"), (LONG,)))
    return file.getvalue()


def test_a_log_gets_a_line_a_phase_and_every_failure_in_one_line() -> None:
    begun, failed = shown(is_terminal=False).splitlines()
    assert begun.split()[-1] == "0/2"
    assert PHASE.stages[0].spec.group in begun
    assert failed == f"failed [1f]: {LONG}"


def test_a_log_of_long_work_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(under_test, "LINE_EVERY_S", 0.0)
    lines = shown(is_terminal=False).splitlines()
    assert [line.split()[-1] for line in lines if " s  " in line] == ["0/2", "1/2", "2/2"]


def test_a_terminal_gets_a_bar_and_the_failures() -> None:
    text = shown(is_terminal=True)
    assert "2/2" in text
    assert "failed [1f]: no way" in text
