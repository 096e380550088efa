"""The Markdown-interleaved view: a paper's text and floats in reading order (spec documents.md).

Headings by level, paragraphs joined over lines, columns and pages, lists, tables as pipe tables,
equations, code, captions, and pictures as links to crops. Running heads, page numbers and stamps
stay out. Refuses to let text of the paper act as markup: line starts and tags are escaped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import chain

from scidoc_assets.schemas.layouts import Block, Category, ParsedLayout
from scidoc_assets.schemas.text import normalise

DEEPEST = 6
_LINE_START = re.compile(r"^(#{1,6}(?=\s)|>|[-+*](?=\s)|```|~~~|\d+(?=[.)]\s)|={3,}|-{3,})")
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_BULLET = re.compile(r"^\s*[\u2022\u2023\u25aa\u25cf\u25e6\u2013\u2014\u2212*\u00b7-]\s+")
_NUMBERED = re.compile(r"^\s*(\(?\w{1,4}[.)])\s+")
_LEFT_OUT = frozenset({"furniture", "other"})


def to_markdown(layout: ParsedLayout, crops: Mapping[str, str] | None = None) -> str:
    """The view of one layout. `crops`: figure id -> path of its picture, relative to the view.

    A figure without crop is named in brackets, so no float is lost. Ends with a line end.
    """
    pictures = crops or {}
    pieces: list[str] = []
    for run in _paragraph_runs(layout):
        piece = _WRITERS.get(run[0].category, _paragraph)(run, pictures)
        if piece:
            pieces.append(piece)
    return "\n\n".join(pieces) + "\n" if pieces else ""


def _paragraph_runs(layout: ParsedLayout) -> list[list[Block]]:
    """Blocks to show in reading order, those that continue each other together."""
    shown = sorted(
        (b for b in layout.blocks if b.supercategory not in _LEFT_OUT), key=lambda b: b.order
    )
    by_id = {b.block_id: b for b in shown}
    follows = {r.from_id: r.to_id for r in layout.relations if r.type == "continuation"}
    placed: set[str] = set()
    runs: list[list[Block]] = []
    for block in shown:
        if block.block_id in placed:
            continue
        run, seen = [block], {block.block_id}
        while (after := by_id.get(follows.get(run[-1].block_id, ""))) is not None:
            if after.block_id in seen | placed or after.category != block.category:
                break
            run.append(after)
            seen.add(after.block_id)
        placed |= seen
        if block.category == "title" and runs and runs[-1][-1].category == "title":
            runs[-1].extend(run)  # a title set as two blocks
        else:
            runs.append(run)
    return runs


def _flow(run: Sequence[Block]) -> str:
    """Text of a run on one line, broken words joined, not taken as markup."""
    return escape(_one_line(run))


def _one_line(run: Sequence[Block]) -> str:
    return normalise("\n".join(b.plain_text for b in run)).text


def escape(text: str) -> str:
    """A line of text that Markdown reads as text: line starts and tags escaped."""
    return _LINE_START.sub(lambda m: "\\" + m[0] if not m[0][0].isdigit() else m[0] + "\\",
                           _TAG.sub(r"\\<", text))  # fmt: skip


def _paragraph(run: Sequence[Block], pictures: Mapping[str, str]) -> str:
    return _flow(run)


def _title(run: Sequence[Block], pictures: Mapping[str, str]) -> str:
    text = _flow(run)
    return f"# {text}" if text else ""


def _header(run: Sequence[Block], pictures: Mapping[str, str]) -> str:
    text = _flow(run)
    level = min(DEEPEST, 1 + max(1, run[0].title_level or 1))
    return f"{'#' * level} {text}" if text else ""


def _list_item(run: Sequence[Block], pictures: Mapping[str, str]) -> str:
    text = _one_line(run)
    numbered = _NUMBERED.match(text)
    if numbered:
        return f"- {_TAG.sub(chr(92) + '<', text)}"
    return f"- {escape(_BULLET.sub('', text))}" if text else ""


def _reference(run: Sequence[Block], pictures: Mapping[str, str]) -> str:
    text = _flow(run)
    return f"- {text}" if text else ""


def _footnote(run: Sequence[Block], pictures: Mapping[str, str]) -> str:
    text = _flow(run)
    return f"> {text}" if text else ""


def _equation(run: Sequence[Block], pictures: Mapping[str, str]) -> str:
    latex = [b.latex for b in run if b.latex]
    if len(latex) == len(run):
        return "$$\n" + "\n".join(latex) + "\n$$"
    return _fenced("\n".join(b.plain_text for b in run), "text")


def _code(run: Sequence[Block], pictures: Mapping[str, str]) -> str:
    return _fenced("\n".join(b.source_code or b.plain_text for b in run), "text")


def _fenced(text: str, language: str) -> str:
    """A code block whose fence is longer than any run of backticks in it."""
    if not text.strip():
        return ""
    longest = max((len(m) for m in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text.strip(chr(10))}\n{fence}"


def _figure(run: Sequence[Block], pictures: Mapping[str, str]) -> str:
    return "\n\n".join(_picture(block, pictures) for block in run)


def _picture(block: Block, pictures: Mapping[str, str]) -> str:
    name = block.label or f"Graphic on page {block.page_index + 1}"
    path = pictures.get(block.figure_id or "")
    return f"![{name}]({path})" if path else f"[{name}]"


def _table(run: Sequence[Block], pictures: Mapping[str, str]) -> str:
    return "\n\n".join(filter(None, chain.from_iterable(_one_table(b, pictures) for b in run)))


def _one_table(block: Block, pictures: Mapping[str, str]) -> list[str]:
    """A table as pipe table (as text when its cells are not known) and its picture."""
    picture = _picture(block, pictures) if pictures.get(block.figure_id or "") else ""
    rows = [row for row in block.table_rows or [] if row]
    if rows:
        return [pipe_table(rows), picture]
    return [_fenced(block.plain_text, "text") or f"[{block.label or 'Table'}]", picture]


def pipe_table(rows: Sequence[Sequence[str]]) -> str:
    """Rows of cells as a Markdown table, the first row as its head; short rows are filled up."""
    width = max(len(row) for row in rows)
    lines = ["| " + " | ".join(_cell(c) for c in [*row, *[""] * (width - len(row))]) + " |"
             for row in rows]  # fmt: skip
    return "\n".join([lines[0], "|" + " --- |" * width, *lines[1:]])


def _cell(text: str) -> str:
    return _TAG.sub(r"\\<", normalise(text).text).replace("|", r"\|")


_Writer = Callable[[Sequence[Block], Mapping[str, str]], str]
_WRITERS: dict[Category, _Writer] = {
    "title": _title,
    "section_header": _header,
    "list_item": _list_item,
    "reference_entry": _reference,
    "footnote": _footnote,
    "equation": _equation,
    "algorithm": _code,
    "figure": _figure,
    "table": _table,
}
