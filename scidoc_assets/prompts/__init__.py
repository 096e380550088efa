"""Prompt texts, `<stage>/<name>.v<N>.md`, loaded with their hash. Text only: no logic, no defaults."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib import resources


@dataclass(frozen=True)
class Prompt:
    """A prompt file: `name` is `<stage>/<name>`, `sha256` is of its bytes."""

    name: str
    version: str
    text: str
    sha256: str


@cache
def load_prompt(name: str, version: str = "v1") -> Prompt:
    """Read `<name>.<version>.md` out of this package. Raises FileNotFoundError naming the file."""
    path = resources.files(__name__).joinpath(f"{name}.{version}.md")
    try:
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise FileNotFoundError(
            f"no prompt file {name}.{version}.md in scidoc_assets/prompts"
        ) from error
    return Prompt(name, version, data.decode("utf-8"), hashlib.sha256(data).hexdigest())
