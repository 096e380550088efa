"""How a paper's blocks keep the paragraphs, headings, lists, notes and entries of its LaTeX source.

The source says what is one paragraph; squeezed text (letters and digits) is cut into pieces of
PIECE characters, and every piece that the PDF prints in one place only votes for the chain of
blocks (joined by `continuation`) that holds it. Refuses to judge what the PDF does not print or
what has too few such pieces: it is counted as not located.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from pylatexenc import latex2text, latexwalker

from scidoc_assets.domain.latex.elements import LatexElement, read_elements
from scidoc_assets.domain.latex.similarity import squeeze
from scidoc_assets.domain.latex.source import flatten
from scidoc_assets.domain.latex.vocabulary import parsing_context, text_context
from scidoc_assets.domain.layouts.headings import NAMED
from scidoc_assets.schemas.layouts import Block, ParsedLayout

PIECE, STEP, LEAST = 18, 6, 3
WHOLE_SHARE, GUEST_SHARE = 0.85, 0.3
RUNNING = ("paragraph", "abstract", "list_item")
_NUMBER = re.compile(
    r"^\s*(?:(?:Appendix|APPENDIX|Section)\s+)?(?:\d{1,3}(?:\.\d+)*|[A-Z](?:\.\d+)*|[IVX]+(?:\.\w{1,2})*)[.:)]?\s+"
)
_HEADS = re.compile(
    r"\\(?:(?:sub)*section|(?:sub)?paragraph|chapter|part)\*?\s*(?:\[[^\]]*\])?\s*\{"
)
_CITE = re.compile(
    r"\\(?:no|paren|text|auto|foot)?cite[a-zA-Z]*\*?\s*(?:\[[^\]]*\]\s*)*\{([^{}]*)\}"
)
_BOUND = "\x00"


@dataclass(slots=True)
class FlowCount:
    """Numbers of one paper; `faults` says each fault in a line."""

    totals: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def fault(self, kind: str, text: str, where: str = "") -> None:
        self.totals[kind] += 1
        self.faults.append(f"{kind}: {text[:90]!r} {where}")


class Printed:
    """The blocks of a layout as chains of running text, and where each piece of text stands."""

    def __init__(self, layout: ParsedLayout) -> None:
        self.blocks = layout.blocks
        self.chain_of = _chains(layout)
        self._places: dict[str, int] = {}
        for k, text in enumerate(map(self._squeezed, self.blocks)):
            for start in range(len(text) - PIECE + 1):
                piece = text[start : start + PIECE]
                known = self._places.setdefault(piece, k)
                if known >= 0 and self.chain_of[known] != self.chain_of[k]:
                    self._places[piece] = -1

    @staticmethod
    def _squeezed(block: Block) -> str:
        return squeeze(block.plain_text)

    def votes(self, text: str) -> Counter[int]:
        """Block index -> number of the text's pieces that it alone (with its chain) prints."""
        words = squeeze(text)
        found: Counter[int] = Counter()
        for start in range(0, len(words) - PIECE + 1, STEP):
            place = self._places.get(words[start : start + PIECE], -1)
            if place >= 0:
                found[place] += 1
        return found

    @cached_property
    def headings(self) -> dict[str, list[Block]]:
        """Squeezed words of each section header, without its number -> blocks."""
        found: dict[str, list[Block]] = defaultdict(list)
        for block in self.blocks:
            if block.category == "section_header":
                for words in {_heading_words(block.plain_text), squeeze(block.plain_text)}:
                    found[words].append(block)
        return found


def _chains(layout: ParsedLayout) -> list[int]:
    """The first block's index of the chain that each block belongs to."""
    index = {b.block_id: k for k, b in enumerate(layout.blocks)}
    chain = list(range(len(layout.blocks)))
    for relation in layout.relations:
        if relation.type == "continuation":
            chain[index[relation.to_id]] = index[relation.from_id]
    for k in range(len(chain)):
        while chain[chain[k]] != chain[k]:
            chain[k] = chain[chain[k]]
    return chain


def _heading_words(text: str) -> str:
    return squeeze(_NUMBER.sub("", " ".join(text.split())))


@dataclass(slots=True)
class _Place:
    """Where a running element is printed: its chain, the votes and the blocks."""

    element: LatexElement
    chain: int
    votes: Counter[int]
    by_chain: Counter[int]


