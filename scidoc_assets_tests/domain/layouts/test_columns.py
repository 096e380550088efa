"""Tests of body style and columns."""

from __future__ import annotations

from scidoc_assets.domain.layouts.columns import body_style, column_of, page_columns, word_count
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


def test_a_box_across_the_gutter_has_no_column() -> None:
    columns = [(50.0, 290.0), (310.0, 550.0)]
    assert column_of((60, 0, 280, 9), columns) == 0
    assert column_of((320, 0, 500, 9), columns) == 1
    assert column_of((200, 0, 400, 9), columns) == -1


def test_two_cjk_characters_count_as_a_word() -> None:
    assert word_count("one two") == 2
    assert word_count("\u4efb\u52a1\u5b9a\u4ef7\u95ee\u9898") == 4
