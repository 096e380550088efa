"""Tests of blocks of text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scidoc_assets.domain.layouts.paragraphs import text_blocks
from scidoc_assets_tests.painted import line, page, prose, text_of


def _texts(lines):
    pages, style = text_of(page(lines))
    return [b.text for b in text_blocks(pages[0], range(len(pages[0].lines)), style)]


def test_an_indent_begins_a_paragraph() -> None:
    first = [*prose(72, 100, 528, 2), line("ends here with this sentence.", 72, 124)]
    second = [
        line("A new one begins with an indent and goes on", 84, 136, 528),
        *prose(72, 148, 528, 2),
    ]
    texts = _texts(first + second)
    assert len(texts) == 2
    assert texts[1].startswith("A new one")


def test_a_gap_or_another_size_begins_a_block() -> None:
    lines = [*prose(72, 100, 528, 3), *prose(72, 160, 528, 3), *prose(72, 196, 528, 3, size=8)]
    assert len(_texts(lines)) == 3


def test_columns_are_not_mixed() -> None:
    """B07."""
    left = [line("The committee reviewed the annual", 60, 80), line("report and", 60, 94)]
    right = [line("approved the budget for the", 330, 80), line("coming fiscal year.", 330, 94)]
    filler = [*prose(60, 200, 290, 12), *prose(330, 200, 560, 12)]
    texts = _texts(left + right + filler)
    assert "The committee reviewed the annual\nreport and" in texts
    assert "approved the budget for the\ncoming fiscal year." in texts


def test_list_items_and_numbered_entries_are_blocks_of_their_own() -> None:
    lines = [
        *prose(72, 60, 528, 4),
        line("[1] A. Author. A title of a paper. A journal, 2001.", 72, 130),
        line("[2] B. Author. Another title. A journal, 2002.", 72, 142),
        line("[3] C. Author. The last title. A journal, 2003.", 72, 154),
    ]
    assert len(_texts(lines)) == 4


def test_pieces_of_one_row_join_with_a_space() -> None:
    lines = [*prose(72, 60, 528, 4), line("E = mc", 200, 130), line("(1)", 500, 130)]
    assert _texts(lines)[-1] == "E = mc (1)"


def test_a_bold_heading_that_runs_into_text_begins_its_paragraph() -> None:
    opening = line("Groups made with little care", 72, 200, 320, font="Bold", is_bold=True)
    words = tuple(
        opening.spans[0]._replace(text=w, x0=x, x1=x + 40, font="Body", is_bold=False)
        for w, x in (("Another", 330.0), ("family", 380.0), ("of", 430.0))
    )
    opening = replace(
        opening, spans=(*opening.spans, *words), text=opening.text + " Another family of"
    )
    texts = _texts([opening, *prose(72, 212, 528, 4)])
    assert len(texts) == 1
    assert len(_texts([replace(opening, spans=opening.spans[:1]), *prose(72, 212, 528, 4)])) == 2


@pytest.mark.parametrize(("tail", "blocks"), [(" Another family of", 1), (" .", 2)])
def test_words_behind_a_bold_heading_are_counted_and_not_spans(tail: str, blocks: int) -> None:
    opening = line("Groups made with little care", 72, 200, 320, font="Bold", is_bold=True)
    plain = opening.spans[0]._replace(text=tail, x0=330.0, x1=430.0, font="Body", is_bold=False)
    opening = replace(opening, spans=(*opening.spans, plain), text=opening.text + tail)
    assert len(_texts([opening, *prose(72, 212, 528, 4)])) == blocks


def _ended(x0: float, y: float, x1: float) -> list:
    return [*prose(x0, y, x1, 2), line("here the sentence ends at the edge.", x0, y + 24, x1)]


def test_white_space_between_paragraphs_parts_them_though_no_line_is_short_or_set_in() -> None:
    texts = _texts(
        [
            *_ended(72, 100, 528),
            line("Here a new one begins", 72, 139, 528),
            *prose(72, 151, 528, 3),
        ]
    )
    assert len(texts) == 2
    assert texts[1].startswith("Here a new one")


def test_lines_that_raised_marks_push_apart_stay_together() -> None:
    """Most wide steps of the column stand inside sentences: they part nothing."""
    steps = (100, 112, 127, 139, 154, 166, 181, 193)
    lines = [line("the study of many different things shows that", 72, y, 528) for y in steps]
    lines[3] = line("here the sentence ends at the edge.", 72, 139, 528)
    lines[4] = line("Here the next sentence begins and goes on", 72, 154, 528)
    assert len(_texts(lines)) == 1


def test_a_number_in_brackets_at_a_line_start_inside_a_paragraph_begins_no_item() -> None:
    lines = [
        line("We know two things of it: (1) it is very light, as was shown.", 72, 100, 528),
        line("(2) It was hot when it decoupled, and we shall see what follows", 72, 112, 528),
        *prose(72, 124, 528, 3),
    ]
    assert len(_texts(lines)) == 1
    lines[1] = replace(lines[1], bbox_pt=(92, *lines[1].bbox_pt[1:]))
    assert len(_texts(lines)) > 1


def test_a_bold_phrase_over_a_line_end_parts_nothing() -> None:
    first = line("the parts of an abstract are named Background", 72, 112, 528, font="Body")
    bold = first.spans[0]._replace(text="Background", font="Bold", is_bold=True)
    first = replace(first, spans=(first.spans[0]._replace(text=first.text[:-10]), bold))
    second = line("Purpose, Method, Results and Conclusions here", 72, 124, 528, font="Bold")
    spans = (
        second.spans[0]._replace(is_bold=True),
        second.spans[0]._replace(text="This can", font="Body"),
    )
    second = replace(second, spans=spans, is_bold=True)
    texts = _texts([*prose(72, 100, 528, 1), first, second, *prose(72, 136, 528, 3)])
    assert len(texts) == 1


def test_small_type_that_is_set_as_wide_as_the_body_is_one_paragraph() -> None:
    """An abstract of a double-spaced manuscript."""
    body = [ln for k in range(12) for ln in prose(72, 300 + 24 * k, 528, 1, size=12)]
    small = [ln for k in range(4) for ln in prose(72, 100 + 24 * k, 528, 1, size=10)]
    assert len(_texts([*small, *body])) == 2


def test_notes_and_ended_lines_of_small_type_part_where_the_body_is_double_spaced() -> None:
    body = [ln for k in range(12) for ln in prose(72, 100 + 24 * k, 528, 1, size=12)]
    notes = [
        line("1The first note ends before the margin", 72, 500, 300, size=10),
        line("2The second one is another", 72, 524, 300, size=10),
    ]
    assert len(_texts([*body, *notes])) == 3


def test_an_entry_of_small_type_hangs_together_where_the_body_is_double_spaced() -> None:
    body = [ln for k in range(12) for ln in prose(72, 100 + 24 * k, 528, 1, size=12)]
    entries = [
        line(
            "[1] A. Author and B. Author, A title as long as the line, J. of Things 53,",
            72,
            420,
            528,
            size=10,
        ),
        line("473 (2021).", 92, 444, 150, size=10),
        line("[2] C. Author, Another one, J. of Things 54, 11 (2022).", 72, 468, 400, size=10),
    ]
    assert len(_texts([*body, *entries])) == 3


def test_a_line_that_is_bold_by_chance_in_the_midst_of_a_sentence_parts_nothing() -> None:
    bold = line("Background, Purpose, Method, Results", 72, 136, 528, font="Bold", is_bold=True)
    lines = [*prose(72, 100, 528, 3), bold, line("This can be done.", 72, 148)]
    assert len([t for t in _texts(lines) if "Background" in t and "study" in t]) == 1
    ended = [*prose(72, 100, 528, 2), line("and here it ends.", 72, 124)]
    assert not [t for t in _texts([*ended, *lines[3:]]) if "Background" in t and "ends" in t]
