"""Tests of text normalisation; refuses to test matching rules, which live in their own stages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidoc_assets.schemas.text import normalise, replace_surrogates


def test_ligatures_soft_hyphens_and_line_end_hyphens_do_not_hide_a_mention() -> None:
    """B06."""
    raw = "As the \ufb01gure shows (Fig-\nure 2), the classi\u00ad\ufb01er works"
    found = normalise(raw)
    assert found.text == "As the figure shows (Figure 2), the classifier works"
    start = found.text.index("Figure 2")
    low, high = found.raw_span(start, start + len("Figure 2"))
    assert raw[low:high] == "Fig-\nure 2"


def test_a_soft_hyphen_before_a_line_end_joins_the_word() -> None:
    assert normalise("classi\u00ad\nfier").text == "classifier"


def test_a_word_with_another_hyphen_keeps_its_line_end_hyphen() -> None:
    assert normalise("state-of-\nthe-art").text == "state-of-the-art"


def test_a_hyphen_before_a_capital_or_digit_stays() -> None:
    assert normalise("BERT-\nLarge and COVID-\n19").text == "BERT-Large and COVID-19"


def test_no_break_spaces_become_spaces_and_dashes_stay() -> None:
    assert normalise("Figs.\u00a02\u20134 \u22125").text == "Figs. 2\u20134 \u22125"


def test_white_space_runs_are_one_space_and_the_ends_are_bare() -> None:
    assert normalise("  a \n\t b ").text == "a b"


def test_combining_marks_compose_and_map_to_their_base() -> None:
    found = normalise("e\u0301x")
    assert found.text == "\u00e9x"
    assert found.offsets == (0, 2, 3)


def test_the_span_of_a_ligature_covers_its_raw_character() -> None:
    found = normalise("a\ufb01b")
    assert found.raw_span(1, 2) == (1, 2)
    assert found.raw_span(1, 3) == (1, 2)


def test_a_span_outside_the_text_is_refused() -> None:
    with pytest.raises(ValueError, match="outside"):
        normalise("abc").raw_span(2, 9)


def test_lone_surrogates_are_replaced_and_counted() -> None:
    """B15."""
    clean, count = replace_surrogates("a\ud83db\x00")
    assert (clean, count) == ("a\ufffdb\ufffd", 2)
    clean.encode("utf-8")


def test_clean_text_comes_back_as_it_is() -> None:
    assert replace_surrogates("plain \U0001f600") == ("plain \U0001f600", 0)


@given(st.text(max_size=60))
def test_offsets_never_go_back_and_stay_inside_the_raw_text(raw: str) -> None:
    found = normalise(raw)
    assert len(found.offsets) == len(found.text) + 1
    assert list(found.offsets) == sorted(found.offsets)
    assert found.offsets[-1] == len(raw)


def test_a_line_end_between_chinese_characters_is_no_space() -> None:
    raw = "层状氧化物\n的表面，\n然而 cell\n 的 capacity\n在 1 圈后"
    found = normalise(raw)
    assert found.text == "层状氧化物的表面,然而 cell 的 capacity 在 1 圈后"
    start = found.text.index("物的")
    low, high = found.raw_span(start, start + 2)
    assert raw[low:high] == "物\n的"


def test_a_space_that_was_typed_between_chinese_characters_and_korean_spacing_stay() -> None:
    assert normalise("材料 工程").text == "材料 工程"
    assert normalise("한국어\n문장").text == "한국어 문장"
