"""`scidoc dev`: `dagster dev` with this project as DAGSTER_HOME, ended as one process group."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from scidoc_assets.defs.executors import executor_of
from scidoc_assets.storage.config import load_settings
from scidoc_assets.storage.paths import project_paths


def run_dagster_dev(root: Path, host: str, port: int) -> int:
    """Run until interrupted; returns Dagster's exit code (0 after an interrupt). Raises ConfigError.

    `dagster dev` started by a script in the background ignores SIGINT, so it gets a session of its
    own and the whole group is signalled.
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
    process = subprocess.Popen(command, cwd=root, env=environment, start_new_session=True)

    def stop(signum: int, frame: object) -> None:
        os.killpg(process.pid, signal.SIGINT)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    code = process.wait()
    return 0 if code in (-signal.SIGINT, 128 + signal.SIGINT) else code
