"""JSON that Python's own reader takes and the standard does not."""

from __future__ import annotations

import pytest

from scidoc_assets.schemas.strict_json import strict_json, without_surrogates


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[NaN]", "NaN is not JSON"),
        ('{"a": -Infinity}', "-Infinity is not JSON"),
        ('{"b": {"a": 1, "a": 1}}', "repeated key: a"),
        ("{", "Expecting"),
        ("[" * 100_000, "nested more than 100 levels"),
        ("[" * 101 + "]" * 101, "nested more than 100 levels"),
        ('{"a":' * 101 + "1" + "}" * 101, "nested more than 100 levels"),
    ],
)
def test_what_is_no_json_is_refused_with_its_cause(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        strict_json(text)


def test_values_come_as_they_are() -> None:
    assert strict_json('{"a": [1, 1.5, null, "ü"]}') == {"a": [1, 1.5, None, "ü"]}


def test_a_hundred_levels_and_many_brackets_side_by_side_are_fine() -> None:
    assert strict_json("[" * 100 + "]" * 100)
    assert strict_json("[" + ",".join(["[]"] * 500) + "]") == [[]] * 500


def test_characters_that_utf8_cannot_hold_are_replaced_everywhere_and_counted() -> None:
    value = strict_json(
        r'{"a\ud83d": ["\u0000x", {"b": "\udfff\ud800"}], "c": "\ud83d\ude00", "d": 1}'
    )
    clean, count = without_surrogates(value)
    assert clean == {"a\ufffd": ["\ufffdx", {"b": "\ufffd\ufffd"}], "c": "\U0001f600", "d": 1}
    assert count == 4
