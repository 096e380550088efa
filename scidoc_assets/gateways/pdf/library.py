"""PyMuPDF without its layout model: every gateway takes the library from here.

PyMuPDF 2.0 opens an ONNX layout model and loads its Markdown converter as it is imported, 0.5 to
0.9 s in each process, and nothing here asks them. Refuses to hide them for good: whoever imports
`pymupdf.layout` or `pymupdf4llm` afterwards gets them.
"""

from __future__ import annotations

import sys
from typing import Any

_UNUSED = ("pymupdf.layout", "pymupdf4llm")
_modules: dict[str, Any] = sys.modules
_hidden = [] if "pymupdf" in _modules else [name for name in _UNUSED if name not in _modules]
for _name in _hidden:
    _modules[_name] = None  # Python's own way to say that an import fails; PyMuPDF expects that
try:
    import pymupdf
    from pymupdf.mupdf import FzErrorBase
finally:
    for _name in _hidden:
        del _modules[_name]

# The converter sets this as it is imported; set here, boxes are the same whoever came first: quads
# as the fonts have them, not stretched to cover odd ascenders.
pymupdf.TOOLS.unset_quad_corrections(True)

__all__ = ["FzErrorBase", "pymupdf"]
