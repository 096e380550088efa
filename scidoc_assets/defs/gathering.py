"""Many calls at once, results in the order they were planned."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from scidoc_assets.gateways.llm.runner import map_bounded

Item = TypeVar("Item")
Result = TypeVar("Result")


async def gather_bounded(
    function: Callable[[Item], Awaitable[Result]], items: Sequence[Item], workers: int
) -> list[Result]:
    """Results of `function` over `items`, at most `workers` at a time."""
    pairs = [pair async for pair in map_bounded(function, items, workers)]
    return [result for _, result in sorted(pairs, key=lambda pair: pair[0])]
