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
from scidoc_assets.schemas.text import normalise

MAX_BRACKET = 120
LOOK_BACK = 32
_BODY = frozenset({"paragraph", "abstract", "list_item"})
_END = re.compile(
    r"(?<![A-Z])[.!?][\"'”’)\]]*(?:\[[\d,\s–-]+\])?(?=\s+[\"'“‘(\[]?[A-Z0-9\u0370-\u03ff])|"
    r"(?<=[A-Z])[.!?](?=\s+[A-Z][a-z])|[。！？；][”’）」]*"
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:figs?|tabs?|eqs?|eqns?|refs?|secs?|sects?|ch|chap|al|e\.g|i\.e|cf|vs|approx|ca|dr|"
    r"prof|mr|mrs|st|no|nos|vol|pp|resp|etc|viz|suppl?|app|ext|ed|eds|inc|ltd|co|sp|spp|var|"
    r"w\.r\.t|max|min|avg|std|dept|univ|proc|incl|alg|thm|def|lem|med))\.$",
    re.IGNORECASE,
)
# "J. Smith" goes on; "25 °C. Over", "Table I. We" and "vitamin C. The" do not.
_INITIAL = re.compile(r"(?:^|[\s.(])[A-Z]\.$")
_LETTERED = re.compile(
    r"\b(?:figs?|figures?|tabs?|tables?|panels?|eqs?|sections?|types?|class|groups?|phase|regime|case)"
    r"\.? [A-Z]\.$",
    re.IGNORECASE,
)
_STARTER = re.compile(
    r"\s+(?:the|in|we|this|these|those|it|for|as|however|thus|therefore|hence|to|our|at|on|when|while|"
    r"if|from|by|with|both|here|since|because|although|moreover|furthermore|finally|together|that)\s",
    re.IGNORECASE,
)
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


def split_sentences(text: str) -> list[tuple[int, int]]:
    """Return half-open spans of sentences in `text`; abbreviations and initials do not end one."""
    spans: list[tuple[int, int]] = []
    start = 0
    for match in _END.finditer(text):
        end = match.end()
        if match.group()[0] == "." and _is_abbreviation(text, start, match.start() + 1):
            continue
        if _is_inside_bracket(text[max(start, end - MAX_BRACKET) : end]):
            continue
        spans.append((start, end))
        start = end
    spans.append((start, len(text)))
    return [s for s in (_trimmed(text, a, b) for a, b in spans) if s[1] > s[0]]


def _is_abbreviation(text: str, start: int, stop: int) -> bool:
    """Whether the full stop before `stop` belongs to an abbreviation or an initial."""
    # A short look back: the whole sentence would make long runs of initials quadratic.
    head = text[max(start, stop - LOOK_BACK) : stop]
    if _ABBREVIATION.search(head):
        return True
    is_initial = _INITIAL.search(head) and not _LETTERED.search(head)
    return bool(is_initial) and not _STARTER.match(text, stop)


def _is_inside_bracket(head: str) -> bool:
    """Whether a short bracket is still open: "(Med. = 3, p < 0.01)" does not end at "Med."."""
    opened = max(head.rfind("("), head.rfind("（"))
    closed = max(head.rfind(")"), head.rfind("）"))
    return opened > closed


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


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
        low, high = _trimmed(block.plain_text, low, high) if high > low else (0, 0)
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
