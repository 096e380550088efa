"""Whether a sandbox holds on this machine: it is run once and asked what it can reach.

Holds the probe and the choice of isolation. Refuses to trust that `bwrap` is installed: a sandbox
counts only when the probe saw no host file, no socket, no writable root and no endless forking.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from scidoc_assets.gateways.sandbox.bubblewrap import BubblewrapSandbox
from scidoc_assets.gateways.sandbox.interface import (
    DEFAULT_LIMITS,
    Isolation,
    Sandbox,
    SandboxLimits,
    SandboxResult,
)

FIX = (
    "install bubblewrap and libseccomp2 (apt-get install bubblewrap libseccomp2), and allow user "
    "namespaces or run as root"
)
PROBE = """
import json, os, signal, socket, time
def refused(act):
    try:
        act()
    except OSError:
        return True
    return False
def fork_without_end():
    for _ in range(4000):
        if os.fork() == 0:
            time.sleep(30)
            os._exit(0)
marker, parent = open('marker').read().split('|')
print(json.dumps({
    'host files are absent': not os.path.exists(marker),
    'the environment is clean': 'SCIDOC_SANDBOX_PROBE' not in os.environ,
    'the root is read-only': refused(lambda: open('/probe', 'w')),
    'sockets are refused': refused(socket.socket),
    'other processes are hidden': not os.path.exists('/proc/' + parent + '/environ')
        or refused(lambda: open('/proc/' + parent + '/environ').read()),
    'forking is limited': refused(fork_without_end),
}), flush=True)
"""


@dataclass(frozen=True)
class NoSandbox:
    """Stands in where no sandbox holds: every run is `not_executed: no_sandbox` with the cause."""

    detail: str

    def run_python(
        self,
        code: str,
        files: Mapping[str, bytes] | None = None,
        limits: SandboxLimits = DEFAULT_LIMITS,
    ) -> SandboxResult:
        """Refuse; `detail` holds bubblewrap's own error and the fix."""
        return SandboxResult("not_executed", f"{self.detail}. {FIX}", reason="no_sandbox")


@cache
def open_sandbox() -> Sandbox:
    """The sandbox of this machine, tested once per process, or a `NoSandbox` that says why."""
    missing = [name for name in ("bwrap", "prlimit", "tar") if shutil.which(name) is None]
    if sys.platform != "linux" or missing:
        return NoSandbox(f"needs Linux with {', '.join(missing) or 'bubblewrap'}")
    isolation: Isolation = "bubblewrap_root" if os.geteuid() == 0 else "bubblewrap_user"
    sandbox = BubblewrapSandbox(isolation, matplotlib_font_cache())
    failure = self_test(sandbox)
    return sandbox if failure is None else NoSandbox(failure)


def self_test(sandbox: Sandbox) -> str | None:
    """Run the probe; None when everything that must be absent is, else what is wrong."""
    with tempfile.NamedTemporaryFile(prefix="sandbox-marker-") as marker:
        files = {"marker": f"{marker.name}|{os.getpid()}".encode()}
        result = sandbox.run_python(PROBE, files, SandboxLimits(wall_s=10.0))
    if result.status == "not_executed":
        return result.detail
    try:
        checks = json.loads(result.stdout)
    except ValueError:
        return f"self-test did not answer: {result.status} {result.detail}"
    wrong = [name for name, holds in checks.items() if not holds]
    return f"self-test failed: not true that {', '.join(wrong)}" if wrong else None


def matplotlib_font_cache() -> Path | None:
    """Matplotlib's font list of this environment, built if absent; None without Matplotlib."""
    try:
        import matplotlib
        import matplotlib.font_manager
    except ImportError:
        return None
    found = sorted(Path(matplotlib.get_cachedir()).glob("fontlist-v*.json"))
    return found[-1] if found else None
