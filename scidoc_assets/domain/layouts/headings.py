"""Section headings: what is one, and how deep it is.

Numbers decide the level where they are printed; otherwise type size does. Refuses run-in headings:
a heading is a block of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from scidoc_assets.domain.layouts.columns import word_count
from scidoc_assets.domain.layouts.paragraphs import TextBlock
from scidoc_assets.schemas.pages import TextStyle

MAX_WORDS = 22
MIN_WHITE, MAX_WHITE = 0.3, 2.2  # white between a heading and its text, of its size
_WORD = re.compile(r"[^\W\d_]{3}|[\u3400-\u9fff]{2}|^[A-Z]\s")
_FORMULA = re.compile(r"[=\u2211\u222b\u220f\u221d\u2264\u2265]")
_RUN_IN = re.compile(r"[a-z]{3}\.\s+[A-Z]")
_DEEP = re.compile(r"^\s*\d{1,2}(?:\.\d{1,2})+\.?\s+[^\W\d_]")
_SPACED = re.compile(r"(?:\S ){3,}\S")
NUMBERED = re.compile(
    r"^\s*(?P<number>\d{1,2}(?:\.\d{1,2}){0,4}|[A-Z](?:\.\d{1,2}){0,4}"
    r"|[IVX]{1,5}(?:\.(?:\d{1,2}|[A-Z]))*)[.)]?\s+"
    r"(?=[^\W\d_])"
)
_APPENDIX = re.compile(r"^\s*appendix\b", re.IGNORECASE)
NAMED = re.compile(
    r"^\W*(?:[\dIVXA-Z]{1,4}[.)]?\s+)?(?:abstract|introduction|background|related works?|methods?|"
    r"materials and methods|methodology|results?|results and discussion|discussion|conclusions?|"
    r"acknowledge?ments?|references|bibliography|literature cited|appendix|supplementary (?:material|"
    r"information)|data availability|author contributions|funding|competing interests|"
    r"\u6458\u8981|\u5f15\u8a00|\u7ed3\u8bba|\u53c2\u8003\u6587\u732e|\u81f4\u8c22|\u9644\u5f55)\W*$",
    re.IGNORECASE,
)
_CJK_NUMBERED = re.compile(
    r"^\s*(?:[\u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d\u5341]{1,3}[\u3001.\uff0e]|\d(?:\.\d)*[\u3001\s.]?\s*[\u4e00-\u9fff])"
)


def is_heading(block: TextBlock, style: TextStyle, is_apart: bool = False) -> bool:
    """Say whether a block is a section heading: few words, set apart by type, number or name.

    `is_apart`: it stands alone between white space and a paragraph, which tells where type does not.
    """
    text = plain_heading(block.flat_text)
    if not 2 <= len(text) <= 180 or word_count(text) > MAX_WORDS or len(block.lines) > 4:
        return False
    if not _WORD.search(text) or text.endswith((",", ";")) or _FORMULA.search(text):
        return False
    if text != block.flat_text and not NAMED.match(text):
        return False
    if len(text) > 50 and _RUN_IN.search(text):
        return False
    line = next(iter(block.lines))
    is_large = block.size > style.size + 0.8
    is_strong = all(ln.is_bold for ln in block.lines if len(ln.text.strip()) > 1)
    is_other = line.font != style.font and (block.size > style.size - 0.3 or is_apart)
    is_numbered = bool(NUMBERED.match(text) or _CJK_NUMBERED.match(text))
    is_named = bool(NAMED.match(text))
    is_capital = text.isupper() and len(text) > 5
    marks = 1.5 * is_large + 1.2 * is_strong + 0.7 * is_other + 1.0 * is_numbered
    marks += 2.0 * is_named + 0.8 * is_capital + 0.8 * bool(_DEEP.match(text))
    marks += 1.0 if is_apart and (is_other or is_strong) else 0.0
    marks -= 1.0 if text.endswith((".", "\u3002")) and not is_named else 0.0
    is_low = text[0].islower() and not (is_numbered or is_named)
    marks -= 0.8 if is_low else 0.0
    return marks >= 1.7


def stands_apart(blocks: Sequence[TextBlock], index: int, style: TextStyle) -> bool:
    """Say whether a line of one type has white above it and a paragraph of the body below it."""
    block = blocks[index]
    if len(block.lines) > 2 or index + 1 >= len(blocks) or len(block.fonts) > 1:
        return False
    text = block.flat_text
    if not text[:1].isalnum() or text[:1].islower() or text.endswith((".", "?", ":")):
        return False
    if word_count(text) > MAX_WORDS:
        return False
    below = blocks[index + 1]
    if not _is_same_column(block, below) or below.is_display or len(below.lines) < 2:
        return False
    gap = below.bbox_pt[1] - block.bbox_pt[3]
    is_body = abs(below.size - style.size) < 1.2 and word_count(below.text) > 12
    if not (is_body and MIN_WHITE * block.size < gap < MAX_WHITE * block.size):
        return False
    above = blocks[index - 1] if index else None
    if above is None or not _is_same_column(above, block):
        return True
    white = block.bbox_pt[1] - above.bbox_pt[3]
    return white > gap - 1.0 and white > 0.6 * block.size and not above.is_display


def _is_same_column(above: TextBlock, below: TextBlock) -> bool:
    """Say whether two blocks follow each other in one column of a page."""
    is_same = above.page_index == below.page_index and above.column_index == below.column_index
    return is_same and above.bbox_pt[1] < below.bbox_pt[1]


def plain_heading(flat_text: str) -> str:
    """Return the text of a heading, on one line, with letter-spaced type ("R e s u l t s") closed up."""
    return flat_text.replace(" ", "") if _SPACED.fullmatch(flat_text) else flat_text


def heading_levels(blocks: Sequence[TextBlock]) -> list[int]:
    """Return the level (1 = top) of each heading of a document, in reading order.

    A printed number of n parts is level n; an appendix letter is level 1; headings without a
    number take the level of numbered headings of their size, or the rank of their size.
    """
    depths = [_depth(block.text) for block in blocks]
    sizes = [(round(b.size, 1), b.lines[0].is_bold) for b in blocks]
    known: dict[tuple[float, bool], int] = {}
    for size, depth in zip(sizes, depths, strict=True):
        if depth is not None:
            known[size] = min(depth, known.get(size, depth))
    ranks = {s: k + 1 for k, s in enumerate(sorted({s for s in sizes}, reverse=True))}
    return [
        depth if depth is not None else known.get(size, min(ranks[size], 4))
        for size, depth in zip(sizes, depths, strict=True)
    ]


def _depth(text: str) -> int | None:
    """Return how many parts the printed number has, None without a number."""
    if _APPENDIX.match(text):
        return 1
    found = NUMBERED.match(text)
    if found is None:
        cjk = re.match(r"\s*(\d(?:\.\d)*)", text)
        return cjk[1].count(".") + 1 if cjk else None
    return found["number"].count(".") + 1
