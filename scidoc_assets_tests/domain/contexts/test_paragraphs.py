"""Paragraphs as a reader sees them: what joins, what does not, and where each stands."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.contexts.paragraphs import assemble_paragraphs, is_caption_like
from scidoc_assets_tests.domain.contexts.layouts_by_hand import block, layout


def _bodies(*blocks):
    return [p.text for p in assemble_paragraphs(layout(*blocks)) if p.place == "body"]


def test_a_sentence_cut_by_a_float_and_furniture_goes_on():
    texts = _bodies(
        block("The method uses the loss of"),
        block("Figure 1: A caption.", "caption"),
        block("12", "page_number"),
        block("the small model.", page=1),
    )
    assert texts == ["The method uses the loss of\nthe small model."]


def test_a_finished_sentence_does_not_go_on():
    assert len(_bodies(block("One is done."), block("two starts oddly.", page=1))) == 2


def test_a_heading_ends_a_paragraph_even_in_the_middle_of_a_sentence():
    assert (
        len(
            _bodies(
                block("The method uses the"), block("2 Results", "section_header"), block("loss")
            )
        )
        == 2
    )


def test_another_section_ends_a_paragraph():
    assert len(_bodies(block("The method uses the"), block("loss of it", section="2 Results"))) == 2


def test_list_items_stay_apart():
    assert (
        len(_bodies(block("one of these,", "list_item"), block("two of these", "list_item"))) == 2
    )


def test_a_capital_goes_on_at_a_column_break_when_the_sentence_is_open():
    head = block("A long sentence about the models of the group of", column=0)
    assert len(_bodies(head, block("Smith and others.", column=1))) == 1


def test_text_after_an_equation_goes_on_in_lower_case_only():
    equation = block("x = y", "equation")
    assert len(_bodies(block("This is defined as:"), equation, block("where x is a loss."))) == 2
    joined = _bodies(block("This is defined as:"), equation, block("where x is a loss."))
    assert "This is defined as:\nwhere x is a loss." in joined
    assert "The next one." in _bodies(block("This is so."), equation, block("The next one."))


def test_an_offset_finds_its_block():
    (paragraph,) = assemble_paragraphs(
        layout(block("The loss of the"), block("small model.", column=1))
    )
    found, offset = paragraph.locate(paragraph.text.index("small") + 2)
    assert (found.block_id, offset) == ("b1", 2)


@pytest.mark.parametrize(
    ("text", "is_caption"),
    [
        ("Figure 3: Loss.", True),
        ("FIG. 2. Loss.", True),
        ("Table 1 | Numbers", True),
        ("Fig. 3", True),
        ("Table 2.1 Numbers of all plots (continued).", True),
        ("Figure 3 shows the loss.", False),
        ("Figs. 1\u20134 are examples of its output.", False),
        ("The loss of Figure 3: it falls.", False),
    ],
)
def test_a_caption_opens_with_its_label_and_a_stop(text, is_caption):
    assert is_caption_like(text) == is_caption


def test_an_axis_label_between_the_halves_of_a_word_is_no_part_of_it():
    texts = _bodies(
        block("It falls to 0.34 (Table 2). This demon-"),
        block("Contrast"),
        block("Air temperature (°C)"),
        block("strates that control preserves the fringes."),
    )
    assert texts[0] == (
        "It falls to 0.34 (Table 2). This demon-\nstrates that control preserves the fringes."
    )
    assert texts[1:] == ["Contrast", "Air temperature (°C)"]


def test_an_open_sentence_goes_on_with_a_number_and_a_numbered_head_does_not():
    first = block("At each speed the cold plate gives less, for instance")
    number = block("2.3 instead of 3.8 at We = 300.")
    assert len(_bodies(first, number)) == 1
    assert len(_bodies(first, block("2. Methods are given below."))) == 2
    assert len(_bodies(block("It gives less."), number)) == 2
