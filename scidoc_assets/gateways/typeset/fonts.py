"""Fonts that come inside pinned packages, as bytes the typesetter and Matplotlib both accept.

Refuses fonts of the machine and downloads.
"""

from __future__ import annotations

import io
from functools import cache

from fontTools.ttLib import TTFont

from scidoc_assets.gateways.pdf.library import pymupdf

CHINESE_FAMILY = "Droid Sans Fallback"


@cache
def chinese_font() -> bytes:
    """The CJK font that PyMuPDF ships, TrueType, family `CHINESE_FAMILY`.

    Its name table lacks the full and PostScript names, without which typst ignores the file
    silently; they are added here, nothing else is changed.
    """
    font = TTFont(io.BytesIO(pymupdf.Font("cjk").buffer), recalcTimestamp=False, recalcBBoxes=False)
    for name_id, text in ((4, CHINESE_FAMILY), (6, CHINESE_FAMILY.replace(" ", ""))):
        font["name"].setName(text, name_id, 3, 1, 0x409)
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()
