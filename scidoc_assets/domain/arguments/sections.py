"""What kind of section each block of a paper stands in, from its headings (English, Chinese).

Refuses to invent structure: a heading that names no known kind and is top-level is `other`, and
its subsections inherit the kind of the section above.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from scidoc_assets.schemas.layouts import Block

SectionKind = Literal[
    "front",
    "abstract",
    "introduction",
    "methods",
    "results",
    "discussion",
    "conclusion",
    "other",
    "appendix",
    "back",
]

_KINDS: list[tuple[SectionKind, str]] = [
    (
        "back",
        r"references|bibliography|acknowledg|funding|author contrib|competing|conflicts? of|"
        r"data availab|code availab|availability|supporting information captions|ethic|"
        r"license|licence|broader impact|参考文献|致谢|checklist|abbreviation",
    ),
    ("appendix", r"appendi|supplement|附录|附件|supporting information|data ?sheet|dataset card"),
    ("abstract", r"abstract|摘要|^summary$"),
    (
        "conclusion",
        r"conclusi|concluding|outlook|^summary|take-?aways|结论|总结|结束语|模型的?评价",
    ),
    ("discussion", r"discussion|limitations|讨论|implications"),
    (
        "results",
        r"result|evaluation|experiments?\b|findings|analysis of|benchmark|ablation|performance|"
        r"结果|求解|实验|分析",
    ),
    (
        "methods",
        r"method|material|experimental|setup|set-up|implementation|data collection|procedure|"
        r"模型假设|符号|方法|模型的?建立|模型准备",
    ),
    (
        "introduction",
        r"introduc|background|related work|motivation|引言|绪论|背景|问题重述|prior work",
    ),
]
_PATTERNS: list[tuple[SectionKind, re.Pattern[str]]] = [
    (kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _KINDS
]
# What follows these without a known name is a section of its own, not a part of them.
_CLOSED: frozenset[SectionKind] = frozenset({"abstract", "front", "back"})
_LOOSE: frozenset[SectionKind] = frozenset({"introduction", "conclusion"})
MAX_ABSTRACT_WORDS = 450
MAX_MAJOR_WORDS = 4
_METHODS_WITH_PARTS = re.compile(r"method|material|experimental (?:section|details)|方法", re.I)
_NUMBERING = re.compile(r"\s*(?:([\dA-Z](?:\.\d+)*)\.?|([IVX]+)\.|[一二三四五六七八九十]+、)\s+")


def kind_of_heading(title: str) -> SectionKind | None:
    """Return the kind that a heading names, or None when it names none."""
    bare = _NUMBERING.sub("", title, count=1) if _NUMBERING.match(title) else title
    text = " ".join(bare.split())
    for kind, pattern in _PATTERNS:
        if pattern.search(text):
            return kind
    return None


def _level(block: Block, named: SectionKind | None) -> int:
    """Depth of a heading: its numbering first; a short well-known heading is top; else the
    parser's level."""
    numbered = _NUMBERING.match(block.plain_text)
    if numbered and numbered.group(1):
        return numbered.group(1).count(".") + 1
    if named is not None and len(block.plain_text.split()) <= MAX_MAJOR_WORDS:
        return 1
    return max(block.title_level or 1, 2) if named is None and not numbered else 1


def section_kinds(blocks: Sequence[Block]) -> dict[str, SectionKind]:
    """Return the section kind of every block, by block id, in reading order.

    Abstract, front and back matter hand nothing down; an abstract ends after 450 words; unnamed
    sections after the references are appendix.
    """
    kinds: dict[str, SectionKind] = {}
    stack: list[tuple[int, SectionKind, bool]] = []
    current: SectionKind = "front"
    rest: SectionKind = "other"
    abstract_words = 0
    for block in blocks:
        if block.category == "section_header":
            named = kind_of_heading(block.plain_text)
            level = _level(block, named)
            stack = [entry for entry in stack if entry[0] < level]
            current = named or _inherited(stack, block, rest)
            rest = "appendix" if current in {"back", "appendix"} else rest
            stack.append((level, current, _has_parts(block.plain_text, current)))
        if current == "abstract" or block.category == "abstract":
            abstract_words += _words(block.plain_text)
        if current == "abstract" and abstract_words > MAX_ABSTRACT_WORDS:
            current = "other"
        kinds[block.block_id] = "abstract" if block.category == "abstract" else current
    return kinds


def _inherited(
    stack: Sequence[tuple[int, SectionKind, bool]], block: Block, rest: SectionKind
) -> SectionKind:
    """Kind of a heading that names none: that of the section above, unless that is closed, or is a
    section without parts whose numbering this heading does not continue. A digit-numbered section
    is never an appendix."""
    numbered = _NUMBERING.match(block.plain_text)
    own = "other" if numbered and (numbered.group(1) or "")[:1].isdigit() else rest
    if not stack or stack[-1][1] in _CLOSED:
        return own
    return stack[-1][1] if stack[-1][2] or numbered else own


def _has_parts(title: str, kind: SectionKind) -> bool:
    """Whether unnumbered headings below usually belong to this section: Methods and Results have
    parts, Setup, Introduction and Conclusion stand alone."""
    if kind == "methods":
        return bool(_METHODS_WITH_PARTS.search(title))
    return kind not in _LOOSE


def _words(text: str) -> int:
    """Words of a text; three Chinese characters count as two words."""
    return len(text.split()) + sum(c > "\u33ff" for c in text) * 2 // 3
