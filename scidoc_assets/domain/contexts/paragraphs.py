"""Paragraphs of a layout as a reader sees them, each with the place it stands in.

Holds the joining of blocks that a page, a column, a float or a displayed equation has cut apart,
and the decision which text can cite a figure at all. Refuses to join across a section heading.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from scidoc_assets.schemas.contexts import MentionPlace
from scidoc_assets.schemas.continued import says_continued
from scidoc_assets.schemas.labelling import match_label
from scidoc_assets.schemas.layouts import Block, Category, ParsedLayout
from scidoc_assets.schemas.text import normalise

_PLACE: dict[Category, MentionPlace] = {
    "title": "heading",
    "author": "heading",
    "section_header": "heading",
    "caption": "caption",
    "header": "header",
    "footer": "footer",
    "page_number": "footer",
    "footnote": "footnote",
    "reference_entry": "references",
    "table": "table",
    "figure": "graphic",
    "algorithm": "code",
}
_OPENS_NOTHING: frozenset[Category] = frozenset(
    {"figure", "table", "caption", "header", "footer", "page_number", "footnote", "algorithm"}
)
_LIST_TITLE = re.compile(
    r"^\W*(?:[\dIVX.]+\s+)?(?:list\s+of\s+(?:figures|tables)|(?:table\s+of\s+)?contents|图目录|表目录|目\s*录)\W*$",
    re.IGNORECASE,
)
_REFERENCES_TITLE = re.compile(
    r"^\W*(?:[\dIVX.]+\s+)?(?:references?(?:\s+and\s+notes)?|bibliography|literature\s+cited|参考文献)\W*$",
    re.IGNORECASE,
)
_LEADERS = re.compile(r"(?:\.\s?){5,}\s*[\divx]+\s*$")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b|doi\.org|arXiv")
_CAPTION_GAP = re.compile(r"[a-z]?\)?\s*[.:|\u2013\u2014-]\s*\S|\s*$")
_RANGE = re.compile(r"\s*[-\u2013\u2014]\s*[\dA-Z]")
_TERMINAL = re.compile(r"[.!?:;\u3002\uff01\uff1f\uff1a\uff1b][\"'\u201d\u2019)\]\d,\u2013]*\s*$")
_FULL_STOP = re.compile(r"[.!?\u3002\uff01\uff1f][\"'\u201d\u2019)\]]*\s*$")
_EXPECTS_MORE = re.compile(
    r"(?:[,(\u2010-]|\b(?:in|see|of|and|or|from|by|the|a|an|to|with|for|as|on|at|that|which|is|are))\s*$"
)
_MIN_CUT_CHARS = 40
_BROKEN_WORD = re.compile(r"[a-z][-\u2010\u00ad]$")
# "for instance / 2.3 instead of 3.8" goes on; "2. Methods" and "3 Results" are heads.
_CONTINUED_NUMBER = re.compile(r"[-\u2212]?\d+(?:[.,]\d+)?\s*(?:%|\u00b0|[a-z\u00b5\u03bc])")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Blocks of one paragraph; `text` joins their raw text with line ends, `starts` says where."""

    blocks: tuple[Block, ...]
    text: str
    starts: tuple[int, ...]
    place: MentionPlace

    @property
    def section_title(self) -> str | None:
        """Title of the section that the paragraph begins in."""
        return self.blocks[0].section_title

    def locate(self, offset: int) -> tuple[Block, int]:
        """Block that holds raw `offset` of `text`, and the offset inside its `plain_text`."""
        index = max(i for i, start in enumerate(self.starts) if start <= offset)
        return self.blocks[index], min(
            offset - self.starts[index], len(self.blocks[index].plain_text)
        )


