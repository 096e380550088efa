"""Equations and floats of a LaTeX paper, numbered by LaTeX's own counters.

One equation element per printed row, one float per caption. Refuses numbers that only a class or
package decides (numbers within sections): those come out plain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from pylatexenc import latexwalker

from scidoc_assets.domain.latex.drafts import LABEL, Draft, Walk, label_in, last_argument, source_of
from scidoc_assets.domain.latex.vocabulary import ROW_EQUATIONS, SUBFLOATS


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
    if walk.sub_equation:
        walk.sub_equation += 1
        return f"{walk.counters['equation']}{chr(95 + walk.sub_equation)}"
    walk.counters["equation"] += 1
    return str(walk.counters["equation"])


def add_float(walk: Walk, node: Any, kind: str) -> None:
    """A float per caption in it, each with its caption; one without caption stays a float."""
    latex = node.latex_verbatim()
    captions = list(_captions(node.nodelist))
    labels = list(LABEL.finditer(latex))
    first = len(walk.drafts)
    for caption in captions:
        walk.counters[kind] += 1
        number = str(walk.counters[kind])
        start = latex.find(caption.latex_verbatim())
        label = next((m[1].strip() for m in labels if m.start() >= start), None)
        if label is None and labels and len(captions) == 1:
            label = labels[0][1].strip()
        walk.drafts.append(
            Draft("float", [], latex, None, number, label, walk.heading, float_kind=kind)
        )
        parent = len(walk.drafts) - 1
        walk.drafts.append(
            Draft(
                "caption",
                [last_argument(caption)],
                caption.latex_verbatim(),
                None,
                number,
                label,
                parent,
            )
        )
        walk.drafts[-1].float_kind = kind
    if len(walk.drafts) == first:
        label = labels[0][1].strip() if labels else None
        walk.drafts.append(
            Draft("float", [], latex, None, None, label, walk.heading, float_kind=kind)
        )


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
