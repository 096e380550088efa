from __future__ import annotations

from scidoc_assets.domain.latex.similarity import (
    opening_similarity,
    part_similarity,
    squeeze,
    symbol_share,
    whole_similarity,
)


def test_ligatures_line_ends_case_and_signs_do_not_count() -> None:
    assert squeeze("The classi\ufb01er de-\npends on \u03b5_i") == squeeze(
        "the classifier depends on ε i"
    )


def test_a_block_that_is_the_start_of_a_paragraph_counts_as_its_opening() -> None:
    element = squeeze("The crucial question is how they depend on the control parameters of all")
    assert opening_similarity(element, element[:30]) == 1.0
    assert opening_similarity(element, squeeze("nothing of the kind is said in this place")) < 0.6


def test_an_opening_in_the_middle_of_a_block_counts_less_than_at_its_start() -> None:
    element = squeeze("Here we chose the index in analogy to the notation of the theory for flows")
    inside = squeeze("Something else comes first and then more.") + element
    assert 0.7 < opening_similarity(element, inside) < opening_similarity(element, element) == 1.0


def test_the_symbols_of_a_scrambled_formula_are_still_there() -> None:
    assert symbol_share("dmaxd0a0re15", "d0dmaxre15a0") == 1.0
    assert symbol_share("abc", "xyz") == 0.0


def test_texts_without_letters_are_like_nothing() -> None:
    assert whole_similarity("", "") == 0.0
    assert part_similarity("", "abc") == 0.0
    assert symbol_share("", "abc") == 0.0


def test_a_single_word_is_a_weak_opening() -> None:
    assert opening_similarity("where", "whereallthesamplesgo") == 0.7
    assert opening_similarity("where", "where") == 1.0
