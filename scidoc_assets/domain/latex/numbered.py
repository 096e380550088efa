"""Equations and floats of a LaTeX paper, numbered by LaTeX's own counters.

One equation element per printed row, one float per caption. Numbers within sections are followed
where the preamble asks for them; refuses to guess what only a class or package decides: such
numbers come out plain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from pylatexenc import latexwalker

from scidoc_assets.domain.latex.drafts import LABEL, Draft, Walk, label_in, last_argument, source_of
from scidoc_assets.domain.latex.vocabulary import FLOATS, ROW_EQUATIONS, SUBFLOATS


def add_equation(walk: Walk, node: Any, name: str, nodes: Sequence[Any]) -> None:
    """One element per printed row."""
    is_numbered = not name.endswith("*") and name != "displaymath"
    rows = _rows(nodes) if name.rstrip("*") in ROW_EQUATIONS else [list(nodes)]
    for row in rows:
        latex = source_of(row).strip()
        if not latex:
            continue
        draft = Draft("equation", row, latex, label=label_in(latex), parent=walk.heading)
        draft.number = _equation_number(walk, latex, is_numbered)
        walk.drafts.append(draft)


def _rows(nodes: Sequence[Any]) -> list[list[Any]]:
    rows: list[list[Any]] = [[]]
    for node in nodes:
        if node.isNodeType(latexwalker.LatexMacroNode) and node.macroname == "\\":
            rows.append([])
        else:
            rows[-1].append(node)
    return rows


def _equation_number(walk: Walk, latex: str, is_numbered: bool) -> str | None:
    tag = re.search(r"\\tag\*?\s*\{([^{}]*)\}", latex)
    if tag:
        return tag[1].strip()
    if not is_numbered or "\\nonumber" in latex or "\\notag" in latex:
        return None
    if walk.sub_equation is not None:
        name, letter = walk.sub_equation
        walk.sub_equation = (name, chr(ord(letter) + 1))
        return f"{name}{letter}"
    return walk.next_number("equation")


def add_caption_of(walk: Walk, node: Any) -> None:
    """A float that stands in running text: `\\captionof{figure}{...}`."""
    _, kind, _, text = node.nodeargd.argnlist
    name = source_of([kind]).strip("{} \n")
    if name in FLOATS and text is not None:
        _add_captioned(walk, node, FLOATS[name], node.latex_verbatim(), None)


def add_float(walk: Walk, node: Any, kind: str) -> None:
    """A float per caption in it, each with its caption; one without caption stays a float."""
    latex = node.latex_verbatim()
    captions = list(_captions(node.nodelist))
    labels = list(LABEL.finditer(latex))
    first = len(walk.drafts)
    for caption in captions:
        start = latex.find(caption.latex_verbatim())
        label = next((m[1].strip() for m in labels if m.start() >= start), None)
        if label is None and labels and len(captions) == 1:
            label = labels[0][1].strip()
        _add_captioned(walk, caption, kind, latex, label)
    if len(walk.drafts) == first:
        label = labels[0][1].strip() if labels else None
        walk.drafts.append(
            Draft("float", [], latex, None, None, label, walk.heading, float_kind=kind)
        )


def _add_captioned(walk: Walk, caption: Any, kind: str, latex: str, label: str | None) -> None:
    """A float and its caption; a starred caption has no number."""
    is_starred = caption.macroname == "caption" and caption.nodeargd.argnlist[0] is not None
    number = None if is_starred else walk.next_number(kind)
    walk.drafts.append(Draft("float", [], latex, None, number, label, walk.heading, kind))
    parent = len(walk.drafts) - 1
    text, words = caption.latex_verbatim(), [last_argument(caption)]
    walk.drafts.append(Draft("caption", words, text, None, number, label, parent, kind))


def _captions(nodes: Sequence[Any]) -> Iterator[Any]:
    """Caption macros of a float, those of its sub-floats left out."""
    for node in nodes:
        if node is None:
            continue
        if node.isNodeType(latexwalker.LatexMacroNode):
            if node.macroname == "caption" and last_argument(node) is not None:
                yield node
        elif node.isNodeType(latexwalker.LatexEnvironmentNode):
            if node.environmentname.rstrip("*") not in SUBFLOATS:
                yield from _captions(node.nodelist)
        elif node.isNodeType(latexwalker.LatexGroupNode):
            yield from _captions(node.nodelist)
