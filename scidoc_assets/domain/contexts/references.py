"""References between the blocks of a paper: text to figures, tables, equations and sources.

A mention of a label, "Eq. (3)", "[12]" or "(Smith et al., 2020)" points to the block it names.
Refuses to guess: what two blocks answer to, or none, links nothing.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from scidoc_assets.domain.contexts.hosts import locate_mentions
from scidoc_assets.schemas.figures import FigureParts
from scidoc_assets.schemas.labelling import parse_label
from scidoc_assets.schemas.layouts import Block, ParsedLayout
from scidoc_assets.schemas.source_citations import (
    NUMBER,
    numbers_of,
    read_source_list,
    unambiguous,
)
from scidoc_assets.schemas.text import normalise

_FLOATS = ("figure", "table", "algorithm")
_CITING = ("abstract", "paragraph", "list_item", "caption", "footnote")
# Numbers stand at the end of a line of the formula; some fonts print parentheses as eth and thorn.
_EQUATION_NUMBER = re.compile(
    r"(?:^|\s)[(\u00f0]\s*([A-Z]?\.?\d{1,3}(?:\.\d{1,3})?[a-z]?)\s*[)\u00de]\s*$", re.MULTILINE
)
_EQUATION = re.compile(
    rf"\b(?:[Ee]qn?s?\.?|[Ee]quations?)\s*({NUMBER}(?:\s*(?:,|and|&|to|[-\u2013\u2014])\s*{NUMBER})*)"
)


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
    targets = unambiguous(named)
    for block in _citing(layout) if targets else ():
        for found in _EQUATION.finditer(normalise(block.plain_text).text):
            yield from ((block.block_id, targets[n]) for n in numbers_of(found[1]) if n in targets)


def _to_sources(layout: ParsedLayout) -> Iterator[tuple[str, str]]:
    """Pairs of a citing block and an entry of the reference list, by number or name and year."""
    sources = read_source_list(layout.blocks)
    for block in _citing(layout):
        yield from ((block.block_id, entry) for entry in sources.cited_in(block.plain_text))


def _citing(layout: ParsedLayout) -> list[Block]:
    """Blocks whose text can cite."""
    return [b for b in layout.blocks if b.category in _CITING]
