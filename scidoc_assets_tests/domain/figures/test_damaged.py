"""Tests of caption labels that OCR has damaged."""

from __future__ import annotations

from scidoc_assets.domain.figures.captions import Caption
from scidoc_assets.domain.figures.damaged import UNREAD, parse_damaged, with_numbers
from scidoc_assets.domain.figures.labels import Label, parse_label


def _caption(text: str, label: Label | None, page_index: int = 0) -> Caption:
    assert label is not None
    return Caption(page_index, label, (0,), (0, 0, 1, 1), text, 2.0, ("figure:Fig", "."))


def test_a_damaged_label_is_seen_but_gets_no_number_of_its_own() -> None:
    label = parse_damaged("F'g- '\u2022 A wave with one parameter")
    assert label is not None
    assert label.number == UNREAD
    assert parse_damaged("For 1. All waves") is None


def test_the_number_is_filled_in_when_the_neighbours_leave_one() -> None:
    bad = "F'g- '\u2022 A wave"
    good = "Fig. 2. Another wave"
    found = with_numbers([_caption(bad, parse_damaged(bad)), _caption(good, parse_label(good), 1)])
    assert [c.label.text for c in found] == ["Figure 1", "Figure 2"]
    assert found[0].text == "Fig. 1. A wave"


def test_a_number_that_stays_open_drops_the_candidate() -> None:
    bad = "F'g- '\u2022 A wave"
    good = "Fig. 4. Another wave"
    found = with_numbers([_caption(bad, parse_damaged(bad)), _caption(good, parse_label(good), 1)])
    assert [c.label.text for c in found] == ["Figure 4"]
