"""Tests of caption candidates and their choice."""

from __future__ import annotations

from scidoc_assets.domain.figures.captions import find_captions
from scidoc_assets_tests.painted import line, page, prose, text_of


def _captions(*contents):
    pages, style = text_of(*contents)
    return find_captions(pages, [()] * len(pages), style)


def test_a_line_set_apart_with_a_delimiter_is_a_caption() -> None:
    found = _captions(page([*prose(72, 80, 528, 6), line("Figure 1: A plot of things.", 72, 300)]))
    assert [c.label.text for c in found] == ["Figure 1"]
    assert found[0].text == "Figure 1: A plot of things."


def test_a_sentence_that_begins_a_line_with_a_label_is_none() -> None:
    body = prose(72, 80, 528, 6)
    body[3] = line(
        "Figure 1 shows that most results agree with earlier work and others", 72, 116, 528
    )
    assert _captions(page(body)) == []


def test_a_label_at_a_line_start_inside_a_sentence_is_none() -> None:
    body = prose(72, 80, 528, 6)
    body[3] = line(
        "Figure 1. The remaining cases need further data before any answer", 72, 116, 528
    )
    assert _captions(page(body)) == []


def test_a_label_in_a_table_cell_is_no_caption() -> None:
    row = [line("S1", 80, 300), line("14.2", 160, 300), line("Fig. S4", 220, 300)]
    assert _captions(page([*prose(72, 80, 528, 6), *row])) == []


def test_a_line_of_a_list_of_figures_is_no_caption() -> None:
    entry = line("Figure 1: A plot . . . . . . . . . . 12", 72, 300)
    assert _captions(page([*prose(72, 80, 528, 6), entry])) == []


def test_of_two_candidates_the_one_in_the_documents_style_stays() -> None:
    real = [line(f"Figure {n}: A plot of things.", 72, 300, size=9) for n in (1, 2, 3)]
    pages = [page([*prose(72, 80, 528, 6), caption], index=k) for k, caption in enumerate(real)]
    other = page([*prose(72, 80, 528, 6), line("Figure 2 Something", 72, 300)], index=3)
    found = _captions(*pages, other)
    assert [(c.label.text, c.page_index) for c in found] == [
        ("Figure 1", 0),
        ("Figure 2", 1),
        ("Figure 3", 2),
    ]


def test_a_bare_label_beside_its_figure_is_kept_next_to_its_legend() -> None:
    legend = page(
        [*prose(72, 80, 528, 6), line("Figure 1. A long legend of it.", 72, 300, is_bold=True)]
    )
    bare = page([line("Figure 1", 260, 300)], index=1)
    found = _captions(legend, bare)
    assert [c.is_bare for c in found] == [False, True]


def test_a_label_that_follows_a_label_in_its_row_is_part_of_the_caption() -> None:
    row = [
        line("Figure 5.", 72, 300, 114),
        line("Figure 4 of a report. Left: the things as they were", 120, 300, 520),
    ]
    more = line("and right: the things as they are by now.", 72, 312, 300)
    found = _captions(page([*prose(72, 80, 528, 6), *row, more]))
    assert [c.label.text for c in found] == ["Figure 5"]
    assert "Figure 4 of a report" in found[0].text


def test_lettering_of_a_drawing_opens_no_caption_and_parts_none_from_its_row() -> None:
    circle = (100.0, 250.0, 300.0, 450.0)
    label, cell = line("Table 1", 120, 300), line("[b]", 250, 360)
    words = [line("Figure 1:", 320, 360, 360), line("things", 364, 360, 400)]
    body = prose(72, 80, 528, 6)
    pages, style = text_of(page([*body, label, cell, *words]))
    found = find_captions(pages, [()], style, None, [[circle]])
    assert [c.label.text for c in found] == ["Figure 1"]
    assert "Table 1" in [c.label.text for c in find_captions(pages, [()], style)]


def test_a_label_in_a_shaded_table_is_still_a_cell() -> None:
    shade = (70.0, 280.0, 400.0, 320.0)
    row = [line("S1", 80, 300), line("14.2", 160, 300), line("Fig. S4 A", 220, 300)]
    pages, style = text_of(page([*prose(72, 80, 528, 6), *row]))
    assert find_captions(pages, [()], style, None, [[shade]]) == []


def test_the_remark_continued_at_the_end_of_a_caption_marks_a_part() -> None:
    first = page([*prose(72, 80, 528, 6), line("Table 1. Yields of all the plots.", 72, 300)])
    later = page([line("Table 1 Yields of all the plots (continued).", 72, 60)], index=1)
    found = _captions(first, later)
    assert [(c.page_index, c.label.is_continued) for c in found] == [(0, False), (1, True)]
