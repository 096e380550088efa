"""Answers are read from text or JSON; what cannot be read is None."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.training.answer_reading import (
    folded,
    read_number,
    read_object,
    read_short,
)


@pytest.mark.parametrize(
    ("answer", "short"),
    [
        ("B", "B"),
        ("**B**.", "B"),
        ('{"role": "Baseline"}', "Baseline"),
        ("<think>A or B</think>\nAnswer: B", "B"),
        ("答案：Text", "Text"),
        ({"role": "Baseline"}, "Baseline"),
        ({"a": "x", "b": "y"}, None),
        ("", None),
        (3, None),
        ("{broken", None),
    ],
)
def test_short_answers(answer: object, short: str | None) -> None:
    assert read_short(answer) == short  # pyright: ignore


def test_objects_come_from_text_or_values() -> None:
    assert read_object('```json\n{"a": 1}\n```') == {"a": 1}
    assert read_object({"a": 1}) == {"a": 1}
    assert read_object("none") is None
    assert read_object([1]) is None


@pytest.mark.parametrize(
    ("value", "number"), [(1.5, 1.5), ("1.5", 1.5), ("−2", -2.0), ("1,5", None), (True, None), (None, None)]
)  # fmt: skip
def test_numbers(value: object, number: float | None) -> None:
    assert read_number(value) == number  # pyright: ignore


def test_case_width_and_spacing_do_not_matter() -> None:
    assert folded("Ａ  b\n−1") == folded("a b -1")
