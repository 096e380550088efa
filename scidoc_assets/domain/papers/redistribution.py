"""Whether a licence lets others have a paper's pages, with boxes drawn on them.

Refuses by default: no statement, `no derivatives` and agreements with one host only mean no.
"""

from __future__ import annotations

import re

_OPEN = re.compile(r"^(cc0|cc[\s-]?by(?:[\s-]nc)?(?:[\s-]sa)?(?=[\s-]*\d|$)|public domain)", re.I)
_ADDRESS = re.compile(r"creativecommons\.org/(publicdomain/zero|licenses/by(-nc)?(-sa)?/)", re.I)


def may_redistribute(licence: str | None) -> bool:
    """True for CC0 and Creative Commons licences that allow adapted copies (BY, NC, SA)."""
    if licence is None:
        return False
    text = licence.strip()
    return bool(_OPEN.match(text) or _ADDRESS.search(text))
