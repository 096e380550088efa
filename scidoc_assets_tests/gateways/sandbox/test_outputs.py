"""What a program leaves is read as hostile: only plain files with plain names come out."""

from __future__ import annotations

import io
import tarfile

import pytest

from scidoc_assets.gateways.sandbox.interface import SandboxLimits
from scidoc_assets.gateways.sandbox.outputs import (
    BadOutputError,
    TooMuchOutputError,
    is_plain_name,
    read_outputs,
)


def _tar(*members: tuple[str, bytes, bytes]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        for name, kind, data in members:
            info = tarfile.TarInfo(name)
            info.type, info.size, info.linkname = kind, len(data), "/etc/passwd"
            tar.addfile(info, io.BytesIO(data))
    return out.getvalue()


def test_plain_files_come_out_by_relative_name() -> None:
    archive = _tar(("./a", tarfile.REGTYPE, b"1"), ("d/b", tarfile.REGTYPE, b"2"))
    assert read_outputs(archive, SandboxLimits()) == {"a": b"1", "d/b": b"2"}


@pytest.mark.parametrize(
    "kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE]
)
def test_links_pipes_and_devices_are_refused(kind: bytes) -> None:
    with pytest.raises(BadOutputError, match="x: not a regular file"):
        read_outputs(_tar(("x", kind, b"")), SandboxLimits())


@pytest.mark.parametrize("name", ["/abs", "../up", "a/../../up"])
def test_names_that_leave_the_folder_are_refused(name: str) -> None:
    with pytest.raises(BadOutputError, match="leaves the output folder"):
        read_outputs(_tar((name, tarfile.REGTYPE, b"")), SandboxLimits())


def test_too_many_files_or_bytes_are_refused() -> None:
    many = _tar(*((f"f{i}", tarfile.REGTYPE, b"") for i in range(5)))
    with pytest.raises(TooMuchOutputError):
        read_outputs(many, SandboxLimits(output_files=4))
    with pytest.raises(TooMuchOutputError):
        read_outputs(_tar(("f", tarfile.REGTYPE, b"12345")), SandboxLimits(output_bytes=4))


def test_a_broken_archive_is_named_and_not_a_crash() -> None:
    with pytest.raises(BadOutputError, match="archive"):
        read_outputs(b"garbage" * 100, SandboxLimits())


@pytest.mark.parametrize("name", ["", "..", "/a", "a/../b", "a\0b"])
def test_bad_input_names_are_not_plain(name: str) -> None:
    assert not is_plain_name(name)
