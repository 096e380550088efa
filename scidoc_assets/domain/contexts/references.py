"""References between the blocks of a paper: text to figures, tables, equations and sources.

A mention of a label, "Eq. (3)", "[12]" or "(Smith et al., 2020)" points to the block it names.
Refuses to guess: a number or a name and year that two blocks answer to, or none, links nothing;
raised citation numbers look like exponents in plain text and are left alone.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from scidoc_assets.domain.contexts.hosts import locate_mentions
from scidoc_assets.schemas.figures import FigureParts
from scidoc_assets.schemas.labelling import parse_label
from scidoc_assets.schemas.layouts import Block, ParsedLayout
from scidoc_assets.schemas.text import normalise

MAX_RANGE = 40
MIN_NUMBERED_SHARE = 0.6
_FLOATS = ("figure", "table", "algorithm")
_CITING = ("abstract", "paragraph", "list_item", "caption", "footnote")
# Numbers stand at the end of a line of the formula; some fonts print parentheses as eth and thorn.
_EQUATION_NUMBER = re.compile(
    r"(?:^|\s)[(\u00f0]\s*([A-Z]?\.?\d{1,3}(?:\.\d{1,3})?[a-z]?)\s*[)\u00de]\s*$", re.MULTILINE
)
_NUMBER = r"\(?[A-Z]?\.?\d{1,3}(?:\.\d{1,3})?[a-z]?\)?"
_EQUATION = re.compile(
    rf"\b(?:[Ee]qn?s?\.?|[Ee]quations?)\s*({_NUMBER}(?:\s*(?:,|and|&|to|[-\u2013\u2014])\s*{_NUMBER})*)"
)
_ENTRY_NUMBER = re.compile(r"^\s*(?:\[(\d{1,3})\]|(\d{1,3})[.)]\s)")
_BRACKETS = re.compile(r"\[(\d{1,3}(?:\s*[,;\u2013\u2014\u2212-]\s*\d{1,3})*)\]")
_ITEM = re.compile(r"([A-Z]?\.?\d{1,3}(?:\.\d{1,3})?[a-z]?)")
_RANGE = re.compile(r"^(\d{1,3})\)?\s*(?:to|[-\u2013\u2014\u2212])\s*\(?(\d{1,3})$")
_WORD = r"[^\W\d_][\w\u2019'-]+"
_AUTHOR_YEAR = re.compile(
    rf"({_WORD})(?:\s+(?:and|&)\s+{_WORD}|\s+et\s+al\.?)?,?\s*[(\[]?\s*((?:19|20)\d\d[a-z]?)\b"
)
_YEAR = re.compile(r"\b((?:19|20)\d\d[a-z]?)\b")
_SPLIT_AUTHORS = re.compile(r",|\band\b|&|\(|\.\s+\S{3}")


def link_references(layout: ParsedLayout, figures: Sequence[FigureParts]) -> ParsedLayout:
    """The layout with `outgoing_refs` and `incoming_refs` of its blocks filled in, in block order.

    Both hold block ids; a figure or table is named by its graphic's block, by its caption's when
    it has no graphic. What a block says of itself (a caption's own label) is no reference.
    """
    outgoing: dict[str, set[str]] = defaultdict(set)
    finders = (_to_floats(layout, figures), _to_equations(layout), _to_sources(layout))
    for source, target in (pair for finder in finders for pair in finder):
        if source != target:
            outgoing[source].add(target)
    incoming: dict[str, set[str]] = defaultdict(set)
    for source, targets in outgoing.items():
        for target in targets:
            incoming[target].add(source)
    order = {b.block_id: b.order for b in layout.blocks}
    blocks = [
        b.model_copy(
            update={
                "outgoing_refs": sorted(outgoing[b.block_id], key=order.__getitem__),
                "incoming_refs": sorted(incoming[b.block_id], key=order.__getitem__),
            }
        )
        if b.block_id in outgoing or b.block_id in incoming
        else b
        for b in layout.blocks
    ]
    return layout.model_copy(update={"blocks": blocks})


def _to_floats(layout: ParsedLayout, figures: Sequence[FigureParts]) -> Iterator[tuple[str, str]]:
    """Pairs of a block that names a label and the block of the object that carries it."""
    targets: dict[str, list[str]] = defaultdict(list)
    for category in (*_FLOATS, "caption"):
        for block in layout.blocks:
            label = parse_label(block.label) if block.category == category else None
            if label is not None:
                targets[label.key].append(block.block_id)
    for mention in locate_mentions(layout, figures):
        if mention.label_key in targets and mention.place not in ("header", "footer", "references"):
            yield mention.block_id, targets[mention.label_key][0]


def _to_equations(layout: ParsedLayout) -> Iterator[tuple[str, str]]:
    """Pairs of a block that names an equation by its number and the equation's block."""
    named = (
        (found[1], block.block_id)
        for block in layout.blocks
        if block.category == "equation"
        and (found := _EQUATION_NUMBER.search(block.plain_text)) is not None
    )
    targets = _unambiguous(named)
    for block in _citing(layout) if targets else ():
        for found in _EQUATION.finditer(normalise(block.plain_text).text):
            yield from ((block.block_id, targets[n]) for n in _numbers(found[1]) if n in targets)


def _to_sources(layout: ParsedLayout) -> Iterator[tuple[str, str]]:
    """Pairs of a citing block and an entry of the reference list, by number or name and year."""
    entries = [b for b in layout.blocks if b.category == "reference_entry"]
    numbers = [
        (found[1] or found[2], b.block_id)
        for b in entries
        if (found := _ENTRY_NUMBER.match(b.plain_text)) is not None
    ]
    if len(numbers) >= MIN_NUMBERED_SHARE * len(entries):
        yield from _numbered_sources(layout, _unambiguous(numbers))
    else:
        yield from _named_sources(layout, entries)


def _numbered_sources(layout: ParsedLayout, targets: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Pairs for citations such as `[3]`, `[3, 5]` and `[3-7]`; `[0, 1]` is an interval."""
    for block in _citing(layout) if targets else ():
        for found in _BRACKETS.finditer(normalise(block.plain_text).text):
            numbers = _numbers(found[1])
            if all(number in targets for number in numbers):
                yield from ((block.block_id, targets[number]) for number in numbers)


def _named_sources(layout: ParsedLayout, entries: Sequence[Block]) -> Iterator[tuple[str, str]]:
    """Pairs for citations such as `Smith et al. (2020)` and `(Smith and Wu, 2020a)`."""
    keys = ((key, b.block_id) for b in entries for key in _entry_keys(b))
    targets = _unambiguous(keys)
    for block in _citing(layout) if targets else ():
        for found in _AUTHOR_YEAR.finditer(normalise(block.plain_text).text):
            key = f"{found[1].casefold()} {found[2]}"
            if key in targets:
                yield block.block_id, targets[key]


def _entry_keys(block: Block) -> set[str]:
    """First author's possible family names with the years of an entry (given names may come first)."""
    text = normalise(block.plain_text).text
    words = re.findall(_WORD, _SPLIT_AUTHORS.split(text, maxsplit=1)[0])
    names = {words[0].casefold(), words[-1].casefold()} if words else set()
    return {f"{name} {year}" for name in names for year in set(_YEAR.findall(text))}


def _citing(layout: ParsedLayout) -> list[Block]:
    """Blocks whose text can cite."""
    return [b for b in layout.blocks if b.category in _CITING]


def _unambiguous(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Keys that exactly one block answers to."""
    found: dict[str, set[str]] = defaultdict(set)
    for key, block_id in pairs:
        found[key].add(block_id)
    return {key: next(iter(ids)) for key, ids in found.items() if len(ids) == 1}


def _numbers(text: str) -> list[str]:
    """The numbers of a list such as `(3)-(5), 7a`; ranges are expanded."""
    numbers: list[str] = []
    for part in re.split(r"\s*(?:[,;]|\band\b|&)\s*", text):
        span = _RANGE.match(part.strip("() "))
        if span is None:
            numbers += _ITEM.findall(part)
        elif 0 <= int(span[2]) - int(span[1]) <= MAX_RANGE:
            numbers += [str(n) for n in range(int(span[1]), int(span[2]) + 1)]
    return numbers
