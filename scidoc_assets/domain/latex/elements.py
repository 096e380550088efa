"""Elements of a LaTeX paper in source order: headings, paragraphs, equations, floats, captions.

Numbers follow LaTeX's own counters. A displayed equation parts the paragraph it stands in, as in
print. Refuses nothing that parses; environments without text (pictures, code, bibliographies) and
footnotes are left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from pylatexenc import latex2text, latexwalker

from scidoc_assets.domain.latex.drafts import Draft, Walk, label_in, last_argument, source_of
from scidoc_assets.domain.latex.macros import expand, read_macros
from scidoc_assets.domain.latex.numbered import add_caption_of, add_equation, add_float
from scidoc_assets.domain.latex.source import LatexText
from scidoc_assets.domain.latex.vocabulary import (
    CITATIONS,
    EQUATIONS,
    FLOATS,
    FRONT_MATTER,
    HEADINGS,
    LISTS,
    NO_TEXT,
    REFERENCES,
    TITLES,
    parsing_context,
    text_context,
)
from scidoc_assets.schemas.latex import ElementKind

MAX_LATEX_CHARS = 20_000
_NAMED = re.compile(
    r"\\(?:" + "|".join((*REFERENCES, *CITATIONS)) + r")\*?\s*(?:\[[^\]]*\]\s*){0,2}\{([^{}]*)\}"
)
_TITLE = re.compile(r"\\(?:" + "|".join(TITLES) + r")\s*(?=[\[{])")
_STRUCTURE = re.compile(
    r"\\(?:(?:sub)*section|paragraph|chapter)\b"
    r"|\\begin\s*\{(?:figure|table|equation|align|gather|itemize|enumerate|abstract)\*?\}"
)
_WITHIN = re.compile(
    r"\\(?:numberwithin|counterwithin)\*?\s*\{(equation|figure|table)\}\s*\{(?:section|chapter)\}"
)
_BLANK_LINE = re.compile(r"\n[ \t]*\n\s*")
_RUNNING = frozenset({"paragraph", "abstract", "list_item"})
_WORDLESS = re.compile(r"^\W*$")


@dataclass(frozen=True, slots=True)
class LatexElement:
    """One element; `latex` is its source, `text` its plain text, `float_kind` of floats only."""

    order: int
    kind: ElementKind
    latex: str
    text: str
    level: int | None = None
    number: str | None = None
    label: str | None = None
    parent: int | None = None
    float_kind: str | None = None
    references: tuple[str, ...] = ()


def read_elements(source: LatexText) -> list[LatexElement]:
    """Elements of a flattened source, in its order. Deterministic; raises nothing on odd LaTeX."""
    macros = read_macros(source.preamble)
    walk = Walk(within=frozenset(m[1] for m in _WITHIN.finditer(source.preamble)))
    title = _TITLE.search(source.preamble)
    if title:
        front = latexwalker.LatexWalker(
            expand(source.preamble[title.start() :], macros), parsing_context()
        )
        _macro(walk, front.get_latex_nodes(read_max_nodes=1)[0][0])
    _visit(walk, _nodes(expand(source.body, macros)))
    _close(walk)
    return _finished(walk.drafts)


def _nodes(latex: str) -> list[Any]:
    walker = latexwalker.LatexWalker(latex, parsing_context(), tolerant_parsing=True)
    return list(walker.get_latex_nodes()[0])


def _visit(walk: Walk, nodes: Sequence[Any]) -> None:
    for node in nodes:
        if node is None:
            continue
        if node.isNodeType(latexwalker.LatexEnvironmentNode):
            _environment(walk, node)
        elif node.isNodeType(latexwalker.LatexMacroNode):
            _macro(walk, node)
        elif node.isNodeType(latexwalker.LatexMathNode) and node.displaytype == "display":
            _close(walk)
            add_equation(walk, node, "displaymath*", node.nodelist)
        elif node.isNodeType(latexwalker.LatexCharsNode):
            _characters(walk, node)
        elif node.isNodeType(latexwalker.LatexGroupNode) and _STRUCTURE.search(source_of([node])):
            _visit(walk, node.nodelist)
        else:
            walk.open.append(node)


def _characters(walk: Walk, node: Any) -> None:
    """Characters of running text; a blank line ends the paragraph."""
    position = 0
    for gap in _BLANK_LINE.finditer(node.chars):
        walk.open.append(_cut(node, position, gap.start()))
        _close(walk)
        position = gap.end()
    walk.open.append(_cut(node, position, len(node.chars)) if position else node)


def _cut(node: Any, start: int, end: int) -> Any:
    return latexwalker.LatexCharsNode(
        chars=node.chars[start:end],
        parsing_state=node.parsing_state,
        pos=node.pos + start,
        len=end - start,
    )


def _close(walk: Walk) -> None:
    """End the open paragraph; white space alone is none."""
    latex = source_of(walk.open).strip()
    if latex and not _WORDLESS.match(latex):
        walk.drafts.append(Draft(walk.kind, walk.open, latex, parent=walk.heading))
    walk.open = []


def _macro(walk: Walk, node: Any) -> None:
    name = node.macroname
    if name in TITLES:
        walk.drafts.append(Draft("title", [last_argument(node)], node.latex_verbatim()))
    elif name in HEADINGS:
        _close(walk)
        _heading(walk, node)
    elif name == "label":
        _attach(walk, node)
    elif name == "appendix":
        _begin_appendix(walk)
    elif name in ("par", "maketitle"):
        _close(walk)
    elif name == "captionof":
        add_caption_of(walk, node)
    elif name not in FRONT_MATTER:
        walk.open.append(node)


def _begin_appendix(walk: Walk) -> None:
    """Sections start again, with letters; figures and equations count on."""
    for level in range(1, 6):
        walk.counters[f"h{level}"] = 0
    walk.counters["appendix"] = 1


def _heading(walk: Walk, node: Any) -> None:
    level = HEADINGS[node.macroname]
    number = None
    if node.nodeargd.argnlist[0] is None and level <= 3:
        walk.counters[f"h{level}"] += 1
        for deeper in range(level + 1, 6):
            walk.counters[f"h{deeper}"] = 0
        parts = [walk.counters[f"h{k}"] for k in range(1, level + 1)]
        first = chr(64 + parts[0]) if walk.counters["appendix"] and 0 < parts[0] < 27 else parts[0]
        number = ".".join(str(p) for p in (first, *parts[1:]))
        if level == 1:
            walk.open_section(number)
    latex = node.latex_verbatim()
    walk.drafts.append(
        Draft("heading", [last_argument(node)], latex, level, number, label_in(latex))
    )
    walk.heading = len(walk.drafts) - 1


def _attach(walk: Walk, node: Any) -> None:
    """A label in running text belongs to the heading that was just printed."""
    is_fresh = walk.heading == len(walk.drafts) - 1 and not source_of(walk.open).strip()
    if walk.heading is not None and is_fresh:
        heading = walk.drafts[walk.heading]
        heading.label = heading.label or label_in(node.latex_verbatim())


def _environment(walk: Walk, node: Any) -> None:
    name = node.environmentname
    plain = name.rstrip("*")
    if plain in FLOATS:
        add_float(walk, node, FLOATS[plain])
    elif plain in EQUATIONS:
        _close(walk)
        add_equation(walk, node, name, node.nodelist)
    elif plain in LISTS:
        _close(walk)
        _list(walk, node)
    elif plain in NO_TEXT:
        return
    elif plain == "abstract":
        _close(walk)
        walk.kind = "abstract"
        _visit(walk, node.nodelist)
        _close(walk)
        walk.kind = "paragraph"
    elif plain == "subequations":
        walk.sub_equation = (walk.next_number("equation"), "a")
        _visit(walk, node.nodelist)
        walk.sub_equation = None
    else:
        _visit(walk, node.nodelist)


def _list(walk: Walk, node: Any) -> None:
    before, walk.kind = walk.kind, "list_item"
    for child in node.nodelist:
        if child.isNodeType(latexwalker.LatexMacroNode) and child.macroname == "item":
            _close(walk)
        else:
            _visit(walk, [child])
    _close(walk)
    walk.kind = before


def _finished(drafts: Sequence[Draft]) -> list[LatexElement]:
    """Elements with their texts, references written as the numbers they print.

    Running text that prints nothing (spacing commands) is no element; orders may have gaps.
    """
    numbers = {d.label: d.number for d in drafts if d.label and d.number and d.kind != "caption"}
    writer = latex2text.LatexNodes2Text(text_context(numbers), math_mode="text")
    found = []
    for order, draft in enumerate(drafts):
        nodes = [n for n in draft.nodes if n is not None]
        text = " ".join(writer.nodelist_to_text(nodes).split()) if nodes else ""
        if not text and draft.kind in _RUNNING:
            continue
        names = [k.strip() for m in _NAMED.finditer(draft.latex) for k in m[1].split(",")]
        element = LatexElement(order, draft.kind, draft.latex[:MAX_LATEX_CHARS], text)
        found.append(
            replace(
                element,
                level=draft.level,
                number=draft.number,
                label=draft.label,
                parent=draft.parent,
                float_kind=draft.float_kind,
                references=tuple(dict.fromkeys(n for n in names if n)),
            )
        )
    return found
