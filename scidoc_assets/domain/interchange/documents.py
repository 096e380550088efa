"""Any document that can be imported, told by what it says of itself.

Refuses JSON that names neither format.
"""

from __future__ import annotations

import hashlib

from scidoc_assets.domain.interchange.docling import docling_layout
from scidoc_assets.domain.interchange.ir_json import InterchangeError, ir_layout, read_object
from scidoc_assets.schemas.layouts import ParsedLayout


def read_layout(text: str, paper_id: str) -> ParsedLayout:
    """The layout of an IR JSON (which keeps its own paper id) or of a DoclingDocument JSON.

    Raises InterchangeError with field and reason.
    """
    value = read_object(text)
    if "schema_name" in value:
        return docling_layout(value, paper_id, hashlib.sha256(text.encode()).hexdigest())
    if "format" in value:
        return ir_layout(value)
    raise InterchangeError(
        "document",
        'want `"format": "scidoc-ir"` (scidoc parse --out) or `"schema_name": "DoclingDocument"`',
    )