def measure(files: dict[str, str], main: str | None, layout: ParsedLayout) -> FlowCount:
    """Judge one paper."""
    source = flatten(files, main)
    elements = read_elements(source)
    printed, count = Printed(layout), FlowCount()
    places = list(_places(elements, printed, count))
    _judge_paragraphs(places, printed, count)
    _judge_order(places, printed, count)
    heads = squeeze(" ".join(_arguments(source.body, _HEADS.pattern)))
    _judge_headings(elements, heads, printed, count)
    _judge_equations(elements, places, printed, count)
    _judge_notes(source.body, printed, count)
    _judge_entries(source.body, printed, count)
    count.totals["other"] = sum(b.category == "other" for b in layout.blocks)
    return count


def _places(
    elements: Sequence[LatexElement], printed: Printed, count: FlowCount
) -> Iterator[_Place]:
    """Running elements that the PDF shows, each with the chain that holds most of it."""
    for element in elements:
        if element.kind not in RUNNING or len(squeeze(element.text)) < 3 * PIECE:
            continue
        votes = printed.votes(element.text)
        by_chain: Counter[int] = Counter()
        for block, number in votes.items():
            by_chain[printed.chain_of[block]] += number
        if sum(votes.values()) < LEAST:
            count.totals["not_located"] += 1
            continue
        yield _Place(element, by_chain.most_common(1)[0][0], votes, by_chain)


def _judge_paragraphs(places: Sequence[_Place], printed: Printed, count: FlowCount) -> None:
    """Whole, split, merged or typed as something else; one fault each, in this order."""
    owners: dict[int, set[int]] = defaultdict(set)
    for k, place in enumerate(places):
        total = sum(place.by_chain.values())
        for chain, number in place.by_chain.items():
            if number >= max(LEAST, GUEST_SHARE * total):
                owners[chain].add(k)
    runs = _runs(places)
    for k, place in enumerate(places):
        kind = "item" if place.element.kind == "list_item" else "par"
        total, own = sum(place.by_chain.values()), place.by_chain[place.chain]
        count.totals[kind] += 1
        block = printed.blocks[max(place.votes, key=lambda b: place.votes[b])]
        where = f"{block.block_id} p{block.page_index} {block.category}"
        guests = [j for j in owners[place.chain] if runs[j] != runs[k]]
        if block.category not in RUNNING:
            count.fault(f"{kind}_typed", place.element.text, where)
        elif own < WHOLE_SHARE * total and total - own >= LEAST:
            count.fault(f"{kind}_split", place.element.text, f"{where} {own}/{total}")
        elif guests:
            count.fault(f"{kind}_merged", place.element.text, where)
        elif kind == "item" and block.category != "list_item":
            count.fault("item_unmarked", place.element.text, where)
        else:
            count.totals[f"{kind}_whole"] += 1


def _runs(places: Sequence[_Place]) -> list[int]:
    """A number for each element; equal where only displayed equations stand between neighbours.

    Print may join those, or not: the source does not say in a way that print must show.
    """
    runs = [0] * len(places)
    for k in range(1, len(places)):
        is_parted = places[k].element.order == places[k - 1].element.order + 1
        runs[k] = runs[k - 1] + is_parted
    return runs


def _judge_order(places: Sequence[_Place], printed: Printed, count: FlowCount) -> None:
    """Elements that are not in the longest run of the source's order."""
    firsts = [min(b for b in p.votes if printed.chain_of[b] == p.chain) for p in places]
    kept = _longest_run(firsts)
    count.totals["ordered"] += len(kept)
    count.totals["placed"] += len(places)
    for k in sorted(set(range(len(places))) - kept):
        block = printed.blocks[firsts[k]]
        count.faults.append(
            f"out_of_order: {places[k].element.text[:60]!r} {block.block_id} p{block.page_index}"
        )


def _longest_run(numbers: Sequence[int]) -> set[int]:
    """Indices of a longest non-falling subsequence."""
    tails: list[int] = []
    at: list[int] = []
    before: list[int] = []
    for k, number in enumerate(numbers):
        place = bisect_left(tails, number + 1)
        before.append(at[place - 1] if place else -1)
        if place == len(tails):
            tails.append(number)
            at.append(k)
        else:
            tails[place], at[place] = number, k
    kept: set[int] = set()
    k = at[-1] if at else -1
    while k >= 0:
        kept.add(k)
        k = before[k]
    return kept


