"""JSON as the standard has it: refuses NaN, infinities, and objects that hold a key twice.

Python's reader takes both silently, and of a repeated key the last value wins. Characters that
UTF-8 cannot hold are replaced and counted (`without_surrogates`; bug log B15).
"""

from __future__ import annotations

import json
from typing import Any

from scidoc_assets.schemas.text import replace_surrogates

DEEPEST = 100  # levels; far below what Python's own reader and writer bear


def strict_json(text: str) -> object:
    """The value of a JSON text. Raises ValueError saying why it is refused."""
    try:
        value = json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_refuse_repeats)
    except RecursionError as error:
        raise ValueError(f"nested more than {DEEPEST} levels deep") from error
    if text.count("[") + text.count("{") > DEEPEST and _is_deeper(value, DEEPEST):
        raise ValueError(f"nested more than {DEEPEST} levels deep")
    return value


def without_surrogates(value: Any) -> tuple[Any, int]:
    """A JSON value with U+FFFD for each character that UTF-8 or the store cannot hold, in keys and
    texts; and how many there were."""
    if isinstance(value, str):
        return replace_surrogates(value)
    if isinstance(value, list):
        parts = [without_surrogates(item) for item in value]
        return [part for part, _ in parts], sum(count for _, count in parts)
    if isinstance(value, dict):
        pairs = [(without_surrogates(k), without_surrogates(v)) for k, v in value.items()]
        return {k[0]: v[0] for k, v in pairs}, sum(k[1] + v[1] for k, v in pairs)
    return value, 0


def _is_deeper(value: Any, levels: int) -> bool:
    """Whether lists and objects stand in one another more than `levels` times."""
    inside = [value]
    for _ in range(levels):
        inside = [
            part
            for item in inside
            if isinstance(item, (list, dict))
            for part in (item.values() if isinstance(item, dict) else item)
        ]
    return any(isinstance(item, (list, dict)) for item in inside)


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")


def _refuse_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    keys = [key for key, _ in pairs]
    repeated = sorted({key for key in keys if keys.count(key) > 1})
    if repeated:
        raise ValueError(f"repeated key: {', '.join(repeated)}")
    return dict(pairs)
