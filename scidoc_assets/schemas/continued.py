"""What a caption says when it goes on from an earlier page: "(continued)", in several languages.

Holds the words that captions and citing text share. Refuses pointers onwards ("continued on next
page"), which stand under the part before.
"""

from __future__ import annotations

import re

_IN_BRACKETS = re.compile(
    r"[(\uff08]\s*(?:cont(?:inued|['\u2019]?d)?|fortsetzung|forts|suite|continuaci[o\u00f3]n"
    r"|continua[c\u00e7][a\u00e3]o|segue|vervolg|\u7eed|\u7e8c|\u7d9a\u304d?)[\s.\u2026]*[)\uff09]",
    re.IGNORECASE,
)


def says_continued(text: str) -> bool:
    """Say whether a caption has the remark "(continued)" anywhere; raises nothing."""
    return _IN_BRACKETS.search(text) is not None
