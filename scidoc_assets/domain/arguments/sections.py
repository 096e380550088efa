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
_NUMBERING = re.compile(r"\s*(?:([\dA-Z](?:\.\d+)*)\.?|([IVX]+)\.|[一二三四五六七八九十]+、)\s+")


def kind_of_heading(title: str) -> SectionKind | None:
    """Return the kind that a heading names, or None when it names none."""
    bare = _NUMBERING.sub("", title, count=1) if _NUMBERING.match(title) else title
    text = " ".join(bare.split())
    for kind, pattern in _PATTERNS:
        if pattern.search(text):
            return kind
    return None


def _level(block: Block) -> int:
    """Depth of a heading: its numbering first, then the parser's level, else top."""
    numbered = _NUMBERING.match(block.plain_text)
    if numbered and numbered.group(1):
        return numbered.group(1).count(".") + 1
    return block.title_level or 1


def section_kinds(blocks: Sequence[Block]) -> dict[str, SectionKind]:
    """Return the section kind of every block, by block id, in reading order."""
    kinds: dict[str, SectionKind] = {}
    stack: list[tuple[int, SectionKind]] = []
    current: SectionKind = "front"
    for block in blocks:
        if block.category == "section_header":
            level = _level(block)
            named = kind_of_heading(block.plain_text)
            stack = [(lv, k) for lv, k in stack if lv < level]
            inherited = stack[-1][1] if stack else "other"
            # Back matter does not hand its kind down, and a real section ends it.
            current = named or ("other" if inherited == "back" else inherited)
            stack.append((level, current))
        kinds[block.block_id] = "abstract" if block.category == "abstract" else current
    return kinds
