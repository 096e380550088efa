"""The command line binds nothing of the host for writing and limits every scratch folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from scidoc_assets.gateways.sandbox.command import sandbox_command
from scidoc_assets.gateways.sandbox.interface import Isolation, SandboxLimits


@pytest.mark.parametrize("isolation", ["bubblewrap_root", "bubblewrap_user"])
def test_no_host_folder_is_bound_writable(isolation: Isolation) -> None:
    command = sandbox_command(isolation, Path("/inputs"), SandboxLimits(), 7, None)
    assert "--bind" not in command
    assert "--dev-bind" not in command
    assert command.count("--tmpfs") == command.count("--size") == 3


def test_a_user_gets_a_user_namespace_and_root_drops_to_a_high_uid() -> None:
    user = sandbox_command("bubblewrap_user", Path("/inputs"), SandboxLimits(), 7, None)
    root = sandbox_command("bubblewrap_root", Path("/inputs"), SandboxLimits(), 7, None)
    assert "--disable-userns" in user
    assert "setpriv" not in user
    assert "--no-new-privs" in root
    assert "--unshare-user" not in root
