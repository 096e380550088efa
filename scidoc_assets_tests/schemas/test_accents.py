"""Tests of accents that stand beside their letters."""

from __future__ import annotations

import pytest

from scidoc_assets.schemas.accents import Accents, accents_of
from scidoc_assets.schemas.text import normalise


@pytest.mark.parametrize(
    ("raw", "meant"),
    [
        ("M\u00a8uller", "M\u00fcller"),
        ("Qu\u00b4er\u00b4e", "Qu\u00e9r\u00e9"),
        ("\u00a8Ozcan", "\u00d6zcan"),
        ("na\u00a8\u0131ve", "na\u00efve"),
        ("Rodr\u0131\u0301guez", "Rodr\u00edguez"),
        ("Reh\u02dau\u02c7rek", "Reh\u016f\u0159ek"),
        ("Mitrovi\u00b4c", "Mitrovi\u0107"),
        ("Koci\u02c7sk\u00b4y", "Koci\u0161k\u00fd"),
        ("Louren\u00b8co", "Louren\u00e7o"),
        ("171\u02daA", "171\u00c5"),
    ],
)
def test_an_accent_before_its_letter_is_joined_to_it(raw: str, meant: str) -> None:
    assert normalise(raw).text == meant


@pytest.mark.parametrize(
    ("raw", "meant"),
    [
        ("Ste\u00b4phane", "St\u00e9phane"),
        ("Universite\u00b4 Paris", "Universit\u00e9 Paris"),
        ("Selec\u00b8\u00e3o", "Sele\u00e7\u00e3o"),
    ],
)
def test_an_accent_behind_its_letter_is_joined_to_it(raw: str, meant: str) -> None:
    assert normalise(raw).text == meant


@pytest.mark.parametrize(
    "raw", ["\u02c6f(x)", "\u00afn = 2", "45\u02da angle", "a \u00b4 b", "\u00a8"]
)
def test_what_makes_no_single_character_stays_as_it_is(raw: str) -> None:
    assert normalise(raw).text == raw


def test_the_span_of_a_joined_letter_covers_its_accent() -> None:
    raw = "by M\u00a8uller"
    found = normalise(raw)
    low, high = found.raw_span(3, 9)
    assert (found.text[3:9], raw[low:high]) == ("M\u00fcller", "M\u00a8uller")


def test_plain_text_has_no_accent_apart() -> None:
    plain = "plain Stra\u00dfe caf\u00e9 x^2 ~ `a`"
    assert accents_of(plain) == Accents(are_apart=False, are_behind=False)


def test_an_accent_that_fits_both_sides_goes_where_the_text_sets_its_accents() -> None:
    assert normalise("Krsti\u00b4c").text == "Krsti\u0107"
    assert normalise("Cafe\u00b4 Ge\u00b4ant").text == "Caf\u00e9 G\u00e9ant"
    assert normalise("J. B\u00a8ohm and Vi\u00b4egas").text == "J. B\u00f6hm and Vi\u00e9gas"
