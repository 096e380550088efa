"""Lines of files that people hand in: how they are cut, and how bad ones are named.

One form of refusal for every import: file, line number, field and reason, all of them at once. A
line ends at a line feed and nowhere else: U+2028 and its like stand inside JSON texts, where
`str.splitlines` would cut them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

SHOWN = 20


@dataclass(frozen=True)
class BadLine:
    """A refused line; `line` counts from 1, `field` is a dotted path or `(line)`."""

    file: str
    line: int
    field: str
    reason: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.field}: {self.reason}"


class LinesRefused(ValueError):
    """What `name` stands for has bad lines and nothing of it may be stored; `bad_lines`: all."""

    def __init__(self, name: str, bad_lines: Sequence[BadLine]) -> None:
        self.bad_lines = list(bad_lines)
        shown = "\n".join(f"  {bad}" for bad in self.bad_lines[:SHOWN])
        more = len(self.bad_lines) - SHOWN
        rest = f"\n  and {more} more" if more > 0 else ""
        super().__init__(
            f"{name}: {len(self.bad_lines)} bad line(s), nothing imported; "
            f"correct them and import again\n{shown}{rest}"
        )


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """(line number from 1, line) of every line that is not blank; a byte order mark is dropped."""
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        if line.strip():
            yield number, line.removesuffix("\r")
