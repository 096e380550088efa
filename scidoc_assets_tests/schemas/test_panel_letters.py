"""Panel letters: lists, ranges, brackets, Roman panels, and words that are no panel."""

from __future__ import annotations

import pytest

from scidoc_assets.schemas.panel_letters import read_panels


@pytest.mark.parametrize(
    ("text", "panels", "rest"),
    [
        ("a", "a", ""),
        ("a,c and", "a c", " and"),
        ("a-c.", "a b c", "."),
        ("A\u2013C", "A B C", ""),
        ("(a-c)", "a b c", ""),
        ("(a) and (b)", "a b", ""),
        (" (b, d)", "b d", ""),
        ("(i-iii)", "i ii iii", ""),
        ("ab", "a b", ""),
        (" A-C", "A B C", ""),
        ("A and D show", "A D", " show"),
        ("a, b.", "a b", "."),
    ],
)
def test_panels_are_read_and_the_text_goes_on_after_them(text, panels, rest):
    found, end = read_panels(text, 0)
    assert " ".join(found) == panels
    assert text[end:] == rest


@pytest.mark.parametrize(
    "text", ["", " a new model", " and b", "th", " (see text)", " I think", "cm"]
)
def test_a_word_is_no_panel(text):
    assert read_panels(text, 0) == ((), 0)


def test_a_list_stops_at_a_word_or_a_letter_that_does_not_go_on():
    assert read_panels("a, a new", 0) == (("a",), 1)
    assert read_panels("B and I think", 0) == (("B",), 1)
    assert read_panels("c, a.", 0) == (("c",), 1)
