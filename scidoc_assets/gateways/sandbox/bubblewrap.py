"""The bubblewrap sandbox: starts it, watches memory, time and output, reads what it leaves.

Refuses to start unless its self-test passed on this machine (see selftest.py); the reason and the
fix are then in every result. Nothing the program does changes the host.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import psutil

from scidoc_assets.gateways.sandbox.command import (
    MEGABYTE,
    SCRATCH_FOLDERS,
    STARTED,
    sandbox_command,
)
from scidoc_assets.gateways.sandbox.interface import (
    DEFAULT_LIMITS,
    Isolation,
    SandboxLimits,
    SandboxResult,
    SandboxStatus,
)
from scidoc_assets.gateways.sandbox.outputs import (
    BadOutputError,
    TooMuchOutputError,
    is_plain_name,
    read_outputs,
)
from scidoc_assets.gateways.sandbox.syscalls import NoSeccompError, seccomp_program

WATCH_EVERY_S = 0.05
TAR_OVERHEAD_BYTES = MEGABYTE
CPU_LIMIT_EXIT = 128 + signal.SIGXCPU


@dataclass
class _Capture:
    """Bytes read so far from the three pipes and why reading stopped early, if it did."""

    stdout: bytearray = field(default_factory=bytearray)
    stderr: bytearray = field(default_factory=bytearray)
    archive: bytearray = field(default_factory=bytearray)
    stopped: SandboxStatus | None = None


class BubblewrapSandbox:
    """Runs programs under one isolation; build it through `open_sandbox` of selftest.py."""

    def __init__(self, isolation: Isolation, font_cache: Path | None = None) -> None:
        self.isolation: Isolation = isolation
        self._font_cache = font_cache

    def run_python(
        self,
        code: str,
        files: Mapping[str, bytes] | None = None,
        limits: SandboxLimits = DEFAULT_LIMITS,
    ) -> SandboxResult:
        """Run `code` as /out/main.py with `files` beside it; every outcome is a status.

        Files left unchanged are not repeated in `outputs`.
        """
        given = {**(files or {}), "main.py": code.encode("utf-8", "surrogatepass")}
        bad = [name for name in given if not is_plain_name(name)]
        if bad:
            return SandboxResult("not_executed", f"file name {bad[0]!r}", reason="bad_input")
        started_at = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="sandbox-in-") as folder:
            _write_inputs(Path(folder), given)
            try:
                exit_code, capture = self._run(Path(folder), limits)
            except (OSError, NoSeccompError) as error:
                return SandboxResult("not_executed", str(error), reason="no_sandbox")
        return self._result(exit_code, capture, given, limits, time.monotonic() - started_at)

    def _run(self, folder: Path, limits: SandboxLimits) -> tuple[int, _Capture]:
        program = seccomp_program()
        archive_read, archive_write = os.pipe()
        with tempfile.TemporaryFile() as filter_file, os.fdopen(archive_read, "rb") as archive:
            filter_file.write(program)
            filter_file.flush()
            filter_file.seek(0)
            command = sandbox_command(
                self.isolation, folder, limits, filter_file.fileno(), self._font_cache
            )
            try:
                process = subprocess.Popen(
                    command,
                    stdin=archive_write,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    pass_fds=(filter_file.fileno(),),
                    start_new_session=True,
                )
            finally:
                os.close(archive_write)
            with process:
                capture = _watch(process, archive, limits)
        return process.returncode, capture

    def _result(
        self,
        exit_code: int,
        capture: _Capture,
        given: Mapping[str, bytes],
        limits: SandboxLimits,
        wall_s: float,
    ) -> SandboxResult:
        stderr = capture.stderr.decode("utf-8", "replace")
        if not capture.archive.startswith(STARTED):
            detail = stderr.strip() or f"exit {exit_code} before the program started"
            return SandboxResult("not_executed", detail, reason="no_sandbox")
        outputs: dict[str, bytes] = {}
        status, detail = capture.stopped or _exit_status(exit_code), _last_line(stderr)
        if capture.stopped is None:
            try:
                outputs = read_outputs(bytes(capture.archive[len(STARTED) :]), limits)
            except BadOutputError as error:
                status, detail = "bad_output", str(error)
            except TooMuchOutputError as error:
                status, detail = "output_limit", str(error)
        return SandboxResult(
            status,
            detail,
            stdout=capture.stdout.decode("utf-8", "replace"),
            stderr=stderr,
            exit_code=exit_code,
            outputs={n: data for n, data in outputs.items() if given.get(n) != data},
            isolation=self.isolation,
            wall_s=wall_s,
        )


def _write_inputs(folder: Path, given: Mapping[str, bytes]) -> None:
    folder.chmod(0o755)
    for name, data in given.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def _exit_status(exit_code: int) -> SandboxStatus:
    if exit_code == 0:
        return "ok"
    if exit_code == CPU_LIMIT_EXIT:
        return "time_limit"
    return "killed" if exit_code > 128 or exit_code < 0 else "failed"


def _last_line(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1][:500] if lines else ""


def _watch(process: subprocess.Popen[bytes], archive: IO[bytes], limits: SandboxLimits) -> _Capture:
    """Read the pipes until all close, and kill the whole tree at the first limit crossed."""
    assert process.stdout is not None
    assert process.stderr is not None
    capture = _Capture()
    deadline = time.monotonic() + limits.wall_s
    room = limits.output_bytes + TAR_OVERHEAD_BYTES
    caps = {"stdout": limits.stdout_bytes, "stderr": limits.stdout_bytes, "archive": room}
    with selectors.DefaultSelector() as selector:
        for name, pipe in (
            ("stdout", process.stdout),
            ("stderr", process.stderr),
            ("archive", archive),
        ):
            selector.register(pipe, selectors.EVENT_READ, name)
        next_look = 0.0
        while selector.get_map():
            for key, _ in selector.select(WATCH_EVERY_S):
                _read_some(selector, key, capture, caps)
            now = time.monotonic()
            if capture.stopped is None and now >= next_look:
                next_look = now + WATCH_EVERY_S
                capture.stopped = _limit_crossed(process.pid, now >= deadline, limits)
            if capture.stopped is not None:
                _kill_tree(process)
                break
    return capture


def _read_some(
    selector: selectors.BaseSelector,
    key: selectors.SelectorKey,
    capture: _Capture,
    caps: Mapping[str, int],
) -> None:
    chunk = os.read(key.fd, 65536)
    if not chunk:
        selector.unregister(key.fileobj)
        return
    buffer: bytearray = getattr(capture, key.data)
    buffer += chunk
    if len(buffer) > caps[key.data]:
        del buffer[caps[key.data] :]
        capture.stopped = "output_limit"


def _limit_crossed(pid: int, is_late: bool, limits: SandboxLimits) -> SandboxStatus | None:
    if is_late:
        return "time_limit"
    tree = _tree(pid)
    if sum(_rss_bytes(process) for process in tree) > limits.memory_mb * MEGABYTE:
        return "memory_limit"
    if tree and _files_in_scratch(tree[-1].pid, limits) > limits.scratch_files:
        return "output_limit"
    return None


def _tree(pid: int) -> list[psutil.Process]:
    """A process and its descendants, oldest first; empty when it is gone already."""
    try:
        root = psutil.Process(pid)
        return [root, *root.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def _rss_bytes(process: psutil.Process) -> int:
    try:
        return process.memory_info().rss
    except psutil.NoSuchProcess:
        return 0


def _files_in_scratch(pid: int, limits: SandboxLimits) -> int:
    """Files in the writable folders as the process sees them: each costs the kernel memory.

    0 where they cannot be looked at, and before the process is inside (sizes tell them apart).
    """
    total = 0
    for folder in SCRATCH_FOLDERS:
        try:
            seen = os.statvfs(f"/proc/{pid}/root{folder}")
        except OSError:
            return 0
        if seen.f_blocks * seen.f_frsize == limits.disk_mb * MEGABYTE:
            total += seen.f_files - seen.f_ffree
    return total


def _kill_tree(process: subprocess.Popen[bytes]) -> None:
    """The outer bwrap dies with its group; the PID namespace takes everything else with it."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
