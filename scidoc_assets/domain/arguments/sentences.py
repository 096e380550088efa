"""Sentences of a paper's body with their raw offsets, and the paper's text for excerpt checks.

A sentence that a page or column break cuts in two keeps both pieces, each a verbatim substring
of its own block. Refuses captions, headings, furniture, references and formula lines as
sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scidoc_assets.domain.arguments.sections import SectionKind, section_kinds
from scidoc_assets.schemas.layouts import Block, ParsedLayout
from scidoc_assets.schemas.sentences import split_sentences, trimmed
from scidoc_assets.schemas.text import normalise

_BODY = frozenset({"paragraph", "abstract", "list_item"})
_FINAL = re.compile(r"[.!?:。！？：；][\"'”’)\]）」]*\s*(?:\[?[\d,\s–-]*\]?)?\s*$")
_CJK = re.compile(r"[\u3400-\u9fff]")
_LINE_NUMBER = re.compile(r"^\s*\d{1,4}\s*$")


@dataclass(frozen=True, slots=True)
class Piece:
    """Raw half-open span of one block: `block.plain_text[start:end]` is the verbatim excerpt."""

    block_id: str
    page_index: int
    start: int
    end: int
    raw: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence. `text` is normalised; `order` counts over the paper, `paragraph` too."""

    order: int
    paragraph: int
    section_title: str | None
    kind: SectionKind
    pieces: tuple[Piece, ...]
    text: str
    is_section_start: bool
    is_paragraph_end: bool
    is_section_end: bool


def paper_text_of(layout: ParsedLayout) -> str:
    """Return the paper's text for excerpt checks, normalised: body blocks joined in reading order
    (a float between two halves of a sentence does not cut it), then every block on its own."""
    ordered = sorted(layout.blocks, key=lambda b: b.order)
    body = "\n".join(b.plain_text for b in ordered if b.category in _BODY)
    alone = [normalise(b.plain_text).text for b in ordered]
    return " ¶ ".join([normalise(body).text, *alone])


def is_chinese(text: str) -> bool:
    """Say whether a text is mainly Chinese (a fifth of its characters)."""
    return len(_CJK.findall(text)) * 5 >= max(1, len(text.strip()))


def body_paragraphs(blocks: Sequence[Block]) -> Iterator[list[Block]]:
    """Yield groups of body blocks that are one paragraph (joined over column and page breaks)."""
    group: list[Block] = []
    for block in blocks:
        if block.category == "section_header" and group:
            yield group
            group = []
        if block.category not in _BODY or _LINE_NUMBER.match(block.plain_text):
            continue
        if group and not _goes_on(group[-1], block):
            yield group
            group = []
        group.append(block)
    if group:
        yield group


def _goes_on(first: Block, second: Block) -> bool:
    """A paragraph goes on where the first block ends without a stop and the next begins low."""
    if first.category != second.category or _FINAL.search(first.plain_text):
        return False
    head = second.plain_text.lstrip()[:1]
    return (
        head.islower()
        or head.isdigit()
        or bool(_CJK.match(head))
        or first.plain_text.rstrip().endswith("-")
    )


def _pieces(blocks: list[Block], starts: list[int], start: int, end: int) -> tuple[Piece, ...]:
    """Cut the joined span [start, end) back into verbatim pieces of its blocks."""
    pieces = []
    for block, base in zip(blocks, starts, strict=True):
        low, high = max(start - base, 0), min(end - base, len(block.plain_text))
        low, high = trimmed(block.plain_text, low, high) if high > low else (0, 0)
        if high > low:
            raw = block.plain_text[low:high]
            pieces.append(Piece(block.block_id, block.page_index, low, high, raw))
    return tuple(pieces)


def sentences_of(layout: ParsedLayout) -> list[Sentence]:
    """Return the sentences of a paper's body in reading order, back matter left out.

    `is_section_start` marks the first sentence of a run of one section kind.

    Offsets are into `Block.plain_text` (raw). Raises nothing; a layout without text gives [].
    """
    ordered = sorted(layout.blocks, key=lambda b: b.order)
    kinds = section_kinds(ordered)
    found: list[Sentence] = []
    groups = [g for g in body_paragraphs(ordered) if kinds[g[0].block_id] != "back"]
    for number, blocks in enumerate(groups):
        before = kinds[groups[number - 1][0].block_id] if number else None
        joined, starts = "", []
        for block in blocks:
            joined += "\n" if joined else ""
            starts.append(len(joined))
            joined += block.plain_text
        following = groups[number + 1][0] if number + 1 < len(groups) else None
        ends_section = following is None or following.section_title != blocks[0].section_title
        spans = split_sentences(joined)
        for index, (start, end) in enumerate(spans):
            is_last = index == len(spans) - 1
            found.append(
                Sentence(
                    order=len(found),
                    paragraph=number,
                    section_title=blocks[0].section_title,
                    kind=kinds[blocks[0].block_id],
                    pieces=_pieces(blocks, starts, start, end),
                    text=normalise(joined[start:end]).text,
                    is_section_start=index == 0 and before != kinds[blocks[0].block_id],
                    is_paragraph_end=is_last,
                    is_section_end=is_last and ends_section,
                )
            )
    return found


def is_prose(text: str) -> bool:
    """Say whether a sentence is readable prose: 25 to 700 characters (10 to 260 in Chinese), mostly
    letters, not cut at its head, not an extraction ruin."""
    if is_chinese(text):
        return 10 <= len(text) <= 260
    if not 25 <= len(text) <= 700 or "\ufffd" in text:
        return False
    letters = sum(c.isalpha() or c.isspace() for c in text)
    words = re.findall(r"[A-Za-z]{2,}", text)
    return letters >= 0.72 * len(text) and len(words) >= 5 and is_headed(text)


def is_headed(text: str) -> bool:
    """Say whether a text begins like a sentence; a low first letter means that its head is lost."""
    return not text[:1].islower()
