"""The real sandbox for probe tests; they skip with its own reason where none holds."""

from __future__ import annotations

import pytest

from scidoc_assets.gateways.sandbox.interface import Sandbox
from scidoc_assets.gateways.sandbox.selftest import NoSandbox, open_sandbox


@pytest.fixture(scope="session")
def sandbox() -> Sandbox:
    found = open_sandbox()
    if isinstance(found, NoSandbox):
        pytest.skip(f"no sandbox on this machine: {found.detail}")
    return found
