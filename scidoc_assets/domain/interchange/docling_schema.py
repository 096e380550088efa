"""The parts of a DoclingDocument (docling-core, versions 1.x) that an import reads.

Unknown keys are left alone: Docling adds fields with every version. Refuses wrong types and boxes
that are no boxes, with the field.
"""

from __future__ import annotations

import math
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

MAX_CELLS = 200_000


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class Ref(_Part):
    """A JSON pointer such as `#/texts/3`."""

    target: str = Field(alias="$ref")


class Box(_Part):
    """A box in points; with BOTTOMLEFT y grows upwards and `t` is the greater one."""

    l: float  # noqa: E741 - Docling's own name
    t: float
    r: float
    b: float
    coord_origin: Literal["TOPLEFT", "BOTTOMLEFT"] = "TOPLEFT"

    @model_validator(mode="after")
    def _is_a_box(self) -> Box:
        if not all(math.isfinite(v) for v in (self.l, self.t, self.r, self.b)):
            raise ValueError("a coordinate is not finite")
        is_upward = self.coord_origin == "BOTTOMLEFT"
        top, bottom = (self.b, self.t) if is_upward else (self.t, self.b)
        if self.r < self.l or bottom < top:
            raise ValueError(f"corners are swapped for origin {self.coord_origin}")
        return self


class Prov(_Part):
    """Where an item is printed; `page_no` counts from 1, `charspan` cuts the item's text."""

    page_no: int
    bbox: Box
    charspan: tuple[int, int] | None = None


class Node(_Part):
    """Anything in the tree: body, group or item."""

    self_ref: str
    children: list[Ref] = []
    content_layer: str = "body"
    label: str = "unspecified"


class Item(Node):
    """A text, table or picture."""

    prov: list[Prov] = []
    captions: list[Ref] = []
    text: str = ""
    orig: str | None = None
    level: int | None = None
    marker: str | None = None
    enumerated: bool = False


class Cell(_Part):
    """A table cell; its text stands in the first cell that it spans."""

    text: str = ""
    start_row_offset_idx: int = Field(ge=0)
    start_col_offset_idx: int = Field(ge=0)


class TableData(_Part):
    """Cells of a table and its size."""

    table_cells: list[Cell] = []
    num_rows: int = Field(default=0, ge=0)
    num_cols: int = Field(default=0, ge=0)

    @model_validator(mode="after")
    def _is_bounded(self) -> TableData:
        if self.num_rows * self.num_cols > MAX_CELLS:
            raise ValueError(f"{self.num_rows} x {self.num_cols} cells, limit {MAX_CELLS}")
        taken: set[tuple[int, int]] = set()
        for cell in self.table_cells:
            place = (cell.start_row_offset_idx, cell.start_col_offset_idx)
            if place in taken:  # the text of one of them would be lost
                raise ValueError(f"two cells start at row {place[0]}, column {place[1]}")
            taken.add(place)
            is_in = (
                cell.start_row_offset_idx < self.num_rows
                and cell.start_col_offset_idx < self.num_cols
            )
            if not is_in:
                raise ValueError("a cell lies outside num_rows x num_cols")
        return self

    def rows(self) -> list[list[str]]:
        """Texts by row and column."""
        grid = [[""] * self.num_cols for _ in range(self.num_rows)]
        for cell in self.table_cells:
            grid[cell.start_row_offset_idx][cell.start_col_offset_idx] = cell.text
        return grid


class TableItem(Item):
    """A table with its cells."""

    data: TableData = TableData()


class Size(_Part):
    """Page size in points."""

    width: float = Field(gt=0)
    height: float = Field(gt=0)


class PageItem(_Part):
    """A page; `page_no` from 1."""

    page_no: int = Field(ge=1)
    size: Size


class Origin(_Part):
    """The file that was converted."""

    filename: str | None = None


class DoclingDocument(_Part):
    """A DoclingDocument as far as an import reads it."""

    schema_name: Literal["DoclingDocument"]
    version: str
    name: str = ""
    origin: Origin | None = None
    body: Node
    furniture: Node | None = None
    groups: list[Node] = []
    texts: list[Item] = []
    tables: list[TableItem] = []
    pictures: list[Item] = []
    key_value_items: list[Item] = []
    form_items: list[Item] = []
    pages: dict[str, PageItem] = {}
