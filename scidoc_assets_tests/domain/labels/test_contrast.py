from __future__ import annotations

import pytest

from scidoc_assets.domain.labels.contrast import equal_numbers, find_veto, match_numbers
from scidoc_assets.domain.labels.statements import Number, read_statement


def number(text: str) -> Number:
    (found,) = read_statement(text).numbers
    return found


@pytest.mark.parametrize(
    ("a", "b", "equal"),
    [
        ("90% of it", "0.9 of it", True),
        ("90% of it", "nine tenths of it", True),
        ("84.1 points", "84 points", True),  # a rounding to two digits
        ("8.4 points", "8 points", False),  # one digit is too coarse
        ("498 mice", "about 500 mice", True),
        ("498 mice", "500 mice", False),
        ("40 C today", "40 bar today", False),
        ("40 C today", "40 degrees today", True),
        ("1234567 rows", "1234568 rows", False),
    ],
)
def test_quantities_are_equal_by_value_kind_and_stated_precision(a, b, equal: bool) -> None:
    assert equal_numbers(number(a), number(b)) is equal
    assert equal_numbers(number(b), number(a)) is equal


def test_each_number_has_one_partner() -> None:
    ours = read_statement("half of it after 500 hours").numbers
    theirs = read_statement("half of it after 50 hours").numbers
    missing, extra = match_numbers(ours, theirs)
    assert ([n.value for n in missing], [n.value for n in extra]) == ([500.0], [50.0])


def veto(statement: str, window: str) -> str | None:
    return find_veto(read_statement(statement), read_statement(window))


def test_what_one_side_leaves_out_is_no_contradiction() -> None:
    assert veto("COMP was 312 in treated mice.", "COMP was low in treated mice.") is None
    assert veto("Doping raised the yield.", "Doping was tested for its yield.") is None


def test_a_comparison_may_be_turned_round_with_its_direction() -> None:
    statement = "The oxide has a higher energy than the sulfide."
    assert veto(statement, "The sulfide has a lower energy than the oxide.") is None
    assert veto(statement, "The sulfide has a higher energy than the oxide.") == "direction"
    assert veto(statement, "The oxide has a lower energy than the sulfide.") == "direction"


def test_two_directions_are_bound_to_their_own_words() -> None:
    statement = "The error falls as the data grows."
    assert veto(statement, "With more data the error goes down.") is None
    assert veto(statement, "The error rises as the data grows.") == "direction"


def test_swapped_numbers_are_found_by_the_words_beside_them() -> None:
    statement = "COMP was 312 in treated mice versus 498 in sham mice."
    assert veto(statement, "COMP was 498 in sham mice versus 312 in treated mice.") is None
    assert veto(statement, "COMP was 498 in treated mice versus 312 in sham mice.") == "number"
    assert veto("It fell from 92 to 61.", "It fell from 61 to 92.") in ("number", None)


def test_a_hard_negation_needs_a_counterpart() -> None:
    assert veto("The field stops the flow.", "The field does not stop the flow.") == "negation"
    assert veto("Cells without iron died.", "Cells died when iron was removed.") is None


def test_one_thing_in_the_place_of_another_is_an_entity_fault() -> None:
    statement = "Income was the strongest predictor of diet quality."
    assert veto(statement, "Education was the strongest predictor of diet quality.") == "entity"
    padded = "Education was the strongest predictor of diet quality, and so the authors went on."
    assert veto(statement, padded) == "entity"


def test_many_other_words_are_a_paraphrase_not_a_replacement() -> None:
    statement = "Income was the strongest predictor of diet quality."
    assert veto(statement, "How well people ate was best foretold by income.") is None
