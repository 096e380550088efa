"""`scidoc dev`: `dagster dev` with this project as DAGSTER_HOME, ended as one process group."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from scidoc_assets.defs.executors import executor_of
from scidoc_assets.storage.config import load_settings
from scidoc_assets.storage.paths import project_paths

GRACE_S = 30.0
POLL_S = 0.2


def run_dagster_dev(root: Path, host: str, port: int) -> int:
    """Run until interrupted; returns Dagster's exit code (0 after an interrupt). Raises ConfigError.

    `dagster dev` gets a session of its own and the whole group is signalled; a second interrupt
    kills it, as does the end of a grace of some seconds: a step of a run may hold the signal back.
    """
    environment = {**os.environ, "DAGSTER_HOME": str(root), "SCIDOC_PROJECT": str(root)}
    # A mistake there is one line here, a page in Dagster.
    corpus = load_settings(project_paths(root).config).corpus
    executor_of(corpus.executor, corpus.workers)
    command = [
        sys.executable,
        "-m",
        "dagster",
        "dev",
        "-w",
        "workspace.yaml",
        "-h",
        host,
        "-p",
        str(port),
    ]
    asked: list[int] = []
    # Before the start: a script in the background ignores both, and what is ignored is inherited.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda signum, frame: asked.append(signum))
    process = subprocess.Popen(command, cwd=root, env=environment, start_new_session=True)
    code = _ended(process, asked)
    return 0 if asked else code


def _ended(process: subprocess.Popen[bytes], asked: list[int]) -> int:
    """Wait for the group; ask it to end when we are asked, kill what has not after `GRACE_S`."""
    ends_at_s = None
    while process.poll() is None:
        if asked and ends_at_s is None:
            os.killpg(process.pid, signal.SIGINT)
            ends_at_s = time.monotonic() + GRACE_S
        if len(asked) > 1 or (ends_at_s is not None and time.monotonic() > ends_at_s):
            os.killpg(process.pid, signal.SIGKILL)
        time.sleep(POLL_S)
    return process.returncode
