"""Knowledge nodes looked up in the paper's own reference list.

Source: spec argument-graphs.md (Construction 6). A citation names its entries as they are printed,
with DOI and title where the entry shows them plainly. Refuses to guess: a citation that no entry
answers to is said so, a title that no mark or order of the entry sets apart is null.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import takewhile

from scidoc_assets.schemas.arguments import ArgumentGraph, CitedWork, GraphNode
from scidoc_assets.schemas.layouts import Block, ParsedLayout
from scidoc_assets.schemas.source_citations import SourceList, entry_number, read_source_list
from scidoc_assets.schemas.text import normalise

MIN_TITLE_WORDS = 3
_DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"<>]+")
_DOI_TAIL = re.compile(r"[.,;:\]}'’”]+$")
# A DOI that the end of a line cut goes on where the next line starts low or with a digit.
_CUT_DOI = re.compile(r"(\b10\.\d{4,9}/\S*[./_-])\s*\n\s*(?=[\da-z])")
_QUOTED = re.compile(r"[“\"]([^“”\"]+?)[.,]?[”\"]")
# "Authors. 2019. Title. In ..." and "Authors (2019). Title. Journal ...".
_AFTER_YEAR = re.compile(r"(?:\((?:19|20)\d\d[a-z]?\)|\.\s(?:19|20)\d\d[a-z]?)\.\s+([^.?!]+[?!]?)")
# "A. Gal, C. W. Probst, and M. Franz. Title. In ...": nothing but names before the last "and".
_NAME = r"(?:[A-Z\u00c0-\u00de\u0100-\u017f][\w’'´¨-]*\.?|von|van|de|der|den|del|la|le|di|da|bin)"
_AFTER_AUTHORS = re.compile(
    rf"^\s*(?:\[\d+\]|\d+[.)])?\s*(?:{_NAME}[,\s]+){{2,}}(?:and|&)\s+(?:{_NAME}\s+){{0,3}}[^\W\d_][\w’'´¨-]+\.\s+"
    r"([^.?!]+[?!]?)"
)
_TAIL_YEAR = re.compile(r",?\s*\(?(?:19|20)\d\d[a-z]?\)?$")
_BARE_NUMBERS = re.compile(r"\d{1,3}(?:\s*[,;–—-]\s*\d{1,3})*\Z")


def look_up_knowledge(graph: ArgumentGraph, layout: ParsedLayout) -> ArgumentGraph:
    """Return the graph with each knowledge node's `cited_works` and `cited_works_status`."""
    sources = read_source_list(layout.blocks)
    entries = _entries(layout.blocks)
    nodes = [
        _looked_up(n, sources, entries) if n.type == "established_basis" else n for n in graph.nodes
    ]
    return graph.model_copy(update={"nodes": nodes})


def _looked_up(
    node: GraphNode, sources: SourceList, entries: Mapping[str, Sequence[Block]]
) -> GraphNode:
    citation = (node.citation or "").strip()
    if not citation:
        return node.model_copy(update={"cited_works": [], "cited_works_status": "no_citation"})
    # A model may give the numbers without their brackets.
    named = f"[{citation}]" if _BARE_NUMBERS.match(citation) else citation
    found = dict.fromkeys(sources.cited_in(named))
    return node.model_copy(
        update={
            "cited_works": [_cited_work(entries[block_id]) for block_id in found],
            "cited_works_status": "found" if found else "not_in_list",
        }
    )


def _entries(blocks: Sequence[Block]) -> dict[str, list[Block]]:
    """Blocks of each entry by its first one: in a numbered list, what follows without a number goes
    on; elsewhere each block is an entry."""
    ordered = sorted((b for b in blocks if b.category == "reference_entry"), key=lambda b: b.order)
    found: dict[str, list[Block]] = {}
    for position, block in enumerate(ordered):
        is_numbered = entry_number(block) is not None
        later = takewhile(lambda b: entry_number(b) is None, ordered[position + 1 :])
        found[block.block_id] = [block, *later] if is_numbered else [block]
    return found


def _cited_work(blocks: Sequence[Block]) -> CitedWork:
    raw = "\n".join(b.plain_text.strip() for b in blocks)
    doi = _DOI.search(_CUT_DOI.sub(r"\1", raw))
    return CitedWork(
        block_id=blocks[0].block_id,
        page_index=blocks[0].page_index,
        bbox_pt=blocks[0].bbox_pt,
        entry=raw,
        doi=_whole_doi(doi.group()) if doi else None,
        title=_title(normalise(raw).text),
    )


def _whole_doi(found: str) -> str:
    """A DOI without the marks of the sentence round it; a bracket stays when it was opened within."""
    doi = _DOI_TAIL.sub("", found)
    while doi.endswith(")") and doi.count(")") > doi.count("("):
        doi = _DOI_TAIL.sub("", doi[:-1])
    return doi


def _title(entry: str) -> str | None:
    found = _QUOTED.search(entry) or _AFTER_YEAR.search(entry) or _AFTER_AUTHORS.search(entry)
    title = _TAIL_YEAR.sub("", found[1].strip()) if found else ""
    return title if len(title.split()) >= MIN_TITLE_WORDS else None
