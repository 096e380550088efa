"""`scidoc dev` ends when it is asked to, whoever started it and whatever its server is doing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from scidoc_assets.defs.project import Project

WILLING = "import time\ntry:\n    time.sleep(60)\nexcept KeyboardInterrupt:\n    print('ended')\n"
BUSY = "import signal, time\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\ntime.sleep(60)\n"
START = """
import sys
from pathlib import Path
from scidoc_assets.commands import dev
sys.executable, dev.GRACE_S = sys.argv[2], 1.0
sys.exit(dev.run_dagster_dev(Path(sys.argv[1]), "127.0.0.1", 1))
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize(("server", "said"), [(WILLING, "ended\n"), (BUSY, "")])
def test_it_ends_its_server_though_a_script_started_it_in_the_background(
    make_project: Callable[..., Project],
    tmp_path: Path,
    server: str,
    said: str,
    number: signal.Signals,
) -> None:
    ready = tmp_path / "ready"
    stand_in = tmp_path / "server"
    stand_in.write_text(f"#!{sys.executable}\nopen({str(ready)!r}, 'w').close()\n{server}")
    stand_in.chmod(0o700)
    root = make_project().paths.root
    # As a shell does for what it starts in the background.
    command = ["sh", "-c", 'trap "" INT TERM; exec "$@"', "sh"]
    command += [sys.executable, "-c", START, str(root), str(stand_in)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        deadline = time.monotonic() + 60
        while not ready.exists():
            assert process.poll() is None
            assert time.monotonic() < deadline, "the server did not start"
            time.sleep(0.05)
        process.send_signal(number)
        shown, _ = process.communicate(timeout=30)
    assert (process.returncode, shown) == (0, said)
