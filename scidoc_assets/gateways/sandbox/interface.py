"""What a sandbox is: limits in, a result with a status of a closed list out.

Holds data and the protocol. Refuses any knowledge of bubblewrap or of scoring.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

SandboxStatus = Literal[
    "ok",
    "failed",
    "killed",
    "time_limit",
    "memory_limit",
    "output_limit",
    "bad_output",
    "not_executed",
]
NotExecutedReason = Literal["no_sandbox", "bad_input"]
Isolation = Literal["bubblewrap_root", "bubblewrap_user", "none"]


@dataclass(frozen=True)
class SandboxLimits:
    """Limits of one run. `memory_mb` caps the whole process tree, `address_space_mb` one process.

    `disk_mb` is the size of each writable tmpfs (/out, /tmp, /dev/shm), `file_mb` of one file,
    `scratch_files` the number of files in all of them.
    """

    wall_s: float = 20.0
    cpu_s: int = 15
    memory_mb: int = 1024
    address_space_mb: int = 4096
    disk_mb: int = 64
    file_mb: int = 32
    scratch_files: int = 20_000
    processes: int = 64
    open_files: int = 256
    stdout_bytes: int = 200_000
    output_files: int = 64
    output_bytes: int = 32_000_000


DEFAULT_LIMITS = SandboxLimits()


@dataclass(frozen=True)
class SandboxResult:
    """What happened. `outputs` are the regular files left in /out, by relative name.

    `detail` says what in words; `isolation` names what held the code in, kept with every score.
    """

    status: SandboxStatus
    detail: str
    stdout: str = ""
    stderr: str = ""
    exit_code: int | None = None
    outputs: Mapping[str, bytes] = field(default_factory=dict)
    isolation: Isolation = "none"
    reason: NotExecutedReason | None = None
    wall_s: float = 0.0


class Sandbox(Protocol):
    """Anything that runs a Python program without harm to the host."""

    def run_python(
        self,
        code: str,
        files: Mapping[str, bytes] | None = None,
        limits: SandboxLimits = DEFAULT_LIMITS,
    ) -> SandboxResult:
        """Run `code` as a script in /out with `files` beside it; see `SandboxResult`."""
        ...
