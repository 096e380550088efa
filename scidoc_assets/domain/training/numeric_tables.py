"""Tables that rules can check: named rows, named columns, one number a cell.

Read from a layout's table blocks or made from word pools. Refuses (None) tables of which a row of
numbers would be lost (ragged, without a name, beyond the most rows), repeated names and cells that
are not one number.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import Decimal

from scidoc_assets.domain.training.word_pools import entity_names, measures, value_of
from scidoc_assets.schemas.layouts import Block, ParsedLayout

# A number as printed: thousands by comma, a percent sign, an uncertainty behind it.
_NUMBER = re.compile(
    r"^([-−+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)\s*%?\s*(?:±\s*\d+(?:\.\d+)?|\(\d+(?:\.\d+)?\))?\s*%?$"
)
_UNIT = re.compile(r"[(\[（]([^()\[\]（）]*)[)\]）]\s*$")
HEADER_ROWS = 4
MIN_ROWS, MAX_ROWS = 3, 15
MIN_COLUMNS, MAX_COLUMNS = 2, 8
MAX_NAME = 60


@dataclass(frozen=True)
class NumericTable:
    """`values[i][j]` is the printed number of row i in column j.

    `lower_is_better` holds the columns whose sense is known to be downward, `higher_is_better`
    upward; a real table has neither. `block_id` is None for synthetic tables.
    """

    row_header: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: tuple[tuple[str, ...], ...]
    paper_id: str
    block_id: str | None = None
    page_index: int | None = None
    caption: str | None = None
    higher_is_better: tuple[str, ...] = ()
    lower_is_better: tuple[str, ...] = ()

    def number(self, row: str, column: str) -> Decimal:
        """The value of a cell. Raises ValueError for an unknown row or column."""
        return as_number(self.cell(row, column))

    def cell(self, row: str, column: str) -> str:
        """The printed text of a cell."""
        return self.values[self.rows.index(row)][self.columns.index(column)]

    def reordered(self, rows: Iterable[str], columns: Iterable[str]) -> NumericTable:
        """The same cells with these rows and columns, in this order."""
        kept_rows, kept_columns = tuple(rows), tuple(columns)
        values = tuple(tuple(self.cell(r, c) for c in kept_columns) for r in kept_rows)
        return replace(self, rows=kept_rows, columns=kept_columns, values=values)

    def renamed(self, columns: dict[str, str]) -> NumericTable:
        """The same table with some columns under another name."""
        return replace(self, columns=tuple(columns.get(c, c) for c in self.columns))


def unit_of(name: str) -> str:
    """The unit in brackets at the end of a name, "" without one."""
    found = _UNIT.search(name)
    return found.group(1).strip() if found else ""


def as_number(text: str) -> Decimal:
    """The number of a printed cell, without its uncertainty. Raises ValueError for another text."""
    match = _NUMBER.match(text.strip())
    if match is None:
        raise ValueError(f"not a number: {text!r}")
    return Decimal(match.group(1).replace("−", "-").replace(",", ""))


def tables_of(layout: ParsedLayout) -> list[NumericTable]:
    """The checkable tables of a paper, in reading order."""
    blocks = [b for b in layout.blocks if b.category == "table" and b.table_rows]
    found = [read_table(layout.paper_id, block) for block in sorted(blocks, key=lambda b: b.order)]
    return [table for table in found if table is not None]


def read_table(paper_id: str, block: Block) -> NumericTable | None:
    """A table block as a numeric table, or None.

    Of the first rows, the one that gives the most checkable cells is the header. Columns with a
    cell that is no number are left out, and rows without any number (group headings); a row of
    numbers never is: "the highest of all rows" must hold on the page, too.
    """
    rows = [[" ".join(cell.split()) for cell in row] for row in block.table_rows or []]
    best: NumericTable | None = None
    for start in range(min(HEADER_ROWS, len(rows) - 1)):
        found = _table_below(paper_id, block, rows[start], rows[start + 1 :])
        if found is not None and (best is None or _cells_of(found) > _cells_of(best)):
            best = found
    return best


def _cells_of(table: NumericTable) -> int:
    return len(table.rows) * len(table.columns)


def _table_below(
    paper_id: str, block: Block, header: list[str], below: list[list[str]]
) -> NumericTable | None:
    body = [row for row in below if len(row) == len(header)]
    if not body:  # the corner of the header is often empty in print
        header = ["", *header]
        body = [row for row in below if len(row) == len(header)]
    kept = [row for row in body if row and not _NUMBER.match(row[0])]
    lost = [row for row in below if row not in kept and any(map(_NUMBER.match, row))]
    if lost or len(kept) > MAX_ROWS:
        return None
    body = [row for row in kept if any(map(_NUMBER.match, row[1:]))]
    numeric = [
        j for j in range(1, len(header)) if body and all(_NUMBER.match(row[j]) for row in body)
    ][:MAX_COLUMNS]
    names, columns = tuple(row[0] for row in body), tuple(header[j] for j in numeric)
    if not _are_names(names, MIN_ROWS) or not _are_names(columns, MIN_COLUMNS):
        return None
    return NumericTable(
        row_header=header[0] or "Row",
        rows=names,
        columns=columns,
        values=tuple(tuple(row[j] for j in numeric) for row in body),
        paper_id=paper_id,
        block_id=block.block_id,
        page_index=block.page_index,
        caption=block.caption_text,
    )


def _are_names(names: tuple[str, ...], least: int) -> bool:
    """Enough different names with a letter in each, none a sentence."""
    is_word = all(any(c.isalpha() for c in n) and len(n) <= MAX_NAME for n in names)
    return len(names) >= least and len({n.casefold() for n in names}) == len(names) and is_word


def synthetic_table(paper_id: str, rng: random.Random) -> NumericTable:
    """A made-up results table of 4 to 7 rows and 2 to 4 measures."""
    rows = entity_names(rng.randint(4, 7), rng)
    chosen = measures(rng.randint(2, 4), rng)
    columns = tuple(f"{m.name} ({m.unit})" for m in chosen)
    return NumericTable(
        row_header="Method",
        rows=tuple(rows),
        columns=columns,
        values=tuple(tuple(value_of(m, rng) for m in chosen) for _ in rows),
        paper_id=paper_id,
        higher_is_better=tuple(
            c for c, m in zip(columns, chosen, strict=True) if m.is_higher_better
        ),
        lower_is_better=tuple(
            c for c, m in zip(columns, chosen, strict=True) if not m.is_higher_better
        ),
    )


def shown_cells(table: NumericTable) -> list[str]:
    """Row names and cells as `latex_table` shows them: what no rewording may change."""
    return [latex_text(t) for t in (*table.rows, *(cell for row in table.values for cell in row))]


def latex_table(table: NumericTable) -> str:
    """The table as a LaTeX tabular; special characters of names are escaped."""
    lines = [" & ".join(latex_text(c) for c in (table.row_header, *table.columns))]
    for name, cells in zip(table.rows, table.values, strict=True):
        lines.append(" & ".join(latex_text(c) for c in (name, *cells)))
    body = " \\\\\n".join(lines)
    columns = "l" + "r" * len(table.columns)
    return f"\\begin{{tabular}}{{{columns}}}\n{body} \\\\\n\\end{{tabular}}"


def latex_text(text: str) -> str:
    """A name or number as it stands in LaTeX source."""
    for char in "&%$#_{}":
        text = text.replace(char, f"\\{char}")
    return text
