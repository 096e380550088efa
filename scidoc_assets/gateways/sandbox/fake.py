"""A sandbox for tests: records what it was asked to run and answers with what it was given.

Refuses to run anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scidoc_assets.gateways.sandbox.interface import (
    DEFAULT_LIMITS,
    SandboxLimits,
    SandboxResult,
)


@dataclass
class FakeSandbox:
    """Returns `results` in turn, the last one for ever; `requests` lists (code, file names)."""

    results: list[SandboxResult]
    requests: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)

    def run_python(
        self,
        code: str,
        files: Mapping[str, bytes] | None = None,
        limits: SandboxLimits = DEFAULT_LIMITS,
    ) -> SandboxResult:
        """Record the request and return the next given result."""
        self.requests.append((code, tuple(sorted(files or {}))))
        return self.results[min(len(self.requests), len(self.results)) - 1]
