"""Tests of panel letters."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.figures.graphics import Graphic
from scidoc_assets.domain.figures.panels import find_panels
from scidoc_assets_tests.painted import line


def test_printed_letters_give_panels_with_boxes() -> None:
    letters = [line("(a)", 100, 100), line("(b)", 300, 100)]
    graphics = [Graphic((100, 110, 280, 200), "vector"), Graphic((300, 110, 480, 200), "vector")]
    panels = find_panels("Two plots.", letters, graphics)
    assert [p.letter for p in panels] == ["a", "b"]
    assert panels[1].bbox_pt is not None
    assert panels[1].bbox_pt[2] == 480


@pytest.mark.parametrize(
    ("caption", "letters"),
    [
        ("(a) One thing. (b) Another. (c) A third.", "abc"),
        ("Kinematics of two cases (A-B) and (C-D).", "ABCD"),
        ("Title. A. First part. B. Second part.", "AB"),
        ("A, Curves of it. B, Bars of it. C, Dots.", "ABC"),
        ("Comparison of methods (a) and (b, c).", "abc"),
    ],
)
def test_a_caption_that_goes_through_letters_names_panels(caption: str, letters: str) -> None:
    assert "".join(p.letter for p in find_panels(caption, [], [])) == letters


def test_a_single_letter_or_a_late_start_is_no_panel() -> None:
    assert find_panels("The mean (b) of it.", [line("x", 10, 10)], []) == []
    assert find_panels(None, [line("b", 10, 10), line("c", 50, 10)], []) == []
