"""LaTeX of aligned equations put into their blocks, for views and exports.

Refuses blocks that hold more than formulas: a paragraph with a formula in it keeps its text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from scidoc_assets.schemas.latex import LatexAlignment
from scidoc_assets.schemas.layouts import Block, ParsedLayout

_NOT_PRINTED = re.compile(r"\\(?:label|tag\*?)\s*\{[^{}]*\}|\\(?:nonumber|notag)\b")
_DELIMITERS = re.compile(r"^(?:\\\[|\$\$)|(?:\\\]|\$\$)$")


def with_latex(layout: ParsedLayout, rows: Sequence[LatexAlignment]) -> ParsedLayout:
    """A layout whose equation blocks carry the LaTeX that is aligned to them.

    Several equations of one block come as the lines of one `gathered`; printed numbers as `\\tag`.
    """
    by_block: dict[str, list[LatexAlignment]] = {}
    for row in rows:
        if row.kind == "equation" and row.block_id is not None:
            by_block.setdefault(row.block_id, []).append(row)
    blocks = [_with_equations(b, by_block.get(b.block_id, [])) for b in layout.blocks]
    return layout.model_copy(update={"blocks": blocks})


def _with_equations(block: Block, rows: Sequence[LatexAlignment]) -> Block:
    if block.category != "equation" or not rows:
        return block
    bodies = [_body(row.latex_text) for row in rows]
    latex = bodies[0]
    if len(bodies) > 1:
        latex = "\\begin{gathered}\n" + " \\\\\n".join(bodies) + "\n\\end{gathered}"
    numbers = [row.number for row in rows if row.number is not None]
    if numbers:
        latex += f" \\tag{{{', '.join(numbers)}}}"
    return block.model_copy(update={"latex": latex, "format": "latex"})


def _body(latex: str) -> str:
    """An equation without labels and delimiters; alignment marks need their own environment."""
    plain = " ".join(_DELIMITERS.sub("", _NOT_PRINTED.sub("", latex).strip()).split())
    is_aligned = re.search(r"(?<!\\)&", re.sub(r"\\begin\{(\w+)\}.*?\\end\{\1\}", "", plain))
    return f"\\begin{{aligned}} {plain} \\end{{aligned}}" if is_aligned else plain
