"""Files that a command writes for the user: whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path


def put_file(path: Path, data: bytes) -> None:
    """Write a file under its name only once it is complete; makes its folder. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(data)
    os.replace(part, path)
