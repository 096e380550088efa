"""Reading what a sandboxed program left behind: itself an attack surface.

Holds the tar reader. Refuses links, devices, pipes, sparse members, names that leave the folder,
and more files or bytes than allowed. Nothing is ever written to the host's disk.
"""

from __future__ import annotations

import io
import tarfile
from pathlib import PurePosixPath

from scidoc_assets.gateways.sandbox.interface import SandboxLimits


class BadOutputError(ValueError):
    """The program left something that is not a plain file, or a broken archive."""


class TooMuchOutputError(ValueError):
    """The program left more files or bytes than the limits allow."""


def is_plain_name(name: str) -> bool:
    """Whether `name` is a relative path that stays inside its folder."""
    path = PurePosixPath(name)
    return (
        bool(path.parts) and not path.is_absolute() and ".." not in path.parts and "\0" not in name
    )


def read_outputs(archive: bytes, limits: SandboxLimits) -> dict[str, bytes]:
    """Regular files of a tar held in memory, by name relative to its root.

    Raises `BadOutputError` or `TooMuchOutputError`; the message names the member.
    """
    outputs: dict[str, bytes] = {}
    total = 0
    try:
        with tarfile.open(fileobj=io.BytesIO(archive), mode="r:") as tar:
            for member in tar:
                if member.isdir():
                    continue
                name = member.name.removeprefix("./")
                _refuse_special(member, name)
                total += member.size
                if len(outputs) >= limits.output_files or total > limits.output_bytes:
                    raise TooMuchOutputError(f"{name}: over the limit of files or bytes")
                extracted = tar.extractfile(member)
                outputs[name] = extracted.read() if extracted else b""
    except (tarfile.TarError, EOFError, UnicodeError) as error:
        raise BadOutputError(f"archive: {error}") from error
    return outputs


def _refuse_special(member: tarfile.TarInfo, name: str) -> None:
    is_regular = member.type in (tarfile.REGTYPE, tarfile.AREGTYPE) and not member.sparse
    if not is_regular:
        raise BadOutputError(f"{name}: not a regular file")
    if not is_plain_name(name):
        raise BadOutputError(f"{name}: leaves the output folder")
