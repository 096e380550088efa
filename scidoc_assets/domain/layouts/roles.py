"""What each text block of a document is: title, author, abstract, heading, paragraph, ...

Works in reading order, since a block's role depends on the section it stands in. Refuses to leave
a block without a role: what fits nothing is `other` when it holds hardly any words, else a
paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

from scidoc_assets.domain.layouts.columns import word_count
from scidoc_assets.domain.layouts.displays import MATH_CHARS, is_math_font
from scidoc_assets.domain.layouts.headings import NAMED, NUMBERED, is_heading, plain_heading
from scidoc_assets.domain.layouts.paragraphs import MARKER, TextBlock
from scidoc_assets.schemas.layouts import Category, Supercategory
from scidoc_assets.schemas.pages import TextStyle, is_typewriter

MAX_ABSTRACT_WORDS = 480
REFERENCES = re.compile(
    r"^\W*(?:[\dIVX]{1,4}[.)]?\s+)?(?:references?(?: and notes| cited)?|bibliography|literature cited|"
    r"works cited|literature|\u53c2\u8003\u6587\u732e)\W*$",
    re.IGNORECASE,
)
_ABSTRACT = re.compile(
    r"^\W*(?:abstract|summary|a\s?b\s?s\s?t\s?r\s?a\s?c\s?t|\u6458\s*\u8981)\b", re.IGNORECASE
)
_ABSTRACT_HEAD = re.compile(
    r"^\W*(?:abstract|summary|a b s t r a c t|\u6458\s*\u8981)\W*$", re.IGNORECASE
)
_FOOTNOTE = re.compile(
    r"^\s*(?:\d{1,2}|[*\u2217\u2020\u2021\u00a7\u00b6\u2016#]{1,3}|[a-z])\s?[^\s.)\d]"
)
_EQUATION_NUMBER = re.compile(r"\(\s*[A-Z]?\.?\d{1,3}(?:\.\d{1,3})?[a-z]?\s*\)\s*$")
SUPERCATEGORY: dict[Category, Supercategory] = {
    "title": "heading",
    "author": "text",
    "abstract": "text",
    "section_header": "heading",
    "paragraph": "text",
    "list_item": "text",
    "figure": "float",
    "table": "float",
    "caption": "caption",
    "equation": "math",
    "footnote": "text",
    "reference_entry": "reference",
    "header": "furniture",
    "footer": "furniture",
    "page_number": "furniture",
    "algorithm": "float",
    "other": "other",
}


def block_roles(
    blocks: Sequence[TextBlock], page_heights: Sequence[float], style: TextStyle
) -> list[Category]:
    """Return the category of each block; blocks come in reading order.

    `page_heights[i]` is the height of page i in points.
    """
    title = _title_index(blocks, page_heights, style)
    zone = _Zone()
    roles: list[Category] = []
    for index, block in enumerate(blocks):
        text = plain_heading(block.flat_text)
        role: Category = "title"
        if index != title and not _is_second_title_line(blocks, index, roles):
            role = _plain_role(blocks, index, page_heights, style)
            role = zone.role_of(role, block, text)
        roles.append(role)
    return roles


def _is_second_title_line(
    blocks: Sequence[TextBlock], index: int, roles: Sequence[Category]
) -> bool:
    """Say whether a block goes on with the title right above it, in the same type."""
    if not roles or roles[-1] != "title" or blocks[index].page_index != 0:
        return False
    above, block = blocks[index - 1], blocks[index]
    gap = block.bbox_pt[1] - above.bbox_pt[3]
    same = abs(block.size - above.size) < 0.5 and block.lines[0].font == above.lines[-1].font
    return same and gap < 2.0 * block.size


class _Zone:
    """Where in a document reading has come to: front, abstract, body or references."""

    def __init__(self) -> None:
        self.name = "front"
        self._page = 0
        self._words = 0.0
        self._reference_size = 0.0

    def role_of(self, role: Category, block: TextBlock, text: str) -> Category:
        """Return the role of a block in its zone; headings and long text move the zone on."""
        if role == "section_header":
            return self._heading(block, text)
        if self.name == "front" and (block.page_index > 0 or word_count(text) > 30):
            self._enter("abstract" if _is_abstract_start(text) else "body", block)
        if self.name == "abstract":
            self._words += word_count(text)
            if self._words > MAX_ABSTRACT_WORDS or block.page_index > self._page + 1:
                self._enter("body", block)
        return _zoned(role, self.name, text)

    def _heading(self, block: TextBlock, text: str) -> Category:
        """Enter the zone that a heading opens, unless it is none (a name, a bold entry)."""
        is_named = bool(NAMED.match(text))
        if self.name == "front" and block.page_index == 0 and not _opens_the_body(text):
            return "author"
        if self.name == "references" and not is_named and block.size < self._reference_size - 0.4:
            return "reference_entry"
        if REFERENCES.match(text):
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


def _opens_the_body(text: str) -> bool:
    """Say whether a heading can be the first of a paper: named or numbered, no author's initial."""
    numbered = NUMBERED.match(text)
    is_first = numbered is not None and (
        numbered["number"][0].isdigit() or numbered["number"] == "I"
    )
    return bool(NAMED.match(text)) or is_first


