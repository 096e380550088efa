"""JSON that Python's own reader takes and the standard does not."""

from __future__ import annotations

import pytest

from scidoc_assets.schemas.strict_json import strict_json


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[NaN]", "NaN is not JSON"),
        ('{"a": -Infinity}', "-Infinity is not JSON"),
        ('{"b": {"a": 1, "a": 1}}', "repeated key: a"),
        ("{", "Expecting"),
    ],
)
def test_what_is_no_json_is_refused_with_its_cause(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        strict_json(text)


def test_values_come_as_they_are() -> None:
    assert strict_json('{"a": [1, 1.5, null, "ü"]}') == {"a": [1, 1.5, None, "ü"]}
