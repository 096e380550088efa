"""Tests of running heads, page numbers, line numbers and stamps."""

from __future__ import annotations

from dataclasses import replace

from scidoc_assets.domain.layouts.furniture import line_numbers, mark_furniture
from scidoc_assets_tests.painted import line, page, prose


def _pages(count: int, *extra):
    return [
        page([*prose(72, 100, 528, 20), *(make(k) for make in extra)], index=k)
        for k in range(count)
    ]


def _roles(pages):
    marked = mark_furniture(pages, [p.lines for p in pages])
    return [
        {p.lines[i].text: role for i, role in m.items()} for p, m in zip(pages, marked, strict=True)
    ]


def test_a_head_that_comes_back_with_another_number_is_furniture() -> None:
    roles = _roles(_pages(4, lambda k: line(f"Journal of Things {k + 11}", 72, 40)))
    assert [list(r.values()) for r in roles] == [["header"]] * 4


def test_page_numbers_count_up_with_the_pages() -> None:
    roles = _roles(_pages(4, lambda k: line(str(k + 97), 300, 770)))
    assert [r[str(k + 97)] for k, r in enumerate(roles)] == ["page_number"] * 4


def test_an_axis_tick_at_the_page_end_is_no_page_number() -> None:
    pages = _pages(4, lambda k: line(str(k + 97), 300, 770))
    tick = replace(pages[2], lines=(*pages[2].lines, line("100", 120, 775)))
    assert "100" not in _roles([*pages[:2], tick, pages[3]])[2]


def test_a_tick_label_that_equals_the_page_number_is_none() -> None:
    pages = _pages(4, lambda k: line(str(k + 1), 300, 770))
    tick = replace(pages[2], lines=(*pages[2].lines, line("3", 120, 70)))
    marked = mark_furniture(
        [*pages[:2], tick, pages[3]], [*(p.lines for p in pages[:2]), tick.lines, pages[3].lines]
    )
    assert [tick.lines[i].baseline for i in marked[2]] == [770]


def _low_heads(count: int, make):
    """Pages with their heads at 13 % of the height, text set apart below."""
    return [page([make(k), *prose(72, 130, 528, 20)], index=k) for k in range(count)]


def test_a_low_head_that_carries_the_page_number_is_furniture_whatever_else_it_says() -> None:
    names = ["Aims", "Samples", "Cells", "Yields", "Outlook"]
    pages = _low_heads(5, lambda k: line(f"{k + 12} {names[k]}", 72, 104))
    assert [list(r.values()) for r in _roles(pages)] == [["header"]] * 5


def test_a_page_number_set_high_above_the_page_end_is_one() -> None:
    numbers = [
        page([*prose(72, 100, 528, 20), line(str(k + 7), 300, 680)], index=k) for k in range(4)
    ]
    assert [list(r.values()) for r in _roles(numbers)] == [["page_number"]] * 4


def test_a_low_first_row_without_a_counting_number_is_text() -> None:
    assert _roles(_low_heads(5, lambda k: line(f"{7 * k + 40} cells", 72, 104))) == [{}] * 5


def test_a_counting_first_line_of_running_text_is_text() -> None:
    pages = [page([line(f"{k + 1} Body", 72, 118), *prose(72, 130, 528, 20)]) for k in range(5)]
    assert _roles(pages) == [{}] * 5


def test_panel_letters_at_one_height_are_no_running_head() -> None:
    assert _roles(_pages(4, lambda k: line("(a)", 80, 60))) == [{}, {}, {}, {}]


def test_figure_labels_at_page_tops_are_no_running_head() -> None:
    assert _roles(_pages(4, lambda k: line(f"Figure {k + 1}", 280, 60))) == [{}, {}, {}, {}]


def test_sideways_text_in_the_margin_is_a_stamp() -> None:
    stamp = replace(
        line("arXiv:0000.00000", 10, 500), angle=270, bbox_pt=(10.0, 200.0, 30.0, 500.0)
    )
    assert _roles([page([*prose(72, 100, 528, 20), stamp])]) == [{"arXiv:0000.00000": "stamp"}]


def test_a_rising_column_in_the_margin_numbers_the_lines() -> None:
    numbers = [line(str(k + 1), 40, 100 + 12 * k, 50, size=6) for k in range(20)]
    content = page([*prose(72, 100, 528, 20), *numbers])
    assert [len(found) for found in line_numbers([content])] == [20]


def test_line_numbers_go_on_over_a_short_page() -> None:
    numbers = [line(str(k + 1), 40, 100 + 12 * k, 50, size=6) for k in range(20)]
    first = page([*prose(72, 100, 528, 20), *numbers])
    second = page([line("Figures", 72, 100), line("21", 40, 100, 50, size=6)], index=1)
    assert [len(found) for found in line_numbers([first, second])] == [20, 1]


def test_the_first_column_of_a_table_is_no_line_numbering() -> None:
    rows = [line(str(k + 1), 300, 100 + 12 * k, 310) for k in range(20)]
    content = page([*prose(72, 100, 280, 20), *prose(330, 100, 528, 20), *rows])
    assert line_numbers([content]) == [set()]


def test_a_head_on_a_rotated_page_is_found_where_the_sheet_has_it() -> None:
    flat = _pages(3, lambda k: line("Journal of Things", 72, 40))
    head = replace(line("Journal of Things", 72, 40), bbox_pt=(757.8, 72.0, 767.8, 157.0), angle=90)
    rotated = replace(
        page([*prose(72, 100, 700, 20), head], index=3, width=800, height=600), rotation=90
    )
    assert _roles([*flat, rotated])[3] == {"Journal of Things": "header"}


def test_a_short_volume_line_under_a_head_comes_back_as_furniture() -> None:
    roles = _roles(_pages(4, lambda k: line("Vol. 99 (2013)", 72 + 300 * (k % 2), 52)))
    assert [r.get("Vol. 99 (2013)") for r in roles] == ["header"] * 4


def test_one_number_twice_at_the_top_of_a_drawing_is_no_page_number() -> None:
    pages = _pages(4)
    marks = (line("1", 150, 60), line("1", 400, 62))
    drawn = replace(pages[2], lines=(*marks, *pages[2].lines))
    assert _roles([*pages[:2], drawn, pages[3]])[2] == {}
