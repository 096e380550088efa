from __future__ import annotations

import pytest

from scidoc_assets.domain.labels.quantities import equal_numbers, match_numbers, numbers_conflict
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


@pytest.mark.parametrize(
    ("statement", "window", "conflicts"),
    [
        ("3 of 41 patients relapsed.", "Relapse was seen in three patients out of 41.", False),
        ("3 of 41 patients relapsed.", "4 of 41 patients relapsed.", True),
        ("Size grows from 12 to 35 nm.", "Mean size is 35 nm, up from 12.", False),
        ("Size grows from 12 to 35 nm.", "Size goes from 35 to 12 nm.", True),
    ],
)
def test_what_a_number_is_said_to_be_tells_the_order(statement, window, conflicts: bool) -> None:
    assert numbers_conflict(read_statement(statement), read_statement(window)) is conflicts
