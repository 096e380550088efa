"""Tests of body style and columns."""

from __future__ import annotations

from scidoc_assets.domain.layouts.columns import (
    body_style,
    column_of,
    line_columns,
    notes_column,
    page_columns,
    word_count,
)
from scidoc_assets_tests.painted import line, prose


def test_body_style_is_what_most_running_text_has() -> None:
    lines = [*prose(72, 100, 528, 20), *prose(72, 400, 528, 4, size=8, font="Small")]
    style = body_style([lines])
    assert (style.size, style.font, style.line_pitch) == (10.0, "Body", 12.0)


def test_two_stacks_of_lines_are_two_columns() -> None:
    lines = [*prose(50, 100, 290, 20), *prose(310, 100, 550, 20)]
    style = body_style([lines])
    assert page_columns([lines], [600], style) == [((50, 290), (310, 550))]


def test_cells_of_a_wide_table_do_not_make_columns() -> None:
    cells = [line(str(k), 80 + 90 * (k % 5), 400 + 14 * (k // 5)) for k in range(40)]
    lines = [*prose(72, 100, 528, 12), *cells]
    style = body_style([lines])
    assert page_columns([lines], [600], style) == [((72, 528),)]


def test_a_page_with_little_text_takes_the_documents_habit() -> None:
    full = [*prose(48, 100, 288, 20), *prose(312, 100, 552, 20)]
    style = body_style([full])
    assert page_columns([full, [line("Figure 1", 100, 700)]], [600, 600], style)[1] == (
        (48.0, 288.0),
        (312.0, 552.0),
    )


def test_a_page_whose_other_column_holds_floats_alone_has_the_usual_columns() -> None:
    full = [*prose(48, 100, 288, 20), *prose(312, 100, 552, 20)]
    half = [*prose(48, 100, 288, 20), line("Figure 1: A map", 380, 500)]
    style = body_style([full, half])
    found = page_columns([full, full, half], [600] * 3, style)
    assert found[2] == ((48.0, 288.0), (312.0, 552.0))


def test_a_page_of_one_wide_column_stays_one_among_pages_of_two() -> None:
    full = [*prose(48, 100, 288, 20), *prose(312, 100, 552, 20)]
    wide = prose(48, 100, 552, 20)
    found = page_columns([full, full, wide], [600] * 3, body_style([full, wide]))
    assert found[2] == ((48, 552),)


def test_a_box_across_the_gutter_has_no_column() -> None:
    columns = [(50.0, 290.0), (310.0, 550.0)]
    assert column_of((60, 0, 280, 9), columns) == 0
    assert column_of((320, 0, 500, 9), columns) == 1
    assert column_of((200, 0, 400, 9), columns) == -1


def test_two_cjk_characters_count_as_a_word() -> None:
    assert word_count("one two") == 2
    assert word_count("\u4efb\u52a1\u5b9a\u4ef7\u95ee\u9898") == 4


def test_small_print_beside_the_text_of_a_first_page_is_a_column_of_its_own() -> None:
    text = prose(166, 300, 560, 24)
    notes = [line(f"Received: {k} May 2023", 36, 320 + 13 * k, size=7) for k in range(8)]
    title = line("A title that reaches over both of them", 36, 120, 500, size=18)
    pages = [[title, *sorted([*text, *notes], key=lambda ln: ln.baseline)]]
    pages += [prose(166, 100, 560, 40) for _ in range(3)]
    found = page_columns(pages, [595.0] * 4, body_style(pages))
    assert len(found[0]) == 2
    assert found[0][0][1] < 166 <= found[0][1][0]
    assert [len(columns) for columns in found[1:]] == [1, 1, 1]


def test_labels_as_large_as_the_text_are_no_column_of_notes() -> None:
    text = prose(166, 300, 560, 24)
    labels = [line(f"Item number {k}", 36, 320 + 13 * k) for k in range(8)]
    pages = [sorted([*text, *labels], key=lambda ln: ln.baseline)]
    assert len(page_columns(pages, [595.0], body_style(pages))[0]) == 1


COLUMNS = ((60.0, 290.0), (310.0, 540.0))


def test_the_short_last_line_of_a_paragraph_across_columns_goes_with_it() -> None:
    across = prose(60, 60, 540, 3)
    last = line("and so it ends.", 60, 96)
    below = [*prose(60, 140, 290, 2), *prose(310, 140, 540, 2)]
    assert line_columns([*across, last], COLUMNS) == [-1, -1, -1, -1]
    assert line_columns([*across, *below], COLUMNS)[3:] == [0, 0, 1, 1]
    beside = line("a column of its own", 310, 96)
    assert line_columns([*across, last, beside], COLUMNS)[3:] == [0, 1]


def test_a_number_that_stands_out_of_the_last_column_belongs_to_it() -> None:
    lines = [*prose(60, 60, 540, 1), line("(5)", 538, 100), line("(6)", 296, 120)]
    assert line_columns(lines, COLUMNS) == [-1, 1, -1]


def test_a_column_is_one_of_notes_when_it_is_much_narrower_than_the_text_right_of_it() -> None:
    assert notes_column(((40, 160), (200, 560))) == 0
    assert notes_column(COLUMNS) == notes_column(COLUMNS[:1]) == -1
