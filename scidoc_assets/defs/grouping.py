"""Rows of a shard by paper, in their stored order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar


class OfPaper(Protocol):
    """A row that belongs to a paper."""

    @property
    def paper_id(self) -> str: ...


R = TypeVar("R", bound=OfPaper)


def by_paper(rows: Sequence[R]) -> dict[str, list[R]]:
    """paper_id -> its rows."""
    groups: dict[str, list[R]] = {}
    for row in rows:
        groups.setdefault(row.paper_id, []).append(row)
    return groups
