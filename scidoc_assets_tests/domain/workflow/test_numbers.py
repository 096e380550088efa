"""Bug log B34: no rounding to six digits, and no guess about decimal commas."""

from __future__ import annotations

from decimal import Decimal

import pytest

from scidoc_assets.domain.workflow.numbers import numbers_agree, numbers_in, read_number


def test_integers_that_agree_in_six_digits_are_still_different() -> None:
    assert not numbers_agree(Decimal(1234568), Decimal(1234567))


def test_a_decimal_comma_is_not_15_and_needs_its_locale() -> None:
    assert read_number("1,5") is None
    assert read_number("1,5", locale="comma") == Decimal("1.5")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,234,567.5", "1234567.5"),
        ("−7", "-7"),
        ("3.2 × 10⁻³ m", "0.0032"),
        ("2x10^{3}", "2000"),
        ("10^5", "100000"),
        ("5e-3", "0.005"),
        ("p < .05", "0.05"),
        ("about 42.", "42"),
        ("$12$", "12"),
        ("1\u202f234", "1234"),
    ],
)
def test_numbers_are_read_as_printed(text: str, value: str) -> None:
    assert read_number(text) == Decimal(value)


@pytest.mark.parametrize("text", ["", "none", "42 and 43", "1.2.3", "12,34", "v2"])
def test_no_number_or_several_are_null(text: str) -> None:
    assert read_number(text) is None


def test_a_unit_picks_its_number_among_several() -> None:
    assert read_number("in 3 runs it took 12.5 ms", unit="ms") == Decimal("12.5")


def test_tolerances_are_the_declared_ones() -> None:
    assert numbers_agree(Decimal("10.4"), Decimal(10), absolute=0.5)
    assert numbers_agree(Decimal("10.4"), Decimal(10), relative=0.05)
    assert not numbers_agree(Decimal("10.6"), Decimal(10), absolute=0.5, relative=0.05)


def test_every_number_of_a_text_comes_in_reading_order() -> None:
    assert numbers_in("from 0.5 to 1,000 and -3") == [Decimal("0.5"), Decimal(1000), Decimal(-3)]