def _judge_headings(
    elements: Sequence[LatexElement], heads: str, printed: Printed, count: FlowCount
) -> None:
    """Headings found, their depth against the first found heading's, and headings that are none."""
    wanted = [e for e in elements if e.kind == "heading" and (e.level or 9) <= 3 and e.text]
    used: set[str] = set()
    everything = _BOUND.join(squeeze(b.plain_text) for b in printed.blocks)
    shift = None
    for element in wanted:
        words = squeeze(element.text)
        if len(words) < 4 or words not in everything:
            continue
        count.totals["heading"] += 1
        used.add(words)
        blocks = printed.headings.get(words)
        if not blocks:
            count.fault("heading_missed", element.text)
            continue
        count.totals["heading_found"] += 1
        depth = (blocks[0].title_level or 0) - (element.level or 0)
        shift = depth if shift is None else shift
        count.totals["heading_level"] += any(
            (b.title_level or 0) - (element.level or 0) == shift for b in blocks
        )
        if not any((b.title_level or 0) - (element.level or 0) == shift for b in blocks):
            count.faults.append(f"heading_depth: {element.text[:60]!r} {blocks[0].title_level}")
    known = {squeeze(e.text) for e in elements if e.kind in ("heading", "title")}
    for block in (b for b in printed.blocks if b.category == "section_header"):
        text, words = " ".join(block.plain_text.split()), _heading_words(block.plain_text)
        is_known = words in used | known or squeeze(text) in known or words in heads
        if not is_known and not NAMED.match(text):
            count.fault("heading_false", text, f"{block.block_id} p{block.page_index}")


def _judge_equations(
    elements: Sequence[LatexElement],
    places: Sequence[_Place],
    printed: Printed,
    count: FlowCount,
) -> None:
    """Gaps with displayed equations between two located elements: is an equation block there?"""
    displays = sorted(e.order for e in elements if e.kind == "equation")
    for a, b in itertools.pairwise(places):
        inside = [o for o in displays if a.element.order < o < b.element.order]
        low, high = max(a.votes), min(b.votes)
        if not inside or high < low:
            continue
        count.totals["display"] += 1
        between = printed.blocks[low + 1 : high]
        if any(x.category == "equation" for x in between):
            count.totals["display_found"] += 1
        else:
            seen = ",".join(x.category for x in between) or "swallowed"
            count.fault("display_missed", b.element.text, f"{printed.blocks[low].block_id} {seen}")


def _judge_notes(body: str, printed: Printed, count: FlowCount) -> None:
    """Footnotes of the source: in a footnote block of their own, or not."""
    writer = latex2text.LatexNodes2Text(text_context({}), math_mode="text")
    for latex in _arguments(body, r"\\footnote(?:\[[^\]]*\])?\{"):
        nodes = latexwalker.LatexWalker(
            latex, parsing_context(), tolerant_parsing=True
        ).get_latex_nodes()[0]
        votes = printed.votes(writer.nodelist_to_text(nodes))
        if sum(votes.values()) < LEAST:
            continue
        count.totals["note"] += 1
        block = printed.blocks[votes.most_common(1)[0][0]]
        if block.category == "footnote":
            count.totals["note_found"] += 1
        else:
            count.fault("note_missed", latex, f"{block.block_id} {block.category}")


def _arguments(text: str, opening: str) -> Iterator[str]:
    """The braced arguments that a pattern opens."""
    for found in re.finditer(opening, text):
        depth, end = 1, found.end()
        while depth and end < len(text):
            depth += (text[end] == "{") - (text[end] == "}")
            end += 1
        yield text[found.end() : end - 1]


def _judge_entries(body: str, printed: Printed, count: FlowCount) -> None:
    """Reference entries: as many chains of them as the source names distinct keys."""
    listed = set(re.findall(r"\\bibitem\s*(?:\[(?:[^\]{}]|\{[^{}]*\})*\])?\s*\{([^{}]+)\}", body))
    keys = {k.strip() for m in _CITE.finditer(body) for k in m[1].split(",")}
    wanted = len(listed or keys)
    if not wanted or "*" in keys:
        return
    found = {
        printed.chain_of[k] for k, b in enumerate(printed.blocks) if b.category == "reference_entry"
    }
    count.totals["entry"] += wanted
    count.totals["entry_found"] += len(found)
    count.totals["entry_wrong"] += abs(wanted - len(found))
