"""Tests of the blocks of a whole document."""

from __future__ import annotations

from scidoc_assets.domain.layouts.document import build_blocks
from scidoc_assets.schemas.pages import FloatArea
from scidoc_assets_tests.painted import line, page, prose, text_of


def test_blocks_come_in_reading_order_with_neighbours() -> None:
    content = page([*prose(50, 100, 290, 10), *prose(310, 100, 550, 10)])
    pages, style = text_of(content)
    blocks, _ = build_blocks("p", pages, [], style)
    assert [b.order for b in blocks] == list(range(len(blocks)))
    assert [b.column_index for b in blocks] == [0, 1]
    assert blocks[0].next_id == blocks[1].block_id
    assert blocks[1].previous_id == blocks[0].block_id


def test_text_inside_a_table_belongs_to_the_table_with_its_rows() -> None:
    cells = [
        line("Base", 100, 300),
        line("71.2", 200, 300),
        line("Ours", 100, 314),
        line("78.4", 200, 314),
    ]
    pages, style = text_of(page([*prose(72, 60, 528, 6), *cells]))
    area = FloatArea(0, "table", (90, 285, 240, 320), (), None, None, None, "p-table-1")
    blocks, _ = build_blocks("p", pages, [area], style)
    table = next(b for b in blocks if b.category == "table")
    assert table.table_rows == [["Base", "71.2"], ["Ours", "78.4"]]
    assert all("71.2" not in b.plain_text for b in blocks if b is not table)


def test_no_line_is_lost() -> None:
    lines = [
        line("Running head", 72, 40),
        *prose(72, 100, 528, 8),
        line("x", 300, 400),
        line("Note here", 72, 500, size=7),
    ]
    pages, style = text_of(*[page(lines, index=k) for k in range(3)])
    blocks, _ = build_blocks("p", pages, [], style)
    joined = "\n".join(b.plain_text for b in blocks)
    assert all(joined.count(ln.text) >= 3 for ln in lines)


def test_line_numbers_are_one_block_a_page() -> None:
    numbers = [line(str(k + 1), 40, 100 + 12 * k, 50, size=6) for k in range(20)]
    pages, style = text_of(page([*prose(72, 100, 528, 20), *numbers]))
    blocks, _ = build_blocks("p", pages, [], style)
    others = [b for b in blocks if b.category == "other"]
    assert [len(b.boxes_pt) for b in others] == [20]


def test_side_notes_of_a_page_are_notes_and_part_no_paragraph() -> None:
    notes = [line(f"Received: {k} March 2018", 40, 100 + 12 * k, 150, size=8) for k in range(10)]
    first = page([*prose(200, 60, 560, 55), *notes])
    second = page([line("goes on and ends here", 200, 60, 560), *prose(200, 72, 560, 50)], index=1)
    pages, style = text_of(first, second)
    blocks, relations = build_blocks("p", pages, [], style)
    assert [b.category for b in blocks] == ["paragraph", "footnote", "paragraph"]
    assert [r.to_id for r in relations if r.type == "continuation"] == [blocks[2].block_id]
