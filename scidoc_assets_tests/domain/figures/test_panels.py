"""Tests of panel letters."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.figures.graphics import Graphic
from scidoc_assets.domain.figures.panels import find_panels, stand_side_by_side
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


@pytest.mark.parametrize(
    ("boxes", "is_shared"),
    [
        ([(50, 50, 250, 200), (270, 55, 470, 195)], True),
        ([(50, 50, 250, 200), (270, 50, 300, 200)], False),  # a colour bar
        ([(50, 50, 250, 200), (270, 50, 470, 90)], False),  # a legend beside a plot
        ([(50, 50, 250, 200), (50, 220, 250, 370)], False),  # one above the other
        ([(50, 50, 250, 200)], False),
        ([(50, 50, 250, 120), (50, 130, 250, 200), (270, 50, 470, 200)], True),
    ],
)
def test_graphics_side_by_side_share_their_caption(boxes, is_shared: bool) -> None:
    graphics = [Graphic(box, "vector") for box in boxes]
    assert stand_side_by_side(graphics) is is_shared


def test_rules_beside_each_other_are_no_graphics() -> None:
    rules = [Graphic((50, 50, 250, 51), "rules"), Graphic((270, 50, 470, 51), "rules")]
    assert not stand_side_by_side(rules)