def assemble_paragraphs(layout: ParsedLayout) -> list[Paragraph]:
    """Paragraphs of a layout in reading order, every block with text in exactly one of them.

    A paragraph that a page, column, float or displayed equation cuts is one (continuation
    relations first, then the rule of `_goes_on`).
    """
    successor_of = {r.from_id: r.to_id for r in layout.relations if r.type == "continuation"}
    groups: list[tuple[MentionPlace, list[Block]]] = []
    open_index: int | None = None
    is_after_equation = False
    for block in _in_reading_order(layout.blocks):
        place = _place_of(block)
        if block.category == "equation":
            is_after_equation = True
            groups.append((place, [block]))
            continue
        if place != "body":
            groups.append((place, [block]))
            open_index = open_index if block.category in _OPENS_NOTHING else None
            continue
        last = groups[open_index][1][-1] if open_index is not None else None
        if last is not None and _is_stray(last, block):
            groups.append((place, [block]))
            continue
        if last is not None and _goes_on(last, block, successor_of, is_after_equation):
            groups[open_index or 0][1].append(block)
        else:
            groups.append(("caption" if is_caption_like(block.plain_text) else "body", [block]))
            open_index = len(groups) - 1
        is_after_equation = False
    return [_join(place, blocks) for place, blocks in groups]


def is_caption_like(text: str) -> bool:
    """Whether a text opens as a caption does: a label, then a full stop, colon, bar or dash.

    A dash after several ("Figs. 1-4 are") is a range of a sentence; "(continued)" makes a caption.
    """
    flat = normalise(text).text
    found = match_label(flat)
    if found is None or found.start > 0:
        return False
    is_range = found.word.is_plural and bool(_RANGE.match(flat, found.end))
    is_parted = bool(_CAPTION_GAP.match(flat, found.end)) and not is_range
    return is_parted or (found.word.is_capitalised and says_continued(flat))


def _in_reading_order(blocks: Iterable[Block]) -> list[Block]:
    return sorted((b for b in blocks if b.plain_text.strip()), key=lambda block: block.order)


def _place_of(block: Block) -> MentionPlace:
    place = _PLACE.get(block.category, "body")
    if place != "body":
        return place
    title = block.section_title or ""
    if _LIST_TITLE.match(title) or _LEADERS.search(block.plain_text):
        return "list_of_figures"
    if _REFERENCES_TITLE.match(title) and _YEAR.search(block.plain_text):
        return "references"
    return "body"


def _is_stray(last: Block, block: Block) -> bool:
    """Whether a few words stand between the halves of a broken word: they are an axis label or the
    like, which the page's reading order put there."""
    head, text = last.plain_text.rstrip(), block.plain_text.strip()
    is_broken = bool(_BROKEN_WORD.search(head))
    return is_broken and not text[0].islower() and len(text) < _MIN_CUT_CHARS


def _goes_on(
    last: Block, block: Block, successor_of: dict[str, str], is_after_equation: bool
) -> bool:
    """Whether `block` continues the paragraph that `last` belongs to."""
    if successor_of.get(last.block_id) == block.block_id:
        return True
    if block.section_title != last.section_title or block.category == "list_item":
        return False
    head, tail = last.plain_text.rstrip(), block.plain_text.lstrip()
    is_open = not (_FULL_STOP if is_after_equation else _TERMINAL).search(head)
    if tail[0].islower():
        return is_open or is_after_equation
    if is_open and _CONTINUED_NUMBER.match(tail) and block.category == "paragraph":
        return True
    if is_caption_like(tail) or not is_open:
        return is_open and bool(_EXPECTS_MORE.search(head))
    is_moved = (last.page_index, last.column_index) != (block.page_index, block.column_index)
    return bool(_EXPECTS_MORE.search(head)) or (is_moved and len(head) >= _MIN_CUT_CHARS)


def _join(place: MentionPlace, blocks: list[Block]) -> Paragraph:
    starts, position = [], 0
    for block in blocks:
        starts.append(position)
        position += len(block.plain_text) + 1
    text = "\n".join(block.plain_text for block in blocks)
    return Paragraph(tuple(blocks), text, tuple(starts), place)
