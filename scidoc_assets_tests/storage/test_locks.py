"""A lock keeps a second process out, names its holder, and dies with it, even by kill -9."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from scidoc_assets.storage.locks import HeldError, holding
from scidoc_assets.storage.parquet import StoreError

HOLD = """
import sys, time
from pathlib import Path
from scidoc_assets.storage.locks import holding
with holding(Path(sys.argv[1]), "scidoc run"):
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_held_lock_names_its_process_and_a_killed_holder_gives_it_back(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / ".lock"
    with subprocess.Popen([sys.executable, "-c", HOLD, str(path)], stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        named = rf"another `scidoc run` \(process {other.pid}\)"
        with pytest.raises(HeldError, match=named), holding(path, "scidoc run"):
            pass
        os.kill(other.pid, signal.SIGKILL)
    with holding(path, "scidoc run"):
        assert path.read_text() == str(os.getpid())


def test_a_lock_that_cannot_be_made_says_where(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with (
        pytest.raises(StoreError, match=r"\.lock"),
        holding(tmp_path / "file" / ".lock", "scidoc run"),
    ):
        pass
