"""Where in a document reading has come to: front, contents, abstract, body or references.

Headings open zones, and so do long text and entries [1] and [2] of a list without a heading; a block's role depends on its zone. Refuses to take a
section about references for a reference list: entries must follow.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from scidoc_assets.domain.layouts.columns import word_count
from scidoc_assets.domain.layouts.headings import NAMED, NUMBERED
from scidoc_assets.domain.layouts.paragraphs import MARKER, TextBlock
from scidoc_assets.schemas.layouts import Category

MAX_ABSTRACT_WORDS = 480
REFERENCES = re.compile(
    r"^\W*(?:[\dIVX]{1,4}[.)]?\s+)?(?:references?(?: and notes| cited)?|bibliography|literature cited|"
    r"works cited|literature|r\u00e9f\u00e9rences(?: bibliographiques)?|bibliographie|literatur(?:verzeichnis)?|"
    r"referencias(?: bibliogr\u00e1ficas)?|bibliograf\u00eda|\u53c2\u8003\u6587\u732e)\W*$",
    re.IGNORECASE,
)
_ABSTRACT = re.compile(
    r"^\W*(?:abstract|summary|a\s?b\s?s\s?t\s?r\s?a\s?c\s?t|\u6458\s*\u8981)\b", re.IGNORECASE
)
_ABSTRACT_HEAD = re.compile(
    r"^\W*(?:abstract|summary|a b s t r a c t|\u6458\s*\u8981)\W*$", re.IGNORECASE
)
_CONTENTS = re.compile(
    r"^\W*(?:table of )?contents\W*$|^\W*inhaltsverzeichnis\W*$|^\W*table des mati\w+res\W*$|^\W*\u76ee\s*\u5f55\W*$",
    re.IGNORECASE,
)
_LISTED = re.compile(r"\S[\s.\u2026]+(?:\d{1,3}|[ivxl]{1,6})\s*$")
_FIRST_ENTRY, _SECOND_ENTRY = re.compile(r"^\[1\]\s"), re.compile(r"^\[2\]\s")
_LOOKS_LIKE_ENTRY = re.compile(
    r"\b(?:1[6-9]|20)\d\d[a-z]?\b|\bdoi\b|arxiv|https?:|\bin press\b|\bet al\b|\bpp?\. ?\d",
    re.IGNORECASE,
)


class Zone:
    """Where in a document reading has come to: front, abstract, body or references."""

    def __init__(self) -> None:
        self.name = "front"
        self._page = 0
        self._words = 0.0
        self._reference_size = 0.0

    def role_of(
        self, role: Category, block: TextBlock, text: str, below: Sequence[TextBlock]
    ) -> Category:
        """Return the role of a block in its zone; headings and long text move the zone on.

        `below`: the next two blocks.
        """
        if self.name == "contents" and role != "footnote":
            if _LISTED.search(block.flat_text):
                return "other"
            self._enter("body", block)
        if role == "section_header":
            return self._heading(block, text, below)
        if self.name == "front" and (block.page_index > 0 or word_count(text) > 30):
            self._enter("abstract" if _is_abstract_start(text) else "body", block)
        if self.name == "abstract":
            self._words += word_count(text)
            if self._words > MAX_ABSTRACT_WORDS or block.page_index > self._page + 1:
                self._enter("body", block)
        if self.name != "references" and role == "list_item" and _opens_a_list(text, below):
            self._reference_size = block.size
            self._enter("references", block)
        return _zoned(role, self.name, text)

    def _heading(self, block: TextBlock, text: str, below: Sequence[TextBlock]) -> Category:
        """Enter the zone that a heading opens, unless it is none (a name, a bold entry)."""
        is_named = bool(NAMED.match(text))
        if _CONTENTS.match(text):
            self._enter("contents", block)
            return "section_header"
        if self.name == "front" and block.page_index == 0 and not _opens_the_body(text):
            return "author"
        if self.name == "references" and not is_named and block.size < self._reference_size - 0.4:
            return "reference_entry"
        if REFERENCES.match(text) and _lists_entries(below):
            self._reference_size = block.size
            self._enter("references", block)
        elif _ABSTRACT_HEAD.match(text) and self.name == "front" and block.page_index <= 1:
            self._enter("abstract", block)
        else:
            self._enter("body", block)
        return "section_header"

    def _enter(self, name: str, block: TextBlock) -> None:
        """Move to another zone."""
        self.name, self._page, self._words = name, block.page_index, 0.0


def _lists_entries(below: Sequence[TextBlock]) -> bool:
    """Say whether what follows a heading can be a reference list: a mark, a year or a link shows it."""
    return not below or any(
        MARKER.match(b.flat_text) or _LOOKS_LIKE_ENTRY.search(b.flat_text) for b in below
    )


def _opens_a_list(text: str, below: Sequence[TextBlock]) -> bool:
    """Say whether a reference list without a heading begins: [1] and [2] that look like entries."""
    return (
        bool(_FIRST_ENTRY.match(text) and _LOOKS_LIKE_ENTRY.search(text) and below)
        and _SECOND_ENTRY.match(below[0].flat_text) is not None
        and _LOOKS_LIKE_ENTRY.search(below[0].flat_text) is not None
    )


def _opens_the_body(text: str) -> bool:
    """Say whether a heading can be the first of a paper: named or numbered, no author's initial."""
    numbered = NUMBERED.match(text)
    is_first = numbered is not None and (
        numbered["number"][0].isdigit() or numbered["number"] == "I"
    )
    return bool(NAMED.match(text)) or is_first


def _is_abstract_start(text: str) -> bool:
    """Say whether a block begins with the word abstract run in."""
    return bool(_ABSTRACT.match(text)) and word_count(text) > 8


def _zoned(role: Category, zone: str, text: str) -> Category:
    """Return the role a block has in its zone of the document."""
    if role not in ("paragraph", "list_item", "other"):
        return role
    if zone == "references":
        return "reference_entry"
    if zone == "abstract" and role == "paragraph" and word_count(text) > 8:
        return "abstract"
    if zone == "front" and word_count(text) < 60 and not text.endswith("."):
        return "author"
    return role
