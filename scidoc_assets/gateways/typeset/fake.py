"""A typesetter for tests: records what it was asked and answers with what it was given.

Refuses to compile anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scidoc_assets.gateways.typeset.interface import TypesetDocument


@dataclass
class FakeTypesetter:
    """Returns `document` every time; `requests` lists (name, source, file names)."""

    document: TypesetDocument
    requests: list[tuple[str, str, tuple[str, ...]]] = field(default_factory=list)

    def typeset(
        self, name: str, source: str, files: Mapping[str, bytes], fonts: Mapping[str, bytes]
    ) -> TypesetDocument:
        """Record the request and return the given document."""
        self.requests.append((name, source, tuple(sorted({*files, *fonts}))))
        return self.document