def _title_index(
    blocks: Sequence[TextBlock], page_heights: Sequence[float], style: TextStyle
) -> int | None:
    """Return the largest block of two words and more in the upper part of the first page."""
    best: tuple[float, int] | None = None
    for index, block in enumerate(blocks):
        if block.page_index != 0 or block.bbox_pt[1] > 0.6 * page_heights[0]:
            continue
        text = block.text.strip()
        if len(text) < 8 or word_count(text) < 2 or block.size < style.size + 1.5:
            continue
        if best is None or block.size > best[0] + 0.5:
            best = (block.size, index)
    if best is not None:
        return best[1]
    for index, block in enumerate(blocks[:3]):
        text = plain_heading(block.flat_text)
        if block.page_index == 0 and is_heading(block, style) and word_count(text) >= 3:
            return None if NAMED.match(text) else index
    return None


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


def _plain_role(
    blocks: Sequence[TextBlock], index: int, page_heights: Sequence[float], style: TextStyle
) -> Category:
    """Return the role that a block's own look gives it."""
    block = blocks[index]
    text = block.flat_text
    if block.is_display:
        return "equation"
    if _is_footnote(blocks, index, page_heights[block.page_index], style):
        return "footnote"
    if _is_equation(block, text):
        return "equation"
    is_code = _is_code(block)
    if not is_code and is_heading(block, style):
        return "section_header"
    if is_code and len(block.lines) >= 2:
        return "algorithm"
    if len(list(islice(filter(str.isalpha, text), 3))) < 3:
        return "other"
    return "list_item" if MARKER.match(text) and word_count(text) >= 2 else "paragraph"


def _is_footnote(blocks: Sequence[TextBlock], index: int, height: float, style: TextStyle) -> bool:
    """Say whether a block is a note: small type, a mark in front, no body text below it."""
    block = blocks[index]
    if block.size > style.size - 0.7 or block.bbox_pt[1] < 0.5 * height:
        return False
    if not _FOOTNOTE.match(block.text):
        return False
    return not any(
        other.page_index == block.page_index
        and other.column_index == block.column_index
        and other.bbox_pt[1] > block.bbox_pt[3]
        and other.size > style.size - 0.5
        and word_count(other.text) > 8
        for other in blocks
    )


def _is_equation(block: TextBlock, text: str) -> bool:
    """Say whether a block is a displayed formula: mathematical type, hardly any words."""
    words = (w for w in text.split() if len(w) > 3 and w.isalpha())
    if len(list(islice(words, 7))) > 6 or len(text) < 3:
        return False
    visible = text.replace(" ", "")
    fonts = frozenset(filter(is_math_font, block.fonts))
    spans = (s for ln in block.lines for s in ln.spans) if fonts else ()
    by_font = sum(len(s.text.strip()) for s in spans if s.font in fonts)
    marks = sum(map(_is_mark, visible))
    share = max(by_font, marks) / max(1, len(visible))
    has_number = bool(_EQUATION_NUMBER.search(text))
    is_formal = share > 0.3 and not MATH_CHARS.isdisjoint(visible)
    return is_formal or (has_number and share > 0.12)


@lru_cache(maxsize=4096)
def _is_mark(char: str) -> bool:
    """Say whether a character is a sign of formulas and no letter."""
    return char in MATH_CHARS or (not char.isascii() and not char.isalpha())


def _is_code(block: TextBlock) -> bool:
    """Say whether most characters are set in a typewriter face."""
    fonts = frozenset(filter(is_typewriter, block.fonts))
    if not fonts:
        return False
    mono = sum([len(s.text) for ln in block.lines for s in ln.spans if s.font in fonts])
    return mono > 0.7 * sum([len(s.text) for ln in block.lines for s in ln.spans])
