"""Labels, numbers and text spans: full marks for the same thing, none for a different one."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.workflow.scalars import (
    LabelParams,
    NumberParams,
    TextSpanParams,
    grade_label,
    grade_number,
    grade_text_span,
    normalise_label,
    texts_alike,
)


def test_labels_differ_only_by_case_quotes_and_stops() -> None:
    assert grade_label("**Baseline**.", "baseline", LabelParams()).score == 1.0
    assert grade_label("Background", "Baseline", LabelParams()).cause == "wrong"


def test_a_sentence_counts_when_it_names_one_declared_label() -> None:
    params = LabelParams(labels=["Baseline", "Critique"])
    assert grade_label("It is a baseline", "Baseline", params).score == 1.0
    assert grade_label("baseline or critique", "Baseline", params).cause == "unparseable"
    assert grade_label("something else", "Baseline", params).cause == "unparseable"


def test_locations_and_equations_have_one_spelling() -> None:
    assert normalise_label("Tab. 3", "location") == normalise_label("Table 3", "location")
    assert normalise_label("Fig. 2a.", "location") == normalise_label("figure 2a", "location")
    assert normalise_label("Equation (4)", "equation") == normalise_label("Eq. 4", "equation")


def test_an_alias_stands_for_its_label() -> None:
    assert grade_label("purple", "violet", LabelParams(aliases={"purple": "violet"})).score == 1.0


@pytest.mark.parametrize(
    ("answer", "gold", "score"), [(1234568, 1234567, 0.0), ("1,5", 15, 0.0), ("5.0", 5, 1.0)]
)
def test_numbers_are_exact_unless_a_tolerance_is_declared(
    answer: object, gold: float, score: float
) -> None:
    assert grade_number(answer, gold, NumberParams()).score == score  # pyright: ignore


def test_a_declared_tolerance_and_locale_hold() -> None:
    assert grade_number("1,52", 1.5, NumberParams(locale="comma", absolute=0.05)).score == 1.0
    assert grade_number(True, 1, NumberParams()).cause == "unparseable"


def test_a_reference_that_is_no_number_is_an_error_of_the_item() -> None:
    with pytest.raises(ValueError, match="reference"):
        grade_number("1", "n/a", NumberParams())


def test_a_text_span_earns_partial_credit_but_never_full_marks_for_another_text() -> None:
    params = TextSpanParams()
    assert grade_text_span("The Cat  sat", "the cat sat", params).score == 1.0
    reordered = grade_text_span("sat the cat", "the cat sat", params)
    assert reordered.score == 0.99
    assert grade_text_span("dogs ran", "the cat sat", params).score == 0.0
    assert grade_text_span("sat the cat", "the cat sat", TextSpanParams(partial=False)).score == 0.0


def test_names_that_differ_in_a_digit_are_not_alike() -> None:
    assert texts_alike("CIFAR-10 dataset", "cifar-10 datasets")
    assert not texts_alike("CIFAR-10 dataset", "CIFAR-100 dataset")
