"""What is known of a LaTeX paper while it is read from front to back.

Holds the state of the reading and the small questions asked of pylatexenc's nodes. Refuses to
interpret: what a command means is decided in elements.py and numbered.py.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from scidoc_assets.schemas.latex import ElementKind

LABEL = re.compile(r"\\label\s*\{([^{}]*)\}")


@dataclass(slots=True)
class Draft:
    kind: ElementKind
    nodes: list[Any]
    latex: str
    level: int | None = None
    number: str | None = None
    label: str | None = None
    parent: int | None = None
    float_kind: str | None = None


@dataclass(slots=True)
class Walk:
    """What is known while the source is read from front to back."""

    drafts: list[Draft] = field(default_factory=list)
    open: list[Any] = field(default_factory=list)
    counters: Counter[str] = field(default_factory=Counter)
    kind: ElementKind = "paragraph"
    heading: int | None = None
    sub_equation: tuple[str, str] | None = None
    section: str | None = None
    within: frozenset[str] = frozenset()

    def next_number(self, counter: str) -> str:
        """Step a counter and print it, with its section where the paper numbers within sections."""
        self.counters[counter] += 1
        own = str(self.counters[counter])
        return f"{self.section}.{own}" if counter in self.within and self.section else own

    def open_section(self, number: str) -> None:
        """A numbered section of the first level begins: what counts within it starts again."""
        self.section = number
        for counter in self.within:
            self.counters[counter] = 0


def source_of(nodes: Sequence[Any]) -> str:
    return "".join(str(n.latex_verbatim()) for n in nodes if n is not None)


def label_in(latex: str) -> str | None:
    found = LABEL.search(latex)
    return found[1].strip() if found else None


def last_argument(node: Any) -> Any:
    """Last argument of a macro, None without arguments."""
    arguments = node.nodeargd.argnlist if node.nodeargd else []
    return arguments[-1] if arguments else None
