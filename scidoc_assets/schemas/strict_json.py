"""JSON as the standard has it: refuses NaN and infinities, and objects that hold a key twice.

Python's reader takes both silently, and of a repeated key the last value wins.
"""

from __future__ import annotations

import json


def strict_json(text: str) -> object:
    """The value of a JSON text. Raises ValueError saying why it is refused."""
    return json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_refuse_repeats)


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")


def _refuse_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    keys = [key for key, _ in pairs]
    repeated = sorted({key for key in keys if keys.count(key) > 1})
    if repeated:
        raise ValueError(f"repeated key: {', '.join(repeated)}")
    return dict(pairs)
