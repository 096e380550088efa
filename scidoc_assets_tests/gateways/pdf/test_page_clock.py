"""Tests of the processor seconds that a page may take."""

from __future__ import annotations

import multiprocessing
import time
from pathlib import Path

from scidoc_assets.gateways.pdf.page_clock import PAGE_EXIT, PageClock, noted_page


def _work(note: Path, is_stopped: bool) -> None:
    clock = PageClock(note, 0.1)
    clock.start(2)
    clock.start(7)
    if is_stopped:
        clock.stop()
    end = time.process_time() + 0.4
    while time.process_time() < end:
        pass


def _exit_code(note: Path, is_stopped: bool) -> int | None:
    context = multiprocessing.get_context("spawn")
    process = context.Process(target=_work, args=(note, is_stopped))
    process.start()
    process.join(60)
    return process.exitcode


def test_a_page_over_its_seconds_ends_the_process_and_is_known(tmp_path: Path) -> None:
    note = tmp_path / "page"
    assert _exit_code(note, is_stopped=False) == PAGE_EXIT
    assert noted_page(note) == 7


def test_a_stopped_clock_ends_nothing(tmp_path: Path) -> None:
    assert _exit_code(tmp_path / "page", is_stopped=True) == 0


def test_no_page_is_known_before_one_was_started(tmp_path: Path) -> None:
    assert noted_page(tmp_path / "page") is None
