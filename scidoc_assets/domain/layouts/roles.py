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
from scidoc_assets.domain.layouts.headings import (
    NAMED,
    is_heading,
    plain_heading,
    stands_apart,
)
from scidoc_assets.domain.layouts.paragraphs import MARKER, TextBlock
from scidoc_assets.domain.layouts.zones import Zone
from scidoc_assets.schemas.layouts import Category, Supercategory
from scidoc_assets.schemas.pages import TextLine, TextStyle, is_typewriter

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
    zone = Zone()
    roles: list[Category] = []
    for index, block in enumerate(blocks):
        text = plain_heading(block.flat_text)
        role: Category = "title"
        if index != title and not _is_second_title_line(blocks, index, roles):
            role = _plain_role(blocks, index, page_heights, style)
            role = zone.role_of(role, block, text, blocks[index + 1 : index + 3])
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
    if not is_code and is_heading(block, style, stands_apart(blocks, index, style)):
        return "section_header"
    if is_code and len(block.lines) >= 2:
        return "algorithm"
    if len(list(islice(filter(str.isalpha, text), 3))) < 3:
        return "other"
    is_item = MARKER.match(text) is not None or _hangs(block)
    return "list_item" if is_item and word_count(text) >= 2 else "paragraph"


def _hangs(block: TextBlock) -> bool:
    """Say whether a block's first line stands out to the left of all others, which are level.

    Words must stand in both of the first two lines, and small letters open a term of another type.
    """
    if block.lines[-1].bbox_pt[0] <= block.lines[0].bbox_pt[0]:
        return False
    first, *rest = (ln for k, ln in enumerate(block.lines) if _begins_row(block.lines, k))
    lefts = [ln.bbox_pt[0] for ln in rest]
    if not lefts or max(lefts) - min(lefts) > 2.0 or abs(first.size - rest[0].size) > 0.5:
        return False
    if min(map(_plain_words, (first, rest[0]))) < 2 or first.bbox_pt[2] < rest[0].bbox_pt[2] - 2:
        return False
    is_term = not first.text.lstrip()[:1].islower() or first.spans[0].font != rest[0].font
    return is_term and min(lefts) - first.bbox_pt[0] > block.size


def _plain_words(line: TextLine) -> int:
    return sum(w.strip(".,;:()").isalpha() and len(w) > 2 for w in line.text.split())


def _begins_row(lines: Sequence[TextLine], k: int) -> bool:
    """Say whether a line is the first of its row."""
    return not k or lines[k].baseline - lines[k - 1].baseline > 0.45 * lines[k].size


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
