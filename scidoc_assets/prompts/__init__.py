"""Prompt texts, `<stage>/<name>.v<N>.md`, loaded with their hash. Text only: no logic, no defaults."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
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


def fill(template: str, slots: Mapping[str, str]) -> str:
    """A template with each `{{slot}}` filled in once, left to right: a value that spells a slot is
    not filled in again. Raises KeyError naming a slot that is not given."""
    pieces = template.split("{{")
    filled = [pieces[0]]
    for piece in pieces[1:]:
        name, _, rest = piece.partition("}}")
        filled += [slots[name.strip()], rest]
    return "".join(filled)


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
